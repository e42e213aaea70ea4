/* swarms_constants DEVICE REPEATS OBJECTIVE [NAME VALUE]... - seconds of the loop with the swarm's constants in three
 * kinds of memory: in the global buffer of numbers, as in the library; in a __constant buffer, an additional argument;
 * in __constant memory of the program, with values known to the compiler. Runs the library with each in turn, REPEATS
 * times after a first run that warms up. One JSON document on stdout. Exit code 1: a run failed, or results differ; 2:
 * no such device.
 *
 * The linker calls the __wrap functions instead of the library's; these change the kernels' text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ocl/session.h"
#include "pso/device.h"
#include "pso/swarm.h"
#include "solve.h"

enum place { NUMBERS, ARGUMENT, PROGRAM, PLACES };
static const char *const place_names[PLACES] = {"numbers", "argument", "program"};

static struct {
    enum place place;
    const struct pso_settings *settings; /* settings, borrowed while a program is built */
    struct ocl_buffer buffer;            /* ARGUMENT */
} trial;

/* Replacements in the kernels' text, by kind of memory; NULL: none. */
struct change {
    const char *from, *to[PLACES];
};
#define BOTH(text)       \
    {                    \
        NULL, text, text \
    }
static const struct change changes[] = {
    {"__global num *constants", BOTH("__constant num *constants")},
    {"__global const num *constants", BOTH("__constant num *constants")},
    {"__global const num *rows", BOTH("__constant num *rows")},
    {"made.best_positions = made.constants", BOTH("made.best_positions = made.values + stride")},
    {"made.constants = made.values + stride", BOTH("made.constants = fixed")},
    {"swarm_arrays_of(numbers", {NULL, "swarm_arrays_of(fixed, numbers", NULL}},
    {"swarm_arrays_of(__global", {NULL, "swarm_arrays_of(__constant num *fixed, __global", NULL}},
    {"__global num *numbers, __global uint *words, const",
     {NULL, "__constant num *fixed, __global num *numbers, __global uint *words, const", NULL}},
};

/* Replaces all `from` in `text`, which it frees. The result is owned; NULL if memory runs out or `from` is missing. */
static char *replaced(char *text, const char *from, const char *to)
{
    char *made = NULL;
    for (char *at = text; at;) {
        char *next = strstr(at, from), *longer = NULL;
        if (!next && !made) {
            fprintf(stderr, "swarms_constants: the kernels' text lacks `%s`\n", from);
            break;
        }
        longer = base_text_format("%s%.*s%s", made ? made : "", next ? (int)(next - at) : (int)strlen(at), at,
                                  next ? to : "");
        free(made);
        made = longer;
        at = next && made ? next + strlen(from) : NULL;
    }
    free(text);
    return made;
}

/* Returns the constants, owned. The program's text cannot express NaN, which means no target, so the target is a
 * number below all values. */
static double *make_constants(const struct pso_settings *s, size_t *count)
{
    *count = CONSTANT_COUNT + (size_t)CONSTANT_ROWS * s->dimensions;
    double *constants = calloc(*count, sizeof *constants);
    if (constants) {
        pso_reference_of(64)->constants(s, INT64_MIN, constants);
        constants[CONSTANT_TARGET] = -HUGE_VAL;
    }
    return constants;
}

static char *definition(const struct pso_settings *s)
{
    size_t count = 0;
    double *constants = make_constants(s, &count);
    char *text = base_text_format("__constant num fixed[] = {");
    for (size_t i = 0; constants && text && i < count; ++i) {
        const double bounded = fmax(constants[i], -0x1.fffffffffffffp+1023);
        char *longer = base_text_format("%s%a,", text, bounded);
        free(text);
        text = longer;
    }
    char *whole = text ? base_text_format("%s};\nstruct swarm_arrays {", text) : NULL;
    free(constants);
    free(text);
    return whole;
}

