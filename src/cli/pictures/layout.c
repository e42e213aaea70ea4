/* layout.c - the picture of an assignment whose places have coordinates. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "map.h"

enum {
    PIXEL = CLI_PIXEL,
    CAP_MOST = 100 * PIXEL,  /* longest side of a cap */
    ITEM_LEAST = 9 * PIXEL,  /* smallest letters of an item on a cap; with smaller ones, dots replace caps */
    PLACE_LEAST = 5 * PIXEL, /* the same for its place */
    FLOWS_MAX = 40,
    FLOW_WIDTH = 9 * PIXEL, /* width of the largest flow */
    FLOW_LEAST = PIXEL * 3 / 4,
    FLOW_STEPS = 16,       /* lines of an arc */
    FLOW_RISE = 25 * PIXEL /* maximum height of an arc, less than the margin */
};

/* The caps of keys, squares with the names of an item and its place. */
struct caps {
    int32_t side; /* 0: dots replace caps */
    int32_t item_size, place_size;
};

struct layout {
    const swarm_qap *qap;
    uint32_t items;         /* number of items, without the added ones */
    const uint32_t *places; /* place of each item */
    uint32_t *item_at;      /* owned; item of each place, UINT32_MAX: the place is empty */
};

/* The sum of the flows between two items, in both directions, and their places. */
struct flow {
    uint32_t from, to;
    double sum;
};

/* Finds the largest flows that are positive, in descending order. Returns their number. O(n^2). */
static size_t find_flows(const struct layout *layout, struct flow flows[FLOWS_MAX])
{
    size_t count = 0;
    for (uint32_t i = 0; i < layout->items; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const double sum = (double)swarm_qap_flow(layout->qap, i, j) + (double)swarm_qap_flow(layout->qap, j, i);
            if (sum <= 0.0 || (count == FLOWS_MAX && sum <= flows[count - 1].sum)) {
                continue;
            }
            size_t k = count < FLOWS_MAX ? count++ : count - 1;
            for (; k > 0 && flows[k - 1].sum < sum; --k) {
                flows[k] = flows[k - 1];
            }
            flows[k] = (struct flow){layout->places[j], layout->places[i], sum};
        }
    }
    return count;
}

/* Returns the name of the item at a place, or its number if it has no name; "" if the place is empty. */
static const char *item_name(const struct cli_sheet *sheet, uint32_t place, char number[16])
{
    const struct layout *layout = sheet->layout;
    const uint32_t item = layout->item_at[place];
    const char *name = item == UINT32_MAX ? "" : swarm_qap_item_name(layout->qap, item);
    snprintf(number, 16, "%" PRIu32, item + 1);
    return name ? name : number;
}

static const char *place_name(const struct cli_sheet *sheet, uint32_t place, char number[16])
{
    return cli_node_text(sheet->instance, place, number);
}

static struct cli_facts collect_facts(const struct cli_work *work, uint32_t items, size_t flow_count)
{
    const struct cli_subject *subject = work->subject;
    const struct cli_score cost = CLI_SCORE_OF(subject, work->result);
    char text[CLI_TEXT_SIZE];
    struct cli_facts facts = {.count = 0};
    cli_facts_add(&facts, "%" PRIu32 " items on %" PRIu64 " places, cost %s", items, subject->size,
                  cli_score_text(subject, cost, text));
    if (*cli_gap_text(subject, cost, text)) {
        cli_facts_add(&facts, "%s %s", cli_gap_label(subject->problem), text);
    }
    if (work->result->setting_count > 0) {
        cli_facts_add_run(&facts, work->result);
    }
    if (flow_count > 0) {
        cli_facts_add(&facts, "lines: %s flows", flow_count == FLOWS_MAX ? "the 40 largest" : "all");
    }
    return facts;
}

