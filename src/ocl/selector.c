#include "selector.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

static enum swarm_status fail_without_device(struct base_env *env)
{
    return base_fail(env, SWARM_ERROR_NO_DEVICE,
                     "no usable OpenCL device: install the driver of your GPU, or PoCL for CPUs (Debian, Ubuntu: "
                     "pocl-opencl-icd; others: pocl); --device none needs no driver");
}

bool ocl_selector_is_automatic(const char *selector)
{
    return !selector || !*selector || base_text_equal(selector, "auto");
}

static enum swarm_status fail_with_list(struct base_env *env, struct ocl_choice choice, const char *option,
                                        const char *selector, const char *problem)
{
    char name[16];
    char *list = base_text_format("the devices are:");
    for (size_t i = 0; i < choice.count; ++i) {
        const struct swarm_device *d = &choice.devices[i];
        list = base_text_append(list, "\n  %u (%u:%u) %s \"%s\" [%s]%s", d->index, d->platform, d->device,
                                swarm_device_type_name(d->type), d->name, d->platform_name,
                                d->usable ? "" : ", not usable");
    }
    base_spell(env, option, name);
    enum swarm_status status =
        list ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "%s %s: %s; %s", name, selector, problem, list)
             : base_fail_memory(env);
    free(list);
    return status;
}

/* Reads a number that fits an index; only digits are allowed. True on success. */
static bool parse_index(const char *text, size_t length, size_t *index)
{
    size_t value = 0;
    for (size_t i = 0; i < length; ++i) {
        if (!isdigit((unsigned char)text[i]) || value > 100000) {
            return false;
        }
        value = 10 * value + (size_t)(text[i] - '0');
    }
    *index = value;
    return length > 0;
}

static bool on_platform(const struct swarm_device *device, const char *platform)
{
    size_t number;
    if (!platform || !*platform) {
        return true;
    }
    return parse_index(platform, strlen(platform), &number) ? device->platform == number
                                                            : base_text_contains(device->platform_name, platform);
}

static enum swarm_status check_platform(struct base_env *env, struct ocl_choice choice, const char *platform)
{
    size_t platform_count = 0;
    const struct swarm_device *first = NULL;
    for (size_t i = 0; i < choice.count; ++i) {
        const struct swarm_device *device = &choice.devices[i];
        if (on_platform(device, platform) && (!first || device->platform != first->platform)) {
            first = device;
            ++platform_count;
        }
    }
    if (platform_count == 1 || (platform_count > 1 && (!platform || !*platform))) {
        return SWARM_OK;
    }
    return fail_with_list(env, choice, "--platform", platform,
                          platform_count > 1 ? "matches several platforms" : "no platform with a device matches");
}

/* True if the selectors `all`, `auto` and the device types may select the device although others exist. */
static bool is_ordinary(const struct swarm_device *device)
{
    return device->usable && !device->simulator && !device->software && !device->duplicate;
}

/* Lists the ordinary devices on the platform or, if it has none, all usable devices, in the order of the list. */
static size_t pool(struct ocl_choice choice, const char *platform, size_t *indices)
{
    size_t count = 0;
    for (int filtered = 1; filtered >= 0 && count == 0; --filtered) {
        for (size_t i = 0; i < choice.count; ++i) {
            const struct swarm_device *device = &choice.devices[i];
            if (on_platform(device, platform) && device->usable && (is_ordinary(device) || !filtered)) {
                indices[count++] = i;
            }
        }
    }
    return count;
}

/* Rank of a device for `auto`, lower is better. Simulators come last; then type decides, then Clover (Mesa's old
 * driver) comes last, then discrete devices come before integrated ones. */
static unsigned rank_class(const struct swarm_device *device)
{
    unsigned type = device->type == SWARM_DEVICE_GPU ? 0 : device->type == SWARM_DEVICE_ACCELERATOR ? 1 : 2;
    return 16 * device->simulator + 4 * type + 2 * base_text_contains(device->platform_name, "clover")
           + device->unified_memory;
}

static bool is_better(const struct swarm_device *a, const struct swarm_device *b)
{
    if (rank_class(a) != rank_class(b)) {
        return rank_class(a) < rank_class(b);
    }
    return (uint64_t)a->compute_units * a->clock > (uint64_t)b->compute_units * b->clock;
}

size_t ocl_selector_rank(struct ocl_choice choice, const char *platform, size_t *indices)
{
    size_t count = pool(choice, platform, indices);
    for (size_t i = 1; i < count; ++i) { /* insertion sort is stable: equal ranks keep the order of the list */
        size_t moving = indices[i], at = i;
        for (; at > 0 && is_better(&choice.devices[moving], &choice.devices[indices[at - 1]]); --at) {
            indices[at] = indices[at - 1];
        }
        indices[at] = moving;
    }
    return count;
}

/* State of the resolution of one selector. */
struct search {
    struct base_env *env;
    struct ocl_choice choice;
    const char *platform;
    size_t *pool; /* [choice.count] scratch memory for the result of pool() */
    size_t *found;
    size_t capacity, count;
};

