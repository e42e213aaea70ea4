/* instance.h - an instance of tsp or orient, and its tours. */
#ifndef SWARMCL_CLI_INSTANCE_H
#define SWARMCL_CLI_INSTANCE_H

#include "cli/documents/output.h"
#include "problem.h"

/* The subject of a run. */
struct cli_instance {
    struct cli_subject subject;
    swarm_instance *instance;
    const struct swarm_instance_info *info;
    bool path; /* True if tours are open paths */
};

static inline const struct cli_instance *cli_instance_of(const struct cli_subject *subject)
{
    return (const struct cli_instance *)subject;
}

/* True if the nodes have latitudes and longitudes. A matrix has a range of coordinates only for such nodes. */
static inline bool cli_is_on_earth(const struct swarm_instance_info *info)
{
    return (info->metric == SWARM_METRIC_GREAT_CIRCLE || info->metric == SWARM_METRIC_GEO
            || (info->metric == SWARM_METRIC_EXPLICIT && info->minimum[0] < info->maximum[0]))
           && info->minimum[0] >= -90.0 && info->maximum[0] <= 90.0;
}

/* Makes the subject of a run with `params`; NULL: a subject for closed tours. Borrows the instance. */
struct cli_instance cli_instance_make(const struct cli_problem *problem, swarm_instance *instance,
                                      const swarm_params *params);

/* Functions and members of struct cli_problem that tsp and orient share. */
enum swarm_status cli_instance_open(const struct cli_console *console, const struct cli_arguments *arguments,
                                    swarm_params *params, struct cli_subject *subject);
void cli_instance_close(struct cli_subject *subject);
enum swarm_status cli_instance_read_tour(const struct cli_console *console, const struct cli_subject *subject,
                                         const swarm_params *params, const char *path, bool strict,
                                         struct cli_solution *solution);
enum swarm_status cli_instance_measure(const struct cli_console *console, const struct cli_subject *subject,
                                       const swarm_params *params, const char *path, struct cli_solution *solution);
void cli_json_instance(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
void cli_json_tour(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
bool cli_print_tour(const struct cli_subject *subject, const swarm_result *result);
extern const struct cli_output_kind cli_tour_outputs[];
/* Reads a tour file, or a .csv, .json, .txt or .gpx that swarmcl wrote. Finds each place of the file among the nodes by
 * its name, then by its position; by its number only if the file and the instance have no names or positions in common.
 * Leaves out places that are not found. For tsp, inserts the nodes that the file lacks where they lengthen the tour
 * least. A note states how many nodes were inserted and how many places left out. Prints errors. */
enum swarm_status cli_places_read(const struct cli_console *console, const struct cli_subject *subject,
                                  const swarm_params *params, const char *path, struct cli_solution *solution);
#define CLI_TOUR_PROBLEM                                                                                   \
    .member = "instance", .size = "nodes", .solution = "tour", .whole = true, .outputs = cli_tour_outputs, \
    .long_form = "the tour itself goes to a file: -o FILE.tour, FILE.csv, FILE.svg or FILE.json",          \
    .subject_size = sizeof(struct cli_instance), .open = cli_instance_open, .close = cli_instance_close,   \
    .read = cli_places_read, .json_subject = cli_json_instance, .json_end = cli_json_tour,                 \
    .print_solution = cli_print_tour

#define CLI_TOUR_OUTPUT_ROW                                                                                         \
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output",                                                                         \
            "write the tour to FILE.csv, .svg, .html or .json; or to FILE.tour, .txt, .geojson, .gpx or .kml; see " \
            "`swarmcl help outputs`",                                                                               \
            .letter = 'o', .writes = true, .repeats = true, .common = true)

/* Returns the name of a node; if it has none, its number as text in `number`. */
const char *cli_node_text(const swarm_instance *instance, uint32_t node, char number[16]);

/* A length as text with its unit. Returns `text`. */
const char *cli_length_text(const struct swarm_instance_info *info, int64_t length, char text[CLI_TEXT_SIZE]);

/* Writes the member "length" of a JSON object. */
void cli_json_length(struct cli_json *json, const struct swarm_instance_info *info, int64_t length);

/* Refuses instances without positions. `path`: the picture, for the message. */
enum swarm_status cli_svg_require_positions(const char *path, const struct cli_subject *subject);

/* Write the map of a tour as an SVG document about 1000 pixels long, O(n), with names O(n^2), and as a page for a
 * browser, O(n). The instance must have positions. `work` is a struct cli_work. Both print errors. */
enum swarm_status cli_picture_map(struct cli_buffer *svg, const void *work);
enum swarm_status cli_picture_page(struct cli_buffer *html, const void *work);

#endif
