/* text.h - an input text with the path for messages. */
#ifndef SWARMCL_TSP_TEXT_H
#define SWARMCL_TSP_TEXT_H

#include "base/scanner.h"

/* A text, borrowed. `path` opens messages, and names an instance without a name. */
struct tsp_text {
    const char *path, *bytes;
    size_t size;
};

#endif
