#include "check.h"

#include <math.h>

#include "instance.h"

enum { POINTS = 5 };

/* Fills x [n] with a point of the reference: all 0, all 1, a point within the box, one partly outside, one near
 * x_opt. */
static void make_point(int n, const double *x_opt, int point, double *x)
{
    for (long i = 0; i < n; ++i) {
        const double inside = (double)((37 * i * i + 101 * i + 17) % 641 - 320) / 64.0;
        const double outside = (double)((211 * i * i * i + 59 * i + 5) % 769 - 384) / 64.0;
        const double near = x_opt[i] + inside / 512.0;
        x[i] = point == 0 ? 0.0 : point == 1 ? 1.0 : point == 2 ? inside : point == 3 ? outside : near;
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Against COCO                                                                                                       */

/* Largest deviations of a function; values relative to max(1, |value|). */
struct deviations {
    double f_opt, value, x_opt;
    int rows;
};

/* Tolerances: cosines of large arguments and powers of two multiply the last bits of some functions. */
static double value_tolerance(int function)
{
    return function == 16 || function == 19 || function == 23 ? 1e-9 : 1e-11;
}

static double x_opt_tolerance(int function)
{
    return function == 20 ? 2.1e-10 : function == 9 || function == 19 ? 4e-14 : 0.0;
}

/* The larger deviation of `largest` and |found - expected| / scale; infinite if a value is NaN. */
static double deviate(double largest, double found, double expected, double scale)
{
    const double deviation = fabs(found - expected) / scale;
    return isnan(deviation) ? HUGE_VAL : fmax(largest, deviation);
}

/* Reads the next instance of a table, in the first three columns. Returns NULL at the end of the table. */
static struct bbob_instance *next_instance(FILE *file)
{
    int function = 0, dimensions = 0, number = 0;
    const bool found = fscanf(file, "%d %d %d", &function, &dimensions, &number) == 3;
    return found && bbob_instance_exists(function, dimensions, number)
               ? bbob_instance_create(function, dimensions, number)
               : NULL;
}

/* The next number of a table; NaN if there is none. */
static double read_number(FILE *file)
{
    double number = 0.0;
    return fscanf(file, "%lf", &number) == 1 ? number : (double)NAN;
}

/* Compares with a row of each table, whose first three columns were read. The last point is near the table's x_opt;
 * without a table of optima near the instance's. */
static void compare(const struct bbob_instance *instance, FILE *values, FILE *optima, struct deviations *row)
{
    const int n = instance->dimensions;
    double x_opt[BBOB_DIMENSIONS_MOST], x[BBOB_DIMENSIONS_MOST];
    ++row->rows;
    row->f_opt = deviate(row->f_opt, instance->f_opt, read_number(values), 1.0);
    for (int i = 0; i < n; ++i) {
        x_opt[i] = optima ? read_number(optima) : instance->x_opt[i];
        row->x_opt = deviate(row->x_opt, instance->x_opt[i], x_opt[i], 1.0);
    }
    for (int point = 0; point < POINTS; ++point) {
        make_point(n, x_opt, point, x);
        const double value = bbob_instance_value(instance, x);
        row->value = deviate(row->value, value, read_number(values), fmax(1.0, fabs(value)));
    }
}

/* True if the next row of the optima is of the same instance, or if there is no table of optima. */
static bool is_paired(const struct bbob_instance *instance, FILE *optima)
{
    int function = 0, dimensions = 0, number = 0;
    return !optima
           || (fscanf(optima, "%d %d %d", &function, &dimensions, &number) == 3 && function == instance->function
               && dimensions == instance->dimensions && number == instance->number);
}

static void compare_all(FILE *values, FILE *optima, struct deviations *found)
{
    struct bbob_instance *instance = NULL;
    while ((instance = next_instance(values))) {
        struct deviations *row = &found[instance->function];
        if (is_paired(instance, optima)) {
            compare(instance, values, optima, row);
        } else {
            row->value = HUGE_VAL;
        }
        bbob_instance_destroy(instance);
    }
}

static bool report(const struct deviations *found)
{
    bool agrees = true;
    printf("function | instances | f_opt | x_opt | values | tolerance\n");
    for (int f = 1; f <= BBOB_FUNCTIONS; ++f) {
        const struct deviations *row = &found[f];
        const bool right =
            row->rows > 0 && row->f_opt == 0.0 && row->x_opt <= x_opt_tolerance(f) && row->value <= value_tolerance(f);
        printf("%d | %d | %.1e | %.1e | %.1e | %.0e%s\n", f, row->rows, row->f_opt, row->x_opt, row->value,
               value_tolerance(f), right ? "" : ", EXCEEDED");
        agrees = agrees && right;
    }
    return agrees;
}

bool bbob_check(const char *values_path, const char *optima_path)
{
    struct deviations found[BBOB_FUNCTIONS + 1] = {0};
    FILE *values = fopen(values_path, "r"), *optima = optima_path ? fopen(optima_path, "r") : NULL;
    const bool opened = values && (optima || !optima_path) && fscanf(values, "%*[^\n]") == 0;
    if (opened) {
        compare_all(values, optima, found);
    } else {
        fprintf(stderr, "bbob: %s cannot be read\n", values ? optima_path : values_path);
    }
    if (values) {
        fclose(values);
    }
    if (optima) {
        fclose(optima);
    }
    return opened && report(found);
}

void bbob_check_write(FILE *file)
{
    static const int dimensions[] = {2, 5, 20};
    fprintf(file, "f\td\tinstance\tf_opt\tat_zero\tat_one\tat_p3\tat_p4\tat_near\n");
    for (int row = 0; row < BBOB_FUNCTIONS * 3; ++row) {
        const int n = dimensions[row % 3];
        struct bbob_instance *instance = bbob_instance_create(1 + row / 3, n, 1 + row % 15);
        for (int point = 0; instance && point < POINTS; ++point) {
            double x[BBOB_DIMENSIONS_MOST];
            make_point(n, instance->x_opt, point, x);
            if (point == 0) {
                fprintf(file, "%d\t%d\t%d\t%.17g", instance->function, n, instance->number, instance->f_opt);
            }
            fprintf(file, "\t%.17g%s", bbob_instance_value(instance, x), point == POINTS - 1 ? "\n" : "");
        }
        bbob_instance_destroy(instance);
    }
}
