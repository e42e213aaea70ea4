/* transport.c - checks the MPI transport with four ranks. Gathers are cut into pieces of CLI_RANKS_PIECE bytes
 * (meson.build). The time limit of the test ends a hang. */
#include "../test.h"
#include "cli/console.h"
#include "cli/ranks/ranks.h"

enum { RANKS = 4 };

static struct cli_ranks ranks;
static const struct swarm_ranks *const shared = &ranks.shared;

/* Replaces the program's function, which ranks/mpi.c calls if there is no memory. */
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

int main(void)
{
    REQUIRE_INT(cli_transport->open(&ranks), ==, SWARM_OK);
    REQUIRE_INT(shared->count, ==, RANKS);
    REQUIRE_INT(ranks.node_rank, ==, shared->rank); /* all ranks are on one machine */
    REQUIRE_INT(ranks.node_rank_count, ==, RANKS);
    test_run_all(0, NULL);
    cli_transport->close(&ranks);
    return 0;
}
