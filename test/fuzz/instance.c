/* instance.c - fuzzer of the TSPLIB reader; the input is the file. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_parse_instance(size > 0 ? (const char *)data : "", size, "folder/fuzz.tsp");
    return 0;
}
