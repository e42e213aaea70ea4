/* generate.c - swarmcl instance generate KIND: makes an instance. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/documents/output.h"

/* Returns true if the optimum is known: in the instance's comment, where some kinds have it, or in the table. */
static bool find_optimum(const struct swarm_instance_info *info, int64_t *optimum)
{
    static const char words[] = "; optimum ";
    const char *stated = strstr(info->comment, words);
    if (stated) {
        *optimum = strtoll(stated + strlen(words), NULL, 10);
        return true;
    }
    *optimum = info->optimum;
    return info->optimum_known && info->optimum_proven;
}

static enum swarm_status print_document(const struct cli_console *console, const char *kind, uint32_t seed,
                                        const char *path, const char *text, size_t size)
{
    const bool has_nodes = strncmp(kind, "qap-", 4) != 0; /* a file of qap starts with the number of items */
    swarm_instance *instance = NULL;
    struct cli_json json;
    int64_t optimum = 0;
    TRY(has_nodes ? cli_checked(console, swarm_instance_parse(console->context, text, size, kind, &instance))
                  : SWARM_OK);
    const struct swarm_instance_info *info = has_nodes ? swarm_instance_describe(instance) : NULL;
    cli_document_begin(&json);
    cli_json_put(&json, "kind: %s, nodes: %lu, seed: %" PRIu32, kind, info ? info->node_count : strtoul(text, NULL, 10),
                 seed);
    if (info) {
        const bool known = find_optimum(info, &optimum);
        cli_json_put(&json, known ? "name: %s, optimum: %" PRId64 : "name: %s, optimum: null", info->name, optimum);
    }
    cli_json_put(&json, "file: %s", path);
    swarm_instance_destroy(&instance);
    return cli_document_print(&json);
}

static enum swarm_status run_generate(struct cli_console *console, const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    const char *kind = arguments->operands[0], *nodes = cli_value(arguments, CLI_NODES);
    const char *output = cli_value(arguments, CLI_OUTPUT), *path = strcmp(output, "-") == 0 ? NULL : output;
    const uint32_t seed = (uint32_t)strtoul(cli_value(arguments, CLI_SEED), NULL, 10);
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    if (!nodes) {
        return cli_usage_error(command, "option --nodes is missing: swarmcl %s %s --nodes N", command->name,
                               command->operands);
    }
    if (console->json && !path) {
        return cli_usage_error(command, "--json needs --output FILE, because the instance goes to stdout");
    }
    TRY_OR(done, cli_outputs_probe(console, arguments, NULL));
    TRY_OR(done, cli_checked_usage(console, command,
                                   swarm_instance_generate(console->context, kind, (uint32_t)strtoul(nodes, NULL, 10),
                                                           seed, &text, &size)));
    TRY_OR(done, cli_output_bytes(console, path, text, size));
    TRY_OR(done, console->json ? print_document(console, kind, seed, path, text, size) : SWARM_OK);
done:
    swarm_free(text);
    return status;
}

static const struct swarm_param rows[] = {
    CLI_ROW(NODES, INTEGER, "N", "Instance", "number of nodes; required; some KINDs allow fewer", .minimum = "1",
            .maximum = "100000000", .unit = ""),
    CLI_ROW(SEED, INTEGER, "N", "Instance",
            "seed of the random numbers; seeds that differ by 10^9 make the same points", .fallback = "1",
            .minimum = "0", .maximum = "4294967295", .unit = ""),
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output", "write the instance to FILE; - is stdout", .fallback = "-", .letter = 'o',
            .writes = true),
    {.name = NULL},
};

const struct cli_command cli_command_generate = {
    .name = "instance generate",
    .operands = "KIND",
    .help = "make a random or regular instance",
    .details = "Makes an instance of KIND in the format of TSPLIB95 or QAPLIB and prints it.",
    .more = "uniform, clustered and matrix make the instances of the 8th DIMACS Implementation Challenge:\n"
            "`uniform --nodes 1000 --seed 1000` is E1k.0, and seed 10001 makes E1k.1. The other kinds,\n"
            "except qap-*, have their nodes in random order; COMMENT of grid and circle states the length of\n"
            "the shortest tour.",
    .own = rows,
    .operand_words = swarm_instance_kinds,
    .run = run_generate,
};
