#include "tour_answer.h"

#include <inttypes.h>
#include <stdio.h>

#include "instance.h"
#include "cli/interrupt.h"
#include "cli/documents/report.h"

/* Nodes of a tour that is printed as text, too. */
enum { SHORT_TOUR = 24 };

static const struct cli_instance *instance_of(const struct cli_subject *subject)
{
    return (const struct cli_instance *)subject;
}

void cli_json_tour(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_tour *tour = result->tour;
    cli_json_put(json, "tour: ~[");
    for (size_t i = 0; i < tour->node_count; ++i) {
        cli_json_put(json, "%" PRIu32, tour->nodes[i] + 1); /* TSPLIB counts from 1 */
    }
    cli_json_put(json, "]");
    if (instance_of(subject)->info->has_names) {
        cli_json_put(json, "tour_names: [");
        for (size_t i = 0; i < tour->node_count; ++i) {
            cli_json_put(json, "%s", swarm_instance_node_name(instance_of(subject)->instance, tour->nodes[i]));
        }
        cli_json_put(json, "]");
    }
}

bool cli_print_tour(const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_tour *tour = result->tour;
    char text[CLI_FIELD_SIZE] = "";
    size_t used = 0;
    for (size_t k = 0; tour->node_count <= SHORT_TOUR && k < tour->node_count && used < sizeof text; ++k) {
        const char *name = swarm_instance_node_name(instance_of(subject)->instance, tour->nodes[k]);
        char number[16];
        snprintf(number, sizeof number, "%" PRIu32, tour->nodes[k] + 1);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", k > 0 ? ", " : "", name ? name : number);
    }
    if (used > 0) {
        cli_print_field(tour->path ? "path" : "tour", "%s", text);
    }
    return used > 0;
}

enum swarm_status cli_write_tour(const struct cli_console *console, const char *path, const void *work)
{
    const struct cli_subject *subject = ((const struct cli_work *)work)->subject;
    const swarm_result *result = ((const struct cli_work *)work)->result;
    const struct cli_score score = CLI_SCORE_OF(subject, result);
    char number[CLI_TEXT_SIZE], gap[CLI_TEXT_SIZE];
    struct cli_buffer text = {.bytes = NULL}; /* NAME and COMMENT, with a NUL behind each */
    enum swarm_status status = SWARM_OK;
    cli_gap_text(subject, score, gap);
    cli_buffer_format(&text, "%s.%s.tour%c", subject->name, cli_number_text(subject, score, number), '\0');
    const size_t comment = text.size;
    cli_buffer_format(&text, "length %s%s", cli_length_text(instance_of(subject)->info, result->tour->length, number),
                      result->tour->path ? " of the open path from the first node to the last" : "");
    if (subject->maximise) {
        cli_buffer_format(&text, ", %s %s", subject->problem->score, cli_score_text(subject, score, number));
    }
    cli_buffer_format(&text, "%s%s, swarmcl %s%c", *gap ? ", " : "", gap, swarm_version(), '\0');
    TRY_OR(done, text.failed ? cli_fail_memory() : SWARM_OK);
    cli_interrupt_hold();
    status = swarm_tour_write(console->context, path, text.bytes, text.bytes + comment, instance_of(subject)->instance,
                              result->tour->nodes, result->tour->node_count);
    cli_interrupt_release();
    TRY_OR(done, cli_checked(console, status));
    cli_note(console, "wrote %s", path);
done:
    cli_buffer_deinit(&text);
    return status;
}

enum swarm_status cli_fill_map(struct cli_buffer *svg, const void *work)
{
    const struct cli_work *made = work;
    const struct swarm_tour *tour = made->result->tour;
    const struct cli_picture picture = {instance_of(made->subject),
                                        tour->nodes,
                                        tour->node_count,
                                        tour->length,
                                        CLI_SCORE_OF(made->subject, made->result),
                                        made->result};
    return cli_svg_write(svg, &picture);
}

enum swarm_status cli_require_map(const char *path, const struct cli_subject *subject)
{
    return cli_svg_require_positions(path, instance_of(subject));
}
