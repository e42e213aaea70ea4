/* text.h - the texts of quadratic assignment: instances and assignments of QAPLIB, matrices of CSV. */
#ifndef SWARMCL_QAP_TEXT_H
#define SWARMCL_QAP_TEXT_H

#include "base/scanner.h"
#include "instance.h"

/* `path` opens the messages. Errors: SWARM_ERROR_INPUT with path, line, the text found and the text expected. */
enum swarm_status qap_text_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                 struct swarm_qap **qap);

/* See swarm_qap_read_assignment(). */
enum swarm_status qap_assignment_parse(struct base_env *env, const struct swarm_qap *qap, struct base_word text,
                                       const char *path, uint32_t **places, int64_t *cost);

#endif
