#include "problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Larger numbers, and numbers with more decimals, are written with LONG_DIGITS digits and an exponent. */
static const double long_number = 1e18;
enum { MOST_DECIMALS = 20, LONG_DIGITS = 10 };

struct cli_score cli_score_of(const struct cli_subject *subject, int64_t length, double value)
{
    /* Dividing by 10^decimals rounds only once; multiplying by the inexact 10^-decimals would round twice. */
    const int decimals = subject->decimals;
    return (struct cli_score){length, decimals > 0 ? value / pow(10.0, decimals) : value * pow(10.0, -decimals)};
}

struct cli_score cli_score_of_length(const struct cli_subject *subject, int64_t length)
{
    return cli_score_of(subject, length, (double)length);
}

bool cli_is_better(const struct cli_subject *subject, struct cli_score a, struct cli_score b)
{
    if (subject->problem->whole) {
        return subject->maximise ? a.length > b.length : a.length < b.length;
    }
    if (a.length != b.length) { /* violations of constraints */
        return a.length < b.length;
    }
    return isnan(b.value) ? !isnan(a.value) : subject->maximise ? a.value > b.value : a.value < b.value;
}

const char *cli_number_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE])
{
    text[0] = '\0';
    if (subject->problem->whole) {
        return swarm_length_text(score.length, subject->decimals, text, CLI_TEXT_SIZE);
    }
    return isfinite(score.value) ? cli_real_text(score.value, text) : text;
}

const char *cli_score_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE])
{
    char number[CLI_TEXT_SIZE], violation[CLI_REAL_SIZE];
    const bool infeasible = !subject->problem->whole && score.length > 0;
    *violation = '\0';
    if (infeasible) {
        cli_real_text(swarm_length_violation(score.length), violation);
    }
    if (*cli_number_text(subject, score, number)) {
        snprintf(text, CLI_TEXT_SIZE, "%s%s%s%s%s", number, *subject->unit ? " " : "", subject->unit,
                 infeasible ? ", infeasible by " : "", violation);
    } else if (infeasible) {
        snprintf(text, CLI_TEXT_SIZE, "infeasible by %s", violation);
    } else {
        snprintf(text, CLI_TEXT_SIZE, "%s",
                 isnan(score.value)  ? "not a number"
                 : score.value > 0.0 ? "infinite"
                                     : "-infinite");
    }
    return text;
}

const char *cli_kilometres_text(const char *unit, double length, char text[CLI_TEXT_SIZE])
{
    *text = '\0';
    if (strcmp(unit, "m") != 0 || !(length >= 1000.0)) {
        return text;
    }
    const int size = snprintf(text, CLI_TEXT_SIZE, " (%.1f km)", length / 1000.0);
    for (int at = size - (int)strlen(".0 km)") - 3; at > 2; at -= 3) { /* after the bracket and a digit */
        memmove(text + at + 1, text + at, strlen(text + at) + 1);
        text[at] = ',';
    }
    return text;
}

const char *cli_fixed_text(double value, int decimals, char text[CLI_TEXT_SIZE])
{
    const bool plain = fabs(value) < long_number && decimals <= MOST_DECIMALS;
    snprintf(text, CLI_TEXT_SIZE, plain ? "%.*f" : "%.*g", plain ? decimals : LONG_DIGITS, value);
    return text;
}

double cli_rounded_up(double value)
{
    return ceil(100.0 * value) / 100.0;
}

const char *cli_statistic_text(const struct cli_subject *subject, double value, char text[CLI_TEXT_SIZE])
{
    char number[CLI_TEXT_SIZE];
    const int digits = subject->decimals > 0 ? subject->decimals + 2 : 2; /* two more decimals than scores */
    if (!subject->problem->whole) {
        return cli_score_text(subject, (struct cli_score){.value = value}, text);
    }
    cli_fixed_text(value, digits, number);
    snprintf(text, CLI_TEXT_SIZE, "%.64s%s%s", number, *subject->unit ? " " : "", subject->unit);
    return text;
}

bool cli_gap(const struct cli_subject *subject, struct cli_score score, double *gap)
{
    const bool whole = subject->problem->whole;
    if (!subject->known || subject->incomplete
        || (whole ? subject->best.length == 0 && score.length != 0 : !isfinite(score.value))) {
        return false;
    }
    if (whole) {
        const double base = (double)subject->best.length;
        *gap = base == 0.0 ? 0.0 : (subject->maximise ? -100.0 : 100.0) * ((double)score.length - base) / base;
    } else {
        *gap = subject->maximise ? subject->best.value - score.value : score.value - subject->best.value;
    }
    return true;
}

