/* available.c - base_memory_available(). It allocates nothing because memory may be short. */
#include "memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_SIZE = 8192, PATH_SIZE = 1024 }; /* bytes read of a file in /proc or /sys; bytes of a path */

/* The names that one version of Linux control groups (1 or 2) uses for its files. */
static const struct group_version {
    const char *marker;        /* text before the group's path in its line of /proc/self/cgroup */
    const char *folder;        /* folder that is the root of all groups */
    const char *limit, *usage; /* names of files in the folder of a group */
    const char *droppable;     /* start of the line of memory.stat that counts memory the system can drop */
} group_versions[] = {
    {"0::", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "},
    {":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "},
};

static bool read_text(const char *path, char text[TEXT_SIZE])
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    text[fread(text, 1, TEXT_SIZE - 1, file)] = '\0';
    fclose(file);
    return true;
}

/* Finds the line that starts with `key` and reads the number after `key`. True if both succeed. */
static bool find_number(const char *text, const char *key, uint64_t *number)
{
    const size_t length = strlen(key);
    while (text && strncmp(text, key, length) != 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text && sscanf(text + length, "%" SCNu64, number) == 1;
}

static bool read_number(const char *folder, const char *file, const char *key, uint64_t *number)
{
    char path[PATH_SIZE], text[TEXT_SIZE];
    int length = snprintf(path, sizeof path, "%s/%s", folder, file);
    return length > 0 && (size_t)length < sizeof path && read_text(path, text) && find_number(text, key, number);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Bytes that a process may still allocate in one control group; UINT64_MAX: the group has no limit. */
static uint64_t left_in_group(const struct group_version *version, const char *folder)
{
    uint64_t limit = 0, usage = 0, droppable = 0;
    if (!read_number(folder, version->limit, "", &limit)) {
        return UINT64_MAX;
    }
    read_number(folder, version->usage, "", &usage);
    read_number(folder, "memory.stat", version->droppable, &droppable);
    usage -= smaller(usage, droppable);
    return limit - smaller(limit, usage);
}

/* Bytes that the process may still allocate: the minimum over its control group and the parents of the group. */
static uint64_t least_in_groups(const struct group_version *version, const char *root, const char *groups)
{
    const char *line = strstr(groups, version->marker);
    if (!line) {
        return UINT64_MAX;
    }
    char folder[PATH_SIZE];
    const char *path = line + strlen(version->marker);
    int length = snprintf(folder, sizeof folder, "%s%s%.*s", root, version->folder, (int)strcspn(path, "\n"), path);
    if (length < 0 || (size_t)length >= sizeof folder) {
        return UINT64_MAX;
    }
    uint64_t least = UINT64_MAX;
    const size_t top = strlen(root) + strlen(version->folder);
    for (;;) {
        least = smaller(least, left_in_group(version, folder));
        if (strlen(folder) <= top) {
            return least;
        }
        *strrchr(folder, '/') = '\0';
    }
}

static uint64_t physical_memory(void)
{
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) {
        return (uint64_t)pages * (uint64_t)page;
    }
#endif
    return UINT64_MAX;
}

uint64_t base_memory_available(const char *root)
{
    char path[PATH_SIZE], text[TEXT_SIZE];
    uint64_t least = physical_memory(), kibibytes = 0;
    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    if (read_text(path, text) && find_number(text, "MemAvailable:", &kibibytes)) {
        least = smaller(least, 1024 * kibibytes);
    }
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    if (read_text(path, text)) {
        for (size_t i = 0; i < sizeof group_versions / sizeof group_versions[0]; ++i) {
            least = smaller(least, least_in_groups(&group_versions[i], root, text));
        }
    }
    return least;
}
