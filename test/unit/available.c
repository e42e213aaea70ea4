/* Tests base_memory_available() with folders that imitate Linux's /proc and /sys. */
#include "base/memory.h"

#include <sys/stat.h>
#include <unistd.h>

#include "../test.h"

#define GIBIBYTE (UINT64_C(1) << 30)

/* A /proc/meminfo with 1 GiB available, less than any machine that runs these tests has: results show that this file
 * was read instead of the machine's. */
#define MEMINFO "MemTotal: 99 kB\nMemFree: 1 kB\nMemAvailable:   1048576 kB\n"

static char root[64];

/* Writes a file and makes its folders. */
static void put(const char *path, const char *text)
{
    char full[256];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *slash = strchr(full + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(full, 0777);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    REQUIRE(file);
    fputs(text, file);
    fclose(file);
}

static void remove_tree(void *unused)
{
    char command[128];
    (void)unused;
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    REQUIRE_INT(system(command), ==, 0);
}

/* Makes the folders of a test: 1 GiB of available memory, and these control groups. */
static void open_tree(const char *groups)
{
    snprintf(root, sizeof root, "%s", "/tmp/swarmcl-available-XXXXXX");
    REQUIRE(mkdtemp(root));
    test_defer(remove_tree, NULL);
    put("/proc/meminfo", MEMINFO);
    put("/proc/self/cgroup", groups);
}

TEST(the_available_memory_of_the_kernel_counts)
{
    open_tree("");
    REQUIRE_INT(base_memory_available(root), ==, GIBIBYTE);
}

TEST(without_the_files_of_linux_the_physical_memory_counts)
{
    uint64_t physical = base_memory_available("/nonexistent");
    REQUIRE_INT(physical, >, GIBIBYTE / 64);
    REQUIRE(base_memory_available("") <= physical);
    REQUIRE(base_memory_available("") > 0);
}

TEST(a_group_of_version_2_leaves_its_limit_minus_the_memory_that_cannot_be_dropped)
{
    open_tree("0::/job/step\n");
    put("/sys/fs/cgroup/job/step/memory.max", "1000000\n");
    REQUIRE_INT(base_memory_available(root), ==, 1000000);
    put("/sys/fs/cgroup/job/step/memory.current", "700000\n");
    REQUIRE_INT(base_memory_available(root), ==, 300000);
    put("/sys/fs/cgroup/job/step/memory.stat", "anon 1\nactive_file 5\ninactive_file 200000\nslab 7\n");
    REQUIRE_INT(base_memory_available(root), ==, 500000);
    put("/sys/fs/cgroup/job/step/memory.max", "600000\n");
    put("/sys/fs/cgroup/job/step/memory.stat", "inactive_file 0\n");
    REQUIRE_INT(base_memory_available(root), ==, 0);
}

TEST(a_group_above_may_leave_less)
{
    open_tree("1:name=systemd:/\n0::/job/step\n");
    put("/sys/fs/cgroup/job/step/memory.max", "max\n");
    put("/sys/fs/cgroup/job/memory.max", "4096\n");
    put("/sys/fs/cgroup/memory.max", "8192\n");
    REQUIRE_INT(base_memory_available(root), ==, 4096);
}

TEST(a_group_of_version_1_counts_as_well)
{
    open_tree("5:cpu:/\n4:memory:/job\n0::/\n");
    put("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "5000\n");
    put("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "3000\n");
    put("/sys/fs/cgroup/memory/job/memory.stat", "inactive_file 1\ntotal_inactive_file 1000\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    REQUIRE_INT(base_memory_available(root), ==, 3000);
}

TEST(a_group_that_is_mounted_elsewhere_counts_as_the_top_group)
{
    open_tree("0::/as/seen/outside/of/a/container\n");
    put("/sys/fs/cgroup/memory.max", "12345\n");
    REQUIRE_INT(base_memory_available(root), ==, 12345);
}

TEST_MAIN()