/* Draws a flow as an arc, because a line would hide which of several places in a row it joins. */
static void put_flow(const struct cli_sheet *sheet, const struct flow *flow, double largest)
{
    const bool turn = sheet->map.x[flow->from] > sheet->map.x[flow->to]; /* arcs rise from left to right */
    const uint32_t from = turn ? flow->to : flow->from, to = turn ? flow->from : flow->to;
    const double x = sheet->map.x[from], y = sheet->map.y[from];
    const double across = sheet->map.x[to] - x, down = sheet->map.y[to] - y;
    const int32_t width = (int32_t)lround(FLOW_WIDTH * flow->sum / largest);
    struct cli_pen pen = CLI_PEN(sheet->page, "flow", CLI_LINE, width > FLOW_LEAST ? width : FLOW_LEAST,
                                 " stroke-opacity=\"0.45\"" CLI_ROUND);
    const double most = 4.0 * FLOW_RISE / fmax(hypot(across, down), 1.0), height = most < 0.6 ? most : 0.6;
    for (int k = 0; k <= FLOW_STEPS; ++k) {
        const double share = (double)k / FLOW_STEPS, rise = height * share * (1.0 - share);
        cli_pen_go(&pen, 'l', (int32_t)lround(x + share * across + rise * down),
                   (int32_t)lround(y + share * down - rise * across));
    }
    cli_pen_end(&pen);
}

/* Lowers *size until the text fits into a cap. */
static void fit(int32_t *size, int32_t side, const char *text)
{
    const int32_t width = cli_text_width(text, *size, INT32_MAX), room = side * 9 / 10;
    *size = width > room ? (int32_t)((int64_t)*size * room / width) : *size;
}

/* Chooses the largest caps that do not touch, if all names fit into them. O(n^2). */
static struct caps choose_caps(const struct cli_sheet *sheet)
{
    const uint32_t n = sheet->info->node_count;
    int32_t apart = CAP_MOST;
    for (uint32_t i = 0; i < n && n <= CLI_LABELS_MAX; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const int32_t across = abs(sheet->map.x[i] - sheet->map.x[j]),
                          down = abs(sheet->map.y[i] - sheet->map.y[j]);
            const int32_t larger = across > down ? across : down;
            apart = larger < apart ? larger : apart;
        }
    }
    struct caps caps = {.side = apart * 9 / 10 / (2 * PIXEL) * 2 * PIXEL};
    char number[16];
    caps.item_size = caps.side * 2 / 5;
    caps.place_size = caps.side / 6;
    for (uint32_t i = 0; i < n; ++i) {
        fit(&caps.item_size, caps.side, item_name(sheet, i, number));
        fit(&caps.place_size, caps.side, place_name(sheet, i, number));
    }
    return n <= CLI_LABELS_MAX && caps.item_size >= ITEM_LEAST && caps.place_size >= PLACE_LEAST ? caps
                                                                                                 : (struct caps){0};
}

static void put_caps(const struct cli_sheet *sheet, const struct caps *caps)
{
    const int32_t half = caps->side / 2;
    for (uint32_t i = 0; i < sheet->info->node_count; ++i) {
        const bool empty = ((const struct layout *)sheet->layout)->item_at[i] == UINT32_MAX;
        cli_buffer_format(
            sheet->page.svg,
            "<rect class=\"%s\" fill=\"#fff\" stroke=\"" CLI_SIDE "\" stroke-width=\"%d\"%s x=\"%d\" y=\"%d\""
            " width=\"%d\" height=\"%d\" rx=\"%d\"/>\n",
            empty ? "empty" : "cap", 2 * PIXEL, empty ? " stroke-dasharray=\"400\"" : "", (int)(sheet->map.x[i] - half),
            (int)(sheet->map.y[i] - half), (int)caps->side, (int)caps->side, (int)caps->side / 8);
    }
}

