/* Checkpoint files: reading returns what was written, and every damaged or foreign file is rejected. */
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>

#include "base/checkpoint.h"
#include "base/file.h"

#include "../env.h"

#define path       test_file("state") /* checkpoint file without damage */
#define other_path test_file("other") /* checkpoint file that the tests damage */

static const struct base_checkpoint_setting settings[] = {{"seed", "1"}, {"dim", "30"}};

struct held {
    uint32_t numbers[5];
    char letter;
    struct base_checkpoint_section sections[3];
};

/* Describes the sections in `held`; fills them with values if `filled`. */
static struct base_checkpoint checkpoint_of(struct held *held, bool filled)
{
    *held = (struct held){.letter = filled ? 'x' : '\0'};
    for (uint32_t k = 0; k < 5 && filled; ++k) {
        held->numbers[k] = 1000 * k + 7;
    }
    held->sections[0] = (struct base_checkpoint_section){"numbers", sizeof held->numbers, held->numbers};
    held->sections[1] = (struct base_checkpoint_section){"nothing", 0, NULL};
    held->sections[2] = (struct base_checkpoint_section){"letter", 1, &held->letter};
    return (struct base_checkpoint){"test", settings, 2, held->sections, 3};
}

static void write_sample(void)
{
    struct held held;
    const struct base_checkpoint sample = checkpoint_of(&held, true);
    REQUIRE_OK(base_checkpoint_write(&env, path, &sample));
}

static enum swarm_status read_sample(const char *from, struct held *held)
{
    const struct base_checkpoint sample = checkpoint_of(held, false);
    return base_checkpoint_read(&env, from, &sample);
}

/* Writes the sample file and loads its bytes; returns their number. */
static size_t load_sample(char bytes[512])
{
    write_sample();
    FILE *file = fopen(path, "rb");
    REQUIRE(file);
    const size_t size = fread(bytes, 1, 512, file);
    fclose(file);
    REQUIRE(size < 512);
    return size;
}

static void require_refused(const struct base_checkpoint *checkpoint, enum swarm_status status, const char *says)
{
    REQUIRE_FAILS(base_checkpoint_read(&env, path, checkpoint), status, says);
}

static void require_sample(void)
{
    struct held held;
    REQUIRE_INT(read_sample(path, &held), ==, SWARM_OK);
    for (uint32_t k = 0; k < 5; ++k) {
        REQUIRE_INT(held.numbers[k], ==, 1000 * k + 7);
    }
    REQUIRE_INT(held.letter, ==, 'x');
}

TEST(what_was_written_is_read_and_every_byte_counts)
{
    char bytes[512];
    struct held held;
    write_sample();
    require_sample();
    const size_t size = load_sample(bytes); /* writes over the first file */
    require_sample();
    for (size_t bit = 0; bit < 8 * size; ++bit) {
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << bit % 8));
        test_write("other", bytes, size);
        REQUIRE_FAILS(read_sample(other_path, &held), SWARM_ERROR_INPUT, other_path);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << bit % 8));
    }
    for (size_t cut = 0; cut < size; ++cut) {
        test_write("other", bytes, cut);
        REQUIRE_FAILS(read_sample(other_path, &held), SWARM_ERROR_INPUT,
                      cut < 16 ? "is not a checkpoint" : "truncated");
    }
    bytes[size] = '\0';
    test_write("other", bytes, size + 1);
    REQUIRE_FAILS(read_sample(other_path, &held), SWARM_ERROR_INPUT, "bytes follow its end");
}

TEST(another_kind_or_version_is_refused_by_name)
{
    char bytes[512];
    struct held held;
    struct base_checkpoint other = checkpoint_of(&held, false);
    const size_t size = load_sample(bytes);
    other.kind = "other";
    require_refused(&other, SWARM_ERROR_INPUT, "found a checkpoint of \"test\", expected one of \"other\"");
    bytes[16] = 9;
    test_write("other", bytes, size);
    REQUIRE_FAILS(read_sample(other_path, &held), SWARM_ERROR_INPUT,
                  "found a checkpoint of version 9, expected 4: another version of swarmcl wrote it");
}

TEST(a_setting_that_differs_is_refused_with_both_values)
{
    static const struct {
        struct base_checkpoint_setting settings[3];
        size_t count;
        enum swarm_status status;
        const char *says;
    } rows[] = {
        {{{"seed", "1"}, {"dim", "31"}},
         2,
         SWARM_ERROR_INVALID_ARGUMENT,
         "was written with dim 30, and this run has 31"},
        {{{"seed", "1"}, {"ants", "30"}}, 2, SWARM_ERROR_INPUT, "found the setting \"dim\", expected ants"},
        {{{"seed", "1"}}, 1, SWARM_ERROR_INPUT, "found the setting \"dim\", expected no further setting"},
        {{{"seed", "1"}, {"dim", "30"}, {"ants", "4"}}, 3, SWARM_ERROR_INPUT, "found 2 settings, expected 3"},
    };
    struct held held;
    struct base_checkpoint other = checkpoint_of(&held, false);
    write_sample();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        other.settings = rows[i].settings;
        other.setting_count = rows[i].count;
        require_refused(&other, rows[i].status, rows[i].says);
    }
}

