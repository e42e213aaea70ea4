/* Selectors of --platform and --device, resolved over device lists made for the test. Needs no OpenCL. */
#include "ocl/selector.h"

#include "../env.h"

#define DEVICE(i, platform_number, platform_title, k, kind, title, units, hertz, ...)                   \
    {                                                                                                   \
        .index = i, .platform = platform_number, .platform_name = platform_title, .device = k,          \
        .type = SWARM_DEVICE_##kind, .name = title, .compute_units = units, .clock = hertz, __VA_ARGS__ \
    }

/* Devices of all kinds, as a machine with several platforms would list them. */
static const struct swarm_device many[] = {
    DEVICE(0, 0, "Portable Computing Language", 0, CPU, "pthread-EPYC", 16, 3000, .usable = true),
    DEVICE(1, 1, "NVIDIA CUDA", 0, GPU, "NVIDIA T400", 6, 1425, .usable = true),
    DEVICE(2, 1, "NVIDIA CUDA", 1, GPU, "NVIDIA H200", 132, 1980, .usable = true),
    DEVICE(3, 2, "Clover", 0, GPU, "Radeon Big", 200, 3000, .usable = true),
    DEVICE(4, 3, "Oclgrind", 0, GPU, "Oclgrind Simulator", 1000, 9000, .usable = true, .simulator = true),
    DEVICE(5, 4, "Other NVIDIA", 0, GPU, "H200 again", 132, 1980, .usable = true, .duplicate = true),
    DEVICE(6, 5, "Board maker", 0, ACCELERATOR, "Fast board", 500, 9000, .usable = true),
    DEVICE(7, 5, "Board maker", 1, GPU, "Broken GPU 7000", 999, 9000, .usable = false),
};

#define LIST(devices) ((struct ocl_choice){devices, sizeof(devices) / sizeof(devices)[0]})

/* The devices that a selector finds, or its failure. */
struct found {
    enum swarm_status status;
    size_t count;
    size_t indices[16];
};

static struct found find(struct ocl_choice choice, const char *platform, const char *device)
{
    struct found found = {.count = 0};
    found.status = ocl_selector_find(&env, choice, platform, device, found.indices, 16, &found.count);
    return found;
}

/* A selector and the one device it selects, or `why` it is rejected: the message has that and lists all devices. */
struct row {
    const char *platform, *device; /* values of --platform and --device; NULL: not given */
    size_t index;
    const char *why; /* part of the expected message; NULL: the selector finds `index` */
};

static void require_row(struct ocl_choice choice, const struct row *row)
{
    const struct found found = find(choice, row->platform, row->device);
    const bool good = row->why ? found.status == SWARM_ERROR_INVALID_ARGUMENT && found.count == 0
                               : found.status == SWARM_OK && found.count == 1 && found.indices[0] == row->index;
    if (!good) {
        fprintf(stderr, "%s: --platform %s --device %s: status %d, %zu found, first %zu, expected %zu; %s\n", test_name,
                row->platform ? row->platform : "(none)", row->device ? row->device : "(none)", (int)found.status,
                found.count, found.indices[0], row->index, error_of());
        exit(1);
    }
    for (size_t i = 0; row->why && i < choice.count; ++i) {
        REQUIRE_CONTAINS(env.error, row->why);
        REQUIRE_CONTAINS(env.error, choice.devices[i].name);
    }
}

/* Requires that a selector finds exactly these devices of `many`, in order. */
static void require_all(const char *platform, const char *device, const size_t *expected, size_t count)
{
    const struct found found = find((struct ocl_choice){many, sizeof many / sizeof many[0]}, platform, device);
    REQUIRE_INT(found.status, ==, SWARM_OK);
    REQUIRE_INT(found.count, ==, count);
    REQUIRE(memcmp(found.indices, expected, count * sizeof *expected) == 0);
}

static void require_one(struct ocl_choice choice, const char *platform, const char *device, size_t index)
{
    require_row(choice, &(const struct row){platform, device, index, NULL});
}

/* Defines a test of several rows over `many`. */
#define TEST_ROWS(name, ...)                                        \
    TEST(name)                                                      \
    {                                                               \
        static const struct row rows[] = {__VA_ARGS__};             \
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) { \
            require_row(LIST(many), &rows[i]);                      \
        }                                                           \
    }

/* ------------------------------------------------------------------------------------------------------------------ */

