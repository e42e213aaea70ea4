/* options.h - the options of a run, made from the rows of table.h.
 *
 * `struct options` has a member for each row. Parsing fills it, and the run adds its own choices, so engines, documents
 * and checkpoints read the same struct.
 */
#ifndef SWARMCL_OPTIONS_OPTIONS_H
#define SWARMCL_OPTIONS_OPTIONS_H

#include <limits.h>

#include "base/env.h"

/* For each member of struct options the number of its row; OPTION_rho for the member rho. */
enum option {
#define FLAG(member, ...)    OPTION_##member,
#define WORD(member, ...)    OPTION_##member,
#define TEXT(member, ...)    OPTION_##member,
#define INTEGER(member, ...) OPTION_##member,
#define REAL(member, ...)    OPTION_##member,
#include "table.h"
    OPTION_COUNT
};

enum {
#define OWNER(name) OWNER_##name, /* number of a problem's bit in enum option_owner */
#include "table.h"
    OWNER_COUNT
};

/* Bits of a row: its owners, which are problems (BY_TSP, ...) or algorithms, and its traits (IS_...). Rows of different
 * owners may have the same name. */
enum option_owner {
#define OWNER(name) BY_##name = 1 << OWNER_##name,
#include "table.h"
    BY_ALL = (1 << OWNER_COUNT) - 1,
    BY_TOURS = BY_TSP | BY_ORIENT, /* problems whose input is an instance */
    BY_ANTS = 1 << 7,              /* tsp: every ant algorithm */
    BY_ELITE = 1 << 8,             /* owners from here to BY_FLOOR: ant algorithms that have this rule */
    BY_RANKED = 1 << 9,
    BY_LOCAL_UPDATE = 1 << 10,
    BY_LIMITS = 1 << 11,
    BY_RESTARTS = 1 << 12,
    BY_FLOOR = 1 << 13, /* algorithms with a trail floor: trails start at m ants / length L */
    BY_MOSAIC = 1 << 14,
    BY_PIECES = 1 << 15,         /* mosaic that improves pieces of tours by ants */
    BY_PARTICLES = 1 << 26,      /* pso: swarms of particles */
    BY_ARCHIVE = 1 << 27,        /* pso: continuous ants */
    BY_MEMETIC = 1 << 28,        /* qap: populations of tabu searches */
    BY_PLACING_ANTS = 1 << 29,   /* qap: ants */
    BY_CYCLES = 1 << 30,         /* orient: populations */
    BY_COLLECTING_ANTS = 1 << 6, /* orient, and routes of vehicles: ants */
    BY_BOUNDARY = 1 << 5,        /* functions: swarms and ants, which have --boundary and --restart */
    BY_STRATEGY = 1 << 23,       /* functions: CMA-ES */
    BY_ANY_ANTS = BY_ANTS | BY_ELITE | BY_RANKED | BY_LOCAL_UPDATE | BY_LIMITS | BY_RESTARTS | BY_FLOOR,

    IS_OF_ROWS = 1 << 16,      /* only Ant System on whole rows, without candidate lists, has it */
    IS_OF_DEVICE = 1 << 17,    /* rejected with --device none, where it would have no effect */
    IS_OF_MIGRATION = 1 << 18, /* rejected with one island, where it would have no effect */
    IS_SCHEDULED = 1 << 19,    /* an option that --schedule replaces */
    IS_TUNED = 1 << 20,        /* an option that tuning files may contain */
    IS_READ = 1 << 21,         /* an option whose value may name an input file */
    IS_REPEATED = 1 << 22,     /* the value may be a list separated by commas */
    IS_COMMON = 1 << 24,       /* shown by --help; --help all shows every option */
    IS_WRITTEN = 1 << 25,      /* the value, up to a comma, names an output file */
    BY_PLANS = INT_MIN         /* bit 31; routes of vehicles: populations of plans */
};

_Static_assert(BY_ALL < BY_BOUNDARY, "the bits of problems end below those of algorithms");

