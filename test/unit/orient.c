/* Orienteering on host threads: small instances compared with all orders of nodes, rejected questions and tours, and
 * functions of tours.
 *
 * Usage: orient FALLBACK_FOLDER, a folder of OPLib's files, which the repository does not contain. $OPLIB_DIR replaces
 * it. */
#include "orient/space.h"

#include <math.h>
#include <unistd.h>

#include "../env.h"
#include "../scene.h"
#include "tsp/instance.h"

enum { FEW = 8, SOME = 20, LISTED = 60 };

static uint32_t score_of(uint32_t node)
{
    return node % 5 == 3 ? 0 : 1 + (uint32_t)scattered(node + 77) % 20;
}

static struct scene *bare_scene(uint32_t n)
{
    struct scene *scene = scene_open(n);
    scene->problem = "orient";
    return scene;
}

static const uint32_t *scores_of_all(void)
{
    static uint32_t scores[LISTED];
    for (uint32_t i = 0; i < LISTED; ++i) {
        scores[i] = score_of(i);
    }
    return scores;
}

static struct scene *scored_scene(uint32_t n)
{
    struct scene *scene = bare_scene(n);
    require_ok(scene, swarm_instance_set_scores(scene->context, scene->instance, scores_of_all()));
    return scene;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Small instances                                                                                                    */

struct asked {
    bool path;
    uint32_t start, end; /* first and last node of the path; NO_NODE: any node */
    int64_t limit;
};
#define NO_NODE UINT32_MAX
static const struct asked questions[] = {
    {false, NO_NODE, NO_NODE, 1500}, {true, 2, 5, 1500}, {true, 4, NO_NODE, 1500}, {true, NO_NODE, 1, 1500},
    {true, NO_NODE, NO_NODE, 1500},
};

/* The greatest score of all tours that start with order[0 .. count - 1], whose length and score are given. */
static int64_t greatest(const swarm_instance *instance, const struct asked *asked, uint32_t *order, uint32_t count,
                        int64_t length, int64_t score)
{
    const uint32_t last = order[count - 1];
    const int64_t back = asked->path ? 0 : swarm_instance_distance(instance, last, order[0]);
    const bool ends = asked->path && asked->end != NO_NODE && last == asked->end;
    const bool whole = length + back <= asked->limit && (asked->end == NO_NODE || ends || !asked->path);
    int64_t best = whole ? score : -1;
    for (uint32_t next = 0; next < FEW && count < FEW && !ends && length <= asked->limit; ++next) {
        bool visited = false;
        for (uint32_t i = 0; i < count; ++i) {
            visited |= order[i] == next;
        }
        if (!visited) {
            order[count] = next;
            const int64_t found =
                greatest(instance, asked, order, count + 1, length + swarm_instance_distance(instance, last, next),
                         score + score_of(next));
            best = found > best ? found : best;
        }
    }
    return best;
}

static int64_t greatest_of_all(const swarm_instance *instance, const struct asked *asked)
{
    uint32_t order[FEW];
    int64_t best = -1;
    for (uint32_t first = 0; first < (asked->path ? (uint32_t)FEW : 1u); ++first) {
        if (!asked->path || asked->start == NO_NODE || asked->start == first) {
            order[0] = first;
            const int64_t found = greatest(instance, asked, order, 1, 0, score_of(first));
            best = found > best ? found : best;
        }
    }
    return best;
}

/* Requires distinct nodes, the given ends, a length within the limit, and the score that the result states. */
static void require_sound(struct scene *scene, const struct asked *asked, const swarm_result *result)
{
    const struct swarm_tour *tour = result->tour;
    const uint32_t *nodes = tour->nodes;
    const size_t count = tour->node_count;
    int64_t score = 0, length = 0;
    REQUIRE(count > 0);
    REQUIRE(tour->path == asked->path);
    REQUIRE(asked->path || nodes[0] == 0);
    REQUIRE(!asked->path || asked->start == NO_NODE || nodes[0] == asked->start);
    REQUIRE(!asked->path || asked->end == NO_NODE || nodes[count - 1] == asked->end);
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < i; ++j) {
            REQUIRE(nodes[i] != nodes[j]);
        }
        const bool closes = i + 1 == count;
        score += swarm_instance_score(scene->instance, nodes[i]);
        length +=
            closes && asked->path ? 0 : swarm_instance_distance(scene->instance, nodes[i], nodes[closes ? 0 : i + 1]);
    }
    REQUIRE_INT(score, ==, result->length);
    REQUIRE_INT(length, ==, tour->length);
    REQUIRE_INT(length, <=, asked->limit);
}

