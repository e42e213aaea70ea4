#include "functions.h"
#include "instance.h"

#include <stdlib.h>

enum { PEAKS_MOST = 101, DRAWN_MOST = PEAKS_MOST * BBOB_MOST, TABLE = 32, WARM_UP = 8 };
enum { MODULUS = 2147483647, MULTIPLIER = 16807, TABLE_STEP = 67108865, OTHER_ROTATION = 1000000 };

/* What the matrices of a function are made of: the rotations R and Q, the scales L, the factor c. */
enum matrix { NONE, R, Q, RLQ, LQ, CQ };

#define PI           3.14159265358979323846
#define ROOT_OF_10   3.1622776601683795
#define ROOT_OF_1000 31.622776601683793

static const struct {
    double base; /* base of the scales: scale i is base^(e_i) */
    enum matrix first, second;
} rows[BBOB_FUNCTIONS + 1] = {
    [1] = {1, NONE, NONE},
    [2] = {1e6, NONE, NONE},
    [3] = {ROOT_OF_10, NONE, NONE},
    [4] = {ROOT_OF_10, NONE, NONE},
    [5] = {10, NONE, NONE},
    [6] = {ROOT_OF_10, RLQ, NONE},
    [7] = {ROOT_OF_10, Q, R},
    [8] = {1, NONE, NONE},
    [9] = {1, CQ, NONE},
    [10] = {1e6, R, NONE},
    [11] = {1, R, NONE},
    [12] = {1, R, NONE},
    [13] = {ROOT_OF_10, RLQ, NONE},
    [14] = {1, R, NONE},
    [15] = {ROOT_OF_10, R, RLQ},
    [16] = {0.1, R, RLQ},
    [17] = {ROOT_OF_10, R, LQ},
    [18] = {ROOT_OF_1000, R, LQ},
    [19] = {1, CQ, NONE},
    [20] = {ROOT_OF_10, NONE, NONE},
    [21] = {1, Q, NONE},
    [22] = {1, Q, NONE},
    [23] = {10, RLQ, NONE},
    [24] = {10, RLQ, NONE},
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Random numbers                                                                                                     */

/* Uniform numbers in (0, 1): Park and Miller's generator, shuffled by a table of 32. */
static void draw_uniform(double *u, int count, int64_t seed)
{
    int64_t state = seed < 1 ? 1 : seed, table[TABLE];
    for (int k = TABLE + WARM_UP - 1; k >= 0; --k) {
        state = MULTIPLIER * state % MODULUS;
        if (k < TABLE) {
            table[k] = state;
        }
    }
    int64_t out = table[0];
    for (int i = 0; i < count; ++i) {
        state = MULTIPLIER * state % MODULUS;
        const int64_t k = out / TABLE_STEP;
        out = table[k];
        table[k] = state;
        u[i] = out == 0 ? 1e-99 : (double)out / MODULUS;
    }
}

/* Normal numbers (Box and Muller): the first half of the uniform numbers are radii, the second half angles. Logarithm
 * and cosine are the C library's, as in COCO: Gram and Schmidt's method multiplies a difference in a last bit by up to
 * a thousand. */
static void draw_normal(double *g, int count, int64_t seed)
{
    double u[2 * BBOB_MOST * BBOB_MOST];
    draw_uniform(u, 2 * count, seed);
    for (int i = 0; i < count; ++i) {
        const double angle = 2.0 * PI * u[count + i];
        g[i] = sqrt(-2.0 * log(u[i])) * cos(angle);
        g[i] = g[i] == 0.0 ? 1e-99 : g[i];
    }
}

/* A rotation b [n][n]: Gram and Schmidt's method on the columns of a matrix of normal numbers. */
static void draw_rotation(double *b, int n, int64_t seed)
{
    double g[BBOB_MOST * BBOB_MOST];
    draw_normal(g, n * n, seed);
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            b[k * n + i] = g[i * n + k];
        }
        for (int j = 0; j <= i; ++j) {
            double product = 0.0;
            for (int k = 0; k < n; ++k) {
                product += b[k * n + i] * b[k * n + j];
            }
            const double length = real_sqrt(product);
            for (int k = 0; k < n; ++k) {
                b[k * n + i] = j < i ? b[k * n + i] - product * b[k * n + j] : b[k * n + i] / length;
            }
        }
    }
}

/* A number and its place, to sort by number. */
struct placed {
    double number;
    int place;
};

static int compare_placed(const void *left, const void *right)
{
    const double a = ((const struct placed *)left)->number, b = ((const struct placed *)right)->number;
    return (a > b) - (a < b);
}

