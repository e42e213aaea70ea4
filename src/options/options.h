/* options.h - the options of a run, made from the rows of table.h.
 *
 * `struct options` has a member for each row. Parsing fills it, and the run adds its own choices, so engines, documents
 * and checkpoints read the same struct.
 */
#ifndef SWARMCL_OPTIONS_OPTIONS_H
#define SWARMCL_OPTIONS_OPTIONS_H

#include "base/env.h"

/* OPTION_rho is the row of the member rho. */
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
#define OWNER(name) OWNER_##name, /* the bit of a problem */
#include "table.h"
    OWNER_COUNT
};

/* Bits of a row: its owners, which are problems and algorithms, and its traits. Rows of different owners may have the
 * same name. */
enum option_owner {
#define OWNER(name) BY_##name = 1 << OWNER_##name,
#include "table.h"
    BY_ALL = (1 << OWNER_COUNT) - 1,
    BY_ANTS = 1 << 7,  /* every ant algorithm of tsp */
    BY_ELITE = 1 << 8, /* ant algorithms with this rule, and so on down to BY_FLOOR */
    BY_RANKED = 1 << 9,
    BY_LOCAL_UPDATE = 1 << 10,
    BY_LIMITS = 1 << 11,
    BY_RESTARTS = 1 << 12,
    BY_FLOOR = 1 << 13, /* trails start at m / L */
    BY_MOSAIC = 1 << 14,
    BY_PIECES = 1 << 15,         /* mosaic with ants on pieces */
    BY_PARTICLES = 1 << 26,      /* functions: swarms of particles */
    BY_ARCHIVE = 1 << 27,        /* functions: continuous ants */
    BY_MEMETIC = 1 << 28,        /* qap: populations of tabu searches */
    BY_PLACING_ANTS = 1 << 29,   /* qap: ants */
    BY_CYCLES = 1 << 30,         /* orient: populations */
    BY_COLLECTING_ANTS = 1 << 6, /* orient: ants */
    BY_ANY_ANTS = BY_ANTS | BY_ELITE | BY_RANKED | BY_LOCAL_UPDATE | BY_LIMITS | BY_RESTARTS | BY_FLOOR,

    IS_OF_ROWS = 1 << 16,     /* only Ant System on whole rows has it */
    IS_OF_DEVICE = 1 << 17,   /* the sequential twin would ignore it */
    IS_OF_MIGRATION = 1 << 18, /* a single island would ignore it */
    IS_SCHEDULED = 1 << 19,   /* --schedule replaces it */
    IS_TUNED = 1 << 20,       /* tuning files contain it */
    IS_READ = 1 << 21,        /* its value may name a file that is read */
    IS_REPEATED = 1 << 22,    /* commas join several values */
    IS_COMMON = 1 << 24,      /* --help shows it; --help all shows every option */
    IS_WRITTEN = 1 << 25      /* its value, up to a comma, names a file that is written */
};

_Static_assert(BY_ALL < BY_ANTS, "the bits of problems end below those of algorithms");

struct options {
#define FLAG(member, ...)    bool member;
#define WORD(member, ...)    const char *member; /* a word of the row, static; NULL: none */
#define TEXT(member, ...)    const char *member; /* NULL: none */
#define INTEGER(member, ...) uint64_t member;
#define REAL(member, ...)    double member;
#include "table.h"
    bool given[OPTION_COUNT];       /* the user gave a value other than "auto" */
    bool set[OPTION_COUNT];         /* it has a value: given, from a preset, default or chosen by the run */
    const char *text[OPTION_COUNT]; /* as the user gave it, perhaps "auto"; NULL: not given; borrowed */
};

/* The row of an option, with its name. Static storage. */
const struct swarm_param *options_row(enum option option);
const char *options_name(enum option option);

/* The owners and traits of an option. */
unsigned options_owners(enum option option);

/* The option of `owners` called `name`; OPTION_COUNT: none. */
enum option options_find(unsigned owners, const char *name);

/* Options with their defaults. */
struct options options_make(void);

/* Checks a text against a row of an option or of the program. SWARM_ERROR_INVALID_ARGUMENT with the value and those
 * that are allowed. */
enum swarm_status options_check(struct base_env *env, const struct swarm_param *row, const char *text);

/* Sets an option to the user's text, which is borrowed. Errors: as above. */
enum swarm_status options_give(struct base_env *env, struct options *options, enum option option, const char *text);

/* Gives the preset's values to options that were not given, and its shapes only if the run has a device. */
void options_take_preset(struct options *options);

/* Sets options with one of these owners or traits to their defaults, as if the user had not given them. */
void options_forget(struct options *options, unsigned is);

/* The text of an option: as given, else the preset's, else the default; NULL: none. */
const char *options_asked(const struct options *options, enum option option);

/* The value as a user would write it, or as the user did write it if it is still the same; NULL: none. With `asked` as
 * the user wrote it even if the run has changed it. May use `buffer`. */
enum { OPTIONS_TEXT = 400 };
const char *options_text(const struct options *options, enum option option, bool asked, char buffer[OPTIONS_TEXT]);

/* True if two texts are the same value of an option. */
bool options_same(enum option option, const char *a, const char *b);

/* True if the sequential twin makes the run. */
bool options_is_twin(const struct options *options);

/* True if an option with one of these owners or traits was given. */
bool options_names(const struct options *options, unsigned owners);

/* The name of an option as messages of the env spell it. */
enum { OPTIONS_NAME = 32 };
const char *options_spelled(const struct base_env *env, const char *name, char spelled[OPTIONS_NAME]);

/* Fails with SWARM_ERROR_INVALID_ARGUMENT, "--name value clashes with `with`: `reason`". Both texts name options as
 * --name. */
enum swarm_status options_clash(struct base_env *env, const struct options *options, enum option option,
                                const char *with, const char *reason);

/* The same for texts that are spelled already, because they contain the user's words. */
enum swarm_status options_clash_spelled(struct base_env *env, const struct options *options, enum option option,
                                        const char *with, const char *reason);

/* Fails like this if an option with the trait `is` was given. */
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
    const struct options_preset_value *values; /* a NULL text ends them */
};
extern const struct options_preset options_presets[];
extern const size_t options_preset_count;
extern const struct swarm_variant options_preset_words[];

#endif
