/* Parts that are being written. */
#include "construct_lists.h"
#include "search_device.h"

#define PENDING __attribute__((weak))
PENDING enum swarm_status aco_lists_set(struct aco_device_colony *c) { return base_fail(c->base.env, SWARM_ERROR_OPENCL, "pending"); }
PENDING enum swarm_status aco_lists_initialise(struct aco_device_colony *c) { return base_fail(c->base.env, SWARM_ERROR_OPENCL, "pending"); }
PENDING enum swarm_status aco_lists_weights(struct aco_device_colony *c) { return base_fail(c->base.env, SWARM_ERROR_OPENCL, "pending"); }
PENDING uint64_t aco_lists_visited_bytes(const struct aco_shape *s, uint32_t n, uint32_t a) { (void)s; (void)n; (void)a; return 0; }
PENDING void aco_search_choose(const struct swarm_device *d, const struct aco_settings *s, struct aco_shape *h) { (void)d; (void)s; h->search_team = 1; h->search_ants = 1; }
PENDING const char *aco_search_file(const struct aco_shape *s) { (void)s; return ""; }
PENDING const char *aco_search_kernel(const struct aco_shape *s) { (void)s; return ""; }
PENDING size_t aco_search_defines(const struct aco_settings *s, const struct aco_shape *h, struct ocl_define d[8]) { (void)s; (void)h; (void)d; return 0; }
PENDING uint64_t aco_search_words(const struct aco_settings *s) { (void)s; return 1; }
PENDING enum swarm_status aco_search_set(struct aco_device_colony *c) { return base_fail(c->base.env, SWARM_ERROR_OPENCL, "pending"); }
PENDING enum swarm_status aco_device_search(struct aco_device_colony *c, uint32_t b, uint32_t e, bool *i) { (void)b; (void)e; (void)i; return base_fail(c->base.env, SWARM_ERROR_OPENCL, "pending"); }
