/* tuning.h - tuning files: the fastest shapes for a device, as text, written by bench/tune.py. The topic `tuning` of
 * the program's help describes the format. */
#ifndef SWARMCL_TOURS_TUNING_H
#define SWARMCL_TOURS_TUNING_H

#include "options/options.h"

/* Kinds of blocks in a tuning file: ants on whole rows (the only kind in files of version 0.1), ants with candidate
 * lists, ants with candidate lists and local updates, mosaic. */
enum tours_tuned_kind { TUNED_ROWS, TUNED_LISTS, TUNED_TOGETHER, TUNED_MOSAIC, TUNED_KINDS };

/* A block of a file, for instances of `low` to `high` nodes on a device. */
struct tours_tuned {
    enum tours_tuned_kind kind;
    uint32_t low, high;
    size_t line;                      /* line of nodes= in the file, from 1 */
    const char *device;               /* name of the device; borrowed from the tuning */
    const char *driver;               /* driver; "" if the file has none; borrowed */
    const char *values[OPTION_COUNT]; /* checked values of IS_TUNED options; NULL: none, or "auto"; borrowed */
};

struct tours_tuning {
    size_t block_count;
    struct tours_tuned *blocks;
    char *text; /* owned text that holds the strings of the blocks */
};

/* The value of an option; NULL without one, or if `tuned` is NULL. */
const char *tours_tuned_value(const struct tours_tuned *tuned, enum option option);

/* Parses a tuning file's text. `path` opens the messages. Errors: SWARM_ERROR_INPUT with path, line, what was found and
 * what was expected. */
enum swarm_status tours_tuning_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                     struct tours_tuning *tuning);

/* Reads and parses a tuning file. Errors: also those of base_file_read(). */
enum swarm_status tours_tuning_read(struct base_env *env, const char *path, struct tours_tuning *tuning);

void tours_tuning_deinit(struct tours_tuning *tuning);

/* Finds the block of a kind in a tuning file, for n nodes on a device; NULL after a warning if there is none. */
const struct tours_tuned *tours_tuning_find(struct base_env *env, const struct tours_tuning *tuning, const char *path,
                                            const struct swarm_device *device, enum tours_tuned_kind kind, uint32_t n);

#endif