TEST_ROWS(auto_prefers_the_gpu_with_most_units_times_clock_on_the_platform_given, {NULL, NULL, 2, NULL},
          {"", "", 2, NULL}, {NULL, "auto", 2, NULL}, {NULL, "AUTO", 2, NULL}, {"0", "auto", 0, NULL},
          {"board", NULL, 6, NULL}, {"Clover", "auto", 3, NULL})

TEST(auto_ranks_by_type_then_speed_with_clover_last_of_its_type)
{
    size_t ranked[8];
    static const size_t expected[] = {2, 1, 3, 6, 0};
    REQUIRE_INT(ocl_selector_rank(LIST(many), NULL, ranked), ==, 5);
    for (size_t i = 0; i < 5; ++i) {
        REQUIRE_INT(ranked[i], ==, expected[i]);
    }
}

TEST(auto_keeps_the_order_of_the_list_among_equals_and_products_pass_32_bits)
{
    static const struct swarm_device equals[] = {
        DEVICE(0, 0, "A", 0, CPU, "x", 2, 6, .usable = true),
        DEVICE(1, 1, "B", 0, CPU, "y", 3, 4, .usable = true),
    };
    require_one(LIST(equals), NULL, "auto", 0);
    static const struct swarm_device large[] = {
        DEVICE(0, 0, "A", 0, GPU, "x", 1, 2000, .usable = true),
        DEVICE(1, 1, "B", 0, GPU, "y", 65536, 65536, .usable = true),
    };
    require_one(LIST(large), NULL, "auto", 1);
}

TEST(simulators_and_duplicates_are_used_if_nothing_else_exists)
{
    require_one(LIST(many), "3", "auto", 4);
    require_one(LIST(many), "3", "gpu", 4);
    require_one(LIST(many), "4", "auto", 5);
    require_one((struct ocl_choice){many + 4, 1}, NULL, "all", 0);
    require_one((struct ocl_choice){many + 4, 2}, NULL, "auto", 1);
    require_one((struct ocl_choice){many + 4, 2}, NULL, "gpu:1", 1);
}

TEST(a_software_renderer_comes_after_other_devices_and_before_simulators)
{
    static const struct swarm_device mesa[] = {
        DEVICE(0, 0, "rusticl", 0, OTHER, "llvmpipe (LLVM 15.0.6, 256 bits)", 64, 9000, .usable = true,
               .software = true),
        DEVICE(1, 1, "Oclgrind", 0, GPU, "Oclgrind Simulator", 1000, 9000, .usable = true, .simulator = true),
        DEVICE(2, 2, "Portable Computing Language", 0, CPU, "pthread", 1, 1, .usable = true),
    };
    require_one(LIST(mesa), NULL, "auto", 2);
    require_one(LIST(mesa), NULL, "cpu", 2);
    require_one(LIST(mesa), NULL, "all", 2);
    require_row(LIST(mesa), &(const struct row){NULL, "cpu:1", 0, "no such device"});
    require_one(LIST(mesa), NULL, "llvmpipe", 0);
    require_one(LIST(mesa), "rusticl", "all", 0);
    require_one((struct ocl_choice){mesa, 2}, NULL, "auto", 0);
}

TEST_ROWS(type_words_take_the_first_or_the_kth_of_the_type, {NULL, "gpu", 1, NULL}, {NULL, "GPU:0", 1, NULL},
          {NULL, "gpu:1", 2, NULL}, {NULL, "gpu:2", 3, NULL}, {NULL, "cpu", 0, NULL}, {NULL, "accelerator", 6, NULL},
          {NULL, "accelerator:0", 6, NULL}, {NULL, "gpu:3", 0, "no such device"}, {NULL, "cpu:1", 0, "no such device"},
          {NULL, "gpu:", 0, "expected a number"}, {NULL, "gpu:x", 0, "expected a number"},
          {NULL, "gpu:-1", 0, "expected a number"}, {"0", "gpu", 0, "no such device"})

