#include "available.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Longer files are cut. */
enum { TEXT_SIZE = 8192, PATH_SIZE = 1024 };

/* The files in which one version of control groups keeps its numbers. */
struct group_version {
    const char *marker; /* of the group's line in /proc/self/cgroup */
    const char *folder;
    const char *limit;
    const char *usage;
    const char *droppable; /* the line of memory.stat with memory that the system drops when it runs short */
};

static const struct group_version group_versions[] = {
    {"0::", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "},
    {":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "},
};

/* Allocates nothing: memory may be missing. */
static bool read_text(const char *path, char text[TEXT_SIZE])
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    size_t size = fread(text, 1, TEXT_SIZE - 1, file);
    bool complete = !ferror(file);
    fclose(file);
    text[size] = '\0';
    return complete;
}

/* The number behind `key` at the start of a line. */
static bool find_number(const char *text, const char *key, uint64_t *number)
{
    const size_t length = strlen(key);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) == 0) {
            char *behind = NULL;
            const unsigned long long value = strtoull(line + length, &behind, 10);
            *number = behind > line + length ? value : *number;
            return behind > line + length;
        }
    }
    return false;
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

/* The bytes that one control group leaves; UINT64_MAX: it has no limit. */
static uint64_t left_by_group(const struct group_version *version, const char *folder)
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

/* The least that the group of the process and its parents leave. */
static uint64_t left_by_groups(const struct group_version *version, const char *root, const char *groups)
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
        least = smaller(least, left_by_group(version, folder));
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
            least = smaller(least, left_by_groups(&group_versions[i], root, text));
        }
    }
    return least;
}

enum swarm_status base_fail_size(struct base_env *env, const char *path, uint64_t size, size_t limit)
{
    return base_fail(env, SWARM_ERROR_OUT_OF_MEMORY,
                     "%s: found %s%llu bytes, expected at most %zu: 4 GiB, or half of the memory that is available",
                     path, size > 0 ? "" : "more than ", (unsigned long long)(size > 0 ? size : limit), limit);
}
