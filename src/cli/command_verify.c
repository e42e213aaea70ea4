/* command_verify.c - swarmcl verify INSTANCE TOUR: measures a tour in exact integers. */
#include <stdio.h>

#include "commands.h"
#include "report.h"

static const struct swarm_param verify_params[] = {
    {.name = "path",
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Problem",
     .help = "measure an open path: no edge from the last node to the first"},
};

static enum swarm_status print_length(const struct cli_console *console, const struct cli_arguments *arguments,
                                      const struct cli_subject *subject, int64_t length)
{
    if (console->json) {
        struct cli_json json;
        cli_json_init(&json);
        cli_json_object_begin(&json, NULL);
        cli_json_version(&json);
        cli_json_instance(&json, subject);
        cli_json_text(&json, "tour_file", arguments->operands[1]);
        cli_json_bool(&json, "path", subject->path);
        cli_json_length(&json, "length", subject, length);
        cli_json_gap(&json, subject, length);
        cli_json_object_end(&json);
        enum swarm_status status = cli_print_json(&json);
        cli_json_deinit(&json);
        return status;
    }
    if (!console->quiet) {
        char text[CLI_LENGTH_SIZE], gap[CLI_GAP_SIZE];
        printf("%s\n", cli_length_text(subject, length, text));
        if (*cli_gap_text(subject, length, gap)) {
            printf("gap %s\n", gap);
        }
    }
    return SWARM_OK;
}

static enum swarm_status run_verify(struct cli_console *console, const struct cli_arguments *arguments)
{
    swarm_instance *instance = NULL;
    uint32_t *tour = NULL;
    int64_t length = 0;
    enum swarm_status status = swarm_instance_read(console->context, arguments->operands[0], &instance);
    if (status != SWARM_OK) {
        cli_fail(console, status);
        goto done;
    }
    struct cli_subject subject = cli_subject_make(instance, NULL);
    if (cli_arguments_has(arguments, "path")) {
        subject.path = true;
        subject.reference = (struct swarm_reference){.known = false};
    }
    status = swarm_tour_read(console->context, arguments->operands[1], instance, &tour);
    if (status == SWARM_OK) {
        status = subject.path
                     ? swarm_path_length(console->context, instance, tour, subject.info->node_count, &length)
                     : swarm_tour_length(console->context, instance, tour, subject.info->node_count, &length);
    }
    if (status != SWARM_OK) {
        cli_fail(console, status);
        goto done;
    }
    status = print_length(console, arguments, &subject, length);
done:
    swarm_free(tour);
    swarm_instance_destroy(&instance);
    return status;
}

const struct cli_command cli_command_verify = {
    .name = "verify",
    .operands = "INSTANCE TOUR",
    .help = "check a tour and print its exact length",
    .details = "Checks that TOUR, a TSPLIB95 tour file, is a permutation of the nodes of INSTANCE and prints its\n"
               "exact length. The NAME of the tour does not matter. Exit code 5 when it is no permutation.",
    .own_params = verify_params,
    .own_count = sizeof verify_params / sizeof verify_params[0],
    .run = run_verify,
};
