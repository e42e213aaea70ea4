/* optima.c - known optima, by the names of instances. */
#include <string.h>

#include "instance.h"

struct optimum {
    const char *name;
    bool symmetric;
    uint32_t node_count;
    int64_t length;
    bool proven;
};

/* Rows of instances/optima.csv, made by embed_optima.py. */
static const struct optimum optima[] = {
#include "optima_rows.h"
};

/* Length of the name without a suffix that some files write into NAME, such as "ulysses16.tsp". */
static size_t stem_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    const bool suffixed = dot && dot > name && (strcmp(dot, ".tsp") == 0 || strcmp(dot, ".atsp") == 0);
    return suffixed ? (size_t)(dot - name) : strlen(name);
}

void tsp_optima_find(struct swarm_instance_info *info)
{
    info->optimum_known = false;
    info->optimum_proven = false;
    info->optimum = 0;
    if (info->fixed_edge_count > 0) {
        /* The file of linhp318 calls itself lin318, but its fixed edge changes the shortest tour. */
        return;
    }
    size_t length = stem_length(info->name);
    for (size_t k = 0; k < sizeof optima / sizeof *optima; ++k) {
        const struct optimum *row = &optima[k];
        if (row->node_count == info->node_count && row->symmetric == info->symmetric && strlen(row->name) == length
            && memcmp(row->name, info->name, length) == 0) {
            info->optimum_known = true;
            info->optimum_proven = row->proven;
            info->optimum = row->length;
            return;
        }
    }
}
