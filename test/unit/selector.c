/* The grammar of --platform and --device over device lists made by hand. No OpenCL is used. */
#include "ocl/selector.h"

#include "../env.h"

#define PLATFORM(number, title) .platform = number, .platform_name = title

/* A machine with a bit of everything. */
static const struct swarm_device many[] = {
    {.index = 0,
     PLATFORM(0, "Portable Computing Language"),
     .device = 0,
     .type = SWARM_DEVICE_CPU,
     .name = "pthread-EPYC",
     .compute_units = 16,
     .clock = 3000,
     .usable = true},
    {.index = 1,
     PLATFORM(1, "NVIDIA CUDA"),
     .device = 0,
     .type = SWARM_DEVICE_GPU,
     .name = "NVIDIA T400",
     .compute_units = 6,
     .clock = 1425,
     .usable = true},
    {.index = 2,
     PLATFORM(1, "NVIDIA CUDA"),
     .device = 1,
     .type = SWARM_DEVICE_GPU,
     .name = "NVIDIA H200",
     .compute_units = 132,
     .clock = 1980,
     .usable = true},
    {.index = 3,
     PLATFORM(2, "Clover"),
     .device = 0,
     .type = SWARM_DEVICE_GPU,
     .name = "Radeon Big",
     .compute_units = 200,
     .clock = 3000,
     .usable = true},
    {.index = 4,
     PLATFORM(3, "Oclgrind"),
     .device = 0,
     .type = SWARM_DEVICE_GPU,
     .name = "Oclgrind Simulator",
     .compute_units = 1000,
     .clock = 9000,
     .simulator = true,
     .usable = true},
    {.index = 5,
     PLATFORM(4, "Other NVIDIA"),
     .device = 0,
     .type = SWARM_DEVICE_GPU,
     .name = "H200 again",
     .compute_units = 132,
     .clock = 1980,
     .duplicate = true,
     .usable = true},
    {.index = 6,
     PLATFORM(5, "Board maker"),
     .device = 0,
     .type = SWARM_DEVICE_ACCELERATOR,
     .name = "Fast board",
     .compute_units = 500,
     .clock = 9000,
     .usable = true},
    {.index = 7,
     PLATFORM(5, "Board maker"),
     .device = 1,
     .type = SWARM_DEVICE_GPU,
     .name = "Broken GPU 7000",
     .compute_units = 999,
     .clock = 9000,
     .usable = false},
};

#define LIST(devices) ((struct ocl_choice){devices, sizeof(devices) / sizeof(devices)[0]})

/* The result of a selection. */
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

static void require_one(struct ocl_choice choice, const char *platform, const char *device, size_t index)
{
    struct found found = find(choice, platform, device);
    if (found.status != SWARM_OK || found.count != 1 || found.indices[0] != index) {
        fprintf(stderr, "%s: --platform %s --device %s: status %d, %zu found, first %zu, expected %zu; %s\n", test_name,
                platform ? platform : "(none)", device ? device : "(none)", (int)found.status, found.count,
                found.indices[0], index, env.error ? env.error : "");
        exit(1);
    }
}