/* The places of uniform numbers, sorted by number. */
static void draw_permutation(int *places, int count, int64_t seed)
{
    double u[PEAKS_MOST];
    struct placed sorted[PEAKS_MOST];
    draw_uniform(u, count, seed);
    for (int i = 0; i < count; ++i) {
        sorted[i] = (struct placed){u[i], i};
    }
    qsort(sorted, (size_t)count, sizeof *sorted, compare_placed);
    for (int i = 0; i < count; ++i) {
        places[i] = sorted[i].place;
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Numbers of an instance                                                                                             */

/* f3 and f4 share their numbers, and f17 and f18. */
static int64_t seed_of(const struct bbob_instance *instance)
{
    const int f = instance->function;
    return (f == 4 ? 3 : f == 18 ? 17 : f) + INT64_C(10000) * instance->number;
}

static double draw_f_opt(int64_t seed)
{
    double a = 0.0, b = 0.0;
    draw_normal(&a, 1, seed);
    draw_normal(&b, 1, seed + 1);
    const double value = real_floor(100.0 * 100.0 * a / b + 0.5) / 100.0;
    return value < -1000.0 ? -1000.0 : value > 1000.0 ? 1000.0 : value;
}

/* Replaces x [n], the optimum of most functions, by the optimum of the instance's function where it differs. */
static void place_optimum(const struct bbob_instance *instance, double *x)
{
    double drawn[BBOB_MOST];
    const int n = instance->dimensions, f = instance->function;
    if (f == 20) {
        draw_uniform(drawn, n, seed_of(instance));
    }
    if (f == 24) {
        draw_normal(drawn, n, seed_of(instance));
    }
    for (int i = 0; i < n; ++i) {
        switch (f) {
        case 4:
            x[i] = i % 2 == 0 ? real_absolute(x[i]) : x[i];
            break;
        case 5:
            x[i] = x[i] < 0.0 ? -BBOB_BOX : BBOB_BOX;
            break;
        case 8:
            x[i] *= 0.75;
            break;
        case 20:
            x[i] = drawn[i] < 0.5 ? -0.5 * 4.2096874637 : 0.5 * 4.2096874637;
            break;
        case 24:
            x[i] = drawn[i] < 0.0 ? -1.25 : 1.25;
            break;
        default:
            break;
        }
    }
}

static void make_optimum(const struct bbob_instance *instance, double *x)
{
    const int n = instance->dimensions;
    draw_uniform(x, n, seed_of(instance) + (instance->function == 12 ? OTHER_ROTATION : 0));
    for (int i = 0; i < n; ++i) {
        x[i] = 8.0 * real_floor(10000.0 * x[i]) / 10000.0 - 4.0;
        x[i] = x[i] == 0.0 ? -1e-5 : x[i];
    }
    place_optimum(instance, x);
}

/* Makes matrix [n][n]. With kind CQ the optimum is where all coordinates of c Q x are 1/2. */
static void make_matrix(const struct bbob_instance *instance, enum matrix kind, double *matrix)
{
    double r[BBOB_MOST * BBOB_MOST], q[BBOB_MOST * BBOB_MOST];
    const int n = instance->dimensions;
    const double *scale = instance->data + BBOB_SCALE(n);
    const double factor = instance->data[BBOB_FACTOR];
    draw_rotation(r, n, seed_of(instance) + OTHER_ROTATION);
    draw_rotation(q, n, seed_of(instance));
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            double sum = 0.0;
            for (int k = 0; k < n && kind == RLQ; ++k) {
                sum += r[i * n + k] * scale[k] * q[k * n + j];
            }
            const double turned = q[i * n + j];
            matrix[i * n + j] = kind == RLQ  ? sum
                                : kind == R  ? r[i * n + j]
                                : kind == LQ ? scale[i] * turned
                                : kind == CQ ? factor * turned
                                             : turned;
        }
    }
    for (int j = 0; j < n && kind == CQ; ++j) {
        double sum = 0.0;
        for (int i = 0; i < n; ++i) {
            sum += q[i * n + j];
        }
        instance->data[BBOB_X_OPT + j] = sum / (2.0 * factor);
    }
}

static double make_factor(int function, int n)
{
    const double root = real_sqrt((double)n) / 8.0;
    switch (function) {
    case 8:
    case 9:
    case 19:
        return real_maximum(1.0, root);
    case 16:
        return bbob_ripples(0.5);
    case 23:
        return 10.0 / real_power((double)n, 1.2);
    default:
        return 0.0;
    }
}

static int peaks_of(int function)
{
    return function == 21 ? PEAKS_MOST : function == 22 ? 21 : 0;
}

/* Makes peak `index`: its condition is `condition`, its place y [n] before rotation. */
static void make_peak(const struct bbob_instance *instance, int index, double condition, const double *y)
{
    const int n = instance->dimensions, peaks = peaks_of(instance->function);
    double turned[BBOB_MOST], *peak = instance->data + BBOB_SECOND(n) + index * (BBOB_PEAK_NUMBERS + n);
    unsigned char *order = instance->order + index * n;
    int places[BBOB_MOST];
    peak[0] = index == 0 ? 10.0 : 1.1 + 8.0 * (index - 1) / (peaks - 2.0);
    peak[1] = real_power(condition, -0.5);
    peak[2] = real_power(condition, 1.0 / (n - 1.0));
    draw_permutation(places, n, seed_of(instance) + INT64_C(1000) * index);
    bbob_multiply(instance->data + BBOB_FIRST(n), y, turned, n);
    for (int j = 0; j < n; ++j) {
        order[places[j]] = (unsigned char)j;
        peak[BBOB_PEAK_NUMBERS + places[j]] = turned[j];
    }
}

