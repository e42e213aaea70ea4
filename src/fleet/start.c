/* start.c - a first plan by savings (Clarke and Wright 1964) between near customers, and by insertion. */
#include <stdlib.h>
#include <string.h>

#include "space.h"
#include "cl/fleet/search.h"

struct saving {
    int64_t key; /* minus the length that the edge saves */
    uint32_t from, to;
};

/* Routes while they are joined, as chains of customers without copies of the depot. */
struct builder {
    struct fleet_search *s; /* its arrays next, prev, leave and latest hold the chains */
    uint32_t *chain;        /* [n] number of each customer's chain: its first customer when it was made */
    uint32_t *head, *tail;  /* [n] of each chain */
    int64_t *load, *work;   /* [n] of each chain */
};

static int compare(const void *a, const void *b)
{
    const struct saving *one = a, *other = b;
    return one->key != other->key     ? (one->key < other->key ? -1 : 1)
           : one->from != other->from ? (one->from < other->from ? -1 : 1)
                                      : (one->to < other->to ? -1 : 1);
}

/* Joins the chain that ends with `from` and the one that begins with `to`, if a vehicle can serve both. */
static void join(struct builder *builder, const struct saving *saving)
{
    struct fleet_search *s = builder->s;
    const struct fleet_customer *customers = s->customers;
    const uint32_t from = saving->from, to = saving->to, one = builder->chain[from], other = builder->chain[to];
    const int64_t work = builder->work[one] + builder->work[other] + saving->key;
    if (one == other || builder->tail[one] != from || builder->head[other] != to || work > s->vehicles->duration
        || builder->load[one] + builder->load[other] > s->vehicles->capacity) {
        return;
    }
    const int32_t length = view_length(&s->view, from, to);
    if (fleet_has(s, FLEET_WINDOWS) && s->leave[from] + length > s->latest[to]) {
        return;
    }
    s->next[from] = to;
    s->prev[to] = from;
    for (uint32_t k = to, before = from; fleet_has(s, FLEET_WINDOWS); before = k, k = s->next[k]) {
        const int32_t reached = s->leave[before] + view_length(&s->view, before, k);
        s->leave[k] = (reached > customers[k].early ? reached : customers[k].early) + customers[k].service;
        if (k == builder->tail[other]) {
            break;
        }
    }
    for (uint32_t k = from, after = to; fleet_has(s, FLEET_WINDOWS); after = k, k = s->prev[k]) {
        const int32_t due = s->latest[after] - customers[k].service - view_length(&s->view, k, after);
        s->latest[k] = due < customers[k].late ? due : customers[k].late;
        if (k == builder->head[one]) {
            break;
        }
    }
    builder->load[one] += builder->load[other];
    builder->work[one] = work;
    builder->tail[one] = builder->tail[other];
    for (uint32_t k = to;; k = s->next[k]) {
        builder->chain[k] = one;
        if (k == builder->tail[other]) {
            break;
        }
    }
}

static void begin_chains(struct builder *builder)
{
    struct fleet_search *s = builder->s;
    for (uint32_t i = 0; i < s->view.n; ++i) {
        const struct fleet_customer *customer = &s->customers[i];
        const int32_t reached = s->vehicles->early + customer->home;
        const int32_t due = s->vehicles->late - customer->service - customer->home;
        builder->chain[i] = builder->head[i] = builder->tail[i] = i;
        builder->load[i] = customer->demand;
        builder->work[i] = 2 * (int64_t)customer->home + customer->service;
        s->leave[i] = (reached > customer->early ? reached : customer->early) + customer->service;
        s->latest[i] = due < customer->late ? due : customer->late;
    }
}

static size_t list_savings(const struct fleet_search *s, struct saving *savings)
{
    size_t count = 0;
    for (uint32_t i = 0; i < s->view.n; ++i) {
        for (uint32_t k = 0; !s->customers[i].depot && k < s->view.width; ++k) {
            const uint32_t near = s->view.near[(size_t)i * s->view.width + k];
            const int64_t length = s->view.near_length[(size_t)i * s->view.width + k];
            if (!s->customers[near].depot) {
                const int64_t key = length - s->customers[i].home - s->customers[near].home;
                savings[count++] = (struct saving){key, i, near};
                savings[count++] = (struct saving){key, near, i};
            }
        }
    }
    qsort(savings, count, sizeof *savings, compare);
    return count;
}

/* A chain for a route, and its load for sorting. */
static int compare_loads(const void *a, const void *b)
{
    const struct fleet_cut_key *one = a, *other = b;
    return one->key != other->key ? (one->key > other->key ? -1 : 1) : one->route < other->route ? -1 : 1;
}

