#include "objective.h"

#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

const struct pso_objective *pso_objective_find(const char *name)
{
    const struct pso_objective *end = pso_objectives + pso_objective_count, *row = pso_objectives;
    while (row < end && strcmp(row->info.name, name) != 0) {
        ++row;
    }
    return row < end ? row : NULL;
}

/* Returns the names of all rows, separated by commas, owned; NULL if memory runs out. */
static char *list_names(void)
{
    char *list = base_text_format("%s", pso_objectives[0].info.name);
    for (size_t i = 1; list && i < pso_objective_count; ++i) {
        char *longer = base_text_format("%s, %s", list, pso_objectives[i].info.name);
        free(list);
        list = longer;
    }
    return list;
}

enum swarm_status pso_objective_take(struct base_env *env, const char *name, struct swarm_objective **objective)
{
    const struct pso_objective *row = pso_objective_find(name);
    if (!row) {
        char *names = list_names();
        enum swarm_status status =
            names ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                              "there is no objective called '%s'; expected one of %s, or a file", name, names)
                  : base_fail_memory(env);
        free(names);
        return status;
    }
    *objective = base_array(1, sizeof **objective);
    TRY(*objective ? SWARM_OK : base_fail_memory(env));
    (*objective)->info = row->info;
    (*objective)->row = row;
    return SWARM_OK;
}

/* Creates a user's objective, whose optimum is unknown. Takes ownership of `name`. */
static enum swarm_status make(struct base_env *env, enum swarm_objective_kind kind, char *name,
                              struct swarm_objective **objective)
{
    struct swarm_objective *made = name ? base_array(1, sizeof *made) : NULL;
    if (!made) {
        free(name);
        return base_fail_memory(env);
    }
    made->name = name;
    made->info = (struct swarm_objective_info){
        .name = name,
        .kind = kind,
        .formula = "",
        .bounds = "",
        .source = "",
        .properties = "",
        .minimum_dimensions = 1,
        .maximum_dimensions = PSO_MOST_DIMENSIONS,
        .can_shift = true, /* --shift is allowed, although the objective may not be defined everywhere */
    };
    *objective = made;
    return SWARM_OK;
}

enum swarm_status pso_objective_read(struct base_env *env, const char *path, struct swarm_objective **objective)
{
    const char *label = base_file_label(path);
    struct swarm_objective *made = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    TRY_OR(fail, make(env, SWARM_OBJECTIVE_FILE, base_file_stem(path), &made));
    made->path = base_text_copy(label, strlen(label));
    TRY_OR(fail, made->path ? SWARM_OK : base_fail_memory(env));
    TRY_OR(fail, base_file_read(env, path, &made->text, &size));
    const size_t mark = base_utf8_mark(made->text, size);
    size -= mark;
    memmove(made->text, made->text + mark, size + 1);
    TRY_OR(fail, pso_text_check(env, label, made->text, size, &made->constraints));
    made->is_noisy = pso_text_takes(made->text, "draws");
    made->takes_data = pso_text_takes(made->text, "data");
    *objective = made;
    return SWARM_OK;

fail:
    swarm_objective_destroy(&made);
    return status;
}

/* A NaN that no arithmetic produces. It marks values that a user's function has not written. */
#define UNWRITTEN UINT64_C(0x7ff8737761726d01)

static void clear(double *values, size_t count)
{
    const uint64_t bits = UNWRITTEN;
    for (size_t k = 0; k < count; ++k) {
        memcpy(&values[k], &bits, sizeof bits);
    }
}

static bool is_written(const double *values, size_t count)
{
    bool written = true;
    for (size_t k = 0; k < count; ++k) {
        uint64_t bits;
        memcpy(&bits, &values[k], sizeof bits);
        written = written && bits != UNWRITTEN;
    }
    return written;
}

