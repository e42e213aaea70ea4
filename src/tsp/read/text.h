/* text.h - a text that is read. */
#ifndef SWARMCL_TSP_TEXT_H
#define SWARMCL_TSP_TEXT_H

#include "base/scanner.h"

/* A text, borrowed. Its path is for messages, and for the name of an instance without one. */
struct tsp_text {
    const char *path, *bytes;
    size_t size;
};

#endif