/* Writes the chains with the largest loads as routes. order [n], nodes [n] scratch. */
static void write_routes(struct builder *builder, struct fleet_cut_key *order, uint32_t *nodes)
{
    struct fleet_search *s = builder->s;
    const uint32_t n = s->view.n;
    uint32_t chains = 0, count = 0, *ends = builder->head; /* the heads are copied to order[] first */
    for (uint32_t i = 0; i < n; ++i) {
        if (!s->customers[i].depot && builder->chain[i] == i) {
            order[chains++] = (struct fleet_cut_key){builder->load[i], i, builder->head[i]};
        }
    }
    qsort(order, chains, sizeof *order, compare_loads);
    chains = chains < s->rules.routes ? chains : s->rules.routes;
    for (uint32_t c = 0; c < chains; ++c) {
        const uint32_t last = builder->tail[order[c].route];
        for (uint32_t k = order[c].site;; k = s->next[k]) {
            nodes[count++] = k;
            if (k == last) {
                break;
            }
        }
        ends[c] = count;
    }
    fleet_plan_clear(s);
    for (uint32_t c = 0, k = 0; c < chains; ++c) {
        for (; k < ends[c]; ++k) {
            fleet_plan_add(s, nodes[k], c);
        }
        if (fleet_has(s, FLEET_WINDOWS)) {
            fleet_time_route(s, c);
        }
    }
}

/* True if savings apply: all routes begin and end at one depot, and only loads, durations and windows bound them. */
static bool has_savings(const struct fleet_search *s)
{
    const struct fleet_vehicle *vehicle = s->vehicles;
    return (s->rules.features & ~(FLEET_WINDOWS | FLEET_LIMITS)) == 0 && vehicle->start == vehicle->end
           && vehicle->start != FLEET_ABSENT && vehicle->limit == FLEET_NO_LIMIT && vehicle->stops + 1 >= s->view.n;
}

/* Joins chains by savings. */
static enum swarm_status build(struct base_env *env, struct fleet_search *s)
{
    const uint32_t n = s->view.n;
    struct base_arrays arrays = {.count = 0};
    struct builder builder = {.s = s};
    struct saving *savings = base_arrays_add(&arrays, 2 * (size_t)n * s->view.width, sizeof *savings);
    struct fleet_cut_key *order = base_arrays_add(&arrays, n, sizeof *order);
    uint32_t *nodes = base_arrays_add(&arrays, n, sizeof *nodes);
    builder.chain = base_arrays_add(&arrays, n, sizeof *builder.chain);
    builder.head = base_arrays_add(&arrays, n, sizeof *builder.head);
    builder.tail = base_arrays_add(&arrays, n, sizeof *builder.tail);
    builder.load = base_arrays_add(&arrays, n, sizeof *builder.load);
    builder.work = base_arrays_add(&arrays, n, sizeof *builder.work);
    const enum swarm_status status = arrays.failed ? base_fail_memory(env) : SWARM_OK;
    if (status == SWARM_OK) {
        begin_chains(&builder);
        const size_t count = list_savings(s, savings);
        for (size_t k = 0; k < count && savings[k].key < 0; ++k) {
            join(&builder, &savings[k]);
        }
        write_routes(&builder, order, nodes);
    }
    base_arrays_free(&arrays);
    return status;
}

/* Inserts an absent customer next to a near one; else where it begins a route; else anywhere. */
static void insert(struct fleet_search *s, uint32_t node)
{
    s->noise = node; /* each customer passes over other places */
    uint64_t key = fleet_search_near(s, node);
    if (key == FLEET_NO_PLACE) {
        fleet_find_empty(s);
        const uint32_t empty = s->board->empty;
        key = fleet_has(s, FLEET_DIFFERENT | FLEET_CHOICES) ? fleet_search_empty(s, node)
              : fleet_fits(s, node, empty)                  ? fleet_try_after(s, node, s->view.n + empty, empty, key)
                                                            : key;
        key = key == FLEET_NO_PLACE ? fleet_search_all(s, node) : key;
    }
    if (key != FLEET_NO_PLACE) {
        const uint32_t before = (uint32_t)(key & 0xfffffu);
        fleet_link(s, before, node, before < s->view.n ? s->route[before] : before - s->view.n);
        if (fleet_has(s, FLEET_WINDOWS)) {
            fleet_time_from(s, node);
        }
    }
}

enum swarm_status fleet_plan_complete(struct base_env *env, const struct fleet_space *space, struct fleet_search *s,
                                      int64_t *cost)
{
    struct draw_sequence none = {0}; /* one part needs no random numbers */
    struct fleet_cut_key *keys;
    TRY(BASE_MAKE(env, keys, s->rules.routes));
    fleet_plan_cut(s, &none, keys, 1, 0, &s->own);
    free(keys);
    s->board->empty = FLEET_ABSENT;
    for (uint32_t i = 0; i < s->view.n; ++i) {
        if (s->route[i] == FLEET_ABSENT && fleet_space_price(space, i) >= FLEET_MISSING) {
            insert(s, i);
        }
    }
    *cost = fleet_plan_cost(s);
    return SWARM_OK;
}

enum swarm_status fleet_plan_start(struct base_env *env, const struct fleet_space *space, struct fleet_search *s,
                                   int64_t *cost)
{
    fleet_plan_clear(s);
    TRY(has_savings(s) ? build(env, s) : SWARM_OK);
    return fleet_plan_complete(env, space, s, cost);
}
