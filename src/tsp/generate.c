/* Kinds of generated instances. To add a kind, write a function that writes its text, and add a line to KIND_ROWS. The
 * bytes must be the same on every machine, so this file calls only functions of <math.h> that are exact or correctly
 * rounded: sqrt() and floor(). real_log() has the same bits everywhere; sine and cosine are our own. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tsp/read/input.h"

#define PRECISION 64
#include "cl/shared/real_functions.h"

/* ---------------------------------------------------------------------------------------------------------------- */
/* Numbers                                                                                                          */

enum { STATE_SIZE = 55, SHORT_LAG = 24, WARM_UP = 165, MODULUS = 1000000000 }; /* of struct subtractive */
enum { SIDE = 1000000 }; /* side of the square with random points; distances of a random matrix are below SIDE */

/* Knuth's subtractive generator with lags 55 and 24 (The Art of Computer Programming 2, 3.2.2), used by the generators
 * of the 8th DIMACS Implementation Challenge. */
struct subtractive {
    int32_t state[STATE_SIZE]; /* last 55 numbers, each in [0, MODULUS) */
    int long_lag;
    int short_lag;
    double spare; /* second number of a pair made by gauss(), until gauss() returns it */
    bool has_spare;
};

/* Draws an integer in [0, MODULUS). */
static int32_t draw(struct subtractive *source)
{
    source->long_lag = source->long_lag > 0 ? source->long_lag - 1 : STATE_SIZE - 1;
    source->short_lag = source->short_lag > 0 ? source->short_lag - 1 : STATE_SIZE - 1;
    int32_t value = source->state[source->long_lag] - source->state[source->short_lag];
    if (value < 0) {
        value += MODULUS;
    }
    source->state[source->long_lag] = value;
    return value;
}

static void subtractive_init(struct subtractive *source, uint32_t seed)
{
    int32_t previous = (int32_t)(seed % MODULUS), current = 1;
    *source = (struct subtractive){.state = {previous}, .short_lag = SHORT_LAG};
    for (int k = 1; k < STATE_SIZE; ++k) {
        source->state[21 * k % STATE_SIZE] = current;
        int32_t next = previous - current;
        previous = current;
        current = next < 0 ? next + MODULUS : next;
    }
    for (int k = 0; k < WARM_UP; ++k) {
        draw(source);
    }
}

/* Draws a standard normal number by Marsaglia's polar method (Knuth, 3.4.1 P), which makes two at a time. */
static double gauss(struct subtractive *source)
{
    if (source->has_spare) {
        source->has_spare = false;
        return source->spare;
    }
    double v1, v2, s;
    do {
        v1 = 2.0 * draw(source) / 1e9 - 1.0;
        v2 = 2.0 * draw(source) / 1e9 - 1.0;
        s = v1 * v1 + v2 * v2;
    } while (s >= 1.0 || s == 0.0);
    const double t = sqrt((-2.0 * real_log(s)) / s);
    source->spare = v1 * t;
    source->has_spare = true;
    return v2 * t;
}

/* Cosine and sine of the angle 2 pi k / n, k < n: Taylor's series within an octant, then mirrored. */
static void cosine_sine(uint64_t k, uint64_t n, double *cosine, double *sine)
{
    const double quarter_pi = 0.78539816339744831;
    const uint64_t octant = 8 * k / n, rest = 8 * k - octant * n;
    const double angle = quarter_pi * ((double)(octant % 2 == 1 ? n - rest : rest) / (double)n);
    const double square = angle * angle;
    double c = 1.0, s = 1.0;
    for (int j = 16; j > 0; j -= 2) {
        c = 1.0 - c * square / ((j - 1) * j);
        s = 1.0 - s * square / (j * (j + 1));
    }
    s *= angle;
    const bool swapped = ((octant + 1) & 2) != 0;
    const double x = swapped ? s : c, y = swapped ? c : s;
    *cosine = octant >= 2 && octant < 6 ? -x : x;
    *sine = octant >= 4 ? -y : y;
}

/* Draws an integer in [0, count). */
static uint32_t draw_below(struct subtractive *source, uint32_t count)
{
    return (uint32_t)((uint64_t)draw(source) * count / MODULUS);
}

