#include "checkpoints.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "options/options.h"

/* Seconds between two checkpoints by default, and their largest share of the run's time then. */
#define CHECKPOINT_SECONDS 5.0
#define CHECKPOINT_SHARE   0.01

/* Shares of the time for states that are only kept in memory: of runs of short iterations, which need them seldom, and
 * of the time since the last state where iterations are long. */
#define KEPT_SHARE 0.005
#define COPY_SHARE 0.03

/* Seconds. At the end of a run a SHORT iteration is completed unless it began more than SHORT_PATIENCE ago. A long one
 * is cut: the state before it is kept. If copies are too dear for that, it is completed after a signal, within
 * LONG_PATIENCE of its beginning. */
#define SHORT          0.1
#define SHORT_PATIENCE 0.3
#define LONG_PATIENCE  5.0

/* Reads EVERY, the text behind the last comma: "50", "5s" or "0.5s". */
static bool parse_every(const char *text, struct run_checkpoints *checkpoints)
{
    const size_t size = strlen(text);
    int64_t count;
    if (size > 1 && text[size - 1] == 's') {
        return base_number_real(text, size - 1, &checkpoints->seconds) && checkpoints->seconds > 0.0;
    }
    if (!base_number_integer(text, size, &count) || count < 1 || count > UINT32_MAX) {
        return false;
    }
    checkpoints->every = (uint64_t)count;
    return true;
}

enum swarm_status run_checkpoints_init(struct base_env *env, const struct options *options,
                                       struct run_checkpoints *checkpoints)
{
    const char *text = options->checkpoint, *comma = text ? strrchr(text, ',') : NULL;
    if (!text) {
        return SWARM_OK;
    }
    const size_t size = comma ? (size_t)(comma - text) : strlen(text);
    checkpoints->seconds = CHECKPOINT_SECONDS;
    checkpoints->given = comma != NULL;
    if (comma && !parse_every(comma + 1, checkpoints)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--checkpoint %s: expected FILE, or FILE,EVERY with iterations, as in 500, or seconds, as in "
                         "30s",
                         text);
    }
    if (size == 0) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--checkpoint %s: expected the name of a file", text);
    }
    char *path = base_text_copy(text, size);
    checkpoints->path = path ? run_checkpoint_path(env, path) : NULL;
    free(path);
    return checkpoints->path ? SWARM_OK : base_fail_memory(env);
}

enum swarm_status run_checkpoints_lock(struct base_env *env, struct run_checkpoints *checkpoints)
{
    return checkpoints->path ? base_file_lock(env, checkpoints->path, &checkpoints->lock) : SWARM_OK;
}

char *run_checkpoint_path(const struct base_env *env, const char *path)
{
    return env->ranks.count > 1 ? base_text_format("%s.%u", path, (unsigned)env->ranks.rank)
                                : base_text_copy(path, strlen(path));
}

char *run_checkpoint_path_before(const char *path)
{
    return base_text_format("%s.before", path);
}

void run_checkpoints_deinit(struct run_checkpoints *checkpoints)
{
    base_file_unlock(&checkpoints->lock);
    free(checkpoints->path);
}

struct base_patience run_checkpoints_patience(const struct base_env *env, const struct run_checkpoints *checkpoints,
                                              double seconds)
{
    const bool is_dear = checkpoints->copying > COPY_SHARE * seconds;
    return (struct base_patience){
        .begun = base_seconds(env),
        .late = seconds < SHORT ? SHORT_PATIENCE : 0.0,
        .cancelled = seconds < SHORT ? SHORT_PATIENCE
                     : is_dear       ? LONG_PATIENCE
                                     : 0.0,
    };
}

/* Whether a state is worth its copy. Just before the time limit it always is. */
static bool keeps_state(const struct base_env *env, const struct run_checkpoints *checkpoints, double seconds,
                        double deadline)
{
    const double now = base_seconds(env);
    if (seconds < SHORT) {
        return KEPT_SHARE * now >= checkpoints->keeping + checkpoints->copying;
    }
    return checkpoints->copying <= COPY_SHARE * (now - checkpoints->at)
           || (now < deadline && now + 2.0 * seconds >= deadline);
}

enum search_due run_checkpoints_due(struct base_env *env, const struct run_checkpoints *checkpoints,
                                    const struct search_span *span, double deadline)
{
    const uint64_t every = checkpoints->every;
    /* includes this one and the last, which is written at any cost */
    const double cost = checkpoints->given ? 0.0 : checkpoints->total + 2.0 * checkpoints->cost;
    const double now = base_seconds(env);
    const bool writes = every > 0 ? span->done / every != span->from / every
                                  : now - checkpoints->last >= checkpoints->seconds && CHECKPOINT_SHARE * now >= cost;
    const bool is_first = env->ranks.count <= 1 || env->ranks.rank == 0;
    const bool is_wanted = atomic_exchange(&env->wants_state, false);
    return is_wanted || (is_first && writes)                                    ? SEARCH_DUE_FILE
           : is_first && keeps_state(env, checkpoints, span->seconds, deadline) ? SEARCH_DUE_STATE
                                                                                : SEARCH_DUE_NOTHING;
}