struct options {
#define FLAG(member, ...)    bool member;
#define WORD(member, ...)    const char *member; /* a word of the row, static; NULL: no value */
#define TEXT(member, ...)    const char *member; /* NULL: no value */
#define INTEGER(member, ...) uint64_t member;
#define REAL(member, ...)    double member;
#include "table.h"
    bool given[OPTION_COUNT];       /* true if the user gave a value other than "auto" */
    bool set[OPTION_COUNT];         /* true if it has a value other than "auto": from user, preset, default or run */
    const char *text[OPTION_COUNT]; /* text from the user, perhaps "auto"; NULL: not given; borrowed */
};

/* The row of an option, and its name. Static storage. */
const struct swarm_param *options_row(enum option option);
const char *options_name(enum option option);

/* The owners and traits of an option, as bits of enum option_owner. */
unsigned options_owners(enum option option);

/* Finds the option called `name` that has one of `owners`; OPTION_COUNT: there is none. */
enum option options_find(unsigned owners, const char *name);

/* Makes options with their default values. */
struct options options_make(void);

/* Checks `text` against a row of an option or of the program. Fails with SWARM_ERROR_INVALID_ARGUMENT; the message has
 * the text and the allowed values. */
enum swarm_status options_check(struct base_env *env, const struct swarm_param *row, const char *text);

/* Sets an option to the user's text, which is borrowed. Errors: as of options_check(). */
enum swarm_status options_give(struct base_env *env, struct options *options, enum option option, const char *text);

/* Sets options that the user did not give to the preset's values; kernel shapes only if the run has a device. */
void options_take_preset(struct options *options);

/* Sets options with one of these owners or traits to their defaults, as if the user had not given them. */
void options_forget(struct options *options, unsigned is);

/* The text of an option: the user's, otherwise the preset's, otherwise the default; NULL: none. */
const char *options_asked(const struct options *options, enum option option);

/* The value of an option as a user would write it; NULL: no value. It is the user's own text if that has the same value
 * or `asked` is true: then it is what the user asked for, even if the run changed it. May use `buffer`. */
enum { OPTIONS_TEXT = 400 };
const char *options_text(const struct options *options, enum option option, bool asked, char buffer[OPTIONS_TEXT]);

/* True if both texts mean the same value of an option. */
bool options_same(enum option option, const char *a, const char *b);

/* True if --device none is given: the sequential reference searches on the host. */
bool options_is_reference(const struct options *options);

/* The first option with one of these owners or traits that the user gave; OPTION_COUNT: there is none. */
enum option options_first(const struct options *options, unsigned is);

/* Writes the name of an option to `spelled` as messages of `env` spell it, and returns it. */
enum { OPTIONS_NAME = 32 };
const char *options_spelled(const struct base_env *env, const char *name, char spelled[OPTIONS_NAME]);

/* Fails with SWARM_ERROR_INVALID_ARGUMENT: "--name value clashes with `with`: `reason`". `with` and `reason` write
 * options as --name. */
enum swarm_status options_clash(struct base_env *env, const struct options *options, enum option option,
                                const char *with, const char *reason);

/* Like options_clash() for texts with words of the user; the names of options in them are spelled already. */
enum swarm_status options_clash_spelled(struct base_env *env, const struct options *options, enum option option,
                                        const char *with, const char *reason);

/* Fails like options_clash() if the user gave an option with the trait `is`. */
enum swarm_status options_refuse(struct base_env *env, const struct options *options, enum option_owner is,
                                 const char *with, const char *reason);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Presets: presets.c                                                                                                 */

struct options_preset_value {
    enum option option;
    const char *text;
};

struct options_preset {
    const char *name;
    const struct options_preset_value *values; /* the last value has a NULL text */
};
extern const struct options_preset options_presets[];
extern const size_t options_preset_count;
extern const struct swarm_variant options_preset_words[];

/* Presets of pso; the others are of tsp. */
extern const struct options_preset options_swarm_presets[];
extern const size_t options_swarm_preset_count;
extern const struct swarm_variant options_swarm_preset_words[];

#endif