/* Draws an integer in [0, count); small ones are more frequent, and the mean is about count / 4. */
static uint32_t draw_small(struct subtractive *source, uint32_t count)
{
    return draw_below(source, draw_below(source, count) + 1);
}

/* Puts `values` in random order (Fisher and Yates; Knuth, 3.4.2 P). */
static void shuffle(struct subtractive *source, uint32_t *values, uint32_t count)
{
    for (uint32_t k = count - 1; k > 0; --k) {
        const uint32_t other = draw_below(source, k + 1);
        const uint32_t kept = values[k];
        values[k] = values[other];
        values[other] = kept;
    }
}

/* The instance to write. */
struct job {
    uint32_t n, seed;
    struct subtractive source; /* source of random numbers, begun with the seed */
    uint32_t *scratch;         /* [n] scratch memory of the writer */
};

/* Writes 0 .. n - 1 in random order to the scratch memory. */
static void draw_order(struct job *job)
{
    for (uint32_t k = 0; k < job->n; ++k) {
        job->scratch[k] = k;
    }
    shuffle(&job->source, job->scratch, job->n);
}

/* ---------------------------------------------------------------------------------------------------------------- */
/* Text: each function writes at `at`, where there is enough memory, and returns the end of its text. */

enum { HEADER_SIZE = 1024, COMMENT_SIZE = 160 };

/* Writes value / 10^decimals with all decimals. */
static char *put_number(char *at, int64_t value, int decimals)
{
    char digits[24];
    int count = 0;
    if (value < 0) {
        *at++ = '-';
    }
    for (uint64_t rest = (uint64_t)(value < 0 ? -value : value); rest > 0 || count <= decimals; rest /= 10) {
        digits[count++] = (char)('0' + rest % 10);
    }
    while (count > 0) {
        *at++ = digits[--count];
        if (count > 0 && count == decimals) {
            *at++ = '.';
        }
    }
    return at;
}

static char *put_end(char *at)
{
    memcpy(at, "EOF\n", 4);
    return at + 4;
}

/* Writes "NUMBER X Y" for node `index`, which counts from 0. */
static char *put_node(char *at, uint32_t index, int64_t x, int64_t y, int decimals)
{
    at = put_number(at, (int64_t)index + 1, 0);
    *at++ = ' ';
    at = put_number(at, x, decimals);
    *at++ = ' ';
    at = put_number(at, y, decimals);
    *at++ = '\n';
    return at;
}

static const char of_coordinates[] = "EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n";
static const char of_weights[] =
    "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : UPPER_DIAG_ROW\nEDGE_WEIGHT_SECTION\n";

/* Writes the lines up to DIMENSION, and then `rest`, which ends with the name of a section. */
static char *put_header(char *at, const struct job *job, const char *name, const char *rest, const char *comment)
{
    return at
           + snprintf(at, HEADER_SIZE,
                      "NAME : %s-%" PRIu32 "-%" PRIu32 "\nCOMMENT : %s\nTYPE : TSP\nDIMENSION : %" PRIu32 "\n%s", name,
                      job->n, job->seed, comment, job->n, rest);
}

/* Writes the header lines of the challenge's programs, and of our families. */
static char *put_dimacs_header(char *at, const struct job *job, const char *program, const char *rest)
{
    char comment[COMMENT_SIZE];
    snprintf(comment, sizeof comment, "%s N=%" PRIu32 ", seed=%" PRIu32, program, job->n, job->seed);
    return put_header(at, job, program, rest, comment);
}

/* ---------------------------------------------------------------------------------------------------------------- */
/* Functions of kinds: each writes the instance at `at` and returns the end of the text */

static char *write_uniform(struct job *job, char *at)
{
    at = put_dimacs_header(at, job, "portgen", of_coordinates);
    for (uint32_t k = 0; k < job->n; ++k) {
        const int32_t x = draw(&job->source) / (MODULUS / SIDE);
        at = put_node(at, k, x, draw(&job->source) / (MODULUS / SIDE), 0);
    }
    return at;
}

enum { NODES_OF_CLUSTER = 100 };

/* Draws a coordinate relative to a cluster's centre. `scale`: standard deviation in sides of the square. */
static int64_t draw_offset(struct subtractive *source, double scale)
{
    return (int64_t)(gauss(source) * scale * SIDE);
}

