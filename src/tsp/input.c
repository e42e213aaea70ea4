#include "input.h"

#include <string.h>

#include "base/file.h"
#include "base/scanner.h"

static bool has(struct base_word line, char c)
{
    return line.size > 0 && memchr(line.start, c, line.size);
}

static bool is_table(const char *text, size_t size, const char *path)
{
    const struct base_word line = base_scanner_first_line(text, size);
    if (line.start && tsp_tsplib_is(line)) {
        return false;
    }
    return base_file_has_suffix(path, ".csv") || base_file_has_suffix(path, ".tsv") || has(line, ',') || has(line, ';')
           || has(line, '\t');
}

enum swarm_status tsp_input_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                  struct swarm_instance **instance)
{
    return is_table(text, size, path) ? tsp_csv_parse(env, text, size, path, instance)
                                      : tsp_tsplib_parse(env, text, size, path, instance);
}
