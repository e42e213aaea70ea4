/* Tuning files: their values, messages about errors, and which option overrides which. */
#include "tours/tuning.h"

#include "choose_support.h"

static struct swarm_device device = {.name = "Some GPU", .driver = "1.2", .max_group_size = 1024};

#define HEAD "device=Some GPU\n"

static struct tours_tuning parse_good(const char *text)
{
    struct tours_tuning tuning;
    if (tours_tuning_parse(&env, text, strlen(text), "good.tuning", &tuning) != SWARM_OK) {
        fprintf(stderr, "%s: refused: %s\n", test_name, env.error);
        exit(1);
    }
    return tuning;
}

static void require_refused(const char *text, size_t size, const char *says)
{
    struct tours_tuning tuning;
    char *copy = test_memory(1, size ? size : 1); /* of exactly this size, so memory checkers find reads past the end */
    memcpy(copy, text, size);
    if (tours_tuning_parse(&env, copy, size, "folder/bad.tuning", &tuning) != SWARM_ERROR_INPUT) {
        fprintf(stderr, "%s: not refused: %s\n", test_name, text);
        exit(1);
    }
    REQUIRE_CONTAINS(env.error, says);
    REQUIRE(!strchr(env.error, '\n'));
    REQUIRE(!tuning.blocks && !tuning.text);
}

TEST(blocks_are_read_with_their_device_and_nodes)
{
    struct tours_tuning tuning = parse_good("# a comment\n\n" HEAD "driver=1.2\nversion=0.1.0\nnodes=1..100\n"
                                            "construction=lanes\n  ants-per-group = 4 \r\n# another\n"
                                            "nodes=101..4000000000\nconstruction=work-group\ngroup-size=128\n"
                                            "evaluation=work-item\ndeposit=per-ant\n"
                                            "device=Other = one\nnodes=7..7\nevaluation=auto");
    REQUIRE_INT(tuning.block_count, ==, 3);
    REQUIRE_INT(tuning.blocks[0].low, ==, 1);
    REQUIRE_INT(tuning.blocks[0].high, ==, 100);
    REQUIRE_INT(tuning.blocks[0].line, ==, 6);
    REQUIRE_TEXT(tuning.blocks[0].device, "Some GPU");
    REQUIRE_TEXT(tuning.blocks[0].driver, "1.2");
    REQUIRE_TEXT(tours_tuned_value(&tuning.blocks[0], OPTION_construction), "lanes");
    REQUIRE_TEXT(tours_tuned_value(&tuning.blocks[0], OPTION_ants_per_group), "4");
    REQUIRE(!tours_tuned_value(&tuning.blocks[0], OPTION_group_size));
    REQUIRE(!tours_tuned_value(&tuning.blocks[0], OPTION_rho) && !tours_tuned_value(NULL, OPTION_construction));
    REQUIRE_INT(tuning.blocks[1].high, ==, 4000000000);
    REQUIRE_TEXT(tours_tuned_value(&tuning.blocks[1], OPTION_group_size), "128");
    REQUIRE_TEXT(tours_tuned_value(&tuning.blocks[1], OPTION_deposit), "per-ant");
    REQUIRE_TEXT(tuning.blocks[2].device, "Other = one");
    REQUIRE_TEXT(tuning.blocks[2].driver, "");
    REQUIRE(!tours_tuned_value(&tuning.blocks[2], OPTION_evaluation));
    REQUIRE_INT(tuning.blocks[2].kind, ==, TUNED_ROWS);
    tours_tuning_deinit(&tuning);
    tuning = parse_good(HEAD "nodes=1..9\nfor=mosaic\nnodes=1..9\nimprover=threads\nfor=lists\nnodes=1..9\n"
                             "construction=list-item\ndevice=Other\nnodes=1..9\nfor=rows\nnodes=10..11\n");
    REQUIRE_INT(tuning.block_count, ==, 5);
    REQUIRE_INT(tuning.blocks[0].kind, ==, TUNED_ROWS);
    REQUIRE_INT(tuning.blocks[1].kind, ==, TUNED_MOSAIC);
    REQUIRE_TEXT(tours_tuned_value(&tuning.blocks[1], OPTION_improver), "threads");
    REQUIRE_INT(tuning.blocks[2].kind, ==, TUNED_LISTS);
    REQUIRE(!tours_tuned_value(&tuning.blocks[2], OPTION_improver));
    REQUIRE_INT(tuning.blocks[3].kind, ==, TUNED_ROWS);
    tours_tuning_deinit(&tuning);
    tuning = parse_good("");
    REQUIRE_INT(tuning.block_count, ==, 0);
    tours_tuning_deinit(&tuning);
}