static swarm_params *params_asked(struct scene *scene, const struct asked *asked, const char *algorithm)
{
    char limit[32], start[16], end[16];
    const char *const *more = NOTHING;
    snprintf(limit, sizeof limit, "%lld", (long long)asked->limit);
    snprintf(start, sizeof start, "%u", (unsigned)asked->start + 1);
    snprintf(end, sizeof end, "%u", (unsigned)asked->end + 1);
    if (asked->path) {
        more = PAIRS("path", "true");
        more = asked->start == NO_NODE ? more : join(more, PAIRS("start", start));
        more = asked->end == NO_NODE ? more : join(more, PAIRS("end", end));
    }
    swarm_params *params =
        scene_params(scene, join(PAIRS("limit", limit, "algorithm", algorithm, "iterations", "3"), more));
    if (strcmp(algorithm, "exact") != 0) { /* a few only, because these algorithms search long */
        scene_set(scene, params, strcmp(algorithm, "ants") == 0 ? "ants" : "population", "10");
    }
    return params;
}

static swarm_result *solve_asked(struct scene *scene, const struct asked *asked, const char *algorithm)
{
    swarm_result *result = scene_run(scene, params_asked(scene, asked, algorithm), NULL, NULL);
    require_sound(scene, asked, result);
    return result;
}

TEST(few_nodes_get_the_greatest_score_of_all_orders)
{
    static const int64_t limits[] = {1500, 900, 9999};
    struct scene *scene = scored_scene(FEW);
    for (size_t k = 0; k < sizeof questions / sizeof questions[0]; ++k) {
        for (size_t i = 0; i < test_paths(1, sizeof limits / sizeof limits[0]); ++i) {
            struct asked asked = questions[k];
            asked.limit = limits[i];
            const int64_t score = greatest_of_all(scene->instance, &asked);
            for (size_t which = 0; which < 2; ++which) { /* both algorithms use limit 0, one each other */
                if (i == 0 || which == (i + k) % 2) {
                    REQUIRE_INT(solve_asked(scene, &asked, which ? "ants" : "population")->length, ==, score);
                }
            }
        }
    }
}

