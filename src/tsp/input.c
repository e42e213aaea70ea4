#include "input.h"

#include "base/file.h"
#include "base/scanner.h"
#include "csv.h"
#include "tsplib.h"

static bool is_table(const char *text, size_t size, const char *path)
{
    const struct base_word line = base_scanner_first_line(text, size);
    if (line.start && tsp_tsplib_is(line)) {
        return false;
    }
    return base_file_has_suffix(path, ".csv") || base_file_has_suffix(path, ".tsv") || tsp_csv_has_separator(line);
}

enum swarm_status tsp_input_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                  struct swarm_instance **instance)
{
    return is_table(text, size, path) ? tsp_csv_parse(env, text, size, path, instance)
                                      : tsp_tsplib_parse(env, text, size, path, instance);
}