TEST(wrong_files_are_rejected_with_line_found_and_expected)
{
    static const char *const bad[][2] = {
        {"x", "folder/bad.tuning:1: found \"x\", expected NAME=VALUE"},
        {HEAD "\n\nbeta=3\n",
         "folder/bad.tuning:4: found \"beta\", expected one of device, driver, version, for, nodes,"},
        {HEAD "nodes=1..10\nselection=race", ":3: found \"selection\""},
        {HEAD "nodes=1..10\nConstruction=lanes", ":3: found \"Construction\""},
        {HEAD "nodes=1..10\n=lanes", ":3: found"},
        {HEAD "nodes=1..10\nconstruction=", ":3: found \"construction=\", expected a value after ="},
        {HEAD "nodes=1..10\nconstruction=fast",
         ":3: found \"fast\", expected a value for construction: one of auto, work-item"},
        {HEAD "nodes=1..10\ngroup-size=0", ":3: found \"0\", expected a value for group-size: a whole number from 1"},
        {HEAD "nodes=1..10\ngroup-size=64 # so many", ":3: found \"64 # so many\""},
        {HEAD "nodes=1..10\ndeposit=per-ant\n\ndeposit=per-ant",
         ":5: found \"per-ant\", expected only one line deposit= in the block"},
        {HEAD "nodes=1..10\nfor=ants", ":3: found \"ants\", expected one of rows, lists, together, mosaic"},
        {HEAD "nodes=1..10\nfor=rows\nnodes=10..20",
         ":4: found \"10..20\", expected no overlap with the range in line 2"},
        {HEAD "nodes=1..10\nfor=rows\nconstruction=lanes", ":4: found \"lanes\", expected a line nodes=LO..HI before"},
        {HEAD "for=mosaic\nnodes=1..10\nimprover=pieces",
         ":4: found \"pieces\", expected auto, array or threads: improver=pieces"},
        {HEAD "construction=lanes", ":2: found \"lanes\", expected a line nodes=LO..HI before"},
        {HEAD "nodes=1..10\n" HEAD "construction=lanes", ":4: found \"lanes\", expected a line nodes=LO..HI before"},
        {"nodes=1..10", ":1: found \"1..10\", expected a line device=NAME"},
        {HEAD "nodes=10", ":2: found \"10\", expected LO..HI"},
        {HEAD "nodes=..10", ":2: found"},
        {HEAD "nodes=10...20", ":2: found"},
        {HEAD "nodes=10..2", ":2: found"},
        {HEAD "nodes=0..2", ":2: found"},
        {HEAD "nodes=1..2x", ":2: found"},
        {HEAD "nodes=1..4294967296", ":2: found"},
        {HEAD "nodes=1..10\nnodes=10..20", ":3: found \"10..20\", expected no overlap with the range in line 2"},
        {HEAD "device=", ":2: found"},
        {"{\"version\": 1}", ":1: found"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        require_refused(bad[i][0], strlen(bad[i][0]), bad[i][1]);
    }
    require_refused("device=a\0b", 10, "NUL");
    require_refused("\x1f\x8b garbage", 10, ":1: found \"\\x1F\\x8B garbage\"");
}

static int warnings;
static void count_warnings(void *user, enum swarm_log_level level, const char *text)
{
    (void)user, (void)text;
    warnings += level == SWARM_LOG_WARNING;
}

TEST(the_block_of_nodes_and_device_is_found_or_a_warning_is_logged)
{
    struct tours_tuning tuning = parse_good("device=Other\nnodes=1..1000\n" HEAD "nodes=10..99\nnodes=100..200\n"
                                            "for=mosaic\nnodes=50..60\n");
    warnings = 0;
    REQUIRE(tours_tuning_find(&env, &tuning, "x", &device, TUNED_ROWS, 10) == &tuning.blocks[1]);
    REQUIRE(tours_tuning_find(&env, &tuning, "x", &device, TUNED_ROWS, 99) == &tuning.blocks[1]);
    REQUIRE(tours_tuning_find(&env, &tuning, "x", &device, TUNED_ROWS, 100) == &tuning.blocks[2]);
    REQUIRE(tours_tuning_find(&env, &tuning, "x", &device, TUNED_MOSAIC, 50) == &tuning.blocks[3]);
    REQUIRE_INT(warnings, ==, 0);
    REQUIRE(!tours_tuning_find(&env, &tuning, "x", &device, TUNED_ROWS, 9));
    REQUIRE(!tours_tuning_find(&env, &tuning, "x", &device, TUNED_LISTS, 50));
    REQUIRE_INT(warnings, ==, 2);
    const struct swarm_device third = {.name = "Some GPU 2", .driver = "1.2"};
    REQUIRE(!tours_tuning_find(&env, &tuning, "x", &third, TUNED_ROWS, 50));
    REQUIRE_INT(warnings, ==, 3);
    tours_tuning_deinit(&tuning);
    tuning = parse_good("# nothing\n");
    REQUIRE(!tours_tuning_find(&env, &tuning, "x", &device, TUNED_ROWS, 50));
    REQUIRE_INT(warnings, ==, 4);
    tours_tuning_deinit(&tuning);
}

/* Chooses the kernel shapes for "name", "value" pairs, NULL-terminated, with a tuning file of these lines. */
static struct aco_shape_request resolve(const char *lines, const char *const *pairs)
{
    char text[256];
    struct aco_shape_request request;
    const char *all[16] = {"tuning", "the.tuning", "algorithm", "as"};
    for (size_t k = 0; pairs[k]; ++k) {
        all[k + 4] = pairs[k];
    }
    snprintf(text, sizeof text, HEAD "nodes=1..10\n%s", lines);
    struct tours_tuning tuning = parse_good(text);
    const struct swarm_instance_info info = {.node_count = 10, .symmetric = true, .metric = SWARM_METRIC_EUC_2D};
    REQUIRE_INT(resolve_with(all, &info, tuning.blocks, &request), ==, SWARM_OK);
    tours_tuning_deinit(&tuning);
    return request;
}

static void require_shape(struct aco_shape_request r, const char *construction, const char *evaluation,
                          uint32_t group_size, uint32_t ants)
{
    REQUIRE_ROW(r.construction, construction);
    REQUIRE_ROW(r.evaluation, evaluation);
    REQUIRE_INT(r.group_size, ==, group_size);
    REQUIRE_INT(r.ants_per_group, ==, ants);
}

TEST(a_block_decides_if_no_option_is_given_and_wins_over_a_preset)
{
    require_shape(resolve("construction=work-group\ngroup-size=256\nevaluation=work-item\n", NOTHING), "work-group",
                  "work-item", 256, 0);
    require_shape(resolve("construction=lanes\nants-per-group=4\nevaluation=work-group\ngroup-size=64\n", NOTHING),
                  "lanes", "work-group", 64, 4);
    require_shape(resolve("construction=lanes\nants-per-group=4\nevaluation=work-item\n", NOTHING), "lanes",
                  "work-item", 0, 4);
    struct aco_shape_request r = resolve("construction=lanes\n", PAIRS("preset", "cecilia"));
    require_shape(r, "lanes", NULL, 0, 0);
    require_shape(resolve("evaluation=work-group\n", PAIRS("preset", "cecilia")), "queen-worker", "work-group", 0, 0);
    require_shape(resolve("construction=work-group\nants-per-group=4\n", NOTHING), "work-group", NULL, 0, 0);
    require_shape(resolve("construction=lanes\ngroup-size=64\nevaluation=work-item\n", NOTHING), "lanes", "work-item",
                  0, 0);
    require_shape(resolve("group-size=64\n", NOTHING), NULL, NULL, 0, 0);
}

TEST(given_options_replace_rows_and_sizes_and_constructions_without_the_selection_are_dropped)
{
    const char *block = "construction=work-group\ngroup-size=256\nevaluation=work-item\n";
    require_shape(resolve(block, PAIRS("construction", "work-item")), "work-item", "work-item", 0, 0);
    require_shape(resolve(block, PAIRS("construction", "auto")), NULL, "work-item", 0, 0);
    require_shape(resolve(block, PAIRS("group-size", "32")), "work-group", "work-group", 32, 0);
    require_shape(resolve(block, PAIRS("group-size", "auto")), "work-group", "work-item", 0, 0);
    require_shape(resolve(block, PAIRS("ants-per-group", "2")), "lanes", "work-item", 0, 2);
    require_shape(resolve("construction=lanes\nants-per-group=4\n", PAIRS("group-size", "32")), "work-group",
                  "work-group", 32, 0);
    block = "construction=whole-scan\ngroup-size=256\nevaluation=work-item\n";
    require_shape(resolve(block, NOTHING), "whole-scan", "work-item", 256, 0);
    require_shape(resolve(block, PAIRS("selection", "race")), NULL, "work-item", 0, 0);
    require_shape(resolve(block, PAIRS("preset", "cecilia", "selection", "race")), NULL, "work-item", 0, 0);
}

TEST(no_option_of_a_file_changes_a_tour)
{
    size_t count = 0;
    for (int option = 0; option < OPTION_COUNT; ++option) {
        if (options_owners((enum option)option) & IS_TUNED) {
            const bool same = options_row((enum option)option)->role == SWARM_PARAM_FREE;
            REQUIRE(same || option == OPTION_improver); /* improver decides the result, so only array and threads fit */
            ++count;
        }
    }
    REQUIRE_INT(count, ==, 6);
}

TEST_MAIN_ENV_WITH(env.log = count_warnings, env.log = NULL)
