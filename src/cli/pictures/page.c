#include "page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIXEL = CLI_PIXEL,
    LINE_BYTES = 100 /* bytes after which path data gets a line break */
};

static const struct cli_style title_style = {"title", "font-weight=\"bold\" fill=\"" CLI_INK "\"", CLI_TITLE_SIZE};
const struct cli_style cli_fact_style = {"fact", "fill=\"" CLI_FAINT "\"", CLI_FACT_SIZE};

static void pen_number(struct cli_pen *pen, int32_t value)
{
    const char last = pen->svg->size > 0 ? pen->svg->bytes[pen->svg->size - 1] : ' ';
    if (pen->svg->size - pen->line_start >= LINE_BYTES) {
        cli_buffer_text(pen->svg, "\n");
        pen->line_start = pen->svg->size;
    } else if (value >= 0 && last >= '0' && last <= '9') {
        cli_buffer_text(pen->svg, " ");
    }
    cli_buffer_format(pen->svg, "%d", (int)value);
}

void cli_pen_go(struct cli_pen *pen, char command, int32_t x, int32_t y)
{
    if (!pen->command) {
        cli_buffer_format(pen->svg, "<path class=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s\nd=\"",
                          pen->stroke->name, pen->stroke->colour, (int)pen->stroke->width, pen->stroke->look);
        pen->line_start = pen->svg->size + 1;
        command = 'M';
    }
    if (pen->command != command || command == 'm') {
        cli_buffer_put(pen->svg, &command, 1);
        pen->command = command;
    }
    if (command != 'v') {
        pen_number(pen, x - pen->x);
        pen->x = x;
    }
    if (command != 'h') {
        pen_number(pen, y - pen->y);
        pen->y = y;
    }
}

void cli_pen_dot(struct cli_pen *pen, int32_t x, int32_t y)
{
    cli_pen_go(pen, 'm', x, y);
    cli_buffer_text(pen->svg, "h0");
}

void cli_pen_end(struct cli_pen *pen)
{
    cli_buffer_text(pen->svg, pen->command ? "\"/>\n" : "");
}

#define ELLIPSIS "\xE2\x80\xA6"

/* Width of a letter in per cent of its size: LETTER_WIDTH is the mean of sans-serif fonts, SQUARE_WIDTH is for
 * letters from U+3000 on. */
enum { LETTER_WIDTH = 58, SQUARE_WIDTH = 100 };

/* A letter as written in the document. */
struct letter {
    const char *bytes; /* [size] text of the letter, perhaps an entity */
    size_t size;
    size_t taken; /* bytes that the letter takes in the text */
    int32_t width;
};