static char *write_clustered(struct job *job, char *at)
{
    const uint32_t n = job->n, cluster_count = n / NODES_OF_CLUSTER;
    const double scale = 1.0 / sqrt(n);
    uint32_t *centres = job->scratch; /* [clusters] centres of the clusters: x and y of each */
    for (uint32_t k = 0; k < cluster_count; ++k) {
        centres[2 * k] = (uint32_t)(draw(&job->source) / 1e9 * SIDE);
        centres[2 * k + 1] = (uint32_t)(draw(&job->source) / 1e9 * SIDE);
    }
    at = put_dimacs_header(at, job, "portcgen", of_coordinates);
    for (uint32_t k = 0; k < n; ++k) {
        const uint32_t *centre = centres + 2 * (size_t)(draw(&job->source) / 1e9 * cluster_count);
        const int64_t x = centre[0] + draw_offset(&job->source, scale);
        at = put_node(at, k, x, centre[1] + draw_offset(&job->source, scale), 0);
    }
    return at;
}

/* A distance from 0 to SIDE - 1. All arithmetic is modulo 2^32. */
static int32_t matrix_distance(uint32_t parameter, uint32_t a, uint32_t b)
{
    uint32_t x = a & b, y = a | b, z = parameter;
    x *= z;
    y *= x;
    z *= y;
    z ^= parameter;
    x *= z;
    y *= x;
    z *= y;
    const uint32_t mixed = ((a + b) ^ z) & UINT32_C(0x7fffffff);
    return (int32_t)(mixed * (SIDE / 2147483648.0));
}

static char *write_matrix(struct job *job, char *at)
{
    const uint32_t factor = UINT32_C(0x12345672), n = job->n;
    at = put_dimacs_header(at, job, "portmgen", of_weights);
    for (uint32_t i = 1; i <= n; ++i) {
        for (uint32_t j = i; j <= n; ++j) {
            at = put_number(at, i == j ? 0 : matrix_distance(104 * job->seed + 1, factor * i + 1, factor * j + 1), 0);
            *at++ = '\n';
        }
    }
    return at;
}

enum { SPACING = 100, DIAGONAL = 141 };

/* The length of the shortest tour of `rows` x `columns` points, rows <= columns. No edge is shorter than SPACING. If
 * one side is even and rows > 1, a tour up and down the columns has only edges of SPACING. If both sides are odd, there
 * is no such tour: its edges would alternate between black and white points of a chessboard, but the number of points
 * is odd. So at least one edge is longer, and one edge of DIAGONAL, nint(sqrt(2) * 100), is enough. A tour of a single
 * row uses every step twice. */
static int64_t grid_optimum(int64_t rows, int64_t columns)
{
    const int64_t n = rows * columns;
    if (rows == 1) {
        return 2 * SPACING * (n - 1);
    }
    return n % 2 == 0 ? SPACING * n : SPACING * (n - 1) + DIAGONAL;
}

static uint32_t grid_rows(uint32_t n)
{
    uint32_t rows = 1;
    for (uint32_t divisor = 2; divisor <= n / divisor; ++divisor) {
        rows = n % divisor == 0 ? divisor : rows;
    }
    return rows;
}

static char *write_grid(struct job *job, char *at)
{
    const uint32_t n = job->n, rows = grid_rows(n), columns = n / rows;
    char comment[COMMENT_SIZE];
    draw_order(job);
    snprintf(comment, sizeof comment,
             "grid of %" PRIu32 " x %" PRIu32 " points %d apart, shuffled by seed=%" PRIu32 "; optimum %" PRId64, rows,
             columns, SPACING, job->seed, grid_optimum(rows, columns));
    at = put_header(at, job, "grid", of_coordinates, comment);
    for (uint32_t k = 0; k < n; ++k) {
        const int64_t x = (int64_t)SPACING * (job->scratch[k] % columns);
        at = put_node(at, k, x, (int64_t)SPACING * (job->scratch[k] / columns), 0);
    }
    return put_end(at);
}

static int64_t thousandths(double value)
{
    return (int64_t)floor(1000.0 * value + 0.5);
}