bool cli_proven_gap(int64_t length, int64_t bound, double *gap)
{
    *gap = length == bound ? 0.0 : 100.0 * ((double)length - (double)bound) / (double)bound;
    return length == bound || bound > 0;
}

const char *cli_proven_text(int64_t length, int64_t bound, char text[CLI_TEXT_SIZE])
{
    double gap = 0.0;
    char number[CLI_TEXT_SIZE];
    text[0] = '\0';
    if (cli_proven_gap(length, bound, &gap)) {
        cli_fixed_text(cli_rounded_up(gap), 2, number);
        snprintf(text, CLI_TEXT_SIZE, gap > 0.0 ? "%.64s %% (proven: at most)" : "optimal, proven", number);
    }
    return text;
}

void cli_json_bound(struct cli_json *json, const struct cli_subject *subject, int64_t bound,
                    const struct cli_score *tour)
{
    double gap = 0.0;
    const bool known = tour && cli_proven_gap(tour->length, bound, &gap);
    cli_json_score(json, "bound", subject, cli_score_of_length(subject, bound));
    cli_json_put(json, "proven_gap_percent: %g", known ? gap : (double)NAN);
}

const char *cli_gap_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE])
{
    const struct cli_problem *problem = subject->problem;
    char best[CLI_TEXT_SIZE], number[CLI_TEXT_SIZE], known[40];
    double gap = 0.0;
    const bool exact = subject->given || subject->proven;
    snprintf(known, sizeof known, "%s%s%s",
             subject->given ? "given "
             : exact        ? ""
                            : "best known ",
             exact || !problem->year ? "" : problem->year, exact ? "optimum" : problem->score);
    text[0] = '\0';
    cli_number_text(subject, subject->best, best);
    const bool has_gap = cli_gap(subject, score, &gap);
    const char *side = (gap < 0.0) != subject->maximise ? "below" : "above";
    if ((subject->solved && score.length == subject->optimum)
        || (subject->bound > 0 && score.length <= subject->bound)) {
        snprintf(text, CLI_TEXT_SIZE, "optimal, proven");
    } else if (!has_gap && subject->bound > 0) {
        cli_proven_text(score.length, subject->bound, text);
    } else if (has_gap && gap == 0.0 && !problem->whole) {
        snprintf(text, CLI_TEXT_SIZE, "none, %.64s is the %s", best, known);
    } else if (has_gap && problem->whole && score.length == subject->best.length) {
        snprintf(text, CLI_TEXT_SIZE, subject->proven ? "optimal" : "equals the %s", known);
    } else if (has_gap) {
        if (problem->whole) {
            cli_fixed_text(fabs(gap), 2, number);
        } else {
            snprintf(number, sizeof number, "%.3g", fabs(gap));
        }
        snprintf(text, CLI_TEXT_SIZE, "%.64s%s %s the %s %.64s", number, problem->whole ? " %" : "", side, known, best);
    } else if (subject->known && !subject->incomplete && problem->whole) {
        snprintf(text, CLI_TEXT_SIZE, "above the %s 0", known);
    }
    return text;
}

void cli_json_score(struct cli_json *json, const char *key, const struct cli_subject *subject, struct cli_score score)
{
    char text[CLI_TEXT_SIZE];
    cli_json_number_text(json, key, *cli_number_text(subject, score, text) ? text : NULL);
}

void cli_json_gap(struct cli_json *json, const struct cli_subject *subject, struct cli_score score)
{
    double gap = 0.0;
    cli_json_put(json, "%s: %g", cli_gap_member(subject->problem), cli_gap(subject, score, &gap) ? gap : (double)NAN);
}

void cli_json_optimum(struct cli_json *json, const struct cli_subject *subject)
{
    if (subject->known) {
        cli_json_score(json, "optimum", subject, subject->best);
        cli_json_put(json, "optimum_proven: %i", subject->proven);
    } else {
        cli_json_put(json, "optimum: null, optimum_proven: null");
    }
}

void cli_print_verified(const struct cli_subject *subject, struct cli_score score)
{
    char text[CLI_TEXT_SIZE];
    printf("%s\n", cli_number_text(subject, score, text));
    if (*cli_gap_text(subject, score, text)) {
        printf("gap %s\n", text);
    }
}