TEST(a_limit_of_the_best_length_gives_the_same_score_and_one_less_does_not)
{
    struct scene *scene = scored_scene(FEW);
    struct asked asked = {true, 0, 7, 1500};
    swarm_result *result = solve_asked(scene, &asked, "population");
    const int64_t score = result->length, length = result->tour->length;
    for (int less = 0; less < 2; ++less) {
        asked.limit = length - less;
        result = solve_asked(scene, &asked, "exact");
        REQUIRE_INT(result->length, ==, greatest_of_all(scene->instance, &asked));
        REQUIRE(less || result->length == score);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Runs                                                                                                               */

TEST(threads_change_nothing)
{
    struct scene *scene = scored_scene(LISTED);
    const struct asked asked = {false, NO_NODE, NO_NODE, 2500};
    static const char *const names[] = {"population", "ants"}; /* algorithms, and names of their sizes */
    for (size_t k = 0; k < 2; ++k) {
        const char *const *common =
            PAIRS("limit", "2500", "iterations", test_paths(0, 1) ? "2" : "1", "algorithm", names[k], names[k], "12");
        swarm_result *one = scene_solve(scene, join(common, PAIRS("threads", "1")));
        require_sound(scene, &asked, one);
        require_same_search(one, scene_solve(scene, join(common, PAIRS("threads", "3"))));
    }
}

TEST(islands_find_a_sound_answer_and_a_target_ends_a_run)
{
    struct scene *scene = scored_scene(LISTED);
    const struct asked asked = {true, 5, NO_NODE, 1800};
    swarm_result *result = scene_solve(scene, PAIRS("limit", "1800", "path", "true", "start", "6", "iterations", "6",
                                                    "islands", "3", "epoch", "2", "population", "5"));
    require_sound(scene, &asked, result);
    REQUIRE_INT(result->island_count, ==, 3);
    result = scene_solve(scene, PAIRS("limit", "2500", "iterations", "50", "target", "30"));
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_TARGET);
    REQUIRE_INT(result->length, >=, 30);
}

/* Requires that measuring a solution gives the run's score, and that a run that starts from it begins with it. */
TEST(solutions_are_measured_and_started_from)
{
    struct scene *scene = scored_scene(SOME);
    for (size_t k = 0; k < 2 * sizeof questions / sizeof questions[0]; k += test_paths(5, 3)) {
        const struct asked *asked = &questions[k / 2];
        swarm_params *question = params_asked(scene, asked, "population"),
                     *params = params_asked(scene, asked, k % 2 ? "ants" : "population");
        scene_set(scene, question, "iterations", "1");
        scene_set(scene, params, "iterations", "1");
        const swarm_result *first = scene_run(scene, question, NULL, NULL);
        const struct swarm_tour *tour = first->tour;
        int64_t score = 0, length = 0;
        require_ok(scene, swarm_orient_measure(scene->context, params, tour->nodes, tour->node_count, &score, &length));
        REQUIRE(score == first->length && length == tour->length);
        require_ok(scene, swarm_params_start(scene->context, params, tour->nodes, tour->node_count));
        swarm_result *second = scene_run(scene, params, NULL, NULL);
        require_sound(scene, asked, second);
        REQUIRE_INT(second->trace[0].length, ==, first->length);
        REQUIRE_INT(second->length, >=, first->length);
    }
}

static void require_broken(struct scene *scene, swarm_params *params, const uint32_t *tour, size_t count,
                           const char *says)
{
    int64_t score = 0, length = 0;
    require_says(scene, swarm_orient_measure(scene->context, params, tour, count, &score, &length),
                 SWARM_ERROR_VERIFICATION, says);
    require_ok(scene, swarm_params_start(scene->context, params, tour, count));
    scene_refuse_run(scene, params, SWARM_ERROR_VERIFICATION, "the starting tour: ");
    require_ok(scene, swarm_params_start(scene->context, params, NULL, 0));
}

TEST(tours_that_break_the_rules_are_refused)
{
    static const uint32_t tour[] = {0, 1, 2, 1, 8, 3, 4, 5, 6};
    struct scene *scene = scored_scene(FEW);
    const struct asked far = {false, NO_NODE, NO_NODE, 99999}, near = {false, NO_NODE, NO_NODE, 1},
                       path = {true, NO_NODE, 1, 99999};
    swarm_params *params = params_asked(scene, &far, "population");
    require_broken(scene, params, tour, 0, "the tour has 0 nodes, expected 1 to 8");
    require_broken(scene, params, tour, 9, "the tour has 9 nodes, expected 1 to 8");
    require_broken(scene, params, tour + 1, 2, "the tour does not visit the first node");
    require_broken(scene, params, tour, 4, "a node is visited twice");
    require_broken(scene, params, tour + 3, 2, "does not exist");
    require_ok(scene, swarm_params_add_start(scene->context, params, tour, 3));
    require_ok(scene, swarm_params_add_start(scene->context, params, tour, 3));
    scene_refuse_run(scene, params, SWARM_ERROR_INVALID_ARGUMENT, "2 starting tours");
    params = params_asked(scene, &near, "population");
    require_broken(scene, params, tour, 3, "above the limit of 1");
    params = params_asked(scene, &path, "population");
    require_broken(scene, params, tour, 3, "the path does not have the required ends");
    require_broken(scene, params, tour + 4, 3, "does not exist"); /* node 8 is the joint */
}

/* Only the parameters have scores, not the instance. */
TEST(a_closed_tour_begins_with_the_start)
{
    struct scene *scene = bare_scene(FEW);
    uint32_t scores[FEW], order[FEW];
    memcpy(scores, scores_of_all(), sizeof scores);
    for (uint32_t start = 0; start < FEW; ++start) {
        const char name[] = {(char)('1' + (int)start), '\0'};
        const struct asked asked = {false, NO_NODE, NO_NODE, 200};
        int64_t score, length;
        swarm_params *params = scene_params(scene, PAIRS("limit", "200", "start", name, "iterations", "3"));
        swarm_params_scores(params, scores);
        const swarm_result *result = scene_run(scene, params, NULL, NULL);
        order[0] = start;
        REQUIRE_INT(result->tour->nodes[0], ==, start);
        REQUIRE_INT(result->length, ==, greatest(scene->instance, &asked, order, 1, 0, score_of(start)));
        require_ok(scene, swarm_orient_measure(scene->context, params, result->tour->nodes, result->tour->node_count,
                                               &score, &length));
        REQUIRE(score == result->length && length == result->tour->length);
    }
    scores[0] = INT32_MAX;
    swarm_params *params = scene_params(scene, PAIRS("limit", "200"));
    swarm_params_scores(params, scores);
    scene_refuse_run(scene, params, SWARM_ERROR_INPUT, "found scores with the sum");
    REQUIRE(!swarm_instance_describe(scene->instance)->has_scores);
}

TEST(questions_without_an_answer_are_refused)
{
    const struct {
        const char *const *pairs;
        const char *says;
    } asked[] = {
        {PAIRS("iterations", "1"), "and limit is not set"},
        {PAIRS("limit", "1", "path", "true", "start", "1", "end", "2"), "above the limit of 1"},
        {PAIRS("limit", "100", "path", "true", "start", "2", "end", "2"), "the same node"},
        {PAIRS("limit", "100", "end", "2"), "a closed tour"},
        {PAIRS("limit", "100", "start", "2", "end", "2"), "a closed tour"},
        {PAIRS("limit", "100", "ants", "2"), "another algorithm"},
    };
    struct scene *scene = scored_scene(FEW);
    for (size_t k = 0; k < sizeof asked / sizeof *asked; ++k) {
        scene_refuse(scene, asked[k].pairs, SWARM_ERROR_INVALID_ARGUMENT, asked[k].says);
    }
    scene_refuse(bare_scene(FEW), PAIRS("limit", "100"), SWARM_ERROR_INVALID_ARGUMENT, "has no scores");
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Best known scores                                                                                                  */

TEST(best_known_scores_belong_to_a_limit_and_to_closed_tours)
{
    const struct {
        const char *const *pairs;
        int64_t best; /* best known score of the instance; 0: unknown */
    } asked[] = {
        {PAIRS("limit", "5314"), 31},
        {PAIRS("limit", "5314.0"), 31},
        {PAIRS("limit", "5313"), 0},
        {PAIRS("iterations", "1"), 0},
        {PAIRS("limit", "5314", "path", "true"), 0},
        {PAIRS("limit", "5314", "start", "2"), 0},
    };
    struct scene *scene = scene_of("orient");
    double coordinates[2 * 48] = {0.0};
    uint32_t scores[48];
    require_ok(scene, swarm_instance_from_coordinates(scene->context, "att48", SWARM_METRIC_EUC_2D, 48, coordinates,
                                                      &scene->instance));
    for (uint32_t added = 0; added < 2;
         ++added) { /* added 1: other scores than the published ones, so no best score is known */
        for (uint32_t i = 0; i < 48; ++i) {
            scores[i] = i == 7 ? 1 + added : 1;
        }
        require_ok(scene, swarm_instance_set_scores(scene->context, scene->instance, scores));
        for (size_t k = 0; k < sizeof asked / sizeof *asked; ++k) {
            swarm_params *params = scene_params(scene, asked[k].pairs);
            const struct swarm_reference reference = swarm_instance_reference(scene->instance, params);
            const int64_t best = added ? 0 : asked[k].best;
            REQUIRE(reference.known == (best > 0) && reference.proven == (best > 0) && !reference.given);
            REQUIRE_INT(reference.length, ==, best);
        }
    }
    REQUIRE_INT(swarm_instance_reference(scene->instance, NULL).length, ==, 10628); /* best known tour of all nodes */
}

/* The scores of the last four instances were changed after their best known scores were published. */
TEST(published_instances_have_a_best_known_score)
{
    static const struct {
        const char *name;
        int64_t best;
    } files[] = {{"att48-gen2-50", 1717},     {"kroA150-gen1-50", 86},   {"kroA150-gen2-50", 4918},
                 {"kroA150-gen3-50", 5039},   {"hk48-gen3-50", 1764},    {"gr229-gen2-50", 9177},
                 {"rat783-gen2-50", 25076},   {"pr1002-gen3-50", 39449}, {"pcb3038-gen1-50", 1626},
                 {"pla7397-gen3-50", 320744}, {"a280-gen3-50", 0},       {"rat575-gen3-50", 0},
                 {"rat783-gen3-50", 0},       {"tsp225-gen3-50", 0}};
    size_t found = 0;
    for (size_t k = 0; k < sizeof files / sizeof *files; ++k) {
        struct scene *scene = scene_of("orient");
        char path[1024];
        snprintf(path, sizeof path, "%s/%s.oplib", test_word(1, "OPLIB_DIR"), files[k].name);
        if (access(path, R_OK) == 0) {
            require_ok(scene, swarm_instance_read(scene->context, path, &scene->instance));
            const struct swarm_reference reference =
                swarm_instance_reference(scene->instance, scene_params(scene, NOTHING));
            REQUIRE(reference.length == files[k].best && reference.known == (files[k].best > 0));
            ++found;
        }
    }
    printf("%zu published instances in %s\n", found, test_word(1, "OPLIB_DIR"));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tours                                                                                                              */

struct sample {
    uint32_t words[3][2 * LISTED], scratch_words[ORIENT_SCRATCH_WORDS(LISTED)];
    uint64_t keys[LISTED];
    struct orient_space space;
    struct orient_scratch scratch;
};

static void sample_destroy(void *object)
{
    struct sample *sample = object;
    mosaic_problem_deinit(&sample->space.problem);
    free(sample);
}

static struct sample *sample_open(uint32_t last)
{
    struct sample *sample = calloc(1, sizeof *sample);
    sample->scratch = (struct orient_scratch){.keys = sample->keys, .words = sample->scratch_words};
    const struct orient_task task = {scene_open(LISTED)->instance, scores_of_all(), 2500, 0, last};
    REQUIRE_OK(orient_space_init(&env, &task, NULL, (double)INFINITY, &sample->space));
    test_defer(sample_destroy, sample);
    return sample;
}

static struct orient_search started(struct sample *sample, uint32_t row, uint32_t who)
{
    struct draw_sequence random = draw_sequence_of(5, DRAW_START_TOUR, who, 1);
    struct orient_search s = orient_search_of(&sample->space, &sample->scratch.board, sample->words[row]);
    orient_tour_start(&s, &random, &sample->scratch);
    s.own.generation = 1;
    s.own.move_end = 2000;
    s.own.temperature = 10.0f * (float)(1 << ORIENT_ENERGY_BITS);
    s.own.price = (s.own.score << 30) / sample->space.rules.limit;
    s.own.slack = sample->space.rules.limit / 16;
    return s;
}

TEST(moves_keep_tours_sound_in_launches_of_any_length)
{
    for (uint32_t last = 0; last < 2; ++last) {
        struct sample *sample = sample_open(last * 9);
        struct orient_search whole = started(sample, 0, 1), parts = started(sample, 1, 1);
        struct orient_individual at_once = whole.own, in_parts = parts.own;
        orient_run(&whole, &at_once, 3, UINT32_MAX);
        for (uint32_t budget = 0; in_parts.moves < in_parts.move_end; ++budget) {
            orient_run(&parts, &in_parts, 3, budget);
            REQUIRE(orient_tour_is_sound(&parts));
        }
        REQUIRE(memcmp(&at_once, &in_parts, sizeof at_once) == 0);
        REQUIRE(memcmp(sample->words[0], sample->words[1], sizeof sample->words[0]) == 0);
    }
}

TEST(children_are_sound)
{
    struct sample *sample = sample_open(9);
    struct orient_search a = started(sample, 0, 1), b = started(sample, 1, 2);
    struct orient_individual grown = b.own;
    orient_run(&b, &grown, 3, 500);
    for (uint32_t k = 0; k < 200; ++k) {
        struct draw_sequence random = draw_sequence_of(k, DRAW_REGION, 0, 1);
        struct orient_search child = orient_search_of(&sample->space, &sample->scratch.board, sample->words[2]);
        memcpy(sample->words[2], sample->words[0], sizeof sample->words[0]);
        child.own = a.own;
        orient_tour_cross(&child, sample->words[1], &random, &sample->scratch);
        REQUIRE(orient_tour_is_sound(&child));
    }
}

/* Starts from the tour 0, 1, 2, ...: k-opt moves must make room for nodes; the edge that closes a path must stay. */
TEST(tours_are_shortened_and_filled)
{
    for (uint32_t last = 0; last < 2; ++last) {
        struct sample *sample = sample_open(last * 9);
        struct orient_search s = orient_search_of(&sample->space, &sample->scratch.board, sample->words[0]);
        const struct orient_rules rules = s.rules;
        orient_tour_clear(&s);
        for (uint32_t node = 0, before = rules.first; node < LISTED; ++node) {
            if (!orient_is_visited(&s, node)
                && s.own.length + orient_detour(&s, before, node, s.next[before]) <= rules.limit) {
                orient_tour_add(&s, node, before);
                before = node;
            }
        }
        const int64_t score = s.own.score;
        REQUIRE(orient_tour_is_sound(&s));
        orient_tour_shorten(&s, &sample->scratch);
        REQUIRE(orient_tour_is_sound(&s));
        REQUIRE_INT(s.own.score, >, score);
        REQUIRE(rules.first == rules.last || s.prev[rules.first] == rules.last);
    }
}

TEST(lists_that_break_a_rule_are_refused)
{
    uint32_t nodes[LISTED];
    struct sample *sample = sample_open(9);
    struct orient_search s = started(sample, 0, 1);
    const uint32_t n = LISTED, count = orient_tour_list(sample->words[0], n, s.rules.first, nodes);
    const struct orient_individual own = s.own;
    REQUIRE_INT(count, ==, own.count);
    struct orient_search read = orient_search_of(&sample->space, &sample->scratch.board, sample->words[1]);
    REQUIRE(orient_tour_read(&read, nodes, count));
    REQUIRE(read.own.score == own.score && read.own.length == own.length && read.own.count == count);
    REQUIRE(memcmp(sample->words[0], sample->words[1], sizeof sample->words[0]) == 0);
    REQUIRE(!orient_tour_read(&read, nodes, 0) && !orient_tour_read(&read, nodes + 1, count - 1));
    REQUIRE(!orient_tour_read(&read, nodes, count - 1)); /* reading must reject another end */
    const uint32_t kept = nodes[2];
    nodes[2] = nodes[1];
    REQUIRE(!orient_tour_read(&read, nodes, count));
    nodes[2] = n;
    REQUIRE(!orient_tour_read(&read, nodes, count));
    nodes[2] = kept;
    read.rules.limit = own.length - 1;
    REQUIRE(!orient_tour_read(&read, nodes, count));
    ++s.own.score;
    REQUIRE(!orient_tour_is_sound(&s));
}

TEST_MAIN_ENV()