static void make_peaks(const struct bbob_instance *instance)
{
    const int n = instance->dimensions, peaks = peaks_of(instance->function);
    const double width = instance->function == 21 ? 10.0 : 9.8,
                 first = instance->function == 21 ? ROOT_OF_1000 : 1000.0;
    double u[DRAWN_MOST];
    int places[PEAKS_MOST];
    draw_permutation(places, peaks - 1, seed_of(instance));
    draw_uniform(u, n * peaks, seed_of(instance));
    for (int i = 0; i < peaks; ++i) {
        double *y = u + i * n;
        for (int k = 0; k < n; ++k) {
            y[k] = (width * y[k] - 0.5 * width) * (i == 0 ? 0.8 : 1.0);
            instance->data[BBOB_X_OPT + k] = i == 0 ? y[k] : instance->data[BBOB_X_OPT + k];
        }
        make_peak(instance, i, i == 0 ? first : real_power(1000.0, places[i - 1] / (peaks - 2.0)), y);
    }
}

bool bbob_instance_exists(int function, int dimensions, int number)
{
    return function >= 1 && function <= BBOB_FUNCTIONS && dimensions >= BBOB_DIMENSIONS_LEAST
           && dimensions <= BBOB_DIMENSIONS_MOST && number >= 1;
}

struct bbob_instance *bbob_instance_create(int function, int dimensions, int number)
{
    struct bbob_instance *made = calloc(1, sizeof *made);
    const int n = dimensions, peaks = peaks_of(function);
    const bool has_second = rows[function].second != NONE;
    if (!made) {
        return NULL;
    }
    *made = (struct bbob_instance){.function = function, .dimensions = n, .number = number};
    made->order_count = peaks > 0 ? (size_t)(peaks * n) : 1;
    made->data_count = (size_t)(BBOB_SECOND(n) + (has_second ? n * n : peaks * (BBOB_PEAK_NUMBERS + n)));
    made->data = calloc(made->data_count, sizeof *made->data);
    made->order = calloc(made->order_count, 1);
    if (!made->data || !made->order) {
        bbob_instance_destroy(made);
        return NULL;
    }
    double *data = made->data;
    made->f_opt = data[BBOB_F_OPT] = draw_f_opt(seed_of(made));
    data[BBOB_FACTOR] = make_factor(function, n);
    if (function == 24) {
        data[BBOB_WEIGHT] = 1.0 - 1.0 / (2.0 * real_sqrt(n + 20.0) - 8.2);
        data[BBOB_FACTOR] = -real_sqrt((2.5 * 2.5 - 1.0) / data[BBOB_WEIGHT]);
    }
    for (int i = 0; i < n; ++i) {
        data[BBOB_SCALE(n) + i] = real_power(rows[function].base, bbob_share(i, n));
    }
    make_optimum(made, data + BBOB_X_OPT);
    if (rows[function].first != NONE) {
        make_matrix(made, rows[function].first, data + BBOB_FIRST(n));
    }
    if (has_second) {
        make_matrix(made, rows[function].second, data + BBOB_SECOND(n));
    }
    if (peaks > 0) {
        make_peaks(made);
    }
    made->x_opt = data + BBOB_X_OPT;
    return made;
}

void bbob_instance_destroy(struct bbob_instance *instance)
{
    if (instance) {
        free(instance->data);
        free(instance->order);
        free(instance);
    }
}

double bbob_instance_value(const struct bbob_instance *instance, const double *x)
{
    return bbob_value(instance->function, instance->data, instance->order, x, instance->dimensions);
}

double bbob_target(int index)
{
    return real_power(10.0, 2.0 - 0.2 * index);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Objectives in OpenCL C                                                                                             */

/* Copies BBOB_TEXT, the path of functions.h. Returns false if that fails. */
static bool write_functions(FILE *file)
{
    FILE *text = fopen(BBOB_TEXT, "r");
    if (!text) {
        return false;
    }
    for (int c = fgetc(text); c != EOF; c = fgetc(text)) {
        fputc(c, file);
    }
    return fclose(text) == 0;
}

bool bbob_instance_write(const struct bbob_instance *instance, FILE *file)
{
    fprintf(file, "/* f%d of BBOB in %d dimensions; an instance is its data */\n#define BBOB_MOST %d\n",
            instance->function, instance->dimensions, instance->dimensions);
    if (!write_functions(file)) {
        return false;
    }
    fprintf(file,
            "\nreal objective(const real *x, int n, data given)\n{\n    (void)n;\n"
            "    return bbob_value(%d, given.at, given.at + %zu, x, BBOB_MOST);\n}\n",
            instance->function, instance->data_count);
    return ferror(file) == 0;
}

bool bbob_instance_write_data(const struct bbob_instance *instance, FILE *file)
{
    for (size_t i = 0; i < instance->data_count; ++i) {
        fprintf(file, "%.17g\n", instance->data[i]);
    }
    for (size_t i = 0; i < instance->order_count; ++i) {
        fprintf(file, "%d\n", (int)instance->order[i]);
    }
    return ferror(file) == 0;
}
