#include "tuning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/scanner.h"
#include "base/text.h"

static const char *const kinds[TUNED_KINDS] = {"rows", "lists", "together", "mosaic"};

const char *tours_tuned_value(const struct tours_tuned *tuned, enum option option)
{
    return tuned ? tuned->values[option] : NULL;
}

struct reader {
    struct base_scanner scanner;
    struct tours_tuning *tuning;
    const char *device, *driver; /* names for the next blocks; device NULL: none yet; driver "": none */
    enum tours_tuned_kind kind;  /* kind of the blocks that follow in the file */
    bool in_block;               /* True if the next lines belong to the last block */
    size_t capacity;             /* elements allocated in tuning->blocks */
};

/* Terminates the word in the tuning's copy of the file, and returns the copy. */
static const char *keep(struct reader *reader, struct base_word word)
{
    char *start = reader->tuning->text + (word.start - reader->tuning->text);
    start[word.size] = '\0';
    return start;
}

/* Reads "LO..HI". Returns false for text of another form. */
static bool read_range(struct base_word word, uint32_t *low, uint32_t *high)
{
    const char *dot = memchr(word.start, '.', word.size), *end = word.start + word.size;
    int64_t first, last;
    if (!dot || end - dot < 3 || dot[1] != '.'
        || !base_word_integer((struct base_word){word.start, (size_t)(dot - word.start)}, 1, UINT32_MAX, &first)
        || !base_word_integer((struct base_word){dot + 2, (size_t)(end - dot - 2)}, first, UINT32_MAX, &last)) {
        return false;
    }
    *low = (uint32_t)first;
    *high = (uint32_t)last;
    return true;
}

static enum swarm_status begin_block(struct reader *reader, struct base_word value)
{
    struct tours_tuning *tuning = reader->tuning;
    struct tours_tuned block = {
        .kind = reader->kind, .line = reader->scanner.line, .device = reader->device, .driver = reader->driver};
    if (!read_range(value, &block.low, &block.high)) {
        return base_scanner_fail(&reader->scanner, value, "LO..HI, the smallest and the largest number of nodes");
    }
    if (!reader->device) {
        return base_scanner_fail(&reader->scanner, value, "a line device=NAME before the first line nodes=");
    }
    for (size_t i = 0; i < tuning->block_count; ++i) {
        const struct tours_tuned *other = &tuning->blocks[i];
        if (other->kind == block.kind && strcmp(other->device, block.device) == 0 && other->low <= block.high
            && block.low <= other->high) {
            return base_scanner_fail(&reader->scanner, value, "no overlap with the range in line %zu", other->line);
        }
    }
    TRY(BASE_GROW(reader->scanner.env, tuning->blocks, &reader->capacity, tuning->block_count + 1));
    tuning->blocks[tuning->block_count++] = block;
    reader->in_block = true;
    return SWARM_OK;
}

static enum swarm_status take_kind(struct reader *reader, struct base_word value)
{
    const int kind = base_word_find(value, "rows lists together mosaic");
    reader->in_block = false;
    reader->kind = (enum tours_tuned_kind)kind;
    return kind >= 0 ? SWARM_OK : base_scanner_fail(&reader->scanner, value, "one of rows, lists, together, mosaic");
}

/* Reads the value of an option in a block. */
static enum swarm_status take_value(struct reader *reader, enum option index, struct base_word word)
{
    const struct swarm_param *row = options_row(index);
    struct base_env *env = reader->scanner.env;
    if (!reader->in_block) {
        return base_scanner_fail(&reader->scanner, word, "a line nodes=LO..HI before the first line %s=", row->name);
    }
    struct tours_tuned *block = &reader->tuning->blocks[reader->tuning->block_count - 1];
    if (block->values[index]) {
        return base_scanner_fail(&reader->scanner, word, "only one line %s= in the block that begins in line %zu",
                                 row->name, block->line);
    }
    const char *value = keep(reader, word);
    if (index == OPTION_improver && strcmp(value, "pieces") == 0) {
        return base_scanner_fail(&reader->scanner, word, "auto, array or threads: improver=pieces would change tours");
    }
    const enum swarm_status status = options_check(env, row, value);
    const char *expected = status == SWARM_ERROR_INVALID_ARGUMENT ? strstr(env->error, "expected ") : NULL;
    block->values[index] = strcmp(value, "auto") == 0 ? NULL : value;
    return expected ? base_scanner_fail(&reader->scanner, word, "a value for %s: %s", row->name,
                                        expected + strlen("expected "))
                    : status;
}