static bool is_found(const struct search *search, size_t index)
{
    for (size_t i = 0; i < search->count && i < search->capacity; ++i) {
        if (search->found[i] == index) {
            return true;
        }
    }
    return false;
}

static void add(struct search *search, size_t index)
{
    if (search->count < search->capacity) {
        search->found[search->count] = index;
    }
    ++search->count;
}

/* Messages of the next three functions: NULL, or why the selector fits no device. */
static const char no_device[] = "there is no such device";

static const char *find_by_type(struct search *search, enum swarm_device_type type, const char *number)
{
    size_t wanted = 0, seen = 0;
    if (*number && !parse_index(number + 1, strlen(number + 1), &wanted)) {
        return "expected a number after the colon";
    }
    size_t count = pool(search->choice, search->platform, search->pool);
    for (size_t i = 0; i < count; ++i) {
        if (search->choice.devices[search->pool[i]].type == type && seen++ == wanted) {
            add(search, search->pool[i]);
            return NULL;
        }
    }
    return no_device;
}

/* Finds device `second` of platform `first`; `second` NULL: device number `first` in the whole list. */
static const char *find_by_number(struct search *search, size_t first, const size_t *second)
{
    for (size_t i = 0; i < search->choice.count; ++i) {
        const struct swarm_device *device = &search->choice.devices[i];
        if (second ? device->platform == first && device->device == *second : device->index == first) {
            if (!on_platform(device, search->platform)) {
                return "is not on the platform given";
            }
            if (!device->usable) {
                return "is not usable (not available, or without a compiler)";
            }
            add(search, i);
            return NULL;
        }
    }
    return no_device;
}

static const char *find_by_name(struct search *search, const char *spec)
{
    /* compare names of platforms only if no device has the name */
    for (int by_platform = 0; by_platform < 2; ++by_platform) {
        size_t matches = 0, match = 0;
        for (size_t i = 0; i < search->choice.count; ++i) {
            const struct swarm_device *device = &search->choice.devices[i];
            if (device->usable && on_platform(device, search->platform)
                && base_text_contains(by_platform ? device->platform_name : device->name, spec)) {
                match = i;
                ++matches;
            }
        }
        if (matches == 1) {
            add(search, match);
        }
        if (matches > 0) {
            return matches == 1 ? NULL : "matches several devices";
        }
    }
    return "matches no device";
}

static enum swarm_status find_one(struct search *search, const char *spec)
{
    const char *colon = strchr(spec, ':'), *problem = NULL;
    const size_t length = colon ? (size_t)(colon - spec) : strlen(spec);
    enum swarm_device_type type = SWARM_DEVICE_GPU;
    size_t first, second;
    while (type < SWARM_DEVICE_OTHER
           && (strlen(swarm_device_type_name(type)) != length
               || !base_text_begins(spec, swarm_device_type_name(type), length))) {
        ++type;
    }
    if (!*spec) {
        return fail_with_list(search->env, search->choice, "--device", "''", "an empty selector");
    }
    if (base_text_equal(spec, "auto")) {
        if (ocl_selector_rank(search->choice, search->platform, search->pool) == 0) {
            return fail_without_device(search->env);
        }
        add(search, search->pool[0]);
    } else if (base_text_equal(spec, "all")) {
        size_t count = pool(search->choice, search->platform, search->pool);
        for (size_t i = 0; i < count; ++i) {
            if (!is_found(search, search->pool[i])) {
                add(search, search->pool[i]);
            }
        }
    } else if (type < SWARM_DEVICE_OTHER) {
        problem = find_by_type(search, type, spec + length);
    } else if (parse_index(spec, length, &first) && (!colon || parse_index(colon + 1, strlen(colon + 1), &second))) {
        problem = find_by_number(search, first, colon ? &second : NULL);
    } else {
        problem = find_by_name(search, spec);
    }
    return problem ? fail_with_list(search->env, search->choice, "--device", spec, problem) : SWARM_OK;
}

enum swarm_status ocl_selector_find(struct base_env *env, struct ocl_choice choice, const char *platform,
                                    const char *device, size_t *indices, size_t capacity, size_t *count)
{
    enum swarm_status status = SWARM_OK;
    struct search search = {env, choice, platform, NULL, indices, capacity, 0};
    const char *specs = ocl_selector_is_automatic(device) ? "auto" : device;
    size_t usable = 0;
    for (size_t i = 0; i < choice.count; ++i) {
        usable += choice.devices[i].usable;
    }
    if (usable == 0) {
        return fail_without_device(env);
    }
    TRY(BASE_MAKE(env, search.pool, choice.count));
    TRY_OR(done, check_platform(env, choice, platform));
    for (const char *spec = specs, *comma; spec; spec = comma ? comma + 1 : NULL) {
        comma = strchr(spec, ',');
        char *one = base_text_copy(spec, comma ? (size_t)(comma - spec) : strlen(spec));
        status = one ? find_one(&search, one) : base_fail_memory(env);
        free(one);
        TRY_OR(done, status);
    }
    *count = search.count;

done:
    free(search.pool);
    return status;
}
