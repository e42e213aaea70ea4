/* selector.h - resolves the values of --platform and --device to devices of a list; needs no OpenCL. */
#ifndef SWARMCL_OCL_SELECTOR_H
#define SWARMCL_OCL_SELECTOR_H

#include "base/env.h"

/* A device list as plain data. */
struct ocl_choice {
    const struct swarm_device *devices;
    size_t count;
};

/* Resolves a selector: see swarm_device_find(). */
enum swarm_status ocl_selector_find(struct base_env *env, struct ocl_choice choice, const char *platform,
                                    const char *device, size_t *indices, size_t capacity, size_t *count);

/* Lists the devices on `platform` (NULL or "": any; assumed valid) that `auto` would try, best first, in
 * indices[choice.count]; returns their number. */
size_t ocl_selector_rank(struct ocl_choice choice, const char *platform, size_t *indices);

/* True if `selector` is NULL, "" or "auto". */
bool ocl_selector_is_automatic(const char *selector);

#endif
