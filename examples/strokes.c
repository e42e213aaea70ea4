/* strokes.c - orders the strokes of a drawing so that a plotter's pen moves little between them; strokes may be drawn
 * backwards.
 *
 * usage: strokes FILE > DRAWING.svg
 *
 * FILE has a line "x1 y1 x2 y2 ..." for each stroke, y downwards as in SVG; "-" is the standard input. The pen starts
 * and ends at 0 0. The drawing shows the strokes in their order and, as a separate red element, the moves between them.
 * Ctrl-C ends the search with the best order so far.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swarmcl/swarmcl.h>

enum { FIX_SIZE = 24, TEXT_SIZE = 64 }; /* bytes of "NODE-NODE," and of a length */

struct stroke {
    const double *first, *last; /* first and last point, [2] each */
};

static swarm_context *context;
static double *numbers; /* coordinates of all strokes */
static struct stroke *strokes;
static size_t count;

static void on_signal(int number)
{
    (void)number;
    swarm_context_cancel(context);
}

_Noreturn static void die(const char *message, const char *detail)
{
    fprintf(stderr, "strokes: %s%s\n", message, detail);
    exit(1);
}

static void check(enum swarm_status status)
{
    if (status != SWARM_OK) {
        die(swarm_context_error(context), "");
    }
}

static void *allocate(size_t number, size_t size)
{
    void *array = calloc(number, size);
    if (!array) {
        die("out of memory", "");
    }
    return array;
}

static void read_strokes(const char *path)
{
    char *text;
    size_t size;
    check(swarm_file_read(context, path, &text, &size));
    /* Room for the numbers: each takes at least two bytes of text, except the last, and one element is for the
     * failed attempt to read another. */
    double *next = numbers = allocate(size / 2 + 2, sizeof *numbers);
    strokes = allocate(size / 2 + 2, sizeof *strokes);
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        const double *first = next;
        char *at = line, *end;
        for (; (void)(*next = strtod(at, &end)), end != at; at = end) {
            ++next;
        }
        if (at[strspn(at, " \t")] != '\0' || (next - first) % 2 != 0 || next - first < 4) {
            die("expected x and y of two points or more, found ", line);
        }
        strokes[count++] = (struct stroke){first, next - 2};
    }
    swarm_free(text);
    if (count == 0) {
        die(path, ": there is no stroke");
    }
}

/* Makes the instance and its parameters. Node 0 is the pen's start. Nodes 2k + 1 and 2k + 2 are the ends of stroke
 * k, and the tour must contain the edge between them. */
static void ask(swarm_instance **instance, swarm_params *params)
{
    double(*ends)[2] = allocate(2 * count + 1, sizeof *ends);
    char *fix = allocate(count, FIX_SIZE), *at = fix;
    for (size_t k = 0; k < count; ++k) {
        memcpy(ends[2 * k + 1], strokes[k].first, sizeof *ends);
        memcpy(ends[2 * k + 2], strokes[k].last, sizeof *ends);
        at += sprintf(at, "%s%zu-%zu", k > 0 ? "," : "", 2 * k + 2, 2 * k + 3); /* options number nodes from 1 */
    }
    check(swarm_instance_from_points(context, "strokes", SWARM_SURFACE_PLANE, 2 * count + 1, ends[0], NULL, instance));
    check(swarm_params_set(context, params, "fix", fix));
    swarm_params_instance(params, *instance);
    free(fix);
    free(ends);
}

static void tell(const swarm_instance *instance, int64_t length, double seconds)
{
    char text[TEXT_SIZE];
    for (uint32_t k = 0; k < count; ++k) {
        length -= swarm_instance_distance(instance, 2 * k + 1, 2 * k + 2);
    }
    swarm_length_text(length, swarm_instance_describe(instance)->decimals, text, sizeof text);
    fprintf(stderr, "%5.1f s: the pen moves %s\n", seconds, text);
}

static void on_progress(void *instance, const struct swarm_progress *progress)
{
    if (progress->improved) {
        tell(instance, progress->length, progress->seconds);
    }
}

/* Draws the strokes as a path, or with `between` the moves between them. */
static void draw(const struct swarm_tour *tour, const char *colour, bool between)
{
    printf("<path stroke=\"%s\" d=\"M0 0", colour);
    for (size_t i = 1; i < tour->node_count; i += 2) {
        const struct stroke *stroke = &strokes[(tour->nodes[i] - 1) / 2];
        bool turned = tour->nodes[i] % 2 == 0;
        const double *from = turned ? stroke->last : stroke->first, *to = turned ? stroke->first : stroke->last;
        printf("\n%c%.9g %.9g", between ? 'L' : 'M', from[0], from[1]);
        for (const double *point = from; !between && point != to;) {
            point += turned ? -2 : 2;
            printf(" %.9g %.9g", point[0], point[1]);
        }
        if (between) {
            printf("M%.9g %.9g", to[0], to[1]);
        }
    }
    printf("%s\"/>\n", between ? "L0 0" : "");
}

static void draw_all(const struct swarm_tour *tour)
{
    double low[2] = {0, 0}, high[2] = {0, 0};
    for (const double *x = numbers; x < strokes[count - 1].last + 2; x += 2) {
        for (int axis = 0; axis < 2; ++axis) {
            low[axis] = fmin(low[axis], x[axis]);
            high[axis] = fmax(high[axis], x[axis]);
        }
    }
    double width = high[0] - low[0], height = high[1] - low[1], edge = (width + height) / 80;
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.9g %.9g %.9g %.9g\" fill=\"none\" "
           "stroke-width=\"%.3g\" style=\"background:#fbfaf7\">\n",
           low[0] - edge, low[1] - edge, width + 2 * edge, height + 2 * edge, edge / 4);
    draw(tour, "#1f2a36", false);
    draw(tour, "#d1495b", true);
    printf("</svg>\n");
}

int main(int argc, char **argv)
{
    swarm_instance *instance = NULL;
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    if (argc != 2) {
        die("usage: strokes FILE > DRAWING.svg", "");
    }
    check(swarm_context_create(&context));
    read_strokes(argv[1]);
    check(swarm_params_create(context, "tsp", &params));
    ask(&instance, params);
    signal(SIGINT, on_signal);
    check(swarm_solve(context, params, on_progress, instance, &result));
    signal(SIGINT, SIG_DFL);
    draw_all(result->tour);
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&context);
    free(strokes);
    free(numbers);
    return 0;
}
