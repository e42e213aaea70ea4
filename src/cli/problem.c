#include "problem.h"

#include <math.h>
#include <stdio.h>

struct cli_score cli_score_of(const struct cli_subject *subject, int64_t length, double value)
{
    /* A power of ten that is divided by is exact, one that is multiplied by need not be. */
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
    char number[CLI_TEXT_SIZE];
    if (*cli_number_text(subject, score, number)) {
        snprintf(text, CLI_TEXT_SIZE, "%s%s%s", number, *subject->unit ? " " : "", subject->unit);
    } else {
        snprintf(text, CLI_TEXT_SIZE, "%s",
                 isnan(score.value)  ? "not a number"
                 : score.value > 0.0 ? "infinite"
                                     : "-infinite");
    }
    return text;
}

const char *cli_places_text(double value, int places, char text[CLI_PLACES_SIZE])
{
    enum { MOST_PLACES = 26 };
    const bool distant = places > MOST_PLACES || fabs(value) >= 1e26;
    snprintf(text, CLI_PLACES_SIZE, distant ? "%.*g" : "%.*f", distant ? 12 : places, value);
    return text;
}

const char *cli_statistic_text(const struct cli_subject *subject, double value, char text[CLI_TEXT_SIZE])
{
    const int digits = subject->decimals > 0 ? subject->decimals + 2 : 2; /* two more than scores have */
    if (!subject->problem->whole) {
        return cli_score_text(subject, (struct cli_score){.value = value}, text);
    }
    char number[CLI_PLACES_SIZE];
    snprintf(text, CLI_TEXT_SIZE, "%s%s%s", cli_places_text(value, digits, number), *subject->unit ? " " : "",
             subject->unit);
    return text;
}

bool cli_gap(const struct cli_subject *subject, struct cli_score score, double *gap)
{
    const bool whole = subject->problem->whole;
    if (!subject->known || (whole ? subject->best.length == 0 && score.length != 0 : !isfinite(score.value))) {
        return false;
    }
    if (whole) {
        const double base = (double)subject->best.length;
        *gap = base == 0.0 ? 0.0 : 100.0 * ((double)score.length - base) / base;
    } else {
        *gap = subject->maximise ? subject->best.value - score.value : score.value - subject->best.value;
    }
    return true;
}

const char *cli_gap_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE])
{
    const struct cli_problem *problem = subject->problem;
    const char *known = subject->given    ? "given optimum"
                        : subject->proven ? "optimum"
                        : problem->whole  ? "best known length"
                                          : "best known value";
    char best[CLI_TEXT_SIZE];
    double gap = 0.0;
    text[0] = '\0';
    cli_number_text(subject, subject->best, best);
    const bool told = cli_gap(subject, score, &gap);
    const char *side = (gap < 0.0) != subject->maximise ? "below" : "above";
    if (told && gap == 0.0 && !problem->whole) {
        snprintf(text, CLI_TEXT_SIZE, "none, %.64s is the %s", best, known);
    } else if (told && problem->whole && score.length == subject->best.length) {
        snprintf(text, CLI_TEXT_SIZE, subject->proven ? "optimal" : "equals the %s", known);
    } else if (told) {
        snprintf(text, CLI_TEXT_SIZE, problem->whole ? "%.2f %% %s the %s %s" : "%.3g %s the %s %s", fabs(gap), side,
                 known, best);
    } else if (subject->known && problem->whole) {
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
    cli_json_put(json, "%s: %g", subject->problem->gap_member, cli_gap(subject, score, &gap) ? gap : (double)NAN);
}
