/* on_devices.h - the command line of the tests that run on every device, and the chosen devices.
 *
 * usage: TEST [--small | --all] [--device SELECTOR] [--part K/N] [--verbose]
 *        TEST --list
 *        TEST --bench [--quick] [--device SELECTOR] [OPTION VALUE]...
 *
 * Tests run on every usable device, simulators included, and exit 77 if there is none. --small: cases that a simulator
 * can run in a minute. --all: more cases. --part K/N: every N-th case from the K-th on, so several processes share the
 * work. --verbose: tests of colonies and swarms name each case before it runs, for a driver that crashes. --list: some
 * tests print the rows of each case, for test/style/rows.py; needs no device. --bench: some tests time their kernels.
 */
#ifndef TEST_KERNEL_ON_DEVICES_H
#define TEST_KERNEL_ON_DEVICES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ocl/device.h"
#include "ocl/selector.h"

enum { SKIPPED = 77, MOST_DEVICES = 64 };

/* Shared by the cases of a test, with their results. */
static struct base_env env;
#define TEST_CONTEXT ((swarm_context *)(void *)&env)
static struct ocl_device_list devices;
static size_t case_count, failure_count;

static struct on_devices {
    bool small, all, verbose, only_list; /* options --small, --all, --verbose, --list */
    const char *selector;                /* value of --device; NULL: all devices are tested */
    unsigned part, part_count;           /* K and N of --part K/N: only part K of N of the cases runs */
    size_t indices[MOST_DEVICES];        /* [count] index of each chosen device in the list of devices */
    size_t count;
} asked;

/* Reads the command line. Returns 0, or the exit code if an argument is wrong. `lists`: --list is allowed. */
static int on_devices_parse(int count, char **words, bool lists)
{
    asked = (struct on_devices){.part = 1, .part_count = 1};
    for (int i = 1; i < count; ++i) {
        if (strcmp(words[i], "--small") == 0) {
            asked.small = true;
        } else if (strcmp(words[i], "--all") == 0) {
            asked.all = true;
        } else if (strcmp(words[i], "--verbose") == 0) {
            asked.verbose = true;
        } else if (strcmp(words[i], "--list") == 0 && lists) {
            asked.only_list = true;
        } else if (strcmp(words[i], "--device") == 0 && i + 1 < count) {
            asked.selector = words[++i];
        } else if (strcmp(words[i], "--part") == 0 && i + 1 < count
                   && sscanf(words[i + 1], "%u/%u", &asked.part, &asked.part_count) == 2 && asked.part > 0
                   && asked.part <= asked.part_count) {
            ++i;
        } else {
            printf("%s: expected --small, --all, --verbose, --device SELECTOR or --part K/N\n", words[i]);
            return 2;
        }
    }
    return 0;
}

/* Lists the devices and selects those of --device. Returns 0, or the exit code if there is none. */
static int on_devices_find(void)
{
    if (ocl_device_list_init(&env, &devices) != SWARM_OK) {
        printf("%s\n", env.error);
        return 1;
    }
    if (devices.count == 0) {
        printf("SKIP: no OpenCL device\n");
        return SKIPPED;
    }
    const struct ocl_choice choice = {devices.devices, devices.count};
    if (ocl_selector_find(&env, choice, NULL, asked.selector ? asked.selector : "all", asked.indices, MOST_DEVICES,
                          &asked.count)
        != SWARM_OK) {
        printf("%s\n", env.error);
        return 1;
    }
    return 0;
}

/* An option of --bench: a number from `least` to `most`, or the index of a word in a list that ends with NULL. */
struct bench_option {
    const char *name;
    uint32_t least, most, *number;
    const char *const *words; /* values of the option; NULL: the option is a number */
};

static inline bool bench_option_read(const struct bench_option *option, const char *word)
{
    char *end = NULL;
    uint32_t place = 0;
    while (option->words && option->words[place] && strcmp(option->words[place], word) != 0) {
        ++place;
    }
    const unsigned long long number = option->words ? place : strtoull(word, &end, 10);
    *option->number = (uint32_t)number;
    return option->words ? option->words[place] != NULL
                         : *end == '\0' && number >= option->least && number <= option->most;
}

