/* places.h - the order of places in a file that swarmcl wrote, for --init. */
#ifndef SWARMCL_CLI_PLACES_H
#define SWARMCL_CLI_PLACES_H

#include "cli/problems/instance.h"

struct json_object;

/* A place of the file, as far as the file describes it. */
struct cli_place {
    const char *name; /* NULL: none */
    uint64_t number;  /* from 1; 0: none */
    double x, y;      /* as of swarm_instance_position(); NaN: none */
};

/* The places in the order of the file, and the owned text, table or document that has their names. */
struct cli_places {
    struct cli_place *items; /* owned */
    size_t count, capacity;
    bool failed; /* memory has run out */
    char *text;
    swarm_instance *table;
    struct json_object *document;
};

void cli_places_add(struct cli_places *places, const char *name, uint64_t number, double x, double y);

/* Adds the tour in a document of a run of tsp or orient, places->text. Prints errors. */
enum swarm_status cli_places_parse(struct cli_places *places, const char *path, size_t size,
                                   const struct cli_problem *problem);

#endif
