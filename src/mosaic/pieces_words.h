/* pieces_words.h - cl/shared/piece_ant.h for the host: lengths come from a problem, and one thread plays all lanes. */
#ifndef SWARMCL_MOSAIC_PIECES_WORDS_H
#define SWARMCL_MOSAIC_PIECES_WORDS_H

#include "problem.h"

#define PIECE_GLOBAL
#define PIECE_LOCAL
#define PIECE_EDGES           const struct mosaic_problem *
#define PIECE_LENGTH(e, i, j) mosaic_length(e, i, j)
#define PIECE_PARTNERS(s)     ((s)->partners != NULL)
#include "piece_ant.h"

#endif
