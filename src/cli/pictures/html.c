/* html.c - the map of a tour as a page that pans and zooms: map.html with its data as JSON. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "map_page.h"

void cli_html_row(struct cli_json *json, const swarm_instance *instance, uint32_t node, uint32_t number,
                  const char *name)
{
    double x = 0.0, y = 0.0;
    swarm_instance_position(instance, node, &x, &y);
    x -= cli_is_on_earth(swarm_instance_describe(instance)) ? 360.0 * floor((x + 180.0) / 360.0) : 0.0;
    cli_json_put(json, "~[%g, %g, %" PRIu32 ", %s", x, y, number, name);
}

static void put_node(struct cli_json *json, const struct cli_instance *instance, uint32_t node)
{
    cli_html_row(json, instance->instance, node, node + 1, swarm_instance_node_name(instance->instance, node));
}

/* Writes a row for each node of the tour: x, y, number, name, and the length so far; then rows of the other nodes. */
static enum swarm_status put_nodes(struct cli_json *json, const struct cli_instance *instance,
                                   const struct swarm_tour *tour)
{
    const uint32_t count = instance->info->node_count;
    bool *visited = calloc(count, sizeof *visited);
    int64_t length = 0;
    char number[64];
    if (!visited) {
        return cli_fail_memory();
    }
    cli_json_put(json, "tour: [");
    for (size_t i = 0; i < tour->node_count; ++i) {
        length += i > 0 ? swarm_instance_distance(instance->instance, tour->nodes[i - 1], tour->nodes[i]) : 0;
        visited[tour->nodes[i]] = true;
        put_node(json, instance, tour->nodes[i]);
        cli_json_number_text(json, NULL, swarm_length_text(length, instance->info->decimals, number, sizeof number));
        cli_json_put(json, "]");
    }
    cli_json_put(json, "], others: [");
    for (uint32_t i = 0; i < count; ++i) {
        if (!visited[i]) {
            put_node(json, instance, i);
            cli_json_put(json, "]");
        }
    }
    cli_json_put(json, "]");
    free(visited);
    return SWARM_OK;
}

/* Writes the JSON as text of a script element, which "</script" would end. */
static void put_script(struct cli_buffer *html, const struct cli_buffer *json)
{
    for (size_t i = 0, start = 0; i <= json->size; ++i) {
        if (i == json->size || json->bytes[i] == '<') {
            cli_buffer_put(html, json->bytes + start, i - start);
            cli_buffer_text(html, i < json->size ? "\\u003c" : "");
            start = i + 1;
        }
    }
}

void cli_html_begin(struct cli_json *json, const char *name, const struct cli_facts *facts,
                    const swarm_instance *instance)
{
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    /* Length per unit of the plane; 0: DISPLAY_DATA, which EXPLICIT instances use, has no scale. */
    const double scale = info->metric == SWARM_METRIC_EXPLICIT ? 0.0
                         : info->metric == SWARM_METRIC_ATT    ? sqrt(0.1)
                                                               : 1.0;
    cli_json_put(json, "{name: %s, facts: [", name);
    for (size_t i = 0; i < facts->count; ++i) {
        cli_json_put(json, "%s", facts->lines[i]);
    }
    cli_json_put(json, "], earth: %i, unit: %s, scale: %g, named: %i", cli_is_on_earth(info), info->unit, scale,
                 info->has_names);
}

void cli_html_end(struct cli_buffer *html, const char *name, struct cli_json *json)
{
    static const char title[] = "@TITLE@", data[] = "@DATA@";
    const char *first = strstr(map_page, title), *second = strstr(map_page, data);
    cli_json_put(json, "}");
    html->failed |= !cli_json_finish(json);
    cli_buffer_put(html, map_page, (size_t)(first - map_page));
    cli_text_put(html, name, INT32_MAX, 1);
    cli_buffer_put(html, first + strlen(title), (size_t)(second - first) - strlen(title));
    put_script(html, &json->text);
    cli_buffer_text(html, second + strlen(data));
    cli_buffer_deinit(&json->text);
}

/* The page does not describe the run, because it is for people who use the tour. */
enum swarm_status cli_picture_page(struct cli_buffer *html, const void *user)
{
    const struct cli_work *work = user;
    const struct cli_instance *instance = cli_instance_of(work->subject);
    const struct swarm_tour *tour = work->result->tour;
    const struct cli_facts facts = cli_map_facts(work);
    struct cli_json json = {.depth = 0};
    bool *fixed = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, cli_map_fixed(work, &fixed));
    cli_html_begin(&json, instance->info->name, &facts, instance->instance);
    cli_json_put(&json, "path: %i, fixed: ~[", tour->path);
    for (size_t i = 0; i < tour->node_count; ++i) {
        if (fixed[i]) {
            cli_json_put(&json, "%zu", i + 1);
        }
    }
    cli_json_put(&json, "]");
    TRY_OR(done, put_nodes(&json, instance, tour));
    cli_html_end(html, instance->info->name, &json);
done:
    free(fixed);
    cli_buffer_deinit(&json.text);
    return status;
}
