#include "output.h"

#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"

enum swarm_status cli_output_bytes(const struct cli_console *console, const char *path, const char *bytes, size_t size)
{
    if (!path) {
        fwrite(bytes, 1, size, stdout); /* main() looks at its error flag */
        return SWARM_OK;
    }
    cli_interrupt_hold();
    return cli_output_written(console, path, swarm_file_replace(console->context, path, bytes, size));
}

enum swarm_status cli_output_written(const struct cli_console *console, const char *path, enum swarm_status status)
{
    cli_interrupt_release();
    if (status == SWARM_OK) {
        cli_note(console, "wrote %s", path);
    }
    return cli_checked(console, status);
}

void cli_output_document(struct cli_json *json, struct cli_buffer *content)
{
    cli_json_put(json, "}");
    cli_json_finish(json);
    *content = json->text;
}

/* The prefix of a curve's file; it overrides the suffix. */
static const char curve[] = "curve:";

const char *cli_output_path(const char *value)
{
    const size_t length = strlen(curve);
    return strncmp(value, curve, length) == 0 ? value + length : value;
}

/* Whether `value` fits the kind: the same word before FILE, the same suffix behind it, and a name between them. */
static bool fits(const struct cli_output_kind *kind, const char *value)
{
    const char *suffix = strstr(kind->name, "FILE") + strlen("FILE"), *path = cli_output_path(value);
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(name), tail = strlen(suffix);
    return (path != value) == (cli_output_path(kind->name) != kind->name) && length > tail
           && strcmp(name + length - tail, suffix) == 0;
}

/* The kind of file that `value` names, or NULL. */
static const struct cli_output_kind *find_kind(const struct cli_output_kind *kinds, const char *value)
{
    while (kinds->name && !fits(kinds, value)) {
        ++kinds;
    }
    return kinds->name ? kinds : NULL;
}

enum swarm_status cli_outputs_check(const struct cli_arguments *arguments, const struct cli_output_kind *kinds)
{
    const char *value = NULL;
    for (size_t i = 0; (value = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        char list[160] = ""; /* "FILE.tour, FILE.json or curve:FILE.csv" */
        for (const struct cli_output_kind *kind = kinds; kind->name; ++kind) {
            const size_t used = strlen(list);
            snprintf(list + used, sizeof list - used, "%s%s",
                     kind == kinds  ? ""
                     : kind[1].name ? ", "
                                    : " or ",
                     kind->name);
        }
        if (!find_kind(kinds, value)) {
            return cli_usage_error(arguments->command, "--output %s: expected %s", *value ? value : "''", list);
        }
    }
    return SWARM_OK;
}

enum swarm_status cli_outputs_probe(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const swarm_params *params)
{
    const char *value = NULL;
    TRY(cli_files_check(console, arguments, params));
    for (size_t i = 0; console->ranks.shared.rank == 0 && (value = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        cli_interrupt_hold();
        const bool stream = strcmp(value, "-") == 0;
        const enum swarm_status status = stream ? SWARM_OK : swarm_file_probe(console->context, cli_output_path(value));
        cli_interrupt_release();
        TRY(cli_checked(console, status));
    }
    return SWARM_OK;
}

enum swarm_status cli_outputs_require(const struct cli_arguments *arguments, const struct cli_output_kind *kinds,
                                      const struct cli_subject *subject)
{
    const char *value = NULL;
    for (size_t i = 0; (value = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        const struct cli_output_kind *kind = find_kind(kinds, value);
        TRY(kind->require ? kind->require(cli_output_path(value), subject) : SWARM_OK);
    }
    return SWARM_OK;
}

/* Writes a file, or its contents to stdout. */
static enum swarm_status write_kind(const struct cli_console *console, const char *path,
                                    const struct cli_output_kind *kind, const void *work)
{
    struct cli_buffer content = {.bytes = NULL};
    if (!kind->fill) {
        return kind->write(console, path, work);
    }
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, kind->fill(&content, work));
    TRY_OR(done, content.failed ? cli_fail_memory() : cli_output_bytes(console, path, content.bytes, content.size));
done:
    cli_buffer_deinit(&content);
    return status;
}

/* Files come first: a closed pipe behind stdout must not lose the result. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_output_kind *kinds, const void *work,
                                    enum swarm_status (*print)(const void *work))
{
    enum swarm_status first = SWARM_OK, status = SWARM_OK;
    const char *value = NULL;
    const bool writes = console->ranks.shared.rank == 0;
    for (size_t i = 0; writes && (value = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        status = write_kind(console, cli_output_path(value), find_kind(kinds, value), work);
        first = first == SWARM_OK ? status : first;
    }
    status = SWARM_OK;
    if (console->json) {
        status = write_kind(console, NULL, find_kind(kinds, "FILE.json"), work);
    } else if (!console->quiet) {
        status = print(work);
    }
    return first == SWARM_OK ? status : first;
}
