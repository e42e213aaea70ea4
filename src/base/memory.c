#include "memory.h"

#include <stdlib.h>

void *base_array(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}
