/* bound.c - swarmcl bound FILE: a lower bound for all tours, with the potentials that prove it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/problems/instance.h"
#include "cli/documents/output.h"

/* A bound and perhaps a tour; everything except the path is owned. */
struct proof {
    swarm_params *params;
    swarm_bound *bound;
    struct cli_instance instance;
    const char *tour_path;    /* path of a file with a tour; NULL: no tour */
    struct cli_solution tour; /* tour of that file; its nodes are NULL without a tour */
};

static void print_proof(const void *work)
{
    const struct proof *proof = work;
    const struct cli_subject *subject = &proof->instance.subject;
    const swarm_bound *bound = proof->bound;
    char text[CLI_TEXT_SIZE];
    cli_print_field("instance", "%s, %" PRIu64 " nodes", subject->name, subject->size);
    cli_print_field("bound", "%s", cli_score_text(subject, cli_score_of_length(subject, bound->length), text));
    if (proof->tour.nodes) {
        cli_print_field("length", "%s", cli_score_text(subject, proof->tour.score, text));
        cli_print_field("gap", "%s",
                        *cli_proven_text(proof->tour.score.length, bound->length, text) ? text : "unknown");
    }
    cli_print_field("evaluations", "%" PRIu64, bound->evaluations);
    cli_print_field("seconds", "%.3f", bound->seconds);
}

static void put_document(struct cli_json *json, const void *work)
{
    const struct proof *proof = work;
    const struct cli_subject *subject = &proof->instance.subject;
    const swarm_bound *bound = proof->bound;
    cli_json_instance(json, subject, NULL);
    cli_json_put(json, "path: %i, start: %s, end: %s, fix: %s", proof->instance.path,
                 cli_parameter(proof->params, CLI_START), cli_parameter(proof->params, CLI_END),
                 cli_parameter(proof->params, CLI_FIX));
    cli_json_put(json, proof->tour.nodes ? "tour_file: %s" : "tour_file: %s, length: null", proof->tour_path);
    if (proof->tour.nodes) {
        cli_json_score(json, "length", subject, proof->tour.score);
    }
    cli_json_put(json, "result: {");
    cli_json_bound(json, subject, bound->length, proof->tour.nodes ? &proof->tour.score : NULL);
    cli_json_put(json, "scale: %g, evaluations: %" PRIu64 ", seconds: %f, potentials: ~[", ldexp(1.0, bound->shift),
                 bound->evaluations, bound->seconds);
    for (size_t i = 0; i < bound->potential_count; ++i) {
        cli_json_put(json, "%" PRId32, bound->potentials[i]);
    }
    cli_json_put(json, "]}");
}

static const struct cli_output_kind outputs[] = {{.name = "FILE.json", .document = put_document}, {.name = NULL}};

/* Reads the tour of --init, which must meet the conditions. A failed check is an error of input here. */
static enum swarm_status read_tour(const struct cli_console *console, struct proof *proof)
{
    if (!proof->tour_path) {
        return SWARM_OK;
    }
    enum swarm_status status =
        cli_places_read(console, &proof->instance.subject, proof->params, proof->tour_path, &proof->tour);
    if (status == SWARM_OK) {
        status = cli_checked(console,
                             swarm_tour_check(console->context, proof->params, proof->tour.nodes, proof->tour.count));
    }
    return status == SWARM_ERROR_VERIFICATION ? SWARM_ERROR_INPUT : status;
}

static enum swarm_status run_bound(struct cli_console *console, const struct cli_arguments *arguments)
{
    const char *evaluations = cli_value(arguments, CLI_EVALUATIONS);
    struct proof proof = {.tour_path = cli_value(arguments, CLI_INIT)};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, cli_outputs_check(arguments, outputs));
    TRY_OR(done, cli_outputs_probe(console, arguments, NULL));
    TRY_OR(done, cli_parameters_create(console, arguments, &cli_tsp, &proof.params));
    TRY_OR(done, cli_instance_open(console, arguments, proof.params, &proof.instance.subject));
    TRY_OR(done, read_tour(console, &proof));
    TRY_OR(done, cli_checked_usage(console, arguments->command,
                                   swarm_bound_find(console->context, proof.params,
                                                    evaluations ? strtoull(evaluations, NULL, 10) : 0, &proof.bound)));
    if (proof.bound->potential_count == 0) {
        cli_warn(console, "the time was too short to prove a bound above 0");
    }
    TRY_OR(done, cli_outputs_write(console, arguments, outputs, &proof, print_proof));
done:
    swarm_bound_destroy(&proof.bound);
    swarm_free(proof.tour.nodes);
    swarm_params_destroy(&proof.params);
    swarm_instance_destroy(&proof.instance.instance);
    return status;
}

static const struct swarm_param rows[] = {
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output", "write the document with the potentials to FILE.json, for `swarmcl verify`",
            .letter = 'o', .writes = true, .common = true),
    CLI_ROW(INIT, TEXT, "TOUR", "Problem", "print the gap that the bound proves for this tour", .reads = true,
            .common = true),
    CLI_ROW(EVALUATIONS, INTEGER, "N", "Run",
            "find N minimum 1-trees; default: search in rounds until a round raises the bound by less than 0.01 %",
            .minimum = "1", .maximum = "1000000000", .unit = "", .common = true),
    {.name = NULL},
};

const struct cli_command cli_command_bound = {
    .name = "bound",
    .operands = "FILE",
    .help = "prove that no tour is shorter than a bound",
    .details = "Computes a lower bound for the length of all tours of FILE that meet the conditions, by node\n"
               "potentials, and prints it. --json and -o include the potentials, which prove the bound and which\n"
               "`swarmcl verify --certificate` checks.",
    .more = "The work is done by threads of the host unless --device or --platform names a device, which is faster\n"
            "from 100,000 nodes on. The same FILE, conditions and evaluations give the same bound everywhere.\n"
            "SIGINT (Ctrl-C), SIGTERM and --time end the search with the best bound so far, which is also\n"
            "proven. docs/bound.md explains what a bound is good for.",
    .problem = &cli_tsp,
    .picked = (const enum cli_option[]){CLI_COLUMNS, CLI_PATH, CLI_START, CLI_END, CLI_FIX, CLI_DEVICE, CLI_PLATFORM,
                                        CLI_THREADS, CLI_TIME, CLI_OPTION_COUNT},
    .own = rows,
    .ranks = CLI_RANKS_REFUSED,
    .run = run_bound,
};
