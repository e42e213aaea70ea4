/* input.h - instances and tours as text: TSPLIB95 (G. Reinelt, "TSPLIB95", 1995), and tables of points or distances
 * (table.h).
 */
#ifndef SWARMCL_TSP_INPUT_H
#define SWARMCL_TSP_INPUT_H

#include "text.h"
#include "tsp/instance.h"

/* See swarm_instance_parse(). A text is a table if it does not begin with a line of TSPLIB95, and either its first line
 * has a separator, a number or a title of a column, or its path ends in .csv, .tsv or .txt, with or without .gz.
 * `columns`: the parameter of that name, or NULL. `scores`: of a table, its column of scores is read. */
enum swarm_status tsp_input_parse(struct base_env *env, struct tsp_text text, const char *columns, bool scores,
                                  struct swarm_instance **instance);

/* Whether the line belongs to TSPLIB95: a keyword and its colon, or the name of a section. */
bool tsp_tsplib_is(struct base_word line);

/* A TSP or ATSP file of TSPLIB95. */
enum swarm_status tsp_tsplib_parse(struct base_env *env, struct tsp_text text, struct swarm_instance **instance);

/* A tour file of TSPLIB95: see swarm_tour_read(), or swarm_tour_read_some() with `count`; `strict` as in
 * swarm_tour_read_strict(). */
enum swarm_status tsp_tour_file_parse(struct base_env *env, struct tsp_text text, const struct swarm_instance *instance,
                                      bool strict, uint32_t **tour, size_t *count);

/* See swarm_tour_write(); the members are its arguments. */
struct tsp_tour_text {
    const char *name, *comment;
    const struct swarm_instance *instance;
    const uint32_t *tour;
    size_t count;
};
enum swarm_status tsp_tour_file_write(struct base_env *env, const char *path, const struct tsp_tour_text *text);

/* Random and regular instances as text of TSPLIB95: see swarm_instance_generate(), and swarm_instance_kinds(). All
 * kinds except matrix reduce the seed modulo 10^9, the modulus of their random source; matrix uses all 32 bits. Cost:
 * about 30 ns a node or matrix element; memory: the text, and 4 bytes a node for a random order. */
extern const struct swarm_variant tsp_generate_kinds[];
enum swarm_status tsp_generate(struct base_env *env, const char *kind, uint32_t node_count, uint32_t seed, char **text,
                               size_t *size);

#endif