/* Reads the words after --bench. Returns false if one is wrong. `options` end with a NULL name. */
static inline bool on_devices_bench_parse(int count, char **words, const struct bench_option *options)
{
    for (int i = 2; i < count; ++i) {
        const struct bench_option *option = options;
        while (option->name && strcmp(option->name, words[i]) != 0) {
            ++option;
        }
        if (strcmp(words[i], "--quick") == 0) {
            asked.small = true;
        } else if (strcmp(words[i], "--device") == 0 && i + 1 < count) {
            asked.selector = words[++i];
        } else if (!option->name || i + 1 == count || !bench_option_read(option, words[++i])) {
            return false;
        }
    }
    return true;
}

/* Times kernels if the first word is --bench, otherwise returns -1. Exit codes: 1: failure; 2: wrong arguments; 77:
 * the device does not exist or cannot run the comparison. */
static inline int on_devices_bench(int count, char **words, const struct bench_option *options,
                                   int (*bench)(size_t device))
{
    if (count < 2 || strcmp(words[1], "--bench") != 0) {
        return -1;
    }
    asked = (struct on_devices){.selector = "auto"};
    if (!on_devices_bench_parse(count, words, options)) {
        fprintf(stderr, "%s: a word that is no option, or has no fitting value\n", words[0]);
        return 2;
    }
    base_env_init(&env);
    int code = on_devices_find();
    if (code == 1 && devices.count > 0) { /* devices exist, but not the requested one */
        code = SKIPPED;
    } else if (code == 0 && asked.count != 1) {
        fprintf(stderr, "--device %s selects %zu devices\n", asked.selector, asked.count);
        code = 2;
    }
    code = code == 0 ? bench(asked.indices[0]) : code;
    if (code == 1) {
        fprintf(stderr, "%s\n", env.error ? env.error : "results differ");
    }
    ocl_device_list_deinit(&devices);
    base_env_deinit(&env);
    return code;
}

/* Gives a device without sub-groups those of programs.c, of `size` work-items, for the following cases; 0: none. */
static inline void on_devices_divide(size_t device, unsigned size)
{
    static unsigned char has[MOST_DEVICES]; /* 1: the device has sub-groups; 2: it has none; 0: unknown */
    struct swarm_device *pretends = &devices.devices[device];
    has[device] = has[device] > 0 ? has[device] : pretends->sub_groups ? 1 : 2;
    if (has[device] == 2) {
        pretends->sub_groups = size > 0;
        pretends->sub_group_sizes = size;
    }
}

/* True if the device runs 32 work-items as one sub-group. */
static inline bool on_devices_lanes(size_t device)
{
    const struct swarm_device *asked_of = &devices.devices[device];
    return asked_of->sub_groups && (asked_of->sub_group_sizes == 0 || asked_of->sub_group_sizes >= 32);
}

/* Runs `test` on each selected device. Returns 0, 1 if a case failed, or the exit code of the command line. --list,
 * allowed by `lists`, uses an imaginary CPU. */
static int on_devices_run(int count, char **words, bool lists, void (*test)(size_t device, bool small))
{
    int code = on_devices_parse(count, words, lists);
    base_env_init(&env);
    if (code == 0 && asked.only_list) {
        struct swarm_device any = {.type = SWARM_DEVICE_CPU,
                                   .platform_name = "",
                                   .name = "",
                                   .max_group_size = 4096,
                                   .local_memory = 1u << 16,
                                   .fp64 = true};
        devices = (struct ocl_device_list){.devices = &any, .count = 1};
        test(0, asked.small);
        return 0;
    }
    code = code == 0 ? on_devices_find() : code;
    for (size_t i = 0; code == 0 && i < asked.count; ++i) {
        const struct swarm_device *device = &devices.devices[asked.indices[i]];
        test(asked.indices[i], asked.small);
        printf("device %u \"%s\": part %u of %u of %zu cases so far, %zu failed\n", device->index, device->name,
               asked.part, asked.part_count, case_count, failure_count);
    }
    if (code == 0 && case_count == 0) {
        printf("FAILED: no case was run\n");
        code = 1;
    }
    ocl_device_list_deinit(&devices);
    base_env_deinit(&env);
    return code != 0 ? code : failure_count > 0;
}

#endif
