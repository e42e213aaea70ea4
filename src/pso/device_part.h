/* device_part.h - what the files of a swarm on a device share: shape, arrays, programs. */
#ifndef SWARMCL_PSO_DEVICE_PART_H
#define SWARMCL_PSO_DEVICE_PART_H

#include "device.h"

const struct pso_settings *pso_device_settings(const struct pso_device_swarm *swarm);

/* Whether a launch of the row holds many iterations. */
bool pso_device_is_persistent(const struct pso_settings *settings);

/* Chooses swarm->shape. Errors: SWARM_ERROR_INVALID_ARGUMENT for a group size that does not go. */
enum swarm_status pso_device_choose_shape(struct pso_device_swarm *swarm);

/* Lays out the arrays, as swarm_arrays_of() in cl/pso/swarm.clh does; fills in the memory plan. */
void pso_device_list_arrays(struct pso_device_swarm *swarm);

/* Blocking copies of `bytes` at `offset` of an array. */
enum swarm_status pso_device_array_write(struct pso_device_swarm *swarm, enum pso_array array, uint64_t offset,
                                         uint64_t bytes, const void *from);
enum swarm_status pso_device_array_read(struct pso_device_swarm *swarm, enum pso_array array, uint64_t offset,
                                        uint64_t bytes, void *to);

/* Copies sections of `state` that have memory to the device, or from it. `improvements`: of the record. */
enum swarm_status pso_device_transfer(struct pso_device_swarm *swarm, const struct run_sections *state,
                                      uint64_t improvements, bool to_device);

/* The caller's first positions in place of those drawn; nobody has looked at any yet. */
enum swarm_status pso_device_place_start(struct pso_device_swarm *swarm);

enum swarm_status pso_device_write_constants(struct pso_device_swarm *swarm);

/* Words start as 0: no offers, an empty log. */
enum swarm_status pso_device_clear_words(struct pso_device_swarm *swarm);

enum { MOST_FILES = 6, MOST_DEFINES = 16 };

struct pso_program {
    struct ocl_source files[MOST_FILES];
    size_t file_count;
    struct ocl_define defines[MOST_DEFINES];
    size_t define_count;
    char *text; /* owned */
};

/* Starts a program with what all of swarms have: defines, and the caller's objective between what it may use and the
 * kernels to come. Free program->text in any case. */
enum swarm_status pso_program_start(struct base_env *env, const struct pso_settings *settings, uint32_t lanes,
                                    struct pso_program *program);
void pso_program_add_file(struct pso_program *program, const char *name);
void pso_program_define(struct pso_program *program, const char *name, int64_t value, const char *word);

/* Builds it; *built returns owned. SWARM_ERROR_INPUT when it holds a caller's objective and does not build. */
enum swarm_status pso_program_build(struct ocl_session *session, const struct swarm_objective *objective,
                                    const struct pso_program *program, const char *dump_path, cl_program *built);

/* Builds the program of the shape at hand. */
enum swarm_status pso_device_build_shape(struct pso_device_swarm *swarm, cl_program *program);

#endif
