/* command_generate.c - swarmcl instance generate KIND: makes an instance. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "report.h"

static const struct swarm_param generate_params[] = {
    CLI_OPTION("nodes", '\0', INTEGER, "N", "Instance", "number of nodes, required; KIND says what range it allows",
               .minimum = "1", .maximum = "100000000"),
    CLI_OPTION("seed", '\0', INTEGER, "N", "Instance",
               "what random numbers come from; seeds that differ by 10^9 make the same points", .fallback = "1",
               .minimum = "0", .maximum = "4294967295"),
    CLI_OPTION("output", 'o', TEXT, "FILE", "Output", "where to write the instance; - is stdout", .fallback = "-"),
};
enum { PARAM_COUNT = sizeof generate_params / sizeof generate_params[0] };

/* What was asked for, and the text that was made. */
struct generated {
    const char *kind;
    uint32_t node_count;
    uint32_t seed;
    const char *path; /* NULL: stdout */
    char *text;       /* owned; swarm_free() */
    size_t size;
};

static const char *value_of(const struct cli_arguments *arguments, const char *name)
{
    const char *text = cli_arguments_value(arguments, name);
    return text ? text : swarm_param_find(generate_params, PARAM_COUNT, name)->fallback;
}

/* The value of an option whose range lies within 32 bits and has been checked. */
static uint32_t number_of(const struct cli_arguments *arguments, const char *name)
{
    return (uint32_t)strtoul(value_of(arguments, name), NULL, 10);
}

/* The kinds whose shortest tour is known state it in their COMMENT, others may stand in the table of known optima. */
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

static enum swarm_status print_document(const struct cli_console *console, const struct generated *generated)
{
    swarm_instance *instance = NULL;
    enum swarm_status status =
        swarm_instance_parse(console->context, generated->text, generated->size, generated->kind, &instance);
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    struct cli_json json;
    int64_t optimum = 0;
    cli_document_begin(&json);
    cli_json_text(&json, "kind", generated->kind);
    cli_json_unsigned(&json, "nodes", info->node_count);
    cli_json_unsigned(&json, "seed", generated->seed);
    cli_json_text(&json, "name", info->name);
    if (find_optimum(info, &optimum)) {
        cli_json_integer(&json, "optimum", optimum);
    } else {
        cli_json_null(&json, "optimum");
    }
    cli_json_text(&json, "file", generated->path);
    status = cli_document_print(&json);
    swarm_instance_destroy(&instance);
    return status;
}

static enum swarm_status write_text(const struct cli_console *console, const struct generated *generated)
{
    if (!generated->path) {
        fwrite(generated->text, 1, generated->size, stdout); /* main() looks at stdout's error flag */
        return SWARM_OK;
    }
    cli_interrupt_hold();
    enum swarm_status status = swarm_file_replace(console->context, generated->path, generated->text, generated->size);
    cli_interrupt_release();
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    cli_note(console, "wrote %s", generated->path);
    return console->json ? print_document(console, generated) : SWARM_OK;
}

static enum swarm_status run_generate(struct cli_console *console, const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    const char *path = value_of(arguments, "output");
    struct generated generated = {.kind = arguments->operands[0], .path = strcmp(path, "-") == 0 ? NULL : path};
    if (!cli_arguments_has(arguments, "nodes")) {
        return cli_usage_error(command, "option --nodes is missing: swarmcl %s %s --nodes N", command->name,
                               command->operands);
    }
    if (console->json && !generated.path) {
        return cli_usage_error(command, "--json needs --output FILE, for the instance itself goes to stdout");
    }
    enum swarm_status status = generated.path ? cli_outputs_probe(arguments) : SWARM_OK;
    if (status != SWARM_OK) {
        return status;
    }
    generated.node_count = number_of(arguments, "nodes");
    generated.seed = number_of(arguments, "seed");
    status = swarm_instance_generate(console->context, generated.kind, generated.node_count, generated.seed,
                                     &generated.text, &generated.size);
    if (status == SWARM_ERROR_INVALID_ARGUMENT) {
        return cli_usage_error(command, "%s", swarm_context_error(console->context));
    }
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    status = write_text(console, &generated);
    swarm_free(generated.text);
    return status;
}

const struct cli_command cli_command_generate = {
    .name = "instance generate",
    .operands = "KIND",
    .help = "make a random or regular instance",
    .details = "Makes a TSPLIB95 instance of KIND, the same bytes on every machine, and prints it. What uniform,\n"
               "clustered and matrix make is that of the 8th DIMACS Implementation Challenge: E1k.0 is\n"
               "`uniform --nodes 1000 --seed 1000`, E1k.1 has seed 10001. A grid and a circle come in random\n"
               "order and name the length of their shortest tour in COMMENT.",
    .own_params = generate_params,
    .own_count = PARAM_COUNT,
    .operand_words = swarm_instance_kinds,
    .run = run_generate,
};