/* Neighbours are SPACING apart, and rounding nodes to three decimals changes their distance by less than 0.0015, so it
 * rounds to SPACING. All other edges are longer: at least sqrt(2) * SPACING over two steps. So no tour is shorter than
 * SPACING * n, and the tour along the circle has that length. */
static char *write_circle(struct job *job, char *at)
{
    const uint32_t n = job->n;
    double cosine, sine;
    char comment[COMMENT_SIZE];
    draw_order(job);
    cosine_sine(1, UINT64_C(2) * n, &cosine, &sine);
    const double radius = n > 1 ? SPACING / (2.0 * sine) : 0.0;
    snprintf(comment, sizeof comment,
             "%" PRIu32 " points on a circle, neighbours %d apart, shuffled by seed=%" PRIu32 "; optimum %" PRId64, n,
             SPACING, job->seed, n > 1 ? (int64_t)SPACING * n : 0);
    at = put_header(at, job, "circle", of_coordinates, comment);
    for (uint32_t k = 0; k < n; ++k) {
        cosine_sine(job->scratch[k], n, &cosine, &sine);
        at = put_node(at, k, thousandths(radius * cosine), thousandths(radius * sine), 3);
    }
    return put_end(at);
}

/* ---------------------------------------------------------------------------------------------------------------- */
/* Our families: nodes at points of a lattice, in random order. A point is x * 2^16 + y in steps of the lattice.     */

static uint32_t lattice_point(uint32_t x, uint32_t y)
{
    return x << 16 | y;
}

static char *put_lattice(char *at, struct job *job, const char *kind, int64_t step)
{
    const uint32_t *points = job->scratch;
    shuffle(&job->source, job->scratch, job->n);
    at = put_dimacs_header(at, job, kind, of_coordinates);
    for (uint32_t k = 0; k < job->n; ++k) {
        at = put_node(at, k, step * (points[k] >> 16), step * (points[k] & UINT16_MAX), 0);
    }
    return put_end(at);
}

/* Blocks of holes on a board, similar to fl1577 and fl3795. Their holes occupy every other point of a lattice with a
 * step of 5.9, like the fields of one colour of a chessboard. The nearest hole is two steps away in a single row (54 %
 * of fl1577) or one diagonal step away (46 %). Blocks of fl1577 are single rows, double rows, and boxes of up to 49 x 9
 * points with 221 holes; the longest rows cross the board. It has 61 blocks, half of them with 8 holes at most, and 61
 * lattice points per hole. Isolated holes of fl3795 are 219 to 376 away from the next. Generated boxes have up to
 * 95 x 9 points. */
static char *write_drilling(struct job *job, char *at)
{
    /* STEP: distance between neighbouring points of the lattice. All other sizes are numbers of these points. */
    enum { STEP = 6, STRIP = 32, LEAST_WIDTH = 256, LONG = 120, BROAD = 48, BOX_ROWS = 7, GAP = 128 };
    const uint32_t n = job->n, width = LEAST_WIDTH + 8 * (uint32_t)sqrt(n);
    for (uint32_t k = 0, x = 0, y = 0; k < n;) {
        const uint32_t form = draw_below(&job->source, 8);
        const uint32_t rows = form < 5 ? 1 : form < 7 ? 2 : 3 + draw_below(&job->source, BOX_ROWS);
        const uint32_t columns =
            1 + 2 * draw_small(&job->source, rows < 3 ? LONG : BROAD); /* odd: only every other point has a hole */
        x += 1 + draw_small(&job->source, GAP);
        if (x + columns > width) {
            x = 0;
            y += STRIP;
        }
        const uint32_t top = y + draw_below(&job->source, STRIP - rows);
        for (uint32_t hole = 0; hole < rows * columns && k < n; hole += 2) {
            job->scratch[k++] = lattice_point(x + hole % columns, top + hole / columns);
        }
        x += columns;
    }
    return put_lattice(at, job, "drilling", STEP);
}

/* Rows of pins, similar to the VLSI map pma343. Coordinates are small integers, so many distances are equal. Its 343
 * nodes have 102 different x and 37 different y. 33 of the 36 steps between y are 1. Steps in a row are the widths of a
 * few cells: 10 (37 times), 23 (26), 7, 16, 1, 3; 140 of 306 are longer than 20. There are 37 lattice points per node.
 * Generated maps have channels between some rows, and about sqrt(n) nodes per row: twice as many as pma343 at its size.
 */