bool pso_objective_call(const struct swarm_objective *objective, size_t count, uint32_t dimensions, const double *x,
                        double *values, double *g)
{
    struct pso_caller *caller = objective->caller;
    const size_t constraints = g ? count * objective->constraints : 0;
    clear(values, count);
    clear(g, constraints);
    pthread_mutex_lock(&caller->lock);
    for (size_t k = 0; caller->function && k < count; ++k) {
        values[k] = caller->function(caller->user, x + k * dimensions, dimensions);
    }
    if (caller->batch) {
        caller->batch(caller->user, count, dimensions, x, values);
    }
    if (constraints > 0) {
        caller->constraints(caller->constraints_user, count, dimensions, x, g);
    }
    pthread_mutex_unlock(&caller->lock);
    return is_written(values, count) && is_written(g, constraints);
}

enum swarm_status swarm_objective_find(swarm_context *context, const char *name, swarm_objective **objective)
{
    return name ? pso_objective_take(base_env_of(context), name, objective) : base_fail_null(context, "name");
}

enum swarm_status swarm_objective_read(swarm_context *context, const char *path, swarm_objective **objective)
{
    return path ? pso_objective_read(base_env_of(context), path, objective) : base_fail_null(context, "path");
}

/* Creates an objective from a user's function of one point or of many. */
static enum swarm_status wrap(swarm_context *context, const char *name, struct pso_caller functions,
                              swarm_objective **objective)
{
    struct base_env *env = base_env_of(context);
    if (!name || (!functions.function && !functions.batch)) {
        return base_fail_null(context, "name or function");
    }
    TRY(make(env, SWARM_OBJECTIVE_FUNCTION, base_text_copy(name, strlen(name)), objective));
    struct pso_caller *caller = base_array(1, sizeof *caller);
    if (!caller || pthread_mutex_init(&caller->lock, NULL) != 0) {
        free(caller);
        swarm_objective_destroy(objective);
        return base_fail_memory(env);
    }
    caller->function = functions.function;
    caller->batch = functions.batch;
    caller->user = functions.user;
    (*objective)->caller = caller;
    return SWARM_OK;
}

enum swarm_status swarm_objective_from_function(swarm_context *context, const char *name, swarm_objective_fn *function,
                                                void *user, swarm_objective **objective)
{
    return wrap(context, name, (struct pso_caller){.function = function, .user = user}, objective);
}

enum swarm_status swarm_objective_from_batch(swarm_context *context, const char *name,
                                             swarm_objective_batch_fn *function, void *user,
                                             swarm_objective **objective)
{
    return wrap(context, name, (struct pso_caller){.batch = function, .user = user}, objective);
}

enum swarm_status swarm_objective_constrain(swarm_context *context, swarm_objective *objective, uint32_t count,
                                            swarm_constraints_fn *function, void *user)
{
    if (!objective->caller || !function || count == 0 || count > PSO_MOST_CONSTRAINTS) {
        return base_fail(base_env_of(context), SWARM_ERROR_INVALID_ARGUMENT,
                         "%s: constraints need an objective that is a function, a function of their own and a number "
                         "from 1 to %d",
                         objective->info.name, (int)PSO_MOST_CONSTRAINTS);
    }
    objective->caller->constraints = function;
    objective->caller->constraints_user = user;
    objective->constraints = count;
    return SWARM_OK;
}

void swarm_objective_destroy(swarm_objective **objective)
{
    swarm_objective *self = *objective;
    if (self) {
        if (self->caller) {
            pthread_mutex_destroy(&self->caller->lock);
        }
        free(self->caller);
        free(self->name);
        free(self->path);
        free(self->text);
        free(self);
        *objective = NULL;
    }
}

const struct swarm_objective_info *swarm_objective_describe(const swarm_objective *objective)
{
    return &objective->info;
}

bool swarm_objective_bounds(const swarm_objective *objective, uint32_t dimensions, uint32_t index, double *lower,
                            double *upper)
{
    if (objective->row) {
        objective->row->bounds(dimensions, index, lower, upper);
    }
    return objective->row != NULL;
}

bool swarm_objective_optimum(const swarm_objective *objective, uint32_t dimensions, double *value, double *position,
                             bool *has_position)
{
    const struct swarm_objective_info *info = &objective->info;
    *has_position = objective->row && dimensions >= info->minimum_dimensions && dimensions <= info->maximum_dimensions;
    if (*has_position) {
        *value = objective->row->optimum(dimensions, position) + 0.0; /* converts -0 to 0 */
    }
    return *has_position;
}