TEST(all_takes_every_ordinary_device_in_order_and_commas_join_selectors)
{
    require_all(NULL, "all", (const size_t[]){0, 1, 2, 3, 6}, 5);
    require_all("1", "ALL", (const size_t[]){1, 2}, 2);
    require_all(NULL, "cpu,1:1,t400,0,cpu", (const size_t[]){0, 2, 1, 0, 0}, 5);
    require_all(NULL, "1:1,all", (const size_t[]){2, 0, 1, 3, 6}, 5); /* `all` adds the devices not yet named */
    require_row(LIST(many), &(const struct row){NULL, "cpu,voodoo", 0, "matches no device"});
    size_t index = 99, count = 0;
    REQUIRE_OK(ocl_selector_find(&env, LIST(many), NULL, "all", &index, 1, &count));
    REQUIRE_INT(count, ==, 5);
    REQUIRE_INT(index, ==, 0);
}

TEST_ROWS(digits_are_an_index_even_when_a_name_holds_them_and_reach_simulators_and_duplicates, {NULL, "0", 0, NULL},
          {NULL, "5", 5, NULL}, {NULL, "400", 0, "no such device"}, /* 400 is in the name NVIDIA T400 */
          {NULL, "7000", 0, "no such device"},                      /* 7000 is in the name Broken GPU 7000 */
          {NULL, "99999999999999999999", 0, ""}, {NULL, "4", 4, NULL}, {NULL, "3:0", 4, NULL},
          {NULL, "oclgrind", 4, NULL}, {NULL, "again", 5, NULL})

TEST_ROWS(platform_and_device_numbers_pick_one, {NULL, "1:0", 1, NULL}, {NULL, "1:1", 2, NULL}, {"1", "1:1", 2, NULL},
          {NULL, "1:2", 0, "no such device"}, {NULL, "9:0", 0, "no such device"},
          {"0", "1:1", 0, "not on the platform"}, {"0", "2", 0, "not on the platform"})

TEST_ROWS(a_part_of_a_name_in_any_case_picks_the_device, {NULL, "h200 AGAIN", 5, NULL}, {NULL, "T400", 1, NULL},
          {NULL, "t400", 1, NULL}, {NULL, "epyc", 0, NULL}, {NULL, "portable", 0, NULL}, /* in its platform's name */
          {"cuda", "h200", 2, NULL})

TEST_ROWS(an_ambiguous_or_unknown_name_is_refused_with_the_list, {NULL, "nvidia", 0, "several devices"},
          {NULL, "h200", 0, "several devices"}, {NULL, "cuda", 0, "several devices"} /* by platform */,
          {NULL, "voodoo", 0, "matches no device"}, {NULL, "voodoo", 0, "voodoo"},
          {NULL, "gpuu", 0, "matches no device"}, {NULL, "1:x", 0, "matches no device"},
          {NULL, "-1", 0, "matches no device"})

TEST_ROWS(a_device_that_is_not_usable_is_refused_and_never_picked, {NULL, "7", 0, "not usable"},
          {NULL, "5:1", 0, "not usable"}, {NULL, "broken", 0, "matches no device"})

TEST_ROWS(a_platform_is_picked_by_number_or_name_and_refused_if_ambiguous_or_unknown, {"2", "gpu", 3, NULL},
          {"1", "gpu", 1, NULL}, {"1", "gpu:1", 2, NULL}, {"other nvidia", "gpu", 5, NULL},
          {"COMPUTING", "cpu", 0, NULL}, {"nvidia", NULL, 0, "several platforms"},
          {"nvidia", "2", 0, "several platforms"}, {"voodoo", NULL, 0, "no platform"}, {"6", NULL, 0, "no platform"},
          {"6", NULL, 0, "platform 6"})

TEST_ROWS(an_empty_part_of_a_list_is_refused, {NULL, ",", 0, "empty"}, {NULL, "cpu,", 0, "empty"},
          {NULL, ",cpu", 0, "empty"}, {NULL, "cpu,,gpu", 0, "empty"})

TEST(without_a_usable_device_the_package_to_install_is_named)
{
    static const char *const selectors[] = {NULL, "auto", "all", "gpu", "0", "voodoo"};
    for (size_t i = 0; i < sizeof selectors / sizeof selectors[0]; ++i) {
        REQUIRE_FAILS(find((struct ocl_choice){many, 0}, NULL, selectors[i]).status, SWARM_ERROR_NO_DEVICE,
                      "pocl-opencl-icd");
        REQUIRE_FAILS(find((struct ocl_choice){many + 7, 1}, NULL, selectors[i]).status, SWARM_ERROR_NO_DEVICE,
                      "pocl-opencl-icd");
    }
}

TEST_MAIN_ENV()