static void put_cap_names(const struct cli_sheet *sheet, const struct caps *caps)
{
    const struct cli_style item = {
        "item",
        "text-anchor=\"middle\" font-weight=\"bold\" fill=\"" CLI_INK
        "\" stroke=\"#fff\" stroke-width=\"300\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
        caps->item_size};
    const struct cli_style place = {"place",
                                    "text-anchor=\"middle\" fill=\"" CLI_FAINT
                                    "\" stroke=\"#fff\" stroke-width=\"200\" paint-order=\"stroke\"",
                                    caps->place_size};
    const int32_t *x = sheet->map.x, *y = sheet->map.y;
    char number[16];
    for (uint32_t i = 0; i < sheet->info->node_count; ++i) {
        cli_page_text(&sheet->page, &item, x[i], y[i] + caps->item_size / 4, caps->side, item_name(sheet, i, number));
        cli_page_text(&sheet->page, &place, x[i], y[i] + caps->side / 2 - caps->place_size / 2, caps->side,
                      place_name(sheet, i, number));
    }
}

static void put_dots(const struct cli_sheet *sheet)
{
    for (uint32_t i = 0; i < sheet->info->node_count; ++i) {
        const bool empty = ((const struct layout *)sheet->layout)->item_at[i] == UINT32_MAX;
        cli_page_mark(&sheet->page, empty ? "empty" : "dot", empty ? CLI_PAPER : CLI_MARK, sheet->map.x[i],
                      sheet->map.y[i], sheet->radius);
    }
}

enum swarm_status cli_picture_layout(struct cli_buffer *svg, const struct cli_work *work, const swarm_qap *qap)
{
    const struct swarm_qap_info *info = swarm_qap_describe(qap);
    const swarm_instance *locations = swarm_qap_locations(qap);
    struct layout layout = {.qap = qap,
                            .items = info->item_count - info->added_items,
                            .places = work->result->assignment->places,
                            .item_at = calloc(info->item_count, sizeof *layout.item_at)};
    TRY(layout.item_at ? SWARM_OK : cli_fail_memory());
    for (uint32_t i = 0; i < info->item_count; ++i) {
        layout.item_at[layout.places[i]] = i < layout.items ? i : UINT32_MAX;
    }
    struct flow flows[FLOWS_MAX];
    const size_t flow_count = find_flows(&layout, flows);
    const struct cli_facts facts = collect_facts(work, layout.items, flow_count);
    struct cli_sheet sheet = {.page = {.svg = svg},
                              .instance = locations,
                              .info = swarm_instance_describe(locations),
                              .layout = &layout,
                              .name = item_name,
                              .note = place_name};
    const uint32_t n = sheet.info->node_count;
    enum swarm_status status = SWARM_OK;
    const int32_t room = CLI_PAGE_MARGIN + CAP_MOST / 2;
    TRY_OR(done, cli_map_lay_out(&sheet.map, locations, room, cli_page_top(&facts) + room));
    const struct caps caps = choose_caps(&sheet);
    const int32_t foot = sheet.map.top + sheet.map.height + CAP_MOST / 2 + CLI_MAP_FOOT;
    sheet.radius = n <= CLI_LABELS_MAX ? CLI_MARK_RADIUS : CLI_MARK_RADIUS / 3;
    sheet.page.width = sheet.map.width + 2 * room;
    sheet.page.height = foot + CLI_PAGE_MARGIN;
    cli_page_begin(&sheet.page, work->subject->name, "Layout of an assignment", &facts);
    if (caps.side > 0) {
        put_caps(&sheet, &caps);
    }
    for (size_t k = flow_count; k > 0; --k) { /* the largest above the others */
        put_flow(&sheet, &flows[k - 1], flows->sum);
    }
    if (caps.side > 0) {
        put_cap_names(&sheet, &caps);
    } else {
        put_dots(&sheet);
        TRY_OR(done, n <= CLI_LABELS_MAX ? cli_sheet_put_names(&sheet) : SWARM_OK);
    }
    cli_map_put_bar(&sheet.page, &sheet.map, foot);
    cli_buffer_text(svg, "</svg>\n");
done:
    free(sheet.map.x);
    free(layout.item_at);
    return status;
}
