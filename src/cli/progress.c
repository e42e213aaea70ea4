#include "progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

static const double draw_interval = 0.1;  /* seconds between two drawings */
static const double line_interval = 10.0; /* seconds between two lines without a terminal */
static const double rate_memory = 3.0;    /* seconds; time constant of the exponential smoothing of the rate */

enum { LINE_SIZE = 2048 }; /* bytes of a line; more than all fields take */

static const char erase_to_end[] = "\x1b[K";

/* True if the process runs in the background: a shell with job control then gives the terminal to another process
 * group. */
static bool is_background(void)
{
    pid_t owner = tcgetpgrp(STDERR_FILENO);
    return owner != -1 && owner != getpgrp();
}

/* Letters that fit a line; asks the terminal each time, because windows change. The last column stays free because
 * some terminals wrap after it. */
static size_t line_room(void)
{
    const size_t count = cli_terminal_columns(STDERR_FILENO);
    return count < LINE_SIZE ? count - 1 : LINE_SIZE - 1;
}

/* Formats a duration: "8 s", "1 min 05 s", "2 h 07 min", "3 d 4 h". */
static void duration_text(double seconds, char *text, size_t size)
{
    if (seconds < 60) {
        snprintf(text, size, "%.0f s", seconds);
    } else if (seconds < 3600) {
        snprintf(text, size, "%d min %02d s", (int)(seconds / 60), (int)fmod(seconds, 60));
    } else if (seconds < 24 * 3600) {
        snprintf(text, size, "%d h %02d min", (int)(seconds / 3600), (int)(fmod(seconds, 3600) / 60));
    } else {
        snprintf(text, size, "%.0f d %d h", floor(seconds / (24 * 3600)), (int)(fmod(seconds, 24 * 3600) / 3600));
    }
}

/* Seconds until the first limit ends the run; infinite if there is no limit or its rate is not known yet. */
static double seconds_left(const struct cli_progress *progress, const struct swarm_progress *now)
{
    const uint64_t count = now->iteration < now->iteration_limit ? now->iteration_limit - now->iteration : 0;
    const bool counted = now->iteration_limit > 0 && progress->rate > 0;
    const double by_time = progress->time_limit > 0 ? fmax(progress->time_limit - now->seconds, 0.0) : HUGE_VAL;
    const double since = now->seconds - progress->rated_seconds;
    return fmin(by_time, counted ? fmax((double)count / progress->rate - since, 0.0) : HUGE_VAL);
}

/* Adds a field to a line. */
CLI_PRINTF(2, 3)
static void add(char text[LINE_SIZE], const char *format, ...)
{
    const size_t used = strlen(text);
    const char *separator = used > 0 ? ", " : "";
    va_list arguments;
    va_start(arguments, format);
    memcpy(text + used, separator, strlen(separator) + 1);
    vsnprintf(text + used + strlen(separator), LINE_SIZE - used - strlen(separator), format, arguments);
    va_end(arguments);
}

/* Makes the live line, without the last fields if they do not fit; or, unless `live`, the line of an improvement. */
static void make_line(const struct cli_progress *progress, const struct swarm_progress *now, bool live,
                      char text[LINE_SIZE])
{
    const struct cli_subject *subject = progress->subject;
    const struct cli_score score = CLI_SCORE_OF(subject, now);
    const bool whole = subject->problem->whole, has_best = now->length < INT64_MAX;
    const double left = seconds_left(progress, now), rate = progress->rate;
    char part[CLI_TEXT_SIZE];
    double gap = 0.0;
    text[0] = '\0';
    if (progress->run_count > 1) {
        add(text, "run %" PRIu64 " of %" PRIu64, progress->run_number, progress->run_count);
    }
    if (live && now->iteration == 0 && *progress->waiting) {
        add(text, "%s", progress->waiting);
    } else {
        add(text, "iteration %" PRIu64, now->iteration);
        add(text, has_best ? "best %s" : "no solution yet", cli_score_text(subject, score, part));
    }
    if (now->vehicles > 0) {
        add(text, "%" PRIu32 " vehicle%s", now->vehicles, now->vehicles == 1 ? "" : "s");
    }
    if (now->missing > 0) {
        add(text, "%" PRIu32 " not served", now->missing);
    }
    const bool has_gap =
        has_best && now->missing == 0 && (whole || subject->best.value != 0.0) && cli_gap(subject, score, &gap);
    if (has_gap && whole) {
        add(text, "gap %s %%", cli_fixed_text(gap, 2, part));
    } else if (has_gap) { /* a gap to 0 would repeat the value */
        add(text, "distance %.2g", gap);
    } else if (has_best && now->bound > 0 && cli_proven_gap(score.length, now->bound, &gap)) {
        add(text, "gap at most %s %%", cli_fixed_text(cli_rounded_up(gap), 2, part));
    }
    if (!live) {
        add(text, "%.1f s", now->seconds);
        return;
    }
    if (rate > 0) {
        add(text, "%.*f it/s", rate < 10 ? 2 : rate < 100 ? 1 : 0, rate);
    }
    duration_text(isfinite(left) ? left : now->seconds, part, sizeof part);
    add(text, "%s%s", part, isfinite(left) ? " left" : "");
    while (progress->terminal && strlen(text) > line_room()) {
        char *comma = strrchr(text, ',');
        *(comma ? comma : text) = '\0';
    }
}

