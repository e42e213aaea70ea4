/* array_words.h - cl/shared/array_search.h for the host: lengths come from a problem. */
#ifndef SWARMCL_MOSAIC_ARRAY_WORDS_H
#define SWARMCL_MOSAIC_ARRAY_WORDS_H

#include "problem.h"

#define ARRAY_GLOBAL
#define ARRAY_EDGES           const struct mosaic_problem *
#define ARRAY_LENGTH(e, i, j) mosaic_length(e, i, j)
#define ARRAY_PARTNERS(s)     ((s)->partners != NULL)
#include "array_search.h"

#endif
