#include "measure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct bench_setting bench_chapter[] = {
    {"algorithm", "as"}, {"ants", "n"}, {"candidates", "0"}, {"local-search", "none"}, {NULL, NULL}};

void bench_target_init(struct bench_target *target, const struct swarm_device *device)
{
    *target = (struct bench_target){.device = device};
    if (device) {
        snprintf(target->selector, sizeof target->selector, "%u", device->index);
        snprintf(target->label, sizeof target->label, "%u: %s, %s, driver %s", device->index, device->name,
                 device->platform_name, device->driver);
    } else {
        snprintf(target->selector, sizeof target->selector, "none");
        snprintf(target->label, sizeof target->label, "sequential twin, %s", BENCH_BUILD);
    }
}

bool bench_is_cpu(const struct bench_target *target)
{
    return target->device && target->device->type == SWARM_DEVICE_CPU && !target->device->simulator;
}

void bench_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

const char *bench_error_line(const struct bench *bench, char *text, size_t size)
{
    const char *error = swarm_context_error(bench->context);
    snprintf(text, size, "%.*s", (int)strcspn(error, "\n"), error);
    return text;
}

void bench_fail(struct bench *bench, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    bench_note("%s", text);
    bench->failed = true;
}

static void report_missed(struct bench *bench, const char *what, const char *aim, const char *measured,
                          const char *device)
{
    struct bench_figure figure = {.unit = "", .verdict = BENCH_MISSED, .device = device};
    snprintf(figure.what, sizeof figure.what, "%s", what);
    snprintf(figure.aim, sizeof figure.aim, "%s", aim);
    snprintf(figure.measured, sizeof figure.measured, "%s", measured);
    bench_report_figure(&bench->report, &figure);
}

void bench_report_missing(struct bench *bench, const char *what, const char *aim, const struct bench_target *target)
{
    char text[BENCH_TEXT_SIZE] = "no iteration in time";
    if (bench->status != SWARM_OK) {
        bench_error_line(bench, text, sizeof text);
    }
    bench->failed |= bench->status != SWARM_OK && bench->status != SWARM_ERROR_OUT_OF_MEMORY;
    report_missed(bench, what, aim, text, target->label);
}

void bench_report_program_failed(struct bench *bench, const char *what, const char *aim, const char *device)
{
    bench->failed = true;
    report_missed(bench, what, aim, "the program failed", device);
}

static enum swarm_status apply(struct bench *bench, swarm_params *params, const struct bench_setting *settings)
{
    enum swarm_status status = SWARM_OK;
    for (; settings && settings->name && status == SWARM_OK; ++settings) {
        if (settings->value) {
            status = swarm_params_set(bench->context, params, settings->name, settings->value);
        }
    }
    return status;
}

enum swarm_status bench_solve(struct bench *bench, const swarm_instance *instance, const struct bench_target *target,
                              const struct bench_setting *settings, uint64_t iterations, double limit, bool profile,
                              swarm_result **result)
{
    swarm_params *params = NULL;
    char iterations_text[24], time_text[32];
    snprintf(iterations_text, sizeof iterations_text, "%llu", (unsigned long long)iterations);
    /* --time counts from the creation of the context */
    snprintf(time_text, sizeof time_text, "%.3f", swarm_context_seconds(bench->context) + limit);
    const struct bench_setting frame[] = {
        {"device", target->selector}, {"iterations", iterations_text}, {"time", time_text}, {NULL, NULL}};

    enum swarm_status status = swarm_params_create(bench->context, "tsp", &params);
    if (status == SWARM_OK) {
        status = apply(bench, params, bench_chapter);
    }
    if (status == SWARM_OK) {
        status = apply(bench, params, settings);
    }
    if (status == SWARM_OK) {
        status = apply(bench, params, frame);
    }
    if (status == SWARM_OK) {
        swarm_params_profile(params, profile);
        swarm_params_instance(params, instance);
        status = swarm_solve(bench->context, params, NULL, NULL, result);
    }
    swarm_params_destroy(&params);
    bench->status = status;
    if (status != SWARM_OK && status != SWARM_ERROR_OUT_OF_MEMORY && status != SWARM_ERROR_INVALID_ARGUMENT) {
        bench_fail(bench, "%s: %s", target->label, swarm_context_error(bench->context));
    }
    return status;
}

bool bench_goes_together(const struct bench_target *target, const struct bench_setting *settings)
{
    const double triangle[] = {0, 0, 3, 0, 0, 4};
    struct bench probe = {.context = NULL};
    swarm_instance *instance = NULL;
    swarm_result *result = NULL;
    enum swarm_status status = swarm_context_create(&probe.context);
    if (status == SWARM_OK) {
        swarm_context_cancel(probe.context); /* the run ends after it was planned, before it compiles */
        status =
            swarm_instance_from_coordinates(probe.context, "triangle", SWARM_METRIC_EUC_2D, 3, triangle, &instance);
    }
    if (status == SWARM_OK) {
        status = bench_solve(&probe, instance, target, settings, 1, 1.0, false, &result);
    }
    swarm_result_destroy(&result);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&probe.context);
    return status != SWARM_ERROR_INVALID_ARGUMENT;
}

const struct swarm_variant **bench_words(const char *parameter, size_t *count)
{
    size_t words = 0;
    const struct swarm_param *param = swarm_param_find("tsp", parameter);
    *count = 0;
    if (!param || !param->words) {
        return NULL;
    }
    while (param->words[words].name) {
        ++words;
    }
    const struct swarm_variant **list = calloc(words + 1, sizeof *list);
    for (size_t i = 0; list && i < words; ++i) {
        if (strcmp(param->words[i].name, "auto") != 0) {
            list[(*count)++] = &param->words[i];
        }
    }
    return list;
}

void bench_samples_add(struct bench_samples *samples, double value)
{
    size_t at = samples->count;
    if (at == BENCH_SAMPLE_LIMIT) {
        return;
    }
    for (; at > 0 && samples->values[at - 1] > value; --at) {
        samples->values[at] = samples->values[at - 1];
    }
    samples->values[at] = value;
    ++samples->count;
}

double bench_samples_minimum(const struct bench_samples *samples)
{
    return samples->count > 0 ? samples->values[0] : 0.0;
}

double bench_samples_median(const struct bench_samples *samples)
{
    size_t half = samples->count / 2;
    if (samples->count == 0) {
        return 0.0;
    }
    return samples->count % 2 ? samples->values[half] : 0.5 * (samples->values[half - 1] + samples->values[half]);
}
