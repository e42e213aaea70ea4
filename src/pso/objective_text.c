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

/* Skips a preprocessor line, up to its end. */
static const char *skip_line(const char *at)
{
    for (; *at != '\0' && *at != '\n'; ++at) {
        at += at[0] == '\\' && at[1] != '\0';
    }
    return at;
}

/* Skips blanks, comments and preprocessor lines. */
static const char *skip_to_code(const char *at)
{
    for (at = skip_blanks(at); *at == '#';) {
        at = skip_blanks(skip_line(at));
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

/* Returns the first place where the code has the word `name` followed by a parenthesis; NULL: there is none. The
 * device's compiler checks the rest. */
static const char *find_function(const char *text, const char *name)
{
    for (const char *at = skip_to_code(text), *next; *at != '\0'; at = next) {
        next = skip_to_code(skip_piece(at));
        if (is_piece(at, name) && *next == '(') {
            return at;
        }
    }
    return NULL;
}

/* Returns the word CONSTRAINTS of a #define; NULL: there is none. */
static const char *find_constraints(const char *text)
{
    for (const char *at = skip_blanks(text); *at != '\0';) {
        if (*at == '#') {
            const char *define = skip_blanks(at + 1), *word = skip_blanks(skip_piece(define));
            if (is_piece(define, "define") && is_piece(word, "CONSTRAINTS")) {
                return word;
            }
            at = skip_line(at);
        } else {
            at = skip_piece(at);
        }
        at = skip_blanks(at);
    }
    return NULL;
}

static size_t line_of(const char *text, const char *at)
{
    size_t line = 1;
    for (; text < at; ++text) {
        line += *text == '\n';
    }
    return line;
}

static enum swarm_status check_constraints(struct base_env *env, const char *path, const char *text,
                                           uint32_t *constraints)
{
    const char *define = find_constraints(text), *function = find_function(text, "constraint");
    const char *number = define ? skip_blanks(skip_piece(define)) : "";
    const unsigned long count = strtoul(number, NULL, 10);
    if (define && (count < 1 || count > PSO_MOST_CONSTRAINTS)) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s:%zu: expected the number of constraints, from 1 to %d", path,
                         line_of(text, define), (int)PSO_MOST_CONSTRAINTS);
    }
    if (define && !function) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s:%zu: found CONSTRAINTS without a function, expected %s", path,
                         line_of(text, define), PSO_CONSTRAINT);
    }
    if (function && !define) {
        return base_fail(env, SWARM_ERROR_INPUT,
                         "%s:%zu: found a function called constraint, expected the number of constraints before it: "
                         "#define CONSTRAINTS N",
                         path, line_of(text, function));
    }
    *constraints = (uint32_t)count;
    return SWARM_OK;
}

enum swarm_status pso_text_check(struct base_env *env, const char *path, const char *text, size_t size,
                                 uint32_t *constraints)
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
    if (!find_function(text, "objective")) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found no function called objective, expected %s", path,
                         PSO_SIGNATURE);
    }
    return check_constraints(env, path, text, constraints);
}

enum { SHOWN_SIGNATURE = 200 }; /* maximum number of characters of a definition in a message */

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

/* Finds the definition of the function called `name` in OpenCL C text. Returns false if only a compiler can find it. */
static bool find_definition(const char *text, const char *name, struct definition *found)
{
    const char *start = skip_to_code(text);
    long depth = 0;
    bool named = false; /* true if the open parenthesis follows the function's name */
    for (const char *at = start; *at; at = skip_to_code(skip_piece(at))) {
        const char *next = skip_to_code(skip_piece(at));
        if (depth == 0 && is_piece(at, name) && *next == '(') {
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

static bool is_wrong(const struct definition *found, size_t parameters, bool single)
{
    const char *comma = NULL;
    size_t count = 1, depth = 0;
    bool ordered = true;
    for (const char *at = skip_to_code(found->open + 1); at < found->close; at = skip_to_code(skip_piece(at))) {
        depth += (strchr("([", *at) != NULL) - (strchr(")]", *at) != NULL);
        count += *at == ',' && depth == 0;
        comma = *at == ',' && !comma ? at : comma;
        ordered = ordered && !(count == 3 && parameters == 4 && is_piece(at, "data"));
    }
    if (count != parameters || !ordered) {
        return true;
    }
    const struct type value = read_type(found->start, found->open), x = read_type(skip_to_code(found->open + 1), comma),
                      n = read_type(skip_to_code(comma + 1), found->close);
    return value.pointer || !is_real(value, single) || (x.word && !x.pointer) || !is_real(x, single) || n.pointer;
}

bool pso_text_takes(const char *text, const char *type)
{
    struct definition found;
    bool takes = false;
    if (find_definition(text, "objective", &found)) {
        for (const char *at = found.open; at < found.close; at = skip_to_code(skip_piece(at))) {
            const char *next = skip_to_code(skip_piece(at));
            takes = takes || (is_piece(at, type) && *next != ',' && *next != ')');
        }
    }
    return takes;
}

enum swarm_status pso_text_signature(struct base_env *env, const char *path, const char *text, bool single)
{
    struct definition found = {text, text, text};
    const bool noisy = pso_text_takes(text, "draws"), data = pso_text_takes(text, "data");
    const char *expected = noisy && data ? "real objective(const real *x, int n, draws from, data given)"
                           : data        ? "real objective(const real *x, int n, data given)"
                           : noisy       ? "real objective(const real *x, int n, draws from)"
                                         : PSO_SIGNATURE;
    char shown[SHOWN_SIGNATURE + 1];
    size_t used = 0;
    if (!find_definition(text, "objective", &found) || !is_wrong(&found, 2u + noisy + data, single)) {
        expected = PSO_CONSTRAINT;
        if (!find_definition(text, "constraint", &found) || !is_wrong(&found, 3, single)) {
            return SWARM_OK;
        }
    }
    for (const char *at = found.start; at <= found.close && used < SHOWN_SIGNATURE; ++at) {
        shown[used++] = (char)(*at > ' ' && *at <= '~' ? *at : strchr(" \t\r\n\v\f", *at) ? ' ' : '?');
    }
    shown[used] = '\0';
    return base_fail(env, SWARM_ERROR_INPUT, "%s:%zu: found `%s`, expected `%s`; real is another name of %s", path,
                     line_of(text, found.open), shown, expected, single ? "float" : "double");
}
