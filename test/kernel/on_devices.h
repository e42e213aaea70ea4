/* on_devices.h - the command line of the tests that run on every device, and the devices it leaves. */
#ifndef TEST_KERNEL_ON_DEVICES_H
#define TEST_KERNEL_ON_DEVICES_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ocl/selector.h"

enum { SKIPPED = 77, MOST_DEVICES = 64 };

struct on_devices {
    bool small, verbose, only_list; /* --small, --verbose, --list */
    const char *selector;           /* --device SELECTOR; NULL: all */
    unsigned part, part_count;      /* --part K/N */
    size_t indices[MOST_DEVICES];   /* what is left, [count] */
    size_t count;
};

/* Reads the command line; the exit code when it says nonsense, otherwise 0. */
static int on_devices_parse(struct on_devices *asked, int count, char **words)
{
    *asked = (struct on_devices){.part = 1, .part_count = 1};
    for (int i = 1; i < count; ++i) {
        asked->small = asked->small || strcmp(words[i], "--small") == 0;
        asked->verbose = asked->verbose || strcmp(words[i], "--verbose") == 0;
        asked->only_list = asked->only_list || strcmp(words[i], "--list") == 0;
        if (strcmp(words[i], "--device") == 0 && i + 1 < count) {
            asked->selector = words[++i];
        }
        if (strcmp(words[i], "--part") == 0 && i + 1 < count
            && (sscanf(words[++i], "%u/%u", &asked->part, &asked->part_count) != 2 || asked->part < 1
                || asked->part > asked->part_count)) {
            printf("--part %s: expected K/N\n", words[i]);
            return 2;
        }
    }
    return 0;
}

/* Lists the devices and picks those asked for; the exit code when there is none, otherwise 0. */
static int on_devices_find(struct on_devices *asked, struct base_env *env, struct ocl_device_list *devices)
{
    if (ocl_device_list_init(env, devices) != SWARM_OK || devices->count == 0) {
        printf("SKIP: no OpenCL device\n");
        return SKIPPED;
    }
    const struct ocl_choice choice = {devices->devices, devices->count};
    if (ocl_selector_find(env, choice, NULL, asked->selector ? asked->selector : "all", asked->indices, MOST_DEVICES,
                          &asked->count)
        != SWARM_OK) {
        printf("%s\n", env->error);
        return 1;
    }
    return 0;
}

#endif