static char *write_rows(struct job *job, char *at)
{
    enum { CELLS = 7, FAR = 64, CHANNEL = 24 }; /* widths of cells; largest other step in a row, and between rows */
    static const uint8_t steps[CELLS] = {1, 3, 7, 10, 10, 16, 23};
    const uint32_t n = job->n, width = 12 * (uint32_t)sqrt(n);
    for (uint32_t k = 0, x = 0, y = 0; k < n; ++k) {
        const uint32_t step = draw_below(&job->source, CELLS + 1);
        x += step < CELLS ? steps[step] : 1 + draw_below(&job->source, FAR);
        if (x > width) {
            x = draw_below(&job->source, FAR);
            y += draw_below(&job->source, 4) > 0 ? 1 : 1 + draw_below(&job->source, CHANNEL);
        }
        job->scratch[k] = lattice_point(x, y);
    }
    return put_lattice(at, job, "rows", 1);
}

/* Many nodes at few sites, with most nodes at a few of them, so candidate lists do not lead out of a site. */
static char *write_duplicates(struct job *job, char *at)
{
    enum { STEP = 16, NODES_OF_SITE = 20 }; /* lattice step in units of length; mean nodes per site */
    const uint32_t site_count = job->n / NODES_OF_SITE + 1;
    uint32_t *scratch = job->scratch;
    for (uint32_t k = 0; k < job->n; ++k) {
        if (k < site_count) {
            const uint32_t x = draw_below(&job->source, UINT16_MAX);
            scratch[k] = lattice_point(x, draw_below(&job->source, UINT16_MAX));
        } else {
            scratch[k] = scratch[draw_small(&job->source, site_count)];
        }
    }
    return put_lattice(at, job, "duplicates", STEP);
}

/* ---------------------------------------------------------------------------------------------------------------- */
/* Quadratic assignment, in QAPLIB's format                                                                         */

/* A flow or distance from 0 to 99; 0 on the diagonal. */
static int64_t qap_number(uint32_t parameter, uint32_t i, uint32_t j)
{
    const uint32_t factor = UINT32_C(0x12345672);
    return i == j ? 0 : matrix_distance(parameter, factor * i + 1, factor * j + 1) / (SIDE / 100);
}

/* Writes a quadratic assignment problem. Locations form a rectangle with `columns` columns; 0: their distances are
 * random. */
static char *put_qap(char *at, const struct job *job, uint32_t columns)
{
    const uint32_t n = job->n;
    at = put_number(at, n, 0);
    *at++ = '\n';
    for (uint32_t matrix = 0; matrix < 2; ++matrix) {
        for (uint32_t i = 1; i <= n; ++i) {
            *at++ = '\n';
            for (uint32_t j = 1; j <= n; ++j) {
                const int64_t a = i - 1, b = j - 1;
                at = put_number(at,
                                matrix == 0 || columns == 0
                                    ? qap_number(104 * job->seed + 1 + matrix, i, j)
                                    : llabs(a / columns - b / columns) + llabs(a % columns - b % columns),
                                0);
                *at++ = ' ';
            }
        }
        *at++ = '\n';
    }
    return at;
}

static char *write_qap_uniform(struct job *job, char *at)
{
    return put_qap(at, job, 0);
}

static char *write_qap_grid(struct job *job, char *at)
{
    uint32_t columns = 1;
    while (columns * columns < job->n) {
        ++columns;
    }
    return put_qap(at, job, columns);
}

/* ---------------------------------------------------------------------------------------------------------------- */
/* The table                                                                                                        */

/* Name, minimum and maximum number of nodes, bytes of the longest line, true if each pair of nodes has a line, writer,
 * help, source.
 * Why these maxima of nodes:
 *   uniform, clustered   ten times the largest instance of the challenge
 *   matrix               its text has less than 2^31 bytes
 *   grid                 coordinates of a single row, for a prime number, are below 2^31
 *   circle               the diagonal of its box is below 2^31
 *   drilling, rows       each coordinate is a 16-bit number of steps, as in duplicates
 *   qap                  far more than a search can handle; a pair has four numbers of 7 bytes
 */
