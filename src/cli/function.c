#include "function.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 128, SOME_DIMENSIONS = 10 };

const struct swarm_variant *cli_function_words(void)
{
    static struct swarm_variant words[WORDS_MAX + 1];
    size_t count = 0;
    const struct swarm_objective_info *list = swarm_objective_list(&count);
    for (size_t i = 0; i < count && i < WORDS_MAX; ++i) {
        words[i] = (struct swarm_variant){list[i].name, list[i].formula, list[i].source};
    }
    return words;
}

/* The best value of an objective, and for how many dimensions. */
struct optimum {
    bool known;
    bool varies; /* with the dimensions */
    uint32_t dimensions;
    double value;
};

static enum swarm_status find_optimum(const struct cli_console *console, const struct swarm_objective_info *info,
                                      struct optimum *optimum)
{
    swarm_objective *objective = NULL;
    MUST(cli_checked(console, swarm_objective_find(console->context, info->name, &objective)));
    uint32_t some = info->minimum_dimensions > SOME_DIMENSIONS ? info->minimum_dimensions : SOME_DIMENSIONS;
    some = some < info->maximum_dimensions ? some : info->maximum_dimensions;
    bool has_position = false;
    double other = 0.0;
    *optimum = (struct optimum){.dimensions = info->dimensions > 0 ? info->dimensions : some};
    optimum->known = swarm_objective_optimum(objective, optimum->dimensions, &optimum->value, NULL, &has_position);
    const uint32_t another =
        optimum->dimensions == info->maximum_dimensions ? info->minimum_dimensions : info->maximum_dimensions;
    optimum->varies =
        another != optimum->dimensions
        && (!swarm_objective_optimum(objective, another, &other, NULL, &has_position) || other != optimum->value);
    swarm_objective_destroy(&objective);
    return SWARM_OK;
}

static void add_row(struct cli_table *table, const struct swarm_objective_info *info, const struct optimum *optimum)
{
    char value[CLI_REAL_SIZE], dimensions[32] = "";
    const bool varies = info->maximum_dimensions > info->minimum_dimensions;
    if (info->dimensions > 0 && varies) {
        snprintf(dimensions, sizeof dimensions, " (%" PRIu32 ")", info->dimensions);
    }
    cli_table_add(table, "%s", info->name);
    cli_table_add(table, "%s", info->maximise ? "max" : "min");
    cli_table_add(table, "%" PRIu32 "%s%s", info->minimum_dimensions, varies ? "+" : "", dimensions);
    cli_table_add(table, "%s", info->bounds);
    if (optimum->known && optimum->varies) {
        cli_table_add(table, "%s (D = %" PRIu32 ")", cli_real_text(optimum->value, value), optimum->dimensions);
    } else {
        cli_table_add(table, "%s", optimum->known ? cli_real_text(optimum->value, value) : "");
    }
    cli_table_add(table, "%s", info->formula);
}

static void add_object(struct cli_json *json, const struct swarm_objective_info *info, const struct optimum *optimum)
{
    cli_json_put(json,
                 "{name: %s, formula: %s, maximise: %i, dimensions: %g, minimum_dimensions: %" PRIu32
                 ", maximum_dimensions: %" PRIu32
                 ", bounds: %s, optimum: %g, optimum_dimensions: %g, can_shift: %i, source: %s}",
                 info->name, info->formula, info->maximise, info->dimensions > 0 ? info->dimensions : (double)NAN,
                 info->minimum_dimensions, info->maximum_dimensions, info->bounds,
                 optimum->known ? optimum->value : (double)NAN, optimum->known ? optimum->dimensions : (double)NAN,
                 info->can_shift, info->source);
}

enum swarm_status cli_functions_print(const struct cli_console *console)
{
    struct cli_table table = {.columns = "......"};
    struct cli_json json = {.depth = 0};
    struct optimum optimum;
    size_t count = 0;
    const struct swarm_objective_info *list = swarm_objective_list(&count);
    enum swarm_status status = SWARM_OK;
    if (console->json) {
        cli_document_begin(&json);
        cli_json_put(&json, "objectives: [");
    } else {
        cli_table_add_words(&table, "name,sense,D,bounds,best value,formula");
    }
    for (size_t i = 0; i < count && (console->json || !console->quiet); ++i) {
        TRY(find_optimum(console, &list[i], &optimum));
        if (console->json) {
            add_object(&json, &list[i], &optimum);
        } else {
            add_row(&table, &list[i], &optimum);
        }
    }
    if (console->json) {
        cli_json_put(&json, "]");
        status = cli_document_print(&json);
    } else if (!console->quiet) {
        status = cli_table_print(&table);
    }
done:
    cli_buffer_deinit(&json.text);
    cli_table_deinit(&table);
    return status;
}
