/* input.h - reads instances and tours from text: TSPLIB95 (G. Reinelt, "TSPLIB95", 1995), tables of points or distances
 * (table.h), and files of many instances. */
#ifndef SWARMCL_TSP_INPUT_H
#define SWARMCL_TSP_INPUT_H

#include "text.h"
#include "tsp/instance.h"

/* See swarm_instance_parse(). A text is a table if its first line is not one of TSPLIB95, and one of these holds: the
 * line has a comma, semicolon or tab, begins with a number, has two titles of coordinates or names the separator; or
 * the path ends in .csv, .tsv or .txt, with or without .gz. `columns`: the text of --columns, or NULL. `scores`: true
 * to read a table's column of scores. */
enum swarm_status tsp_input_parse(struct base_env *env, struct tsp_text text, const char *columns, bool scores,
                                  struct swarm_instance **instance);

/* Parses a table of points for a caller with a use of its own. *instance is NULL if the text is not a table. */
struct csv_use;
enum swarm_status tsp_input_parse_table(struct base_env *env, struct tsp_text text, const struct csv_use *use,
                                        struct swarm_instance **instance);

/* Parses a table of points whose titles name their coordinates. *instance is NULL if the text, in UTF-8, is something
 * else, such as a matrix. */
enum swarm_status tsp_input_parse_points(struct base_env *env, struct tsp_text text, struct swarm_instance **instance);

/* True if the line begins as in TSPLIB95: with a keyword and its colon, or with the name of a section. */
bool tsp_tsplib_is(struct base_word line);

/* Parses a file of TSPLIB95 with TYPE TSP, ATSP or OP. */
enum swarm_status tsp_tsplib_parse(struct base_env *env, struct tsp_text text, struct swarm_instance **instance);

/* Parses a tour file of TSPLIB95: see swarm_tour_read(), or swarm_tour_read_some() with `count`; `strict` as in
 * swarm_tour_read_strict(). */
enum swarm_status tsp_tour_file_parse(struct base_env *env, struct tsp_text text, const struct swarm_instance *instance,
                                      bool strict, uint32_t **tour, size_t *count);

/* Parses a file of many instances from bytes [size]: see swarm_points_read(). *points owns `bytes`; a failure frees
 * them. */
enum swarm_status tsp_points_parse(struct base_env *env, const char *path, char *bytes, size_t size,
                                   struct swarm_points **points, size_t *count);

#endif
