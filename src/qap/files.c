/* files.c - instances and assignments from callers, from texts and in files. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "text.h"

enum swarm_status swarm_qap_from_matrices(swarm_context *context, const char *name, size_t item_count,
                                          const int64_t *flows, const int64_t *distances, swarm_qap **qap)
{
    struct base_env *env = base_env_of(context);
    if (!flows || !distances) {
        return base_fail_null(context, !flows ? "flows" : "distances");
    }
    name = name ? name : "";
    if (item_count < 1 || item_count > QAP_ITEMS_MOST) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found %zu items, expected 1 to %d", name, item_count,
                         (int)QAP_ITEMS_MOST);
    }
    TRY(qap_instance_create(env, name, (uint32_t)item_count, qap));
    memcpy((*qap)->flows, flows, item_count * item_count * sizeof *flows);
    memcpy((*qap)->distances, distances, item_count * item_count * sizeof *distances);
    const enum swarm_status status = qap_instance_finish(env, name, *qap);
    if (status != SWARM_OK) {
        swarm_qap_destroy(qap);
    }
    return status;
}

enum swarm_status swarm_qap_parse(swarm_context *context, const char *text, size_t size, const char *name,
                                  swarm_qap **qap)
{
    return !text || !name ? base_fail_null(context, !text ? "text" : "name")
                          : qap_text_parse(base_env_of(context), text, size, name, qap);
}

enum swarm_status swarm_qap_read(swarm_context *context, const char *path, swarm_qap **qap)
{
    struct base_env *env = base_env_of(context);
    const double start = base_seconds(env);
    char *bytes = NULL;
    size_t size = 0;
    if (!path) {
        return base_fail_null(context, "path");
    }
    TRY(base_file_read(env, path, &bytes, &size));
    const enum swarm_status status = qap_text_parse(env, bytes, size, base_file_label(path), qap);
    free(bytes);
    if (status == SWARM_OK) {
        (*qap)->info.read_seconds = base_seconds(env) - start;
    }
    return status;
}

enum swarm_status swarm_qap_read_assignment(swarm_context *context, const swarm_qap *qap, const char *path,
                                            uint32_t **places, int64_t *cost)
{
    struct base_env *env = base_env_of(context);
    char *bytes = NULL;
    size_t size = 0;
    if (!path) {
        return base_fail_null(context, "path");
    }
    TRY(base_file_read(env, path, &bytes, &size));
    const struct base_word text = {bytes, size};
    const enum swarm_status status = qap_assignment_parse(env, qap, text, base_file_label(path), places, cost);
    free(bytes);
    return status;
}

struct assignment {
    const struct swarm_qap *qap;
    const uint32_t *places;
};

static bool write_assignment(FILE *file, const void *content)
{
    enum { LINE = 20 };
    const struct assignment *assignment = content;
    const uint32_t n = assignment->qap->info.item_count;
    bool fine =
        fprintf(file, "%u %lld\n", (unsigned)n, (long long)qap_instance_cost(assignment->qap, assignment->places)) > 0;
    for (uint32_t i = 0; i < n && fine; ++i) {
        fine =
            fprintf(file, "%u%c", (unsigned)assignment->places[i] + 1, i % LINE == LINE - 1 || i + 1 == n ? '\n' : ' ')
            > 0;
    }
    return fine;
}

enum swarm_status swarm_qap_write_assignment(swarm_context *context, const char *path, const swarm_qap *qap,
                                             const uint32_t *places)
{
    const struct assignment assignment = {qap, places};
    int64_t cost;
    TRY(swarm_qap_cost(context, qap, places, qap->info.item_count, &cost));
    return base_file_write(base_env_of(context), path, write_assignment, &assignment);
}
