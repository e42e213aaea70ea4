/* page.h - shared by all pictures: the page with its title, colours, text and marks, and path data. All numbers of a
 * document are whole, in page units. */
#ifndef SWARMCL_CLI_PAGE_H
#define SWARMCL_CLI_PAGE_H

#include "cli/text.h"

#define CLI_PAPER "#fbfaf7"
#define CLI_INK   "#1f2a36"
#define CLI_FAINT "#5f6b76"
#define CLI_LINE  "#2f6690"
#define CLI_DOT   "#16324f"
#define CLI_MARK  "#c8553d"
#define CLI_SIDE  "#c3cad0"

/* Page units: fine enough to zoom into a map of 100,000 nodes, whose neighbours are 3 pixels apart. */
enum {
    CLI_PIXEL = 100,
    CLI_PAGE_MARGIN = 40 * CLI_PIXEL,
    CLI_TITLE_SIZE = 22 * CLI_PIXEL,
    CLI_TITLE_RISE = 17 * CLI_PIXEL, /* height of its letters over their line */
    CLI_FACT_SIZE = 14 * CLI_PIXEL,
    CLI_FACT_STEP = 20 * CLI_PIXEL,
    CLI_MARK_RADIUS = 5 * CLI_PIXEL,
    CLI_FACT_BYTES = 1024 /* of one line */
};

struct cli_page {
    struct cli_buffer *svg;
    int32_t width, height; /* page units, whole pixels */
};

/* A rectangle of the page. */
struct cli_box {
    int32_t left, top, right, bottom;
};

/* The facts below the title, a line each, and the height of the page that they take. */
struct cli_facts {
    char lines[4][CLI_FACT_BYTES];
    size_t count;
};
void cli_facts_add(struct cli_facts *facts, const char *format, ...) CLI_PRINTF(2, 3);
int32_t cli_page_top(const struct cli_facts *facts);

/* Begins the document with title and facts, also as a description that begins with `what`. "</svg>" ends it. */
void cli_page_begin(const struct cli_page *page, const char *title, const char *what, const struct cli_facts *facts);

/* Writes text for an element: escapes XML's reserved characters, drops control characters, replaces bytes that are not
 * UTF-8 by U+FFFD. Letters of `size` beyond `width` (both page units) are replaced by an ellipsis. */
void cli_text_put(struct cli_buffer *svg, const char *text, int32_t width, int32_t size);

/* The width of `text`, page units, or `most` if that is less. */
int32_t cli_text_width(const char *text, int32_t size, int32_t most);

/* The look of a text: its class, attributes, and the size of its letters. */
struct cli_style {
    const char *name;
    const char *look;
    int32_t size;
};
extern const struct cli_style cli_fact_style;

/* A line of text, cut to the width `room`. */
void cli_page_text(const struct cli_page *page, const struct cli_style *style, int32_t x, int32_t y, int32_t room,
                   const char *text);

/* A line of facts from x on, cut at the margin. */
void cli_page_fact(const struct cli_page *page, int32_t x, int32_t y, const char *text);

/* A round mark with a coloured rim; `fill` tells marks apart. */
void cli_page_mark(const struct cli_page *page, const char *name, const char *fill, int32_t x, int32_t y,
                   int32_t radius);

/* number * 10^exponent: "200", "0.05", "2e40". Returns `text`. */
enum { CLI_DECIMAL_SIZE = 40 };
const char *cli_decimal_text(int64_t number, int exponent, char text[CLI_DECIMAL_SIZE]);

/* Writes path data: relative steps, with a blank between two numbers unless a sign separates them. */
struct cli_pen {
    struct cli_buffer *svg;
    int32_t x, y;      /* its place on the page */
    char command;      /* the command of the next numbers */
    size_t line_start; /* bytes of the document before the line */
};

/* The look of a path: its class, and attributes, because a style sheet would affect a web page that embeds the
 * document. `look` holds further attributes, "": none. */
struct cli_stroke {
    const char *name, *colour;
    int32_t width;
    const char *look;
};

/* Begins a path at a point; cli_pen_end() ends it. */
struct cli_pen cli_pen_begin(const struct cli_page *page, const struct cli_stroke *stroke, int32_t x, int32_t y);
void cli_pen_end(struct cli_pen *pen);
#define CLI_ROUND " stroke-linecap=\"round\" stroke-linejoin=\"round\""

/* Goes to a point: 'l' draws, 'm' does not; 'h' and 'v' draw along one axis. */
void cli_pen_go(struct cli_pen *pen, char command, int32_t x, int32_t y);

#endif
