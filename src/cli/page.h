/* page.h - what the pictures have in common: colours, the page with its title, and path data. */
#ifndef SWARMCL_CLI_PAGE_H
#define SWARMCL_CLI_PAGE_H

#include "buffer.h"
#include "map.h"

#define CLI_PAPER "#fbfaf7"
#define CLI_INK   "#1f2a36"
#define CLI_FAINT "#5f6b76"
#define CLI_LINE  "#2f6690"
#define CLI_DOT   "#16324f"
#define CLI_MARK  "#c8553d"
#define CLI_SIDE  "#c3cad0"

/* Page units. */
enum {
    CLI_PAGE_MARGIN = 40 * CLI_MAP_PIXEL,
    CLI_TITLE_SIZE = 22 * CLI_MAP_PIXEL,
    CLI_TITLE_RISE = 17 * CLI_MAP_PIXEL, /* of its letters over the line they stand on */
    CLI_FACT_SIZE = 14 * CLI_MAP_PIXEL,
    CLI_FACT_STEP = 20 * CLI_MAP_PIXEL,
    CLI_MARK_RADIUS = 5 * CLI_MAP_PIXEL,
    CLI_FACT_BYTES = 1024 /* of one line */
};

/* The facts below the title, a line each. */
struct cli_facts {
    char lines[4][CLI_FACT_BYTES];
    size_t count;
};

struct cli_page {
    struct cli_buffer *svg;
    int32_t width; /* page units, whole pixels */
    int32_t height;
};

/* Where the facts end: the height of the page above what is drawn. */
int32_t cli_page_top(const struct cli_facts *facts);

/* Begins the document: title and facts, also as a description that begins with `what`. `</svg>` ends it. */
void cli_page_begin(const struct cli_page *page, const char *title, const char *what, const struct cli_facts *facts);

/* How a text looks: its class, attributes, and the size of its letters. */
struct cli_style {
    const char *name;
    const char *look;
    int32_t size;
};
extern const struct cli_style cli_fact_style;

/* A line of text, cut where it would be wider than `room`. */
void cli_page_text(const struct cli_page *page, const struct cli_style *style, int32_t x, int32_t y, int32_t room,
                   const char *text);

/* A line of facts from x on, cut at the margin. */
void cli_page_fact(const struct cli_page *page, int32_t x, int32_t y, const char *text);

/* A round mark with a coloured rim; `fill` tells several apart. */
void cli_page_mark(const struct cli_page *page, const char *name, const char *fill, int32_t x, int32_t y,
                   int32_t radius);

/* Bytes that hold any decimal. */
enum { CLI_DECIMAL_SIZE = 40 };

/* number * 10^exponent: "200", "0.05", "2e40". Returns `text`. */
const char *cli_decimal_text(int64_t number, int exponent, char text[CLI_DECIMAL_SIZE]);

/* Writes path data: relative steps, a blank only where no sign parts two numbers. */
struct cli_pen {
    struct cli_buffer *svg;
    int32_t x; /* where it is on the page */
    int32_t y;
    char command;      /* the one that numbers belong to */
    size_t line_start; /* bytes of the document before the line */
};

/* Begins a path of class `name` at a point; cli_pen_end() ends it. Looks are attributes, not a style sheet: that would
 * reach the page of a web site that the document is part of. `look` holds further attributes, "" for none. */
struct cli_pen cli_pen_begin(const struct cli_page *page, const char *name, const char *colour, int32_t width,
                             const char *look, int32_t x, int32_t y);
void cli_pen_end(struct cli_pen *pen);

/* Goes to a point: 'l' draws, 'm' does not; 'h' and 'v' draw along one axis. */
void cli_pen_go(struct cli_pen *pen, char command, int32_t x, int32_t y);

/* Round ends, as a pen has them. */
#define CLI_ROUND " stroke-linecap=\"round\" stroke-linejoin=\"round\""

#endif
