/* Threads read the lines of a long section, a piece of the text each. They read only lines in order, numbered from 1
 * and without mistakes; all other sections are left to the reader of single lines, which finds the first mistake. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "tsplib_reader.h"

/* Bytes per piece, and bytes of text from which reading takes longer than starting threads. */
enum { PIECE = 1 << 17, LONG_TEXT = 1 << 22 };

/* Entries are lines that are not blank: `first` begin before the piece, `entries` in it. */
struct piece {
    size_t first, entries, lines;
};

struct pieces {
    struct tsplib_reader *reader;
    tsplib_read_entry *read; /* NULL: scan() only counts lines */
    struct piece *all;
    atomic_bool fails; /* true if the section is left to the reader of single lines */
};

/* Reads the next line that is not blank, if there is one. */
static enum swarm_status read_line(tsplib_read_entry *read, struct tsplib_reader *reader, size_t entry, bool *found)
{
    const int64_t wanted = (int64_t)entry + 1;
    int64_t number;
    TRY(base_scanner_next_line(&reader->scanner, found));
    if (!*found || !read) {
        return SWARM_OK;
    }
    const struct base_word word = base_scanner_word(&reader->scanner, false);
    TRY(base_word_integer(word, wanted, wanted, &number) ? SWARM_OK : SWARM_ERROR_INPUT);
    TRY(read(reader, entry));
    return base_scanner_require_end_of_line(&reader->scanner);
}

/* Counts the lines of a piece, or reads its lines of the section. */
static void scan(void *context, size_t item, unsigned thread)
{
    struct pieces *pieces = context;
    struct piece *piece = &pieces->all[item];
    struct tsplib_reader reader = *pieces->reader;
    const struct base_scanner *whole = &pieces->reader->scanner;
    const size_t end = pieces->read ? reader.instance->info.node_count : SIZE_MAX;
    size_t entry = piece->first;
    bool found = true, fails = thread == 0 && base_check_reading(whole->env, whole->path) != SWARM_OK;
    reader.scanner = base_scanner_piece(whole, item, PIECE);
    while (found && !fails && entry < end && !atomic_load(&pieces->fails)) {
        fails = read_line(pieces->read, &reader, entry, &found) != SWARM_OK;
        entry += found && !fails;
    }
    if (fails) {
        atomic_store(&pieces->fails, true);
    }
    piece->entries = entry - piece->first;
    piece->lines = reader.scanner.line;
}

enum swarm_status tsplib_read_pieces(struct tsplib_reader *reader, tsplib_read_entry *read, bool *done)
{
    struct base_scanner *scanner = &reader->scanner;
    const size_t n = reader->instance->info.node_count, size = (size_t)(scanner->end - scanner->next);
    const size_t count = size / PIECE + 1;
    struct pieces pieces = {.reader = reader};
    struct base_team *team = NULL;
    size_t last = 0, line = scanner->line;
    enum swarm_status status = SWARM_OK;
    *done = false;
    if (size < LONG_TEXT) {
        return SWARM_OK;
    }
    TRY(base_team_create(scanner->env, 0, &team));
    TRY_OR(done, BASE_MAKE(scanner->env, pieces.all, count));
    base_team_run(team, count, scan, &pieces);
    for (size_t k = 0; k + 1 < count; ++k) {
        pieces.all[k + 1].first = pieces.all[k].first + pieces.all[k].entries;
    }
    while (last + 1 < count && pieces.all[last + 1].first < n) {
        line += pieces.all[last++].lines;
    }
    *done = pieces.all[last].first + pieces.all[last].entries >= n;
    pieces.read = read;
    base_team_run(team, *done ? last + 1 : 0, scan, &pieces);
    *done = *done && !atomic_load(&pieces.fails);
    if (*done) { /* moves to the end of the section */
        scanner->next = base_scanner_piece(scanner, last, PIECE).next;
        scanner->line = line;
        for (size_t entry = pieces.all[last].first; entry < n && status == SWARM_OK; ++entry) {
            status = base_scanner_next_line(scanner, done);
        }
        scanner->cursor = scanner->line_end;
    }

done:
    base_team_destroy(&team);
    free(pieces.all);
    return status;
}
