/* swarms_layouts ROOT PARTICLES DIMENSIONS LAUNCHES REPEATS - times the move of particles with two layouts of memory
 * and two generators, on the first GPU, or on the first device without a GPU. ROOT: the folder of the sources. One JSON
 * document on stdout: microseconds per launch of each variant in each repetition. Exit code 1: a call failed, or the
 * layouts moved particles to different positions. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANTS = 4, GROUP = 64, SOURCE = 65536, REPEATS_MAX = 64 };

static const char *const names[VARIANTS] = {"arrays, philox", "structures, philox", "arrays, xorwow",
                                            "structures, xorwow"};

struct bench {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem state, words;
    const char *root;
    cl_uint particles, dimensions, launches, repeats;
};

static void require(cl_int code, const char *call)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "swarms_layouts: %s: %d\n", call, code);
        exit(1);
    }
}

static size_t numbers_of(const struct bench *bench)
{
    return (size_t)bench->particles * (3 * bench->dimensions + 2);
}

static void open_device(struct bench *bench)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    cl_int code;
    require(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
    const cl_device_type types[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL};
    for (int i = 0; i < 2 && !bench->device; ++i) {
        for (cl_uint j = 0; j < count && j < 16 && !bench->device; ++j) {
            clGetDeviceIDs(platforms[j], types[i], 1, &bench->device, NULL);
        }
    }
    bench->context = clCreateContext(NULL, 1, &bench->device, NULL, NULL, &code);
    require(code, "clCreateContext");
    bench->queue = clCreateCommandQueue(bench->context, bench->device, CL_QUEUE_PROFILING_ENABLE, &code);
    require(code, "clCreateCommandQueue");
    bench->state = clCreateBuffer(bench->context, CL_MEM_READ_WRITE, numbers_of(bench) * sizeof(double), NULL, &code);
    require(code, "clCreateBuffer");
    bench->words =
        clCreateBuffer(bench->context, CL_MEM_READ_WRITE, bench->particles * 6 * sizeof(cl_uint), NULL, &code);
    require(code, "clCreateBuffer");
}

static cl_program build(const struct bench *bench, int variant)
{
    static char source[SOURCE];
    char path[1024], options[1200];
    snprintf(path, sizeof path, "%s/bench/swarms/layouts.cl", bench->root);
    FILE *file = fopen(path, "r");
    require(file ? CL_SUCCESS : CL_INVALID_VALUE, path);
    source[fread(source, 1, SOURCE - 1, file)] = '\0';
    fclose(file);
    snprintf(options, sizeof options, "-cl-std=CL1.2 -I%s/cl -DAOS=%d -DXORWOW=%d -DD=%u", bench->root, variant % 2,
             variant / 2, bench->dimensions);
    const char *text = source;
    cl_int code;
    cl_program program = clCreateProgramWithSource(bench->context, 1, &text, NULL, &code);
    require(code, "clCreateProgramWithSource");
    require(clBuildProgram(program, 1, &bench->device, options, NULL, NULL), "clBuildProgram");
    return program;
}

static cl_kernel kernel_of(const struct bench *bench, cl_program program, const char *name)
{
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    require(code, name);
    require(clSetKernelArg(kernel, 0, sizeof bench->state, &bench->state), name);
    require(clSetKernelArg(kernel, 1, sizeof bench->words, &bench->words), name);
    require(clSetKernelArg(kernel, 2, sizeof bench->particles, &bench->particles), name);
    return kernel;
}

/* Runs a kernel and returns its nanoseconds on the device. */
static double launch(const struct bench *bench, cl_kernel kernel)
{
    const size_t size = bench->particles, group = GROUP;
    cl_event event;
    cl_ulong begin, end;
    require(clEnqueueNDRangeKernel(bench->queue, kernel, 1, NULL, &size, &group, 0, NULL, &event), "a launch");
    require(clWaitForEvents(1, &event), "clWaitForEvents");
    require(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL), "its start");
    require(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "its end");
    clReleaseEvent(event);
    return (double)(end - begin);
}

/* Sum of all positions, in an order that does not depend on the layout. */
static double sum_of(const struct bench *bench, bool structures)
{
    const size_t count = numbers_of(bench), fields = count / bench->particles;
    double *numbers = malloc(count * sizeof *numbers), sum = 0;
    require(numbers ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, "malloc");
    require(
        clEnqueueReadBuffer(bench->queue, bench->state, CL_TRUE, 0, count * sizeof *numbers, numbers, 0, NULL, NULL),
        "clEnqueueReadBuffer");
    for (size_t d = 0; d < bench->dimensions; ++d) {
        for (size_t p = 0; p < bench->particles; ++p) {
            sum += numbers[structures ? p * fields + d : d * bench->particles + p];
        }
    }
    free(numbers);
    return sum;
}

/* Returns microseconds per launch; *sum: sum of the positions at the end. */
static double measure(const struct bench *bench, const cl_kernel kernels[2], bool structures, double *sum)
{
    double nanoseconds = 0;
    launch(bench, kernels[0]);
    for (cl_uint i = 0; i < bench->launches; ++i) {
        require(clSetKernelArg(kernels[1], 3, sizeof i, &i), "clSetKernelArg");
        nanoseconds += launch(bench, kernels[1]);
    }
    *sum = sum_of(bench, structures);
    return nanoseconds / 1e3 / bench->launches;
}

int main(int count, char **words)
{
    if (count != 6) {
        fputs("usage: swarms_layouts ROOT PARTICLES DIMENSIONS LAUNCHES REPEATS\n", stderr);
        return 2;
    }
    struct bench bench = {.root = words[1],
                          .particles = (cl_uint)atoi(words[2]) / GROUP * GROUP,
                          .dimensions = (cl_uint)atoi(words[3]),
                          .launches = (cl_uint)atoi(words[4]),
                          .repeats = (cl_uint)atoi(words[5])};
    cl_kernel kernels[VARIANTS][2];
    static double times[VARIANTS][REPEATS_MAX], sums[VARIANTS];
    char name[256] = "";
    open_device(&bench);
    for (int i = 0; i < VARIANTS; ++i) {
        cl_program program = build(&bench, i);
        kernels[i][0] = kernel_of(&bench, program, "start");
        kernels[i][1] = kernel_of(&bench, program, "move");
        measure(&bench, kernels[i], i % 2, &sums[i]); /* the first launches are slower */
    }
    for (cl_uint repeat = 0; repeat < bench.repeats && repeat < REPEATS_MAX; ++repeat) {
        for (int i = 0; i < VARIANTS; ++i) {
            times[i][repeat] = measure(&bench, kernels[i], i % 2, &sums[i]);
        }
    }
    require(memcmp(&sums[0], &sums[1], sizeof *sums) || memcmp(&sums[2], &sums[3], sizeof *sums) ? CL_INVALID_VALUE : 0,
            "the layouts have different positions");
    require(clGetDeviceInfo(bench.device, CL_DEVICE_NAME, sizeof name, name, NULL), "clGetDeviceInfo");
    printf("{\"name\": \"%s\"", name);
    for (int i = 0; i < VARIANTS; ++i) {
        printf(", \"%s\": [", names[i]);
        for (cl_uint repeat = 0; repeat < bench.repeats && repeat < REPEATS_MAX; ++repeat) {
            printf("%s%.6g", repeat ? ", " : "", times[i][repeat]);
        }
        printf("]");
    }
    puts("}");
    return 0;
}
