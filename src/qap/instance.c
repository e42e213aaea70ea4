#include "instance.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/best.h"
#include "base/file.h"
#include "base/memory.h"
#include "run/run.h"

#define COST_MOST 72057594037927936.0 /* 2^56: a search adds up to 128 products of two elements */

uint32_t qap_first_wrong(const uint32_t *places, uint32_t count)
{
    bool taken[QAP_ITEMS_MOST] = {false};
    for (uint32_t i = 0; i < count; ++i) {
        if (places[i] >= count || taken[places[i]]) {
            return i;
        }
        taken[places[i]] = true;
    }
    return count;
}

bool qap_is_symmetric(const int64_t *matrix, uint32_t n)
{
    bool symmetric = true;
    for (size_t k = 0; k < (size_t)n * n && symmetric; ++k) {
        symmetric = matrix[k] == matrix[k % n * n + k / n];
    }
    return symmetric;
}

int64_t qap_instance_cost(const struct swarm_qap *qap, const uint32_t *places)
{
    const size_t n = qap->info.item_count;
    int64_t sum = 0;
    for (size_t i = 0; i < n; ++i) {
        const int64_t *row = qap->distances + places[i] * n;
        for (size_t j = 0; j < n; ++j) {
            sum += qap->flows[i * n + j] * row[places[j]];
        }
    }
    return sum;
}

uint32_t qap_instance_sum(const struct swarm_qap *qap)
{
    const size_t size = (size_t)qap->info.item_count * qap->info.item_count * sizeof *qap->flows;
    return (uint32_t)base_checksum(base_checksum(0, qap->flows, size), qap->distances, size);
}

/* Computes the largest magnitude of the elements, and the sum of all magnitudes. */
static void measure(const int64_t *matrix, size_t count, double *most, double *sum)
{
    *most = *sum = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const double value = (double)matrix[i], size = value < 0.0 ? -value : value;
        *sum += size;
        *most = size > *most ? size : *most;
    }
}

/* Returns an upper limit of all costs; if an element of a matrix is COST_MOST or more, at least that element. */
static double most_cost(const struct swarm_qap *qap)
{
    const size_t count = (size_t)qap->info.item_count * qap->info.item_count;
    double flow, flows, distance, distances;
    measure(qap->flows, count, &flow, &flows);
    measure(qap->distances, count, &distance, &distances);
    const double most = flows * distance < flow * distances ? flows * distance : flow * distances;
    return flow < COST_MOST && distance < COST_MOST ? most : fmax(most, fmax(flow, distance));
}

bool qap_instance_fits(const struct swarm_qap *qap)
{
    return most_cost(qap) < COST_MOST;
}

enum swarm_status qap_instance_create(struct base_env *env, const char *path, uint32_t item_count,
                                      struct swarm_qap **qap)
{
    const size_t count = (size_t)item_count * item_count;
    *qap = NULL;
    TRY(base_require_memory(env, path, count, 4 * sizeof(int64_t)));
    TRY(BASE_MAKE(env, *qap, 1));
    struct swarm_qap *made = *qap;
    made->name = base_file_stem(path);
    made->flows = base_array(count, sizeof *made->flows);
    made->distances = base_array(count, sizeof *made->distances);
    made->info = (struct swarm_qap_info){.name = made->name, .item_count = item_count};
    if (made->name && made->flows && made->distances) {
        return SWARM_OK;
    }
    swarm_qap_destroy(qap);
    return base_fail_memory(env);
}

/* Looks up the best known cost. For tai100a it is the lowest of three published values; three or four published
 * lists agree on the other instances. */
static void find_best(struct swarm_qap *qap)
{
    char mark[9];
    struct swarm_qap_info *info = &qap->info;
    if (base_best_find("qap", info->name, info->item_count, NULL)) {
        snprintf(mark, sizeof mark, "%08" PRIx32, qap_instance_sum(qap));
        const struct base_best *best = base_best_find("qap", info->name, info->item_count, mark);
        info->best_known = best != NULL;
        info->best_proven = best && best->proven;
        info->best = best ? best->value : 0;
    }
}

enum swarm_status qap_instance_finish(struct base_env *env, const char *path, struct swarm_qap **qap)
{
    const uint32_t n = (*qap)->info.item_count;
    const double most = most_cost(*qap);
    if (most >= COST_MOST) {
        const char *rest = (*qap)->info.decimals > 0
                               ? " units of the last decimal, expected less than 2^56: round the numbers to fewer "
                                 "decimals"
                               : ", expected less than 2^56: divide the matrices by a number";
        swarm_qap_destroy(qap);
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found flows and distances whose costs could reach %.3g%s", path,
                         most, rest);
    }
    (*qap)->info.symmetric = qap_is_symmetric((*qap)->flows, n) && qap_is_symmetric((*qap)->distances, n);
    find_best(*qap);
    return SWARM_OK;
}

void swarm_qap_destroy(swarm_qap **qap)
{
    if (qap && *qap) {
        free((*qap)->name);
        free((*qap)->flows);
        free((*qap)->distances);
        free((*qap)->items);
        free((*qap)->places);
        swarm_instance_destroy(&(*qap)->locations);
        free(*qap);
        *qap = NULL;
    }
}

const struct swarm_qap_info *swarm_qap_describe(const swarm_qap *qap)
{
    return &qap->info;
}

const char *swarm_qap_item_name(const swarm_qap *qap, uint32_t item)
{
    return qap->items && item < qap->info.item_count - qap->info.added_items ? qap->items[item] : NULL;
}

const char *swarm_qap_place_name(const swarm_qap *qap, uint32_t place)
{
    return qap->places && place < qap->info.item_count ? qap->places[place] : NULL;
}

const swarm_instance *swarm_qap_locations(const swarm_qap *qap)
{
    return qap->locations;
}

const struct swarm_table *swarm_qap_table(const swarm_qap *qap)
{
    return qap->table.separator ? &qap->table : NULL;
}

int64_t swarm_qap_flow(const swarm_qap *qap, uint32_t i, uint32_t j)
{
    return qap->flows[(size_t)i * qap->info.item_count + j];
}

enum swarm_status swarm_qap_cost(swarm_context *context, const swarm_qap *qap, const uint32_t *places, size_t count,
                                 int64_t *cost)
{
    struct base_env *env = base_env_of(context);
    const uint32_t n = qap->info.item_count;
    if (count != n) {
        return base_fail(env, SWARM_ERROR_VERIFICATION, "found %zu places, expected one for each of %u items", count,
                         (unsigned)n);
    }
    const uint32_t wrong = qap_first_wrong(places, n);
    if (wrong < n) {
        return base_fail(env, SWARM_ERROR_VERIFICATION,
                         "item %u has place %llu: expected a place from 1 to %u that no earlier item has",
                         (unsigned)wrong + 1, (unsigned long long)places[wrong] + 1, (unsigned)n);
    }
    *cost = qap_instance_cost(qap, places);
    return SWARM_OK;
}
