#include "loader.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct ocl_functions ocl_functions;

static void load(void)
{
    static const char *const files[] = {"libOpenCL.so.1", "libOpenCL.so",
                                        "/System/Library/Frameworks/OpenCL.framework/OpenCL"};
    struct ocl_functions found;
    void *library = NULL, *symbol;
    for (size_t i = 0; i < sizeof files / sizeof files[0] && !library; ++i) {
        library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) {
        return;
    }
#define LOOK_UP(name)                    \
    symbol = dlsym(library, "cl" #name); \
    memcpy(&found.name, &symbol, sizeof symbol);
    OCL_FUNCTIONS(LOOK_UP)
    if (found.EnqueueMarkerWithWaitList) { /* the library has OpenCL 1.2 */
        ocl_functions = found;
    }
}

bool ocl_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return ocl_functions.GetPlatformIDs != NULL;
}
