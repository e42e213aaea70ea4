/* Checks the messages of on_devices.h when there is no device, when the search for devices fails, and when no case
 * ran. This file replaces the functions that search for devices. */
#include "on_devices.h"

#include "test.h"

static struct swarm_device device = {.name = "made up"};
static enum swarm_status listed, found;
static size_t cases; /* cases that the test runs on the device */

enum swarm_status ocl_device_list_init(struct base_env *of, struct ocl_device_list *list)
{
    *list = (struct ocl_device_list){.devices = &device, .count = found == SWARM_ERROR_NO_DEVICE ? 0 : 1};
    return listed == SWARM_OK ? SWARM_OK : base_fail(of, listed, "made up");
}

void ocl_device_list_deinit(struct ocl_device_list *list)
{
    *list = (struct ocl_device_list){0};
}

enum swarm_status ocl_selector_find(struct base_env *of, struct ocl_choice choice, const char *platform,
                                    const char *selector, size_t *indices, size_t capacity, size_t *count)
{
    (void)platform, (void)selector, (void)capacity;
    *count = choice.count;
    indices[0] = 0;
    return found == SWARM_OK ? SWARM_OK : base_fail(of, found, "made up");
}

static void count_cases(size_t index, bool small)
{
    (void)index, (void)small;
    case_count += cases;
}

static int code_of(enum swarm_status list, enum swarm_status find, size_t count)
{
    static char name[] = "test";
    char *words[] = {name};
    listed = list, found = find, cases = count;
    case_count = 0;
    return on_devices_run(1, words, false, count_cases);
}

TEST(only_no_device_is_a_reason_to_skip)
{
    REQUIRE_INT(code_of(SWARM_OK, SWARM_OK, 3), ==, 0);
    REQUIRE_INT(code_of(SWARM_OK, SWARM_ERROR_NO_DEVICE, 3), ==, SKIPPED);
    REQUIRE_INT(code_of(SWARM_ERROR_OPENCL, SWARM_OK, 3), ==, 1);
    REQUIRE_INT(code_of(SWARM_OK, SWARM_ERROR_INVALID_ARGUMENT, 3), ==, 1);
}

TEST(a_test_without_a_case_fails)
{
    REQUIRE_INT(code_of(SWARM_OK, SWARM_OK, 0), ==, 1);
}

TEST_MAIN()