static enum swarm_status take_line(struct reader *reader)
{
    struct base_word line = base_scanner_rest(&reader->scanner);
    const char *equals = memchr(line.start, '=', line.size);
    if (line.start[0] == '#') {
        return SWARM_OK;
    }
    if (!equals) {
        return base_scanner_fail(&reader->scanner, line, "NAME=VALUE, or # and a comment");
    }
    struct base_word name = {line.start, (size_t)(equals - line.start)};
    while (name.size > 0 && (name.start[name.size - 1] == ' ' || name.start[name.size - 1] == '\t')) {
        --name.size;
    }
    reader->scanner.cursor = equals + 1;
    struct base_word value = base_scanner_rest(&reader->scanner);
    if (value.size == 0) {
        return base_scanner_fail(&reader->scanner, line, "a value after =");
    }
    switch (base_word_find(name, "device driver version for nodes")) {
    case 0:
        reader->in_block = false;
        reader->kind = TUNED_ROWS;
        reader->driver = "";
        reader->device = keep(reader, value);
        return SWARM_OK;
    case 1:
        reader->driver = keep(reader, value);
        return SWARM_OK;
    case 2:
        return SWARM_OK;
    case 3:
        return take_kind(reader, value);
    case 4:
        return begin_block(reader, value);
    default:
        break;
    }
    const enum option option = options_find(IS_TUNED, keep(reader, name));
    if (option != OPTION_COUNT) {
        return take_value(reader, option, value);
    }
    char expected[160] = "one of device, driver, version, for, nodes";
    for (int k = 0; k < OPTION_COUNT; ++k) {
        if (options_owners((enum option)k) & IS_TUNED) {
            const size_t used = strlen(expected);
            snprintf(expected + used, sizeof expected - used, ", %s", options_name((enum option)k));
        }
    }
    return base_scanner_fail(&reader->scanner, name, "%s", expected);
}

enum swarm_status tours_tuning_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                     struct tours_tuning *tuning)
{
    struct reader reader = {.tuning = tuning, .driver = ""};
    enum swarm_status status = SWARM_OK;
    *tuning = (struct tours_tuning){.text = base_text_copy(text, size)};
    TRY(tuning->text ? SWARM_OK : base_fail_memory(env));
    base_scanner_init(&reader.scanner, env, path, tuning->text, size);
    for (bool found = true;;) {
        TRY_OR(fail, base_scanner_next_line(&reader.scanner, &found));
        if (!found) {
            break;
        }
        TRY_OR(fail, take_line(&reader));
    }
    return SWARM_OK;

fail:
    tours_tuning_deinit(tuning);
    return status;
}

enum swarm_status tours_tuning_read(struct base_env *env, const char *path, struct tours_tuning *tuning)
{
    char *bytes = NULL;
    size_t size = 0;
    enum swarm_status status = base_file_read(env, path, &bytes, &size);
    if (status == SWARM_OK) {
        status = tours_tuning_parse(env, bytes, size, base_file_label(path), tuning);
    }
    free(bytes);
    return status;
}

void tours_tuning_deinit(struct tours_tuning *tuning)
{
    free(tuning->text);
    free(tuning->blocks);
    *tuning = (struct tours_tuning){.block_count = 0};
}

const struct tours_tuned *tours_tuning_find(struct base_env *env, const struct tours_tuning *tuning, const char *path,
                                            const struct swarm_device *device, enum tours_tuned_kind kind, uint32_t n)
{
    const struct tours_tuned *of_device = NULL;
    for (size_t i = 0; i < tuning->block_count; ++i) {
        const struct tours_tuned *block = &tuning->blocks[i];
        if (strcmp(block->device, device->name) != 0) {
            continue;
        }
        of_device = block;
        if (block->kind == kind && block->low <= n && n <= block->high) {
            if (block->driver[0] && strcmp(block->driver, device->driver) != 0) {
                base_log(env, SWARM_LOG_INFO,
                         "tuning file %s, measured with driver %s of \"%s\", is used with driver %s", path,
                         block->driver, device->name, device->driver);
            }
            return block;
        }
    }
    if (of_device) {
        base_log(env, SWARM_LOG_WARNING, "tuning file %s is not used: it has no block for %u nodes and %s on \"%s\"",
                 path, (unsigned)n, kinds[kind], device->name);
    } else if (tuning->block_count > 0) {
        base_log(env, SWARM_LOG_WARNING, "tuning file %s is not used: it is for device \"%s\", not for \"%s\"", path,
                 tuning->blocks[0].device, device->name);
    } else {
        base_log(env, SWARM_LOG_WARNING, "tuning file %s is not used: it has no blocks", path);
    }
    return NULL;
}
