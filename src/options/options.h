/* options.h - the options of a run, made from the rows of table.h.
 *
 * `struct options` has a member for each. Parsing fills it, and the run writes its own choices there, too. So engines,
 * documents and checkpoints read the same struct.
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

/* The owners of an option: problems, and algorithms by their rules; then traits. Rows of different owners may share a
 * name. */
enum option_owner {
#define OWNER(name) BY_##name = 1 << OWNER_##name,
#include "table.h"
    BY_ALL = (1 << OWNER_COUNT) - 1,
    BY_ANTS = 1 << 7, /* every ant algorithm; the next ones name further rules: */
    BY_ELITE = 1 << 8,
    BY_RANKED = 1 << 9,
    BY_LOCAL_UPDATE = 1 << 10,
    BY_LIMITS = 1 << 11,
    BY_RESTARTS = 1 << 12,
    BY_FLOOR = 1 << 13, /* trails start at m / L, the unit of the floor */
    BY_MOSAIC = 1 << 14,
    BY_PIECES = 1 << 15,         /* mosaic with ants on pieces */
    BY_PARTICLES = 1 << 26,      /* of functions: swarms of particles ... */
    BY_ARCHIVE = 1 << 27,        /* ... and continuous ants */
    BY_MEMETIC = 1 << 28,        /* of qap: populations of tabu searches ... */
    BY_PLACING_ANTS = 1 << 29,   /* ... and ants */
    BY_CYCLES = 1 << 30,         /* of orient: populations ... */
    BY_COLLECTING_ANTS = 1 << 6, /* ... and ants */
    BY_ANY_ANTS = BY_ANTS | BY_ELITE | BY_RANKED | BY_LOCAL_UPDATE | BY_LIMITS | BY_RESTARTS | BY_FLOOR,

    IS_OF_ROWS = 1 << 16,     /* only Ant System on whole rows has it */
    IS_OF_DEVICE = 1 << 17,   /* the sequential twin would ignore it */
    IS_OF_MEETINGS = 1 << 18, /* one island would ignore it */
    IS_SCHEDULED = 1 << 19,   /* a schedule replaces it */
    IS_TUNED = 1 << 20,       /* tuning files contain it */
    IS_READ = 1 << 21,        /* its value may name a file that is read */
    IS_REPEATED = 1 << 22,    /* several values are joined by commas */
    IS_COMMON = 1 << 24,      /* --help shows it; --help all shows every option */
    IS_WRITTEN = 1 << 25      /* its value names a file that is written; in "FILE[,EVERY]" the part before the comma */
};

_Static_assert(BY_ALL < BY_ANTS, "the bits of problems end below those of algorithms");

struct options {
#define FLAG(member, ...)    bool member;
#define WORD(member, ...)    const char *member; /* a word of the row, static; NULL: none */
#define TEXT(member, ...)    const char *member; /* NULL: none */
#define INTEGER(member, ...) uint64_t member;
#define REAL(member, ...)    double member;
#include "table.h"
    bool given[OPTION_COUNT];       /* by the caller, other than "auto" */
    bool set[OPTION_COUNT];         /* has a value: given, from a preset, default or chosen */
    const char *text[OPTION_COUNT]; /* as the caller gave it, "auto" included; NULL: not given; borrowed */
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

/* Checks a text against a row of an option or of the program. Errors: SWARM_ERROR_INVALID_ARGUMENT with the value and
 * the allowed ones. */
enum swarm_status options_check(struct base_env *env, const struct swarm_param *row, const char *text);

/* Takes a value of the caller, whose text is borrowed. Errors: as above. */
enum swarm_status options_give(struct base_env *env, struct options *options, enum option option, const char *text);

/* Gives the chosen preset's values to options that were not given; shapes only if the run has a device. */
void options_take_preset(struct options *options);

/* Sets the options of which `is` holds to their defaults, as if the caller had not given them. */
void options_forget(struct options *options, enum option_owner is);

/* The text of an option: given, else the preset's, else the default; NULL: none. */
const char *options_asked(const struct options *options, enum option option);

/* The value as the caller gave it, else as a caller would write it; NULL: none. `buffer` may hold it. Unless `asked`, a
 * given value that the run has changed is told as it is now. */
enum { OPTIONS_TEXT = 400 };
const char *options_text(const struct options *options, enum option option, bool asked, char buffer[OPTIONS_TEXT]);

/* Whether two texts are the same value of an option. */
bool options_same(enum option option, const char *a, const char *b);

/* Whether the sequential twin makes the run. */
bool options_is_twin(const struct options *options);

/* Whether an option was given that has one of these owners or traits. */
bool options_names(const struct options *options, unsigned owners);

/* The name of an option as messages of the env spell it. */
enum { OPTIONS_NAME = 32 };
const char *options_spelled(const struct base_env *env, const char *name, char spelled[OPTIONS_NAME]);

/* Fails with "--name value clashes with `with`: `reason`"; SWARM_ERROR_INVALID_ARGUMENT. Options in both texts are
 * spelled as --name. */
enum swarm_status options_clash(struct base_env *env, const struct options *options, enum option option,
                                const char *with, const char *reason);

/* The same for texts that are spelled already, as they hold words of the user. */
enum swarm_status options_clash_spelled(struct base_env *env, const struct options *options, enum option option,
                                        const char *with, const char *reason);

/* Refuses options that were given and have the trait `is`. */
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
    const struct options_preset_value *values; /* behind the last one text is NULL */
};
extern const struct options_preset options_presets[];
extern const size_t options_preset_count;
extern const struct swarm_variant options_preset_words[];

#endif
