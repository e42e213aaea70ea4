/* Checks the text of an objective before the device's compiler reads it. */
#include "objective.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool is_word(char c)
{
    return base_text_is_alphanumeric(c) || c == '_';
}

/* Returns the end of the comment, string or character literal that begins at `at`; `at` if none begins there. */
static const char *skip_text(const char *at)
{
    if (at[0] == '/' && at[1] == '/') {
        return at + strcspn(at, "\n");
    }
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (at[0] == '"' || at[0] == '\'') {
        const char quote = *at++;
        while (*at != '\0' && *at != '\n' && *at != quote) {
            at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
        }
        return *at == quote ? at + 1 : at;
    }
    return at;
}

static const char *skip_blanks(const char *at)
{
    for (;;) {
        const char *from = at;
        at += strspn(at, " \t\r\n\v\f");
        if (*at == '/') {
            at = skip_text(at);
        }
        if (at == from) {
            return at;
        }
    }
}

/* Skips blanks, comments and preprocessor lines. */
static const char *skip_to_code(const char *at)
{
    for (at = skip_blanks(at); *at == '#'; at = skip_blanks(at)) {
        for (; *at != '\0' && *at != '\n'; ++at) {
            at += at[0] == '\\' && at[1] != '\0';
        }
    }
    return at;
}

/* Skips one token: a word, a string, or one character. */
static const char *skip_piece(const char *at)
{
    const char *end = skip_text(at);
    while (is_word(*at) && is_word(*end)) {
        ++end;
    }
    return end > at ? end : at + 1;
}

static bool is_piece(const char *at, const char *word)
{
    return (size_t)(skip_piece(at) - at) == strlen(word) && strncmp(at, word, strlen(word)) == 0;
}

/* True if the code contains the word `objective` followed by a parenthesis. The device's compiler checks the rest. */
static bool names_function(const char *text)
{
    bool found = false;
    for (const char *at = skip_to_code(text), *next; *at != '\0' && !found; at = next) {
        next = skip_to_code(skip_piece(at));
        found = is_piece(at, "objective") && *next == '(';
    }
    return found;
}

enum swarm_status pso_text_check(struct base_env *env, const char *path, const char *text, size_t size)
{
    if (size > PSO_LARGEST_FILE) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found %zu bytes, expected at most %d of OpenCL C", path, size,
                         PSO_LARGEST_FILE);
    }
    if (strlen(text) < size) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found a NUL byte at offset %zu, expected text in OpenCL C", path,
                         strlen(text));
    }
    if (text[strspn(text, " \t\r\n\v\f")] == '\0') {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found no text, expected a function in OpenCL C: %s", path,
                         PSO_SIGNATURE);
    }
    if (!names_function(text)) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found no function called objective, expected %s", path,
                         PSO_SIGNATURE);
    }
    return SWARM_OK;
}

enum { SHOWN_SIGNATURE = 200 }; /* maximum number of characters of a definition in a message */

static size_t line_of(const char *text, const char *at)
{
    size_t line = 1;
    for (; text < at; ++text) {
        line += *text == '\n';
    }
    return line;
}

size_t pso_text_open_line(const char *text)
{
    const char *open = text;
    long depth = 0;
    for (const char *at = skip_to_code(text); *at; at = skip_to_code(skip_piece(at))) {
        open = depth == 0 ? at : open;
        depth += (strchr("({[", *at) != NULL) - (strchr(")}]", *at) != NULL);
    }
    return depth > 0 ? line_of(text, open) : 0;
}

/* A definition of the function: its first word, and the parentheses after its name. */
struct definition {
    const char *start, *open, *close;
};

/* Finds the definition of the function called objective in OpenCL C text. Returns false if only a compiler can find
 * it. */
static bool find_definition(const char *text, struct definition *found)
{
    const char *start = skip_to_code(text);
    long depth = 0;
    bool named = false; /* true if the open parenthesis follows the function's name */
    for (const char *at = start; *at; at = skip_to_code(skip_piece(at))) {
        const char *next = skip_to_code(skip_piece(at));
        if (depth == 0 && is_piece(at, "objective") && *next == '(') {
            *found = (struct definition){start, next, NULL};
            named = true;
        }
        depth += (strchr("({[", *at) != NULL) - (strchr(")}]", *at) != NULL);
        if (depth == 0 && named && *at == ')') {
            found->close = at;
            named = false;
            if (*next == '{') {
                return true;
            }
        }
        start = depth == 0 && (*at == ';' || *at == '}') ? next : start;
    }
    return false;
}

/* The type of a parameter or a result. */
struct type {
    const char *word; /* word for the type; NULL: unknown to read_type(), and accepted */
    bool pointer;
};

static struct type read_type(const char *at, const char *end)
{
    static const char *const words[] = {"real", "double", "float", "half", "int", "uint", "unsigned", "long", "void"};
    struct type type = {NULL, false};
    for (; at < end; at = skip_to_code(skip_piece(at))) {
        type.pointer = type.pointer || *at == '*' || *at == '[';
        for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
            type.word = is_piece(at, words[i]) ? words[i] : type.word;
        }
    }
    return type;
}

static bool is_real(struct type type, bool single)
{
    return !type.word || strcmp(type.word, "real") == 0 || strcmp(type.word, single ? "float" : "double") == 0;
}

static bool is_wrong(const struct definition *found, bool single)
{
    const char *comma = NULL;
    size_t count = 1, depth = 0;
    for (const char *at = skip_to_code(found->open + 1); at < found->close; at = skip_to_code(skip_piece(at))) {
        depth += (strchr("([", *at) != NULL) - (strchr(")]", *at) != NULL);
        count += *at == ',' && depth == 0;
        comma = *at == ',' && !comma ? at : comma;
    }
    if (count != 2) {
        return true;
    }
    const struct type value = read_type(found->start, found->open), x = read_type(skip_to_code(found->open + 1), comma),
                      n = read_type(skip_to_code(comma + 1), found->close);
    return value.pointer || !is_real(value, single) || (x.word && !x.pointer) || !is_real(x, single) || n.pointer;
}

enum swarm_status pso_text_signature(struct base_env *env, const char *path, const char *text, bool single)
{
    struct definition found = {text, text, text};
    char shown[SHOWN_SIGNATURE + 1];
    size_t used = 0;
    if (!find_definition(text, &found) || !is_wrong(&found, single)) {
        return SWARM_OK;
    }
    for (const char *at = found.start; at <= found.close && used < SHOWN_SIGNATURE; ++at) {
        shown[used++] = (char)(*at > ' ' && *at <= '~' ? *at : strchr(" \t\r\n\v\f", *at) ? ' ' : '?');
    }
    shown[used] = '\0';
    return base_fail(env, SWARM_ERROR_INPUT, "%s:%zu: found `%s`, expected `%s`; real is another name of %s", path,
                     line_of(text, found.open), shown, PSO_SIGNATURE, single ? "float" : "double");
}
