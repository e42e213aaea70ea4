/* tables.h - the tables of --construction, --evaluation, --deposit and --selection, for all who choose from them. */
#ifndef SWARMCL_ACO_TABLES_H
#define SWARMCL_ACO_TABLES_H

#include "shape.h"

extern const struct aco_construction aco_constructions[];
extern const size_t aco_construction_count;
extern const struct aco_evaluation aco_evaluations[];
extern const size_t aco_evaluation_count;
extern const struct aco_deposit aco_deposits[];
extern const size_t aco_deposit_count;
extern const struct aco_selection aco_selections[];
extern const size_t aco_selection_count;

/* The rows by name, NULL when there is none ("auto" is none); a selection also by its number. */
const struct aco_construction *aco_construction_find(const char *name);
const struct aco_evaluation *aco_evaluation_find(const char *name);
const struct aco_deposit *aco_deposit_find(const char *name);
const struct aco_selection *aco_selection_find(const char *name);
const struct aco_selection *aco_selection_of(int number);

#endif