/* Writes the line in one piece, so that the terminal never shows half of it. */
static void draw(struct cli_progress *progress, const char *line, double seconds)
{
    char bytes[LINE_SIZE + 16];
    const int size = snprintf(bytes, sizeof bytes, "\r%.*s%s", (int)line_room(), line, erase_to_end);
    if (!is_background()) {
        fwrite(bytes, 1, (size_t)size, stderr);
        progress->drawn = true;
    }
    progress->next_draw = seconds + draw_interval;
}

void cli_progress_show(struct cli_progress *progress, const char *line, double seconds)
{
    if (progress->terminal && seconds >= progress->next_draw) {
        draw(progress, line, seconds);
    }
}

/* Updates the rate. Summaries arrive in batches, so rates over less than draw_interval mean nothing, and most calls
 * report no new iteration. */
static void measure_rate(struct cli_progress *progress, const struct swarm_progress *now)
{
    double passed = now->seconds - progress->rated_seconds;
    if (now->iteration == progress->rated_iteration || (progress->rated_iteration > 0 && passed < draw_interval)) {
        return;
    }
    if (progress->rated_iteration > 0) {
        double rate = (double)(now->iteration - progress->rated_iteration) / passed;
        double weight = progress->rate > 0 ? 1.0 - exp(-passed / rate_memory) : 1.0;
        progress->rate += weight * (rate - progress->rate);
    }
    progress->rated_iteration = now->iteration;
    progress->rated_seconds = now->seconds;
}

static void show(void *user, const struct swarm_progress *now)
{
    struct cli_progress *progress = user;
    const bool improvement = progress->console->verbose && now->improved;
    char line[LINE_SIZE];
    measure_rate(progress, now);
    if (progress->console->metrics && now->seconds >= progress->next_metrics) {
        progress->next_metrics = now->seconds + line_interval;
        if (cli_metrics_write(progress->console, progress->subject, progress->device, now, true) != SWARM_OK) {
            progress->console->metrics = NULL; /* an error was printed once; the search continues */
        }
    }
    if (improvement) {
        make_line(progress, now, false, line);
        cli_note(progress->console, "%s", line);
        progress->next_line = now->seconds + line_interval;
    }
    if (progress->terminal ? improvement || now->seconds >= progress->next_draw : now->seconds >= progress->next_line) {
        make_line(progress, now, true, line);
        progress->next_line = now->seconds + line_interval;
        if (progress->terminal) {
            draw(progress, line, now->seconds);
        } else {
            cli_note(progress->console, "%s", line);
        }
    }
}

/* A swarm_log_fn: on a terminal, the live line shows an announcement of long work until the next report. */
static void take_message(void *user, enum swarm_log_level level, const char *text)
{
    struct cli_progress *progress = user;
    if (level == SWARM_LOG_WAIT && progress->terminal && !progress->console->verbose) {
        snprintf(progress->waiting, sizeof progress->waiting, "%s", text);
        draw(progress, text, -draw_interval);
    } else {
        cli_log(progress->console, level, text);
    }
}

void cli_progress_begin(struct cli_progress *progress, struct cli_console *console, const struct cli_subject *subject,
                        const swarm_params *params)
{
    const char *time = params ? cli_parameter(params, CLI_TIME) : NULL, *kind = getenv("TERM");
    const bool terminal = !console->quiet && isatty(STDERR_FILENO) && kind && *kind && strcmp(kind, "dumb") != 0;
    *progress = (struct cli_progress){.console = console,
                                      .subject = subject,
                                      .device = params ? cli_parameter(params, CLI_DEVICE) : "",
                                      .terminal = terminal,
                                      .time_limit = time ? strtod(time, NULL) : 0.0,
                                      .next_line = line_interval,
                                      .next_metrics = line_interval,
                                      .report = console->quiet && !console->metrics ? NULL : show};
    console->live = &progress->drawn;
    swarm_context_set_log(console->context, take_message, progress);
}

void cli_progress_end(struct cli_progress *progress)
{
    cli_erase_live(progress->console);
    progress->console->live = NULL;
    swarm_context_set_log(progress->console->context, cli_log, progress->console);
}
