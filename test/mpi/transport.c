/* transport.c - the transport of MPI, run by four ranks; pieces of a gather have CLI_RANKS_PIECE bytes (meson.build). A
 * hang ends by the time limit of the test. */
#include <stdarg.h>

#include "../test.h"
#include "cli/console.h"
#include "cli/ranks/ranks.h"

enum { RANKS = 4, MESSAGES = 50, SMALL = 5, LARGE = 200000 };

static struct cli_ranks ranks;
static const struct swarm_ranks *const shared = &ranks.shared;
static uint32_t message[LARGE]; /* every word of message `number` is number * RANKS + its sender */

/* ranks/mpi.c prints it if it cannot begin. */
void cli_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

enum swarm_status cli_fail_memory(void)
{
    return SWARM_ERROR_OUT_OF_MEMORY;
}

static unsigned char byte_of(uint32_t rank, size_t at, size_t size)
{
    return (unsigned char)(rank * 37 + at * 11 + size);
}

TEST(a_gather_brings_every_rank_the_bytes_of_all_within_a_piece_and_beyond)
{
    static const size_t sizes[] = {1,
                                   CLI_RANKS_PIECE / RANKS,
                                   CLI_RANKS_PIECE / RANKS + 1,
                                   CLI_RANKS_PIECE,
                                   CLI_RANKS_PIECE + 1,
                                   3 * CLI_RANKS_PIECE,
                                   7 * CLI_RANKS_PIECE + 5};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        const size_t size = sizes[i];
        unsigned char *own = malloc(size), *all = malloc(RANKS * size);
        size_t wrong = 0;
        REQUIRE(own && all);
        for (size_t at = 0; at < size; ++at) {
            own[at] = byte_of(shared->rank, at, size);
        }
        REQUIRE_INT(shared->gather(shared->user, own, size, all), ==, 0);
        for (uint32_t k = 0; k < RANKS; ++k) {
            for (size_t at = 0; at < size; ++at) {
                wrong += all[k * size + at] != byte_of(k, at, size);
            }
        }
        REQUIRE_INT(wrong, ==, 0);
        free(own);
        free(all);
    }
}

static void send_number(uint32_t to, uint32_t number, size_t words)
{
    for (size_t i = 0; i < words; ++i) {
        message[i] = number * RANKS + shared->rank;
    }
    REQUIRE_INT(shared->send(shared->user, to, message, words * sizeof *message), ==, 0);
}

/* The number of a message from `from`, 0 when there is none. */
static uint32_t receive_number(uint32_t from, size_t words)
{
    bool got = false;
    REQUIRE_INT(shared->receive(shared->user, from, message, words * sizeof *message, &got), ==, 0);
    if (!got) {
        return 0;
    }
    REQUIRE_INT(message[0] % RANKS, ==, from);
    REQUIRE_INT(message[0], ==, message[words - 1]);
    return message[0] / RANKS;
}

/* The least of the ranks' numbers. */
static uint32_t least(uint32_t number)
{
    uint32_t all[RANKS];
    REQUIRE_INT(shared->gather(shared->user, &number, sizeof number, all), ==, 0);
    for (uint32_t k = 0; k < RANKS; ++k) {
        number = all[k] < number ? all[k] : number;
    }
    return number;
}

/* Each rank sends numbered messages to the next, which looks when all were sent. */
static void send_around(size_t words)
{
    const uint32_t to = (shared->rank + 1) % RANKS, from = (shared->rank + RANKS - 1) % RANKS;
    uint32_t last = 0, received = 0;
    for (uint32_t number = 1; number <= MESSAGES; ++number) {
        send_number(to, number, words);
    }
    while (least(last) < MESSAGES) {
        const uint32_t number = receive_number(from, words);
        if (number > 0) {
            REQUIRE_INT(number, >, last);
            last = number;
            ++received;
        }
    }
    REQUIRE_INT(received, <=, 3);
    REQUIRE_INT(receive_number(from, words), ==, 0);
    REQUIRE_INT(cli_transport->settle(&ranks), ==, 0);
}

TEST(the_last_message_arrives_and_most_before_it_do_not)
{
    send_around(SMALL);
    send_around(LARGE);
}

TEST(messages_that_nobody_took_are_gone_behind_a_settlement)
{
    static const size_t words[] = {LARGE, SMALL, 1};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        for (uint32_t number = 1; number <= 3; ++number) {
            for (uint32_t to = 0; to < RANKS; ++to) {
                if (to != shared->rank) {
                    send_number(to, number, words[i]);
                }
            }
        }
        REQUIRE_INT(cli_transport->settle(&ranks), ==, 0);
        for (uint32_t from = 0; from < RANKS; ++from) {
            REQUIRE_INT(receive_number(from, words[i]), ==, 0);
        }
        REQUIRE_INT(least(1), ==, 1);
    }
}

TEST(a_message_of_another_size_is_refused_with_words)
{
    const uint32_t to = (shared->rank + 1) % RANKS;
    send_number(to, 1, SMALL);
    REQUIRE(shared->send(shared->user, to, message, SMALL) != 0);
    REQUIRE(ranks.broken && *ranks.failure);
    REQUIRE_INT(cli_transport->settle(&ranks), ==, 0);
}

int main(void)
{
    REQUIRE_INT(cli_transport->open(&ranks), ==, SWARM_OK);
    REQUIRE_INT(shared->count, ==, RANKS);
    REQUIRE_INT(ranks.node_rank, ==, shared->rank); /* all are on one machine */
    REQUIRE_INT(ranks.node_rank_count, ==, RANKS);
    REQUIRE(shared->send && shared->receive);
    RUN(a_gather_brings_every_rank_the_bytes_of_all_within_a_piece_and_beyond);
    RUN(the_last_message_arrives_and_most_before_it_do_not);
    RUN(messages_that_nobody_took_are_gone_behind_a_settlement);
    RUN(a_message_of_another_size_is_refused_with_words);
    cli_transport->close(&ranks);
    return 0;
}