#define KIND_ROWS(ROW)                                                                                               \
    ROW("uniform", 1, 100000000, 32, false, write_uniform, "random points in a square, DIMACS E",                    \
        "Johnson and McGeoch 2000, portgen")                                                                         \
    ROW("clustered", 100, 100000000, 32, false, write_clustered, "points around random centres, DIMACS C",           \
        "Johnson and McGeoch 2000, portcgen")                                                                        \
    ROW("matrix", 1, 24769, 7, true, write_matrix, "a symmetric matrix of random distances, DIMACS M",               \
        "Johnson and McGeoch 2000, portmgen")                                                                        \
    ROW("grid", 1, 20000000, 40, false, write_grid, "a rectangle of points 100 apart, shortest tour known", "")      \
    ROW("circle", 1, 40000000, 48, false, write_circle, "points on a circle, 100 apart, shortest tour known", "")    \
    ROW("drilling", 1, 20000000, 32, false, write_drilling, "blocks and rows of holes on a board, after fl1577", "") \
    ROW("rows", 1, 20000000, 32, false, write_rows, "rows of pins, after VLSI maps", "")                             \
    ROW("duplicates", 1, 20000000, 32, false, write_duplicates, "many points at few places", "")                     \
    ROW("qap-uniform", 2, 10000, 28, true, write_qap_uniform, "flows and distances 0 to 99", "")                     \
    ROW("qap-grid", 2, 10000, 28, true, write_qap_grid, "flows 0 to 99, places on a grid", "")

struct generator {
    const char *name;
    uint32_t minimum; /* smallest allowed number of nodes */
    uint32_t maximum;
    size_t line_size;
    bool of_pairs;
    char *(*write)(struct job *job, char *at);
};

#define AS_WORD(name, minimum, maximum, line_size, of_pairs, write, help, source) \
    {name, help "; " #minimum " to " #maximum " nodes", source},
#define AS_ROW(name, minimum, maximum, line_size, of_pairs, write, help, source) \
    {name, minimum, maximum, line_size, of_pairs, write},

static const struct swarm_variant kinds[] = {KIND_ROWS(AS_WORD){NULL, NULL, NULL}};
static const struct generator generators[] = {KIND_ROWS(AS_ROW)};
enum { GENERATOR_COUNT = sizeof generators / sizeof generators[0] };

const struct swarm_variant *swarm_instance_kinds(void)
{
    return kinds;
}

static enum swarm_status require_generator(struct base_env *env, const char *kind, const struct generator **generator)
{
    char names[256] = "";
    for (size_t k = 0; k < GENERATOR_COUNT; ++k) {
        if (strcmp(generators[k].name, kind) == 0) {
            *generator = &generators[k];
            return SWARM_OK;
        }
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", generators[k].name);
    }
    return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "found the kind of instance '%s', expected one of %s", kind,
                     names);
}

enum swarm_status swarm_instance_generate(swarm_context *context, const char *kind, uint32_t node_count, uint32_t seed,
                                          char **text, size_t *size)
{
    struct base_env *env = base_env_of(context);
    const struct generator *generator = NULL;
    TRY(kind ? require_generator(env, kind, &generator) : base_fail_null(context, "kind"));
    if (node_count < generator->minimum || node_count > generator->maximum) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "kind %s: found %" PRIu32 " nodes, expected %" PRIu32 " to %" PRIu32, kind, node_count,
                         generator->minimum, generator->maximum);
    }
    const size_t n = node_count;
    const size_t lines = (generator->of_pairs ? n * (n + 1) / 2 : n) + HEADER_SIZE / generator->line_size + 1;
    struct job job = {.n = node_count, .seed = seed};
    char *bytes = base_array(lines, generator->line_size);
    enum swarm_status status = bytes ? SWARM_OK : base_fail_memory(env);
    TRY_OR(done, status);
    TRY_OR(done, BASE_MAKE(env, job.scratch, n)); /* pages that a kind does not use cost no memory */
    subtractive_init(&job.source, seed);
    const char *end = generator->write(&job, bytes);
    *size = (size_t)(end - bytes);
    bytes[*size] = '\0';
    char *shrunk = realloc(bytes, *size + 1);
    *text = shrunk ? shrunk : bytes;
    bytes = NULL;
done:
    free(bytes);
    free(job.scratch);
    return status;
}
