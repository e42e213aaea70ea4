/* csv.c - fuzzer of the CSV reader: the first byte of the input chooses a header line, the rest follows it. */
#include "fuzz.h"

static const char *const headers[] = {
    "", /* the input brings a header of its own */
    "x,y\n", "name;x;y\n", "lat,lon\n", "id\tlatitude\tlongitude\n", "y,comment,x,name\r\n", "\xEF\xBB\xBFX;Y\r",
};
enum { HEADER_COUNT = sizeof headers / sizeof *headers };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const char *header = headers[data[0] % HEADER_COUNT];
    const size_t header_size = strlen(header);
    const size_t text_size = header_size + size - 1;
    char *text = malloc(text_size > 0 ? text_size : 1);
    FUZZ_REQUIRE(text);
    memcpy(text, header, header_size);
    memcpy(text + header_size, data + 1, size - 1);
    fuzz_parse_instance(text, text_size, data[0] < 128 ? "fuzz.csv" : "fuzz");
    free(text);
    return 0;
}