static struct letter next_letter(const char *text, int32_t size)
{
    static const char special[] = "&<>\"'";
    static const char *const written[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    const unsigned char first = (unsigned char)*text;
    const size_t length = cli_utf8_length(text);
    const char *found = strchr(special, *text);
    const bool plain = length > 0 && strncmp(text, "\xEF\xBF\xBE", 3) != 0 && strncmp(text, "\xEF\xBF\xBF", 3) != 0;
    struct letter letter = {.bytes = text, .size = length, .taken = length > 0 ? length : 1};
    if (found || !plain) { /* XML needs entities for reserved characters and forbids the other ones */
        letter.bytes = found ? written[found - special] : CLI_REPLACEMENT;
        letter.size = strlen(letter.bytes);
    }
    const size_t controls = cli_controls(text);
    if (controls > 0) {
        letter = (struct letter){.bytes = " ", .size = 1, .taken = controls};
    }
    letter.width = (int32_t)((int64_t)size * (plain && first >= 0xE3 ? SQUARE_WIDTH : LETTER_WIDTH) / 100);
    return letter;
}

int32_t cli_text_width(const char *text, int32_t size, int32_t most)
{
    int64_t width = 0;
    while (*text && width < most) {
        const struct letter letter = next_letter(text, size);
        width += letter.width;
        text += letter.taken;
    }
    return (int32_t)(width < most ? width : most);
}

void cli_text_put(struct cli_buffer *svg, const char *text, int32_t width, int32_t size)
{
    const bool fits = cli_text_width(text, size, width) < width;
    for (int64_t used = 0; *text;) {
        const struct letter letter = next_letter(text, size);
        used += letter.width;
        if (!fits && used > (int64_t)width - size) {
            cli_buffer_text(svg, ELLIPSIS);
            return;
        }
        cli_buffer_put(svg, letter.bytes, letter.size);
        text += letter.taken;
    }
}

void cli_page_text(const struct cli_page *page, const struct cli_style *style, int32_t x, int32_t y, int32_t room,
                   const char *text)
{
    cli_buffer_format(page->svg, "<text class=\"%s\" font-size=\"%d\" %s x=\"%d\" y=\"%d\">", style->name,
                      (int)style->size, style->look, (int)x, (int)y);
    cli_text_put(page->svg, text, room, style->size);
    cli_buffer_text(page->svg, "</text>\n");
}

void cli_page_fact(const struct cli_page *page, int32_t x, int32_t y, const char *text)
{
    cli_page_text(page, &cli_fact_style, x, y, page->width - CLI_PAGE_MARGIN - x, text);
}

void cli_page_mark(const struct cli_page *page, const char *name, const char *fill, int32_t x, int32_t y,
                   int32_t radius)
{
    cli_buffer_format(page->svg,
                      "<circle class=\"%s\" fill=\"%s\" stroke=\"" CLI_MARK "\" stroke-width=\"%d\" cx=\"%d\" cy=\"%d\""
                      " r=\"%d\"/>\n",
                      name, fill, 2 * PIXEL, (int)x, (int)y, (int)radius);
}

int32_t cli_page_top(const struct cli_facts *facts)
{
    return CLI_PAGE_MARGIN + CLI_TITLE_RISE + CLI_FACT_STEP / 4 + (int32_t)facts->count * CLI_FACT_STEP;
}

void cli_facts_add(struct cli_facts *facts, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(facts->lines[facts->count++], CLI_FACT_BYTES, format, arguments);
    va_end(arguments);
}

void cli_facts_add_run(struct cli_facts *facts, const swarm_result *result)
{
    static const enum cli_option sizes[] = {CLI_POPULATION, CLI_ANTS, CLI_PARTICLES};
    char size[64] = "";
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !*size; ++i) {
        const char *value = cli_setting(result, sizes[i]);
        if (value) {
            snprintf(size, sizeof size, ", %s %s", cli_option_name(sizes[i]), value);
        }
    }
    const char *algorithm = cli_setting(result, CLI_ALGORITHM); /* NULL: the problem has one algorithm */
    cli_facts_add(facts, "%s%s%s%siterations %" PRIu64 ", seed %s", algorithm ? "algorithm " : "",
                  algorithm ? algorithm : "", size, algorithm ? ", " : "", result->iterations,
                  cli_setting(result, CLI_SEED));
}

void cli_page_begin(const struct cli_page *page, const char *title, const char *what, const struct cli_facts *facts)
{
    int32_t y = CLI_PAGE_MARGIN + CLI_TITLE_RISE;
    const int width = page->width, height = page->height;
    cli_buffer_format(page->svg,
                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"\n"
                      "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"\n"
                      "font-family=\"Helvetica Neue, Helvetica, Arial, sans-serif\">\n<title>",
                      width / PIXEL, height / PIXEL, width, height);
    cli_text_put(page->svg, title, page->width, CLI_FACT_SIZE);
    cli_buffer_format(page->svg, "</title>\n<desc>%s", what);
    for (size_t i = 0; i < facts->count; ++i) {
        cli_buffer_text(page->svg, i == 0 ? ": " : "; ");
        cli_text_put(page->svg, facts->lines[i], INT32_MAX, CLI_FACT_SIZE);
    }
    cli_buffer_text(page->svg, "</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"" CLI_PAPER "\"/>\n");
    cli_page_text(page, &title_style, CLI_PAGE_MARGIN, y, page->width - 2 * CLI_PAGE_MARGIN, title);
    y += CLI_FACT_STEP / 4;
    for (size_t i = 0; i < facts->count; ++i) {
        cli_page_fact(page, CLI_PAGE_MARGIN, y += CLI_FACT_STEP, facts->lines[i]);
    }
}
