/* target.c - files that are to be written: symbolic links, checks before writing, locks. */
#define _DEFAULT_SOURCE /* flock() */

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

enum { LINKS_MOST = 40, LINK_BYTES = 4096 }; /* maximum number of symbolic links followed; maximum bytes of a link */

char *base_file_target(const char *path)
{
    char link[LINK_BYTES];
    char *target = base_text_copy(path, strlen(path));
    for (int i = 0; target && i < LINKS_MOST; ++i) {
        const ssize_t size = readlink(target, link, sizeof link);
        if (size < 0 || size == sizeof link) {
            break;
        }
        const char *slash = strrchr(target, '/');
        const int folder = slash && link[0] != '/' ? (int)(slash - target) + 1 : 0;
        char *next = base_text_format("%.*s%.*s", folder, target, (int)size, link);
        free(target);
        target = next;
    }
    return target;
}

const char *base_file_folder(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash) {
        slash[1] = '\0';
    }
    return slash ? path : ".";
}

enum swarm_status base_file_check_target(struct base_env *env, const char *path)
{
    struct stat entry;
    if (stat(path, &entry) != 0 || S_ISREG(entry.st_mode)) {
        return SWARM_OK;
    }
    return S_ISDIR(entry.st_mode)
               ? base_fail(env, SWARM_ERROR_IO, "%s: cannot be written: it is a folder", path)
               : base_fail(env, SWARM_ERROR_IO, "%s: cannot be written: it is not a regular file", path);
}

enum swarm_status swarm_file_probe(swarm_context *context, const char *path)
{
    struct base_env *env = base_env_of(context);
    TRY(base_file_check_target(env, path));
    char *target = base_file_target(path);
    char *trial = target ? base_text_format("%s.%ld.probe", target, (long)getpid()) : NULL;
    enum swarm_status status = trial ? SWARM_OK : base_fail_memory(env);
    const int file = trial ? open(trial, O_WRONLY | O_CREAT | O_EXCL, 0666) : -1;
    if (trial && file < 0) {
        status = base_fail(env, SWARM_ERROR_IO, "%s: cannot be written: %s", path, base_text_reason(errno));
    } else if (trial && (close(file), unlink(trial) != 0)) { /* renaming a file into such a folder would fail too */
        status = base_fail(env, SWARM_ERROR_IO, "%s: cannot be removed: %s", trial, base_text_reason(errno));
    }
    free(trial);
    free(target);
    return status;
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

enum swarm_status swarm_file_same(swarm_context *context, const char *a, const char *b, bool *same)
{
    struct stat one, other; /* the two files, or their folders if the files do not exist yet */
    const bool has_one = stat(a, &one) == 0, has_other = stat(b, &other) == 0;
    *same = has_one && has_other && S_ISREG(one.st_mode);
    if (!has_one && !has_other) {
        char *target_a = base_file_target(a), *target_b = base_file_target(b);
        const bool failed = !target_a || !target_b;
        *same = !failed && strcmp(name_in(target_a), name_in(target_b)) == 0
                && stat(base_file_folder(target_a), &one) == 0 && stat(base_file_folder(target_b), &other) == 0;
        free(target_a);
        free(target_b);
        TRY(failed ? base_fail_memory(base_env_of(context)) : SWARM_OK);
    }
    *same = *same && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The lock                                                                                                           */

/* True if `path` still names the open file and not a newer one. *empty: the file has no bytes. */
static bool is_named(int file, const char *path, bool *empty)
{
    struct stat open_one = {.st_ino = 0}, named = {.st_ino = 0};
    const bool known = fstat(file, &open_one) == 0 && stat(path, &named) == 0;
    *empty = known && S_ISREG(open_one.st_mode) && open_one.st_size == 0;
    return known && open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

enum swarm_status base_file_lock(struct base_env *env, const char *path, struct base_file_lock *lock)
{
    TRY(base_file_check_target(env, path));
    char *target = base_file_target(path);
    lock->path = target ? base_text_format("%s.lock", target) : NULL;
    free(target);
    TRY(lock->path ? SWARM_OK : base_fail_memory(env));
    for (;;) {
        lock->file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        enum swarm_status status = lock->file >= 0 ? SWARM_OK
                                                   : base_fail(env, SWARM_ERROR_IO, "%s: cannot be written: %s", path,
                                                               base_text_reason(errno));
        if (status == SWARM_OK && flock(lock->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            close(lock->file); /* any other failure means that the file system has no locks */
            status = base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "%s: another run is writing this file", path);
        }
        if (status != SWARM_OK) {
            free(lock->path);
            lock->path = NULL;
            return status;
        }
        if (is_named(lock->file, lock->path, &lock->removed)) {
            return SWARM_OK;
        }
        close(lock->file); /* another run has removed the lock file since open() */
    }
}

void base_file_unlock(struct base_file_lock *lock)
{
    if (lock->path) {
        if (lock->removed) {
            unlink(lock->path);
        }
        close(lock->file);
        free(lock->path);
        lock->path = NULL;
    }
}