TEST(sections_that_are_missing_too_many_or_of_another_size_are_refused)
{
    struct held held;
    struct base_checkpoint other = checkpoint_of(&held, false);
    write_sample();
    other.section_count = 2;
    require_refused(&other, SWARM_ERROR_INPUT, "found the section \"letter\" of 1 bytes, expected no further section");
    ++other.sections;
    require_refused(&other, SWARM_ERROR_INPUT, "found the section \"numbers\" of 20 bytes, expected nothing of 0");
    other = checkpoint_of(&held, false);
    held.sections[0].size = 16;
    require_refused(&other, SWARM_ERROR_INPUT, "of 20 bytes, expected numbers of 16");
    other.section_count = 2;
    REQUIRE_OK(base_checkpoint_write(&env, path, &other));
    other.section_count = 3;
    require_refused(&other, SWARM_ERROR_INPUT, "found 2 sections");
}

TEST(an_open_section_gets_the_size_that_is_stored_and_is_freed_on_failure)
{
    char bytes[512];
    struct held held;
    struct base_checkpoint open = checkpoint_of(&held, false);
    const size_t size = load_sample(bytes);
    held.sections[0] = (struct base_checkpoint_section){"numbers", 100, NULL};
    REQUIRE_OK(base_checkpoint_read(&env, path, &open));
    REQUIRE_INT(held.sections[0].size, ==, 20);
    REQUIRE(((const uint32_t *)held.sections[0].bytes)[4] == 4007 && held.letter == 'x');
    free(held.sections[0].bytes);
    held.sections[0] = (struct base_checkpoint_section){"numbers", 19, NULL};
    require_refused(&open, SWARM_ERROR_INPUT, "section \"numbers\" of 20 bytes, expected numbers of at most 19");
    REQUIRE(held.sections[0].bytes == NULL);
    held.sections[0].size = 100;
    bytes[size - 1] ^= 1;
    test_write("other", bytes, size);
    REQUIRE_FAILS(base_checkpoint_read(&env, other_path, &open), SWARM_ERROR_INPUT, "its checksum is wrong");
    REQUIRE(held.sections[0].bytes == NULL);
}

TEST(the_settings_are_read_without_the_sections)
{
    struct base_checkpoint_setting *found = NULL;
    size_t count = 0;
    write_sample();
    REQUIRE_OK(base_checkpoint_settings(&env, path, "test", &found, &count));
    REQUIRE_INT(count, ==, 2);
    for (size_t i = 0; i < count; ++i) {
        REQUIRE_TEXT(found[i].name, settings[i].name);
        REQUIRE_TEXT(found[i].value, settings[i].value);
    }
    free(found);
    REQUIRE_FAILS(base_checkpoint_settings(&env, path, "other", &found, &count), SWARM_ERROR_INPUT,
                  "found a checkpoint of \"test\"");
    REQUIRE_FAILS(base_checkpoint_settings(&env, "nowhere.state", "test", &found, &count), SWARM_ERROR_INPUT,
                  "cannot be opened");
}

TEST(what_is_no_file_is_refused_and_not_replaced_by_one)
{
    struct held held;
    const struct base_checkpoint sample = checkpoint_of(&held, true);
    REQUIRE_FAILS(read_sample("no/such/file", &held), SWARM_ERROR_INPUT, "no/such/file: cannot be opened");
    REQUIRE_FAILS(read_sample(".", &held), SWARM_ERROR_INPUT, "Is a directory");
    REQUIRE_FAILS(base_checkpoint_write(&env, "no/such/file", &sample), SWARM_ERROR_IO,
                  "no/such/file: cannot be written");
    struct stat entry;
    remove(other_path);
    REQUIRE(mkfifo(other_path, 0600) == 0);
    const enum swarm_status as_checkpoint = base_checkpoint_write(&env, other_path, &sample);
    const enum swarm_status as_file = base_file_replace(&env, other_path, "text", 4);
    const bool is_still_a_pipe = stat(other_path, &entry) == 0 && S_ISFIFO(entry.st_mode);
    remove(other_path);
    REQUIRE_INT(as_checkpoint, ==, SWARM_ERROR_IO);
    REQUIRE_INT(as_file, ==, SWARM_ERROR_IO);
    REQUIRE_CONTAINS(env.error, "not a regular file");
    REQUIRE(is_still_a_pipe);
}

TEST(a_disc_that_is_full_leaves_the_old_file)
{
    static char large[100000];
    struct base_checkpoint_section section = {"large", sizeof large, large};
    struct rlimit before, small;
    write_sample();
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    small = before;
    small.rlim_cur = 4096; /* bytes; larger files fail like on a full disk */
    REQUIRE(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    enum swarm_status status =
        base_checkpoint_write(&env, path, &(struct base_checkpoint){"test", settings, 2, &section, 1});
    REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
    REQUIRE_INT(status, ==, SWARM_ERROR_IO);
    REQUIRE_CONTAINS(env.error, "cannot be written");
    require_sample();
    char temporary[128];
    snprintf(temporary, sizeof temporary, "%s.%ld.part", path, (long)getpid());
    REQUIRE(access(temporary, F_OK) != 0);
}

TEST_MAIN_ENV()
