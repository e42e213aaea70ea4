#define _XOPEN_SOURCE 700 /* nftw() */
#include "cache.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CACHE_VARIABLE "POCL_CACHE_DIR"
#define POCL_NAME      "Portable Computing Language"
#define TEMPORARY      "swarmcl-"

enum { PATH_SIZE = 4096, LINKS_ITSELF = 5 /* LINKS_ITSELF: first major version of PoCL that may not need `ld` */ };

/* Writes the path of PoCL's cache folder. False if the path is too long. */
static bool find_folder(char *path)
{
    const char *named = getenv(CACHE_VARIABLE), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const int length = named             ? snprintf(path, PATH_SIZE, "%s", named)
                       : cache && *cache ? snprintf(path, PATH_SIZE, "%s/pocl/kcache", cache)
                       : home            ? snprintf(path, PATH_SIZE, "%s/.cache/pocl/kcache", home)
                                         : snprintf(path, PATH_SIZE, "/tmp/pocl/kcache");
    return length >= 0 && length < PATH_SIZE;
}

/* True if `path` is a writable folder or one can be made there. Truncates `path` to the part that exists. */
static bool can_be_written(char *path)
{
    struct stat entry;
    while (stat(path, &entry) != 0) {
        char *slash = strrchr(path, '/');
        if (errno != ENOENT || !slash) {
            return errno == ENOENT && access(".", W_OK | X_OK) == 0;
        }
        slash[slash == path ? 1 : 0] = '\0';
    }
    return S_ISDIR(entry.st_mode) && access(path, W_OK | X_OK) == 0;
}

/* Makes a folder that only this user can read, and names it in POCL_CACHE_DIR. The caller owns its path; NULL on
 * failure. */
static char *make_temporary(void)
{
    const char *parent = getenv("TMPDIR");
    char *made = base_text_format("%s/" TEMPORARY "XXXXXX", parent && *parent ? parent : "/tmp");
    if (made && mkdtemp(made)) {
        if (setenv(CACHE_VARIABLE, made, 1) == 0) {
            return made;
        }
        rmdir(made);
    }
    free(made);
    return NULL;
}

/* True if an earlier context of this process made the folder as its cache and removed it since; PoCL makes it again. */
static bool is_removed(const char *path)
{
    struct stat entry;
    const char *slash = strrchr(path, '/');
    return slash && strncmp(slash, "/" TEMPORARY, strlen("/" TEMPORARY)) == 0 && stat(path, &entry) != 0;
}

void ocl_cache_prepare(struct base_env *env, char **folder)
{
    char path[PATH_SIZE], existing[PATH_SIZE];
    const bool named = getenv(CACHE_VARIABLE) != NULL, fits = find_folder(path);
    *folder = NULL;
    snprintf(existing, sizeof existing, "%s", path);
    if (fits && can_be_written(existing)) {
        *folder = named && is_removed(path) ? base_text_format("%s", path) : NULL;
        return;
    }
    *folder = make_temporary();
    if (!*folder) {
        base_log(env, SWARM_LOG_WARNING,
                 "%s: cannot be written, and no temporary folder can be made: PoCL may show no device; name a folder "
                 "for its cache in " CACHE_VARIABLE,
                 path);
    } else {
        base_log(env, named ? SWARM_LOG_WARNING : SWARM_LOG_DEBUG,
                 "%s%s: cannot be written; PoCL's cache is in %s for this run", named ? CACHE_VARIABLE " " : "", path,
                 *folder);
    }
}

static int remove_entry(const char *path, const struct stat *entry, int type, struct FTW *where)
{
    (void)entry, (void)type, (void)where;
    remove(path);
    return 0;
}

void ocl_cache_remove(char **folder)
{
    if (*folder) {
        nftw(*folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS); /* 16: maximum number of open folders */
        free(*folder);
        *folder = NULL;
    }
}

bool ocl_cache_has_linker(const struct swarm_device *device)
{
    const char *at = getenv("PATH");
    if (strcmp(device->platform_name, POCL_NAME) != 0 || device->type != SWARM_DEVICE_CPU
        || strtol(device->driver, NULL, 10) >= LINKS_ITSELF) {
        return true;
    }
    for (; at && *at; at += strspn(at, ":")) {
        char path[PATH_SIZE];
        const size_t size = strcspn(at, ":");
        const int length = snprintf(path, sizeof path, "%.*s/ld", (int)size, at);
        if (length > 0 && length < PATH_SIZE && access(path, X_OK) == 0) {
            return true;
        }
        at += size;
    }
    return false;
}

const char *ocl_cache_hint(const struct swarm_device *device, char hint[OCL_HINT_SIZE])
{
    char path[PATH_SIZE];
    hint[0] = '\0';
    if (strcmp(device->platform_name, POCL_NAME) != 0 || !find_folder(path)) {
        return hint;
    }
    if (ocl_cache_has_linker(device)) {
        base_text_print(hint, OCL_HINT_SIZE, "; PoCL's cache of kernels may be damaged: remove the folder %s", path);
    } else {
        base_text_print(hint, OCL_HINT_SIZE, "; PoCL needs the linker ld, which is not in PATH");
    }
    return hint;
}