/* Refused as invalid, saying `why` and listing every device. */
static void require_refused(struct ocl_choice choice, const char *platform, const char *device, const char *why)
{
    struct found found = find(choice, platform, device);
    if (found.status != SWARM_ERROR_INVALID_ARGUMENT) {
        fprintf(stderr, "%s: --platform %s --device %s is not refused\n", test_name, platform ? platform : "(none)",
                device ? device : "(none)");
        exit(1);
    }
    REQUIRE_INT(found.count, ==, 0);
    REQUIRE_CONTAINS(env.error, why);
    for (size_t i = 0; i < choice.count; ++i) {
        REQUIRE_CONTAINS(env.error, choice.devices[i].name);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */

TEST(auto_prefers_the_gpu_with_most_units_times_clock)
{
    require_one(LIST(many), NULL, NULL, 2);
    require_one(LIST(many), "", "", 2);
    require_one(LIST(many), NULL, "auto", 2);
    require_one(LIST(many), NULL, "AUTO", 2);
}

TEST(auto_ranks_by_type_then_speed_with_clover_last_of_its_type)
{
    size_t ranked[8];
    static const size_t expected[] = {2, 1, 3, 6, 0};
    REQUIRE_INT(ocl_selector_rank(LIST(many), NULL, ranked), ==, 5);
    for (size_t i = 0; i < 5; ++i) {
        REQUIRE_INT(ranked[i], ==, expected[i]);
    }
}

TEST(auto_keeps_the_order_of_the_list_among_equals)
{
    static const struct swarm_device equals[] = {
        {.index = 0,
         PLATFORM(0, "A"),
         .type = SWARM_DEVICE_CPU,
         .name = "x",
         .compute_units = 2,
         .clock = 6,
         .usable = true},
        {.index = 1,
         PLATFORM(1, "B"),
         .type = SWARM_DEVICE_CPU,
         .name = "y",
         .compute_units = 3,
         .clock = 4,
         .usable = true},
    };
    require_one(LIST(equals), NULL, "auto", 0);
}

TEST(products_of_units_and_clock_pass_32_bits)
{
    static const struct swarm_device large[] = {
        {.index = 0,
         PLATFORM(0, "A"),
         .type = SWARM_DEVICE_GPU,
         .name = "x",
         .compute_units = 1,
         .clock = 2000,
         .usable = true},
        {.index = 1,
         PLATFORM(1, "B"),
         .type = SWARM_DEVICE_GPU,
         .name = "y",
         .compute_units = 65536,
         .clock = 65536,
         .usable = true},
    };
    require_one(LIST(large), NULL, "auto", 1);
}

TEST(auto_stays_on_the_platform_given)
{
    require_one(LIST(many), "0", "auto", 0);
    require_one(LIST(many), "board", NULL, 6);
    require_one(LIST(many), "Clover", "auto", 3);
}

TEST(simulators_and_duplicates_come_in_when_nothing_else_exists)
{
    require_one(LIST(many), "3", "auto", 4);
    require_one(LIST(many), "3", "gpu", 4);
    require_one(LIST(many), "4", "auto", 5);
    require_one((struct ocl_choice){many + 4, 1}, NULL, "all", 0);
    require_one((struct ocl_choice){many + 4, 2}, NULL, "auto", 1);
    require_one((struct ocl_choice){many + 4, 2}, NULL, "gpu:1", 1);
}

TEST(a_software_renderer_comes_behind_every_device_and_before_simulators)
{
    static const struct swarm_device mesa[] = {
        {.index = 0,
         PLATFORM(0, "rusticl"),
         .type = SWARM_DEVICE_OTHER,
         .name = "llvmpipe (LLVM 15.0.6, 256 bits)",
         .compute_units = 64,
         .clock = 9000,
         .software = true,
         .usable = true},
        {.index = 1,
         PLATFORM(1, "Oclgrind"),
         .type = SWARM_DEVICE_GPU,
         .name = "Oclgrind Simulator",
         .compute_units = 1000,
         .clock = 9000,
         .simulator = true,
         .usable = true},
        {.index = 2,
         PLATFORM(2, "Portable Computing Language"),
         .type = SWARM_DEVICE_CPU,
         .name = "pthread",
         .compute_units = 1,
         .clock = 1,
         .usable = true},
    };
    require_one(LIST(mesa), NULL, "auto", 2);
    require_one(LIST(mesa), NULL, "cpu", 2);
    require_one(LIST(mesa), NULL, "all", 2);
    require_refused(LIST(mesa), NULL, "cpu:1", "no such device");
    require_one(LIST(mesa), NULL, "llvmpipe", 0);
    require_one(LIST(mesa), "rusticl", "all", 0);
    require_one((struct ocl_choice){mesa, 2}, NULL, "auto", 0);
}

TEST(type_words_take_the_first_or_the_kth_of_the_type)
{
    require_one(LIST(many), NULL, "gpu", 1);
    require_one(LIST(many), NULL, "GPU:0", 1);
    require_one(LIST(many), NULL, "gpu:1", 2);
    require_one(LIST(many), NULL, "gpu:2", 3);
    require_one(LIST(many), NULL, "cpu", 0);
    require_one(LIST(many), NULL, "accelerator", 6);
    require_one(LIST(many), NULL, "acc:0", 6);
    require_refused(LIST(many), NULL, "gpu:3", "no such device");
    require_refused(LIST(many), NULL, "cpu:1", "no such device");
    require_refused(LIST(many), NULL, "gpu:", "expected a number");
    require_refused(LIST(many), NULL, "gpu:x", "expected a number");
    require_refused(LIST(many), NULL, "gpu:-1", "expected a number");
    require_refused(LIST(many), "0", "gpu", "no such device");
}

TEST(all_takes_every_ordinary_device_in_order)
{
    static const size_t expected[] = {0, 1, 2, 3, 6};
    struct found found = find(LIST(many), NULL, "all");
    REQUIRE_INT(found.status, ==, SWARM_OK);
    REQUIRE_INT(found.count, ==, 5);
    for (size_t i = 0; i < 5; ++i) {
        REQUIRE_INT(found.indices[i], ==, expected[i]);
    }
    REQUIRE_INT(find(LIST(many), "1", "ALL").count, ==, 2);
}

TEST(digits_are_an_index_even_when_a_name_holds_them)
{
    require_one(LIST(many), NULL, "0", 0);
    require_one(LIST(many), NULL, "5", 5);
    require_refused(LIST(many), NULL, "400", "no such device");  /* NVIDIA T400 */
    require_refused(LIST(many), NULL, "7000", "no such device"); /* Broken GPU 7000 */
    require_refused(LIST(many), NULL, "99999999999999999999", "");
}

TEST(an_index_or_a_name_reaches_simulators_and_duplicates)
{
    require_one(LIST(many), NULL, "4", 4);
    require_one(LIST(many), NULL, "3:0", 4);
    require_one(LIST(many), NULL, "oclgrind", 4);
    require_one(LIST(many), NULL, "again", 5);
}

TEST(platform_and_device_numbers_pick_one)
{
    require_one(LIST(many), NULL, "1:0", 1);
    require_one(LIST(many), NULL, "1:1", 2);
    require_one(LIST(many), "1", "1:1", 2);
    require_refused(LIST(many), NULL, "1:2", "no such device");
    require_refused(LIST(many), NULL, "9:0", "no such device");
    require_refused(LIST(many), "0", "1:1", "not on the platform");
    require_refused(LIST(many), "0", "2", "not on the platform");
}

TEST(a_part_of_a_name_in_any_case_picks_the_device)
{
    require_one(LIST(many), NULL, "h200 AGAIN", 5);
    require_one(LIST(many), NULL, "T400", 1);
    require_one(LIST(many), NULL, "t400", 1);
    require_one(LIST(many), NULL, "epyc", 0);
    require_one(LIST(many), NULL, "portable", 0); /* no device is called so, its platform is */
    require_one(LIST(many), "cuda", "h200", 2);
}

TEST(an_ambiguous_name_is_refused_with_the_list)
{
    require_refused(LIST(many), NULL, "nvidia", "several devices");
    require_refused(LIST(many), NULL, "h200", "several devices");
    require_refused(LIST(many), NULL, "cuda", "several devices"); /* by platform */
}

TEST(an_unknown_name_is_refused_with_the_list)
{
    require_refused(LIST(many), NULL, "voodoo", "matches no device");
    require_refused(LIST(many), NULL, "voodoo", "voodoo");
    require_refused(LIST(many), NULL, "gpuu", "matches no device");
    require_refused(LIST(many), NULL, "1:x", "matches no device");
    require_refused(LIST(many), NULL, "-1", "matches no device");
}

TEST(a_device_that_is_not_usable_is_refused_and_never_picked)
{
    require_refused(LIST(many), NULL, "7", "not usable");
    require_refused(LIST(many), NULL, "5:1", "not usable");
    require_refused(LIST(many), NULL, "broken", "matches no device");
}

TEST(a_platform_is_picked_by_number_or_name)
{
    require_one(LIST(many), "2", "gpu", 3);
    require_one(LIST(many), "1", "gpu", 1);
    require_one(LIST(many), "1", "gpu:1", 2);
    require_one(LIST(many), "other nvidia", "gpu", 5);
    require_one(LIST(many), "COMPUTING", "cpu", 0);
}

TEST(an_ambiguous_or_unknown_platform_is_refused_with_the_list)
{
    require_refused(LIST(many), "nvidia", NULL, "several platforms");
    require_refused(LIST(many), "nvidia", "2", "several platforms");
    require_refused(LIST(many), "voodoo", NULL, "no platform");
    require_refused(LIST(many), "6", NULL, "no platform");
    require_refused(LIST(many), "6", NULL, "platform 6");
}

TEST(commas_join_selectors_and_repeats_count)
{
    static const size_t expected[] = {0, 2, 1, 0, 0};
    struct found found = find(LIST(many), NULL, "cpu,1:1,t400,0,cpu");
    REQUIRE_INT(found.status, ==, SWARM_OK);
    REQUIRE_INT(found.count, ==, 5);
    for (size_t k = 0; k < found.count; ++k) {
        REQUIRE_INT(found.indices[k], ==, expected[k]);
    }
    found = find(LIST(many), NULL, "1:1,all");
    REQUIRE_INT(found.count, ==, find(LIST(many), NULL, "all").count); /* which adds the others alone */
    require_refused(LIST(many), NULL, "cpu,voodoo", "matches no device");
}

TEST(an_empty_part_of_a_list_is_refused)
{
    require_refused(LIST(many), NULL, ",", "empty");
    require_refused(LIST(many), NULL, "cpu,", "empty");
    require_refused(LIST(many), NULL, ",cpu", "empty");
    require_refused(LIST(many), NULL, "cpu,,gpu", "empty");
}

TEST(what_does_not_fit_the_capacity_is_counted_all_the_same)
{
    size_t index = 99, count = 0;
    REQUIRE_OK(ocl_selector_find(&env, LIST(many), NULL, "all", &index, 1, &count));
    REQUIRE_INT(count, ==, 5);
    REQUIRE_INT(index, ==, 0);
}

TEST(without_a_usable_device_the_package_to_install_is_named)
{
    static const char *const selectors[] = {NULL, "auto", "all", "gpu", "0", "voodoo"};
    for (size_t i = 0; i < sizeof selectors / sizeof selectors[0]; ++i) {
        REQUIRE_INT(find((struct ocl_choice){many, 0}, NULL, selectors[i]).status, ==, SWARM_ERROR_NO_DEVICE);
        REQUIRE_CONTAINS(env.error, "pocl-opencl-icd");
        REQUIRE_INT(find((struct ocl_choice){many + 7, 1}, NULL, selectors[i]).status, ==, SWARM_ERROR_NO_DEVICE);
        REQUIRE_CONTAINS(env.error, "pocl-opencl-icd");
    }
}

TEST_MAIN_ENV()
