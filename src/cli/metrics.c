/* metrics.c - --metrics FILE.prom: the state of a run in the text format that Prometheus' node exporter collects. */

#include <math.h>
#include <time.h>

#include "interrupt.h"
#include "options.h"
#include "progress.h"

/* Adds a label; backslashes, quotes and line breaks are escaped. */
static void put_label(struct cli_buffer *labels, const char *name, const char *value)
{
    cli_buffer_format(labels, "%s%s=\"", labels->size > 0 ? "," : "", name);
    for (; *value; ++value) {
        cli_buffer_text(labels, *value == '\\' || *value == '"' || *value == '\n' ? "\\" : "");
        cli_buffer_put(labels, *value == '\n' ? "n" : value, 1);
    }
    cli_buffer_text(labels, "\"");
}

enum swarm_status cli_metrics_write(const struct cli_console *console, const struct cli_subject *subject,
                                    const char *device, const struct swarm_progress *now, bool running)
{
    if (!console->metrics) {
        return SWARM_OK;
    }
    const struct cli_score score = CLI_SCORE_OF(subject, now);
    const bool whole = subject->problem->whole, has_best = now->length < INT64_MAX && isfinite(score.value);
    double gap = (double)NAN;
    const bool has_gap =
        has_best && whole && now->missing == 0
        && (cli_gap(subject, score, &gap) || (now->bound > 0 && cli_proven_gap(score.length, now->bound, &gap)));
    const struct {
        const char *name, *help;
        double value; /* not finite: left out */
    } metrics[] = {
        {"iterations", "Iterations of the run.", (double)now->iteration},
        {"best", "Best score so far, in the unit of the input.", has_best ? score.value : (double)NAN},
        {"missing", "Customers that the best plan must serve and does not.",
         subject->problem->count_missing ? now->missing : (double)NAN},
        {"gap_percent", "Excess over the known optimum or the bound.", has_gap ? gap : (double)NAN},
        {"run_seconds", "Seconds since the start of the run.", cli_round_seconds(now->seconds)},
        {"running", "1 during the search, 0 after it.", running},
        {"updated_timestamp_seconds", "Unix time of this file.", (double)time(NULL)},
    };
    struct cli_buffer labels = {.bytes = NULL}, text = {.bytes = NULL};
    put_label(&labels, "problem", subject->problem->name);
    put_label(&labels, "name", subject->name);
    put_label(&labels, "device", device);
    for (size_t k = 0; k < sizeof metrics / sizeof *metrics; ++k) {
        char number[CLI_REAL_SIZE];
        if (isfinite(metrics[k].value) && !labels.failed) {
            cli_buffer_format(&text, "# HELP swarmcl_%s %s\n# TYPE swarmcl_%s gauge\nswarmcl_%s{", metrics[k].name,
                              metrics[k].help, metrics[k].name, metrics[k].name);
            cli_buffer_put(&text, labels.bytes, labels.size);
            cli_buffer_format(&text, "} %s\n", cli_real_text(metrics[k].value, number));
        }
    }
    cli_interrupt_hold();
    enum swarm_status status =
        text.failed || labels.failed
            ? cli_fail_memory()
            : cli_checked(console, swarm_file_replace(console->context, console->metrics, text.bytes, text.size));
    cli_interrupt_release();
    cli_buffer_deinit(&labels);
    cli_buffer_deinit(&text);
    return status;
}
