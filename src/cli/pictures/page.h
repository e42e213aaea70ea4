/* page.h - shared by all pictures: a page with title, colours, text and marks, and path data. All coordinates in a
 * document are whole page units. */
#ifndef SWARMCL_CLI_PAGE_H
#define SWARMCL_CLI_PAGE_H

#include "cli/options.h"

#define CLI_PAPER "#fbfaf7"
#define CLI_INK   "#1f2a36"
#define CLI_FAINT "#5f6b76"
#define CLI_LINE  "#2f6690"
#define CLI_DOT   "#16324f"
#define CLI_MARK  "#c8553d"
#define CLI_SIDE  "#c3cad0"
#define CLI_FIXED "#c98a00"

/* Page units are hundredths of a pixel, fine enough to zoom into a map of 100,000 nodes 3 pixels apart. */
enum {
    CLI_PIXEL = 100,
    CLI_PAGE_MARGIN = 40 * CLI_PIXEL,
    CLI_TITLE_SIZE = 22 * CLI_PIXEL,
    CLI_TITLE_RISE = 17 * CLI_PIXEL, /* height of the title's letters above their baseline */
    CLI_FACT_SIZE = 14 * CLI_PIXEL,
    CLI_FACT_STEP = 20 * CLI_PIXEL,
    CLI_MARK_RADIUS = 5 * CLI_PIXEL,
    CLI_FACT_BYTES = 1024 /* bytes of a line of text */
};

struct cli_page {
    struct cli_buffer *svg;
    int32_t width, height; /* page units, whole pixels */
};

/* A rectangle of the page. */
struct cli_box {
    int32_t left, top, right, bottom;
};

/* Lines of text below the title; cli_page_top() is the y below them. */
struct cli_facts {
    char lines[4][CLI_FACT_BYTES];
    size_t count;
};
void cli_facts_add(struct cli_facts *facts, const char *format, ...) CLI_PRINTF(2, 3);
void cli_facts_add_run(struct cli_facts *facts, const swarm_result *result);
int32_t cli_page_top(const struct cli_facts *facts);

/* Begins the document with title and facts. Its description, for screen readers, is `what` and the facts. Write
 * "</svg>" to end it. */
void cli_page_begin(const struct cli_page *page, const char *title, const char *what, const struct cli_facts *facts);

/* Writes text for an element: escapes XML's reserved characters, replaces control characters by a blank, and bytes that
 * are not UTF-8 by U+FFFD. An ellipsis replaces letters of `size` that do not fit into `width` (both page units). */
void cli_text_put(struct cli_buffer *svg, const char *text, int32_t width, int32_t size);

/* The width of `text` in page units, at most `most`. */
int32_t cli_text_width(const char *text, int32_t size, int32_t most);

/* The look of a text. */
struct cli_style {
    const char *name; /* class */
    const char *look; /* attributes */
    int32_t size;     /* height of letters in page units */
};
extern const struct cli_style cli_fact_style;

/* Writes a line of text, cut to `room` page units. */
void cli_page_text(const struct cli_page *page, const struct cli_style *style, int32_t x, int32_t y, int32_t room,
                   const char *text);

/* Writes a line of text in the style of facts, from x to the right margin, where it is cut. */
void cli_page_fact(const struct cli_page *page, int32_t x, int32_t y, const char *text);

/* Draws a disc with a coloured rim. */
void cli_page_mark(const struct cli_page *page, const char *name, const char *fill, int32_t x, int32_t y,
                   int32_t radius);

/* Attributes of a path. There is no style sheet, because it would affect a web page that embeds the document. */
struct cli_stroke {
    const char *name, *colour; /* class, stroke */
    int32_t width;
    const char *look; /* further attributes; "": none */
};

#define CLI_ROUND " stroke-linecap=\"round\" stroke-linejoin=\"round\""

/* Writes path data as relative steps; a blank separates two numbers unless the second has a sign. The path begins with
 * the first step. */
struct cli_pen {
    struct cli_buffer *svg;
    const struct cli_stroke *stroke;
    int32_t x, y;      /* current position on the page */
    char command;      /* last command, which also applies to further numbers; 0: the path has not begun */
    size_t line_start; /* size of the document where the current line begins */
};

/* A pen of a page, by the members of its stroke. */
#define CLI_PEN(page, ...) ((struct cli_pen){.svg = (page).svg, .stroke = &(struct cli_stroke){__VA_ARGS__}})

/* Moves to a point: 'l' draws a line, 'm' draws nothing; 'h' and 'v' draw along one axis. The first step only moves. */
void cli_pen_go(struct cli_pen *pen, char command, int32_t x, int32_t y);

/* Draws a dot as a line of length 0. */
void cli_pen_dot(struct cli_pen *pen, int32_t x, int32_t y);

/* Ends the path, if it has begun. */
void cli_pen_end(struct cli_pen *pen);

#endif
