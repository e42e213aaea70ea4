/* cache.c - a folder for PoCL's cache of binaries, which normally lies below HOME. With a read-only home, as in
 * containers and batch systems, the machine would seem to have no driver. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console.h"

#define CACHE_VARIABLE "POCL_CACHE_DIR"

enum { PATH_SIZE = 4096 };

static char temporary[PATH_SIZE]; /* "": none */

/* The folder that PoCL makes; false if the user has none, because PoCL then takes one in /tmp. */
static bool default_folder(char *path)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (cache && *cache) {
        length = snprintf(path, PATH_SIZE, "%s/pocl/kcache", cache);
    } else if (home) {
        length = snprintf(path, PATH_SIZE, "%s/.cache/pocl/kcache", home);
    }
    return length >= 0 && length < PATH_SIZE;
}

/* Whether `path` is a folder for new files, or could become one. Cuts `path` down to its existing part. */
static bool can_be_written(char *path)
{
    struct stat entry;
    while (stat(path, &entry) != 0) {
        char *slash = strrchr(path, '/');
        if (errno != ENOENT || !slash) {
            return false;
        }
        slash[slash == path ? 1 : 0] = '\0';
    }
    return S_ISDIR(entry.st_mode) && access(path, W_OK | X_OK) == 0;
}

void cli_cache_prepare(const struct cli_console *console)
{
    char path[PATH_SIZE];
    if (getenv(CACHE_VARIABLE) || *temporary || !default_folder(path) || can_be_written(path)) {
        return;
    }
    const char *folder = getenv("TMPDIR");
    int length = snprintf(temporary, sizeof temporary, "%s/swarmcl-XXXXXX", folder && *folder ? folder : "/tmp");
    bool made = length < PATH_SIZE && mkdtemp(temporary);
    if (made && setenv(CACHE_VARIABLE, temporary, 1) != 0) {
        rmdir(temporary);
        made = false;
    }
    if (!made) {
        cli_warn(console,
                 "%s: cannot be written, and no temporary folder can be made: PoCL may show no device; name a "
                 "folder for its cache in %s",
                 path, CACHE_VARIABLE);
        *temporary = '\0';
        return;
    }
    if (console->verbose) {
        cli_note(console, "%s: cannot be written; PoCL's cache is in %s for this run", path, temporary);
    }
}

/* Removes the folder `name` of the open folder `parent` with its contents, as far as possible. */
static void remove_tree(int parent, const char *name)
{
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    DIR *entries = folder >= 0 ? fdopendir(folder) : NULL;
    if (!entries) {
        if (folder >= 0) {
            close(folder);
        }
        return;
    }
    for (const struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        bool itself = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        if (!itself && unlinkat(folder, entry->d_name, 0) != 0) {
            remove_tree(folder, entry->d_name);
        }
    }
    closedir(entries);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void cli_cache_remove(void)
{
    if (*temporary) {
        remove_tree(AT_FDCWD, temporary);
        *temporary = '\0';
    }
}