static char *changed(char *text)
{
    for (size_t i = 0; text && i < sizeof changes / sizeof changes[0]; ++i) {
        const char *to = changes[i].to[trial.place];
        text = to ? replaced(text, changes[i].from, to) : text;
    }
    if (trial.place == PROGRAM && text) {
        char *defined = definition(trial.settings);
        text = defined ? replaced(text, "struct swarm_arrays {", defined) : text;
        free(defined);
    }
    return text;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* In place of the library's functions                                                                                */

#define WRAPPED(type, name, ...)     \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

WRAPPED(enum swarm_status, pso_program_build, struct ocl_session *session, const struct pso_settings *s,
        const struct pso_shape *shape, const char *const *kernels, const char *dump_path, cl_program *program)
{
    enum swarm_status status = SWARM_OK;
    size_t count = 0;
    double *constants = make_constants(s, &count);
    trial.settings = s;
    ocl_buffer_release(&trial.buffer);
    if (trial.place == ARGUMENT) {
        trial.buffer = (struct ocl_buffer){"constants", count * sizeof *constants, NULL};
        TRY_OR(done, constants ? SWARM_OK : base_fail_memory(session->env));
        TRY_OR(done, ocl_buffer_create(session, &trial.buffer));
        TRY_OR(done, ocl_buffer_write(session, &trial.buffer, 0, trial.buffer.bytes, constants));
    }
    TRY_OR(done, __real_pso_program_build(session, s, shape, kernels, dump_path, program));

done:
    free(constants);
    return status;
}

WRAPPED(enum swarm_status, ocl_program_build, struct ocl_session *session, const struct ocl_source *sources,
        size_t source_count, const struct ocl_define *defines, size_t define_count, cl_program *program)
{
    struct ocl_source whole = {"swarms/constants.cl", NULL, 0};
    char *text = NULL;
    if (trial.place == NUMBERS) {
        return __real_ocl_program_build(session, sources, source_count, defines, define_count, program);
    }
    TRY(ocl_program_text(session, sources, source_count, defines, define_count, &text));
    text = changed(text);
    TRY(text ? SWARM_OK : base_fail(session->env, SWARM_ERROR_INTERNAL, "the kernels' text cannot be changed"));
    whole.text = text;
    whole.size = strlen(text);
    const enum swarm_status status = __real_ocl_program_build(session, &whole, 1, defines, define_count, program);
    free(text);
    return status;
}

/* Sets an additional first argument, the constants. */
WRAPPED(cl_int, clSetKernelArg, cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    return __real_clSetKernelArg(kernel, trial.place == ARGUMENT ? index + 1 : index, size, value);
}

WRAPPED(enum swarm_status, ocl_kernel_bind, struct ocl_session *session, const struct ocl_kernel *kernel,
        const struct ocl_value *values, size_t count)
{
    if (trial.place == ARGUMENT) {
        const cl_int code = __real_clSetKernelArg(kernel->handle, 0, sizeof(cl_mem), &trial.buffer.memory);
        TRY(ocl_check(session->env, code, "clSetKernelArg"));
    }
    return __real_ocl_kernel_bind(session, kernel, values, count);
}

/* ------------------------------------------------------------------------------------------------------------------ */

int main(int count, char **words)
{
    const int repeats = count > 3 ? atoi(words[2]) : 0;
    double value = NAN;
    if (repeats < 1) {
        fprintf(stderr, "usage: swarms_constants DEVICE REPEATS OBJECTIVE [NAME VALUE]...\n");
        return 2;
    }
    double *seconds = calloc((size_t)PLACES * (size_t)repeats, sizeof *seconds);
    for (int i = -1; seconds && i < repeats; ++i) {
        for (int k = 0; k < PLACES; ++k) {
            swarm_result *result = NULL;
            trial.place = (enum place)k;
            const enum swarm_status status = solve(words[3], words[1], words + 4, &result);
            if (status != SWARM_OK) {
                return status == SWARM_ERROR_INVALID_ARGUMENT || status == SWARM_ERROR_NO_DEVICE ? 2 : 1;
            }
            if (result->value != value && !isnan(value)) {
                fprintf(stderr, "swarms_constants: %s: the result differs from the first\n", place_names[k]);
                return 1;
            }
            value = result->value;
            if (i >= 0) {
                seconds[k * repeats + i] = result->timing.loop;
            }
            swarm_result_destroy(&result);
        }
    }
    printf("{\"value\": %.17g", value);
    for (int k = 0; k < PLACES; ++k) {
        printf(", \"%s\": [", place_names[k]);
        for (int i = 0; seconds && i < repeats; ++i) {
            printf("%s%.9g", i > 0 ? ", " : "", seconds[k * repeats + i]);
        }
        printf("]");
    }
    printf("}\n");
    ocl_buffer_release(&trial.buffer);
    free(seconds);
    return 0;
}
