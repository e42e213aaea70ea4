#include "env.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char no_memory_text[] = "out of memory on the host";
static const char lost_message_text[] = "a message is lost: out of memory on the host";

double base_clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct timespec base_clock_after(double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    const double fraction = (double)until.tv_nsec + 1e9 * seconds;
    until.tv_sec += (time_t)(fraction / 1e9);
    until.tv_nsec = (long)(fraction - 1e9 * (double)(time_t)(fraction / 1e9));
    return until;
}

struct base_env *base_env_of(swarm_context *context)
{
    return (struct base_env *)(void *)context;
}

enum swarm_status base_env_init(struct base_env *env)
{
    pthread_mutexattr_t recursive;
    *env = (struct base_env){.start = base_clock_now()};
    if (pthread_mutexattr_init(&recursive) != 0) {
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    const bool made = pthread_mutex_init(&env->callbacks, &recursive) == 0;
    pthread_mutexattr_destroy(&recursive);
    return made ? SWARM_OK : SWARM_ERROR_OUT_OF_MEMORY;
}

/* The env whose clock, cancellation and callbacks `env` uses: itself unless it is a fork. */
static struct base_env *root_of(const struct base_env *env)
{
    return (struct base_env *)(env->root ? env->root : env);
}

void base_env_fork(struct base_env *env, const struct base_env *root)
{
    *env = (struct base_env){.root = root_of(root), .spelling = root->spelling};
}

static void set_error(struct base_env *env, char *text)
{
    if (env->error != no_memory_text) {
        free(env->error);
    }
    env->error = text ? text : no_memory_text;
}

void base_env_begin(struct base_env *env, const struct base_env *above)
{
    *env = (struct base_env){.above = above, .spelling = above->spelling, .start = base_clock_now()};
}

void base_env_deinit(struct base_env *env)
{
    set_error(env, NULL);
    env->error = NULL;
    if (!env->root && !env->above) {
        pthread_mutex_destroy(&env->callbacks);
    }
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

void base_spell(const struct base_env *env, const char *text, char *spelled)
{
    bool in_word = false, in_name = false; /* the previous byte belongs to a word; to a word after "--" */
    while (*text) {
        const bool begins = !in_word && text[0] == '-' && text[1] == '-' && text[2] >= 'a' && text[2] <= 'z';
        if (begins && env->spelling != SWARM_SPELLING_OPTIONS) {
            text += 2;
            in_name = true;
        }
        in_word = base_text_is_alphanumeric(*text) || *text == '-';
        in_name = in_name && is_name(*text);
        *spelled++ = in_name && *text == '-' && env->spelling == SWARM_SPELLING_KEYWORDS ? '_' : *text;
        ++text;
    }
    *spelled = '\0';
}

/* The caller owns the text; NULL if memory runs out. */
static char *formatted(const struct base_env *env, const char *format, va_list arguments)
{
    char *spelled = malloc(strlen(format) + 1);
    if (!spelled) {
        return NULL;
    }
    base_spell(env, format, spelled);
    char *text = base_text_vformat(spelled, arguments);
    free(spelled);
    return text;
}

enum swarm_status base_fail(struct base_env *env, enum swarm_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = formatted(env, format, arguments);
    va_end(arguments);
    set_error(env, text);
    return text ? status : SWARM_ERROR_OUT_OF_MEMORY;
}

enum swarm_status base_fail_in(struct base_env *env, enum swarm_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *place = formatted(env, format, arguments);
    va_end(arguments);
    char *text = place ? base_text_format("%s: %s", place, env->error ? env->error : "") : NULL;
    free(place);
    set_error(env, text);
    return text ? status : SWARM_ERROR_OUT_OF_MEMORY;
}

enum swarm_status base_fail_null(swarm_context *context, const char *what)
{
    return base_fail(base_env_of(context), SWARM_ERROR_INVALID_ARGUMENT, "%s is NULL", what);
}

enum swarm_status base_fail_memory(struct base_env *env)
{
    set_error(env, NULL);
    return SWARM_ERROR_OUT_OF_MEMORY;
}

bool base_lacks_memory(const struct base_env *env)
{
    const char *text = env->error ? strstr(env->error, no_memory_text) : NULL;
    return text && text[strlen(no_memory_text)] == '\0'; /* base_fail_in() adds text only before it */
}

void base_log(struct base_env *env, enum swarm_log_level level, const char *format, ...)
{
    if (!env->log) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    char *text = formatted(env, format, arguments);
    va_end(arguments);
    base_callback_begin(env);
    env->log(env->log_user, text ? level : SWARM_LOG_WARNING, text ? text : lost_message_text);
    base_callback_end(env);
    free(text);
}

void base_callback_begin(struct base_env *env)
{
    pthread_mutex_lock(&root_of(env)->callbacks);
}

void base_callback_end(struct base_env *env)
{
    pthread_mutex_unlock(&root_of(env)->callbacks);
}

bool base_cancelled(const struct base_env *env)
{
    const struct base_env *root = root_of(env);
    return atomic_load(&env->cancelled) != 0 || atomic_load(&root->cancelled) != 0
           || (root->above && base_cancelled(root->above));
}

enum swarm_stop_reason base_satisfied(const struct base_env *env)
{
    return (enum swarm_stop_reason)atomic_load(&root_of(env)->satisfied);
}

bool base_ended(const struct base_env *env, double deadline)
{
    return base_cancelled(env) || base_satisfied(env) || base_seconds(env) >= deadline;
}

void base_hold(struct base_env *env)
{
    atomic_fetch_add(&root_of(env)->holds, 1);
}

void base_release(struct base_env *env)
{
    atomic_fetch_sub(&root_of(env)->holds, 1);
}

bool base_interrupted(const struct base_env *env, double deadline)
{
    return atomic_load(&root_of(env)->holds) == 0 && base_ended(env, deadline);
}

enum swarm_status base_check_reading(struct base_env *env, const char *path)
{
    if (env->reads_until > 0.0 && base_cancelled(env)) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: reading was interrupted; there is no result", path);
    }
    if (env->reads_until > 0.0 && base_seconds(env) >= env->reads_until) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: reading takes longer than the time limit; there is no result",
                         path);
    }
    return SWARM_OK;
}

bool base_cut(const struct base_env *env, double deadline, const struct base_patience *patience)
{
    return base_interrupted(env, deadline)
           && base_seconds(env) - patience->begun >= (base_cancelled(env) ? patience->cancelled : patience->late);
}

double base_seconds(const struct base_env *env)
{
    return base_clock_now() - root_of(env)->start;
}
