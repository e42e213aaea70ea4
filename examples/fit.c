/* fit.c - fits a function with several parameters to values measured at t = 1, 2, 3, ... A particle swarm minimises the
 * sum of squares, which has many local minima.
 *
 * usage: fit FILE PICTURE.svg     FILE has the values, with blanks or line breaks between them
 *
 * The function suits monthly differences of air pressure: a mean, a yearly cycle, and two cycles of unknown length. For
 * another function change `parameters` and `model`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swarmcl/swarmcl.h>

static const struct {
    const char *name;
    double lower, upper;
} parameters[] = {
    {"mean", 0, 20},
    {"year, cosine", -10, 10},
    {"year, sine", -10, 10},
    {"first cycle, months", 20, 60},
    {"first cycle, cosine", -10, 10},
    {"first cycle, sine", -10, 10},
    {"second cycle, months", 20, 60},
    {"second cycle, cosine", -10, 10},
    {"second cycle, sine", -10, 10},
};
enum { PARAMETERS = sizeof parameters / sizeof *parameters, DIGITS = 8 };

static double model(const double *b, double t)
{
    const double turn = 6.283185307179586 * t;
    return b[0] + b[1] * cos(turn / 12) + b[2] * sin(turn / 12) + b[4] * cos(turn / b[3]) + b[5] * sin(turn / b[3])
           + b[7] * cos(turn / b[6]) + b[8] * sin(turn / b[6]);
}

static swarm_context *context;
static double *values;
static size_t count;

_Noreturn static void die(const char *message, const char *detail)
{
    fprintf(stderr, "fit: %s%s\n", message, detail);
    exit(1);
}

static void check(enum swarm_status status)
{
    if (status != SWARM_OK) {
        die(swarm_context_error(context), "");
    }
}

static void read_values(const char *path)
{
    char *text, *end;
    size_t size;
    check(swarm_file_read(context, path, &text, &size));
    /* Room for the values: each takes at least two bytes of text, except the last, and one element is for the failed
     * attempt to read another. */
    values = malloc((size / 2 + 2) * sizeof *values);
    if (!values) {
        die("out of memory", "");
    }
    for (char *at = text; (void)(values[count] = strtod(at, &end)), end != at; at = end) {
        ++count;
    }
    if (end[strspn(end, " \t\r\n")] != '\0' || count <= PARAMETERS) {
        die(path, ": expected numbers, more of them than parameters");
    }
    swarm_free(text);
}

/* Converts a position of the swarm, with coordinates from 0 to 1, to parameters. */
static void parameters_at(const double *x, double *b)
{
    for (int k = 0; k < PARAMETERS; ++k) {
        b[k] = parameters[k].lower + x[k] * (parameters[k].upper - parameters[k].lower);
    }
}

static double squares(void *user, const double *x, uint32_t dimensions)
{
    double b[PARAMETERS], sum = 0;
    (void)user;
    (void)dimensions;
    parameters_at(x, b);
    for (size_t i = 0; i < count; ++i) {
        sum += pow(values[i] - model(b, (double)(i + 1)), 2);
    }
    return sum;
}

/* Draws the values as dots and the model as a line: 5 pixels per t, 200 pixels for the range of values. */
static void draw(const char *path, const double *b)
{
    double low = values[0], high = values[0];
    for (size_t i = 0; i < count; ++i) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    FILE *out = fopen(path, "w");
    if (!out) {
        die("cannot write ", path);
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 -10 %zu 220\" fill=\"none\" "
            "style=\"background:#fbfaf7\">\n",
            5 * count + 5);
    for (size_t i = 0; i < count; ++i) {
        fprintf(out, "<circle cx=\"%zu\" cy=\"%.1f\" r=\"2\" fill=\"#1f2a36\"/>\n", 5 * i + 5,
                (high - values[i]) / (high - low) * 200);
    }
    fprintf(out, "<path stroke=\"#d1495b\" stroke-width=\"1.5\" d=\"");
    for (size_t i = 0; i < count; ++i) {
        fprintf(out, "%c%zu %.1f", i > 0 ? '\n' : 'M', 5 * i + 5,
                (high - model(b, (double)(i + 1))) / (high - low) * 200);
    }
    fprintf(out, "\"/>\n</svg>\n");
    if (fclose(out) != 0) {
        die("cannot write ", path);
    }
}

int main(int argc, char **argv)
{
    swarm_objective *objective = NULL;
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    char dimensions[DIGITS];
    double b[PARAMETERS];
    if (argc != 3) {
        die("usage: fit FILE PICTURE.svg", "");
    }
    check(swarm_context_create(&context));
    read_values(argv[1]);
    check(swarm_objective_from_function(context, "squares", squares, NULL, &objective));
    check(swarm_params_create(context, "pso", &params));
    snprintf(dimensions, sizeof dimensions, "%d", PARAMETERS);
    const char *const settings[][2] = {
        {"dim", dimensions}, {"bounds", "0:1"}, {"particles", "100"}, {"topology", "ring"}, {"iterations", "1000"}};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; ++k) {
        check(swarm_params_set(context, params, settings[k][0], settings[k][1]));
    }
    swarm_params_objective(params, objective);
    check(swarm_solve(context, params, NULL, NULL, &result));
    parameters_at(result->position->x, b);
    for (int k = 0; k < PARAMETERS; ++k) {
        printf("%-20s %9.4f\n", parameters[k].name, b[k]);
    }
    printf("%-20s %9.4f\n", "squares", result->value);
    draw(argv[2], b);
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
    swarm_objective_destroy(&objective);
    swarm_context_destroy(&context);
    free(values);
    return 0;
}
