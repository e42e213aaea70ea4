/* Instances from well-formed tables, and how the reader recognises that a text is a table. */
#include <math.h>

#include "tsp/read/input.h"
#include "tsp_support.h"

static const char *columns; /* value of --columns; NULL: not given */

static enum swarm_status read_bytes(const char *text, size_t size, const char *path, struct swarm_instance **instance)
{
    return tsp_input_parse(&env, exact_text(path, text, size), columns, false, instance);
}

static struct swarm_instance *read_text(const char *text, const char *path)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_OK(read_bytes(text, strlen(text), path, &instance));
    return kept(instance);
}

/* Requires that the text has the three points (1.5, -2), (30, 4) and (5, 0.6). */
static void require_three_in(const char *text, const char *path)
{
    static const double expected[3][2] = {{1.5, -2.0}, {30.0, 4.0}, {5.0, 0.6}};
    struct swarm_instance *instance = read_text(text, path);
    REQUIRE_INT(instance->info.node_count, ==, 3);
    REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_EUC_2D);
    for (uint32_t node = 0; node < 3; ++node) {
        double x = 0.0, y = 0.0;
        REQUIRE(swarm_instance_position(instance, node, &x, &y));
        REQUIRE(x == expected[node][0] && y == expected[node][1]);
    }
}

static void require_three(const char *text)
{
    require_three_in(text, "folder/three.csv");
}

/* Requires that reading fails with a message that contains `part`. */
static void require_refused(const char *text, const char *wanted, enum swarm_status status, const char *part)
{
    struct swarm_instance *instance = NULL;
    columns = wanted;
    REQUIRE_FAILS(read_bytes(text, strlen(text), "folder/bad.csv", &instance), status, part);
    columns = NULL;
    REQUIRE(!instance);
}

/* Requires the position and name of node 1; `name` NULL: no name. */
static void require_node(const char *text, const char *wanted, enum swarm_metric metric, double x, double y,
                         const char *name)
{
    double found[2] = {0.0, 0.0};
    columns = wanted;
    struct swarm_instance *instance = read_text(text, "node.csv");
    columns = NULL;
    REQUIRE_INT(instance->info.metric, ==, metric);
    REQUIRE(swarm_instance_position(instance, 0, &found[0], &found[1]) && found[0] == x && found[1] == y);
    REQUIRE_INT(instance->info.has_names, ==, name != NULL);
    if (name) {
        REQUIRE_TEXT(instance->names[0], name);
    }
}

TEST(separators_decimal_commas_and_unusual_numbers)
{
    require_three("x,y\n1.5,-2\n30,4\n5,0.6\n");
    require_three("x;y\n1.5;-2\n30;4\n5;0.6\n");
    require_three("x\ty\n1.5\t-2\n30\t4\n5\t0.6\n");
    require_three("a, b;x;y\n1,2;1.5;-2\n;30;4\n,,;5;.6\n");
    require_three("a, b, c;x;y\n1;1.5;-2\n2;30;4\n3;5;0.6\n");
    require_three("\"a;b;c\",x,y\n1,1.5,-2\n2,30,4\n3,5,0.6\n");
    require_three("x;y\n1,5;-2,0\n30;4\n5,0;0,6\n");
    require_three("x\ty\n1,5\t-2\n3,0e1\t4\n5\t,6\n");
    require_three("x;y\n1,5;-2\n30.0;4\n5;0.6\n");
    require_three("x,y\n+1.5,-2.\n3e1,4.0E0\n\"5\",\"6e-1\"\n");
    require_three("x,y\n0001.5,-2\n30.000000000000000000000,4\n5,.6\n");
}

TEST(line_ends_blanks_and_headers)
{
    require_three("x,y\r\n1.5,-2\r\n30,4\r\n5,0.6\r\n");
    require_three("x,y\r1.5,-2\r30,4\r5,0.6\r");
    require_three("x,y\n1.5,-2\n30,4\n5,0.6");
    require_three("\xEF\xBB\xBFx,y\n1.5,-2\n30,4\n5,0.6\n");
    require_three("\n  \nx,y\n\n1.5,-2\n \t \n30,4\n\n\n5,0.6\n\n\n");
    require_three("  x , y  \n 1.5 ,\t-2\n30 , 4 \n 5,0.6 \n");
    require_three("x\ty\n 1.5 \t -2\n30\t4\n5\t0.6\n");
    require_three("x,y\n1.5,-2\n30,4\n5,0.6\n,\n  \n , \n");
    require_three("x;y;;\n1.5;-2;;\n30;4;;\n5;0.6;;\n;;;\n;;;");
    require_three("x;y;;\n1.5;-2;;\n30;4\n5;0.6;\n");
    require_three("x,y\n\"1,5\",-2\n\"30,0\",4\n5,\"0,600\"\n");
    require_three("My list 2026;;\n;;\nof; May;\nx;y;what\n1,5;-2;\n30;4;\n5;0.6;\n");
    require_three("My list\n\nx;y\n1,5;-2\n30;4\n5;0.6\n");
    require_three("Y,X\n-2,1.5\n4,30\n0.6,5\n");
    require_three("\"x\",\" Y \"\n1.5,-2\n30,4\n5,0.6\n");
    require_three(",x,weight,y\n0,1.5,a,-2\n1,30,b,4\n2,5,c,0.6\n");
    require_three("\tx\ty\n0\t1.5\t-2\n1\t30\t4\n2\t5\t0.6\n");
    require_three("NAME,x,y\na,1.5,-2\nb,30,4\nc,5,0.6\n");
    require_three("COMMENT;x;y\na;1.5;-2\nb;30;4\nc;5;0.6\n");
    require_three("a,a,x,y\n1,2,1.5,-2\n1,2,30,4\n1,2,5,0.6\n");
}

TEST(tables_have_blanks_or_a_line_that_names_the_separator_and_are_distinguished_from_tsplib_by_the_text)
{
    require_three("x y\n1.5 -2\n30 4\n5 0.6\n");
    require_three("  x   y  \n 1.5   -2\n30 \t4 \n5 0.6");
    require_three("\"x\" \"y\"\n1,5 -2\n30 4\n5 0,6\n");
    require_three("sep=;\nx;y\n1,5;-2\n30;4\n5;0,6\n");
    require_three("\xEF\xBB\xBFSEP=|\r\nx|y\r\n1,5|-2\r\n30|4\r\n5|0.6\r\n");
    require_three("sep=,\nx,y\n1.5,-2\n30,4\n5,0.6\n");
    require_three_in("x y\n1.5 -2\n30 4\n5 0.6\n", "points.txt");
    require_three_in("sep=;\nx;y\n1,5;-2\n30;4\n5;0,6\n", "stdin");
    require_three_in("x,y\n1.5,-2\n30,4\n5,0.6\n", "points.tsp");
    require_three_in(
        "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 1.5 -2\n2 30 4\n3 5 0.6\n",
        "tsplib.csv");
    require_three_in("\n COMMENT : lists, of points; and tabs\t\nTYPE:TSP\nDIMENSION:3\nEDGE_WEIGHT_TYPE:EUC_2D\n"
                     "NODE_COORD_SECTION\n1\t1.5\t-2\n2\t30\t4\n3\t5\t0.6\n",
                     "stdin");
}

TEST(both_coordinates_in_one_cell)
{
    static const char *const cells[] = {
        "48.25, 11.5",     "48,25 11,5",   "48,25, 11,5",        "48,25; 11,5",    "48.25,11.5",
        "11.5 E, 48.25 N", "(48.25 11.5)", "POINT (11.5 48.25)", "N 48.25 E 11.5", "48\xC2\xB0 15'N 11\xC2\xB0 30'E",
    };
    char text[99];
    for (size_t k = 0; k < sizeof cells / sizeof *cells; ++k) {
        snprintf(text, sizeof text, "Location\tOrt\n%s\tA\n7.5, 8\tB\n", cells[k]);
        require_node(text, NULL, SWARM_METRIC_GREAT_CIRCLE, 11.5, 48.25, "A");
    }
    require_refused("Ort;Preis\nA;1.234,5\nB;1,234.5\n", NULL, SWARM_ERROR_INPUT, "a line that names columns");
    require_refused("Ort;Preis\nA;1 234,5\nB;12 345\n", NULL, SWARM_ERROR_INPUT, "a line that names columns");
    require_refused("x;y\n1\xC2\xA0"
                    "234,5;2\n",
                    NULL, SWARM_ERROR_INPUT, "; write numbers without marks between thousands");
    require_refused("x;y\n2026-05-01;2\n", NULL, SWARM_ERROR_INPUT, "dates in another column");
    require_refused("Ort;Datum\nA;1.5.2026 8:30\nB;2026-05-01 12.5\n", NULL, SWARM_ERROR_INPUT, "a line that names");
}

TEST(numbers_without_a_header_and_columns_that_the_option_names)
{
    require_three("1.5,-2\n30,4\n5,0.6\n");
    require_three("1,5;-2\n30;4\n5;0,6\n");
    require_three("1,5\t-2,0\n30\t4\n5\t0,6\n");
    require_three_in("1.5 -2\n30 4\n5 0.6\n", "points.txt");
    require_three_in("1 1.5 -2\n2 30 4\n3 5 0.6\n", "points.txt");
    require_three("0;1,5;-2\n1;30;4\n2;5;0,6\n");
    require_node("0 1.5 -2\n", NULL, SWARM_METRIC_EUC_2D, 1.5, -2, "0");
    require_refused("1,1,2\n3,3,4\n", NULL, SWARM_ERROR_INPUT,
                    ":2: found \"3\", expected 2, because the first of three");
    static const char table[] = "Was;B;L;x;y;Nr\na;52,5;13,4;1;2;n\nb;48;2;3;4;m\n";
    static const char numbers[] = "7,52.5,13.4\n8,48,2\n";
    require_node(table, "Was,B,L", SWARM_METRIC_GREAT_CIRCLE, 13.4, 52.5, "a");
    require_node(table, "was,b,l", SWARM_METRIC_GREAT_CIRCLE, 13.4, 52.5, "a");
    require_node(table, "1,2,3", SWARM_METRIC_GREAT_CIRCLE, 13.4, 52.5, "a");
    require_node(table, "B,L", SWARM_METRIC_EUC_2D, 52.5, 13.4, NULL);
    require_node(table, "lon=L,lat=B", SWARM_METRIC_GREAT_CIRCLE, 13.4, 52.5, NULL);
    require_node(table, "name=6,x=B,y=L", SWARM_METRIC_EUC_2D, 52.5, 13.4, "n");
    require_node(table, "Nr,y,x", SWARM_METRIC_EUC_2D, 1, 2, "n"); /* titles, not the order, decide */
    require_node(numbers, "1,2,3", SWARM_METRIC_GREAT_CIRCLE, 13.4, 52.5, "7");
    require_node(numbers, "3,2", SWARM_METRIC_EUC_2D, 13.4, 52.5, NULL);
    require_node("0,5\n5,0\n", "1,2", SWARM_METRIC_EUC_2D, 0, 5, NULL); /* with --columns squares are not matrices */
    require_node("x,y,z\n1,2,3\n", "x,y", SWARM_METRIC_EUC_2D, 1, 2, NULL);
    require_node("2,1\n5,6\n", "2,1", SWARM_METRIC_EUC_2D, 1, 2, NULL); /* the first line is not a number of nodes */
    require_node("Long,52.5,13.4\nLat,48,2\n", "1,2,3", SWARM_METRIC_GREAT_CIRCLE, 13.4, 52.5, "Long");
    require_node("a;2020;2021\nx;1;2\n", "2020,2021", SWARM_METRIC_EUC_2D, 1, 2, NULL);
    require_refused(table, "Was,B", SWARM_ERROR_INPUT, ":2: found \"a\", expected a decimal number");
    require_refused(table, "B", SWARM_ERROR_INVALID_ARGUMENT, "columns B: expected two or three columns");
    require_refused(table, "name=9", SWARM_ERROR_INVALID_ARGUMENT, "has no column \"9\"");
    require_refused(table, "1,2,3,4,5", SWARM_ERROR_INVALID_ARGUMENT, "expected two or three columns");
    require_refused(table, "1,,3", SWARM_ERROR_INVALID_ARGUMENT, "expected two or three columns");
    require_refused(table, "1,8", SWARM_ERROR_INVALID_ARGUMENT,
                    "has no column \"8\", expected a title or a number from 1");
    require_refused(table, "1,0", SWARM_ERROR_INVALID_ARGUMENT, "has no column \"0\"");
    require_refused(table, "lat=,lon=L", SWARM_ERROR_INVALID_ARGUMENT, "expected two or three columns");
    require_refused(table, "z=1,2", SWARM_ERROR_INVALID_ARGUMENT,
                    "expected name, x, y, lat, lon or score before \"=\"");
    require_refused(table, "lat=B,lon=B2", SWARM_ERROR_INVALID_ARGUMENT, "has no column \"B2\"");
    require_refused(table, "x=B,lon=L", SWARM_ERROR_INPUT, "expected either columns x and y, or columns lat and lon");
    require_refused(table, "x=B,x=L", SWARM_ERROR_INPUT, "expected a single column of this kind");
    require_refused("TYPE: TSP\n", "x,y", SWARM_ERROR_INVALID_ARGUMENT, "is not one");
}

TEST(titles_in_other_words)
{
    static const char *const planes[] = {"x_coord;y_coord",
                                         "X-Koordinate;Y-Koordinate",
                                         "Rechtswert;Hochwert",
                                         "easting (m);northing (m)",
                                         "Abscisse;Ordonn\xC3\xA9\x65",
                                         "Coordenada X;Coordenada Y",
                                         "coordinata x;coordinata y",
                                         "POS_X;POS_Y"};
    static const char *const spheres[] = {"lat;long",
                                          "Lat.;Lng",
                                          "GPS_Latitude;GPS_Longitude",
                                          "Breite;L\xC3\xA4nge",
                                          "BREITENGRAD;L\xC3\x84NGENGRAD",
                                          "Geogr. Breite;Geogr. L\xC3\xA4nge",
                                          "Breite [\xC2\xB0];Laenge [\xC2\xB0]",
                                          "latitud;longitud",
                                          "Latitudine;Longitudine",
                                          "breedtegraad;lengtegraad",
                                          "decimalLatitude;decimalLongitude",
                                          "Szeroko\xC5\x9B\xC4\x87;D\xC5\x82ugo\xC5\x9B\xC4\x87",
                                          "stop_lat;stop_lon",
                                          "latitude;longtitude",
                                          "GPS-Breite;GPS-L\xC3\xA4nge",
                                          "Breddegrad;L\xC3\xA6ngdegrad"};
    static const char *const named[] = {"Ort",        "Stadt",         "ville",
                                        "Ciudad",     "Citt\xC3\xA0",  "Lugar",
                                        "plaats",     "town",          "Stop",
                                        "adresse",    "Bezeichnung",   "node name",
                                        "Nr.",        "#id",           "Kunde",
                                        "Kunden-Nr.", "PLZ",           "Sehensw\xC3\xBCrdigkeit",
                                        "Hotel",      "POI",           "z\xC3\xA1kazn\xC3\xADk",
                                        "tienda",     "pys\xC3\xA4kki"};
    char text[256];
    for (size_t k = 0; k < sizeof planes / sizeof *planes; ++k) {
        snprintf(text, sizeof text, "%s\n1.5;-2\n30;4\n5;0.6\n", planes[k]);
        require_three(text);
    }
    for (size_t k = 0; k < sizeof spheres / sizeof *spheres; ++k) {
        snprintf(text, sizeof text, "%s\n52,5;13,4\n48;2\n", spheres[k]);
        require_node(text, NULL, SWARM_METRIC_GREAT_CIRCLE, 13.4, 52.5, NULL);
    }
    for (size_t k = 0; k < sizeof named / sizeof *named; ++k) {
        snprintf(text, sizeof text, "%s;x;y\nAarhus;3;4\nB;5;6\n", named[k]);
        require_node(text, NULL, SWARM_METRIC_EUC_2D, 3, 4, "Aarhus");
    }
    require_node("address;city;name;lat;lon\na;c;n;1;2\n", NULL, SWARM_METRIC_GREAT_CIRCLE, 2, 1, "n");
    require_node("Ort;Nr;Kunde;lat;lon\nc;7;k;1;2\n", NULL, SWARM_METRIC_GREAT_CIRCLE, 2, 1, "k");
    require_node("stop_id,stop_name,stop_lat,stop_lon,stop_code\n7,s,1,2,3\n", NULL, SWARM_METRIC_GREAT_CIRCLE, 2, 1,
                 "s");
    require_node("value,weight\n3,4\n5,6\n", "value,weight", SWARM_METRIC_EUC_2D, 3, 4, NULL);
    require_node("points;x;points;y\n7;3;8;4\n", NULL, SWARM_METRIC_EUC_2D, 3, 4,
                 NULL); /* a column of scores is not read */
    require_node("city;address;id;lat;lon\nc;a;7;1;2\n", NULL, SWARM_METRIC_GREAT_CIRCLE, 2, 1, "c");
}

/* Requires the columns that were read and skipped, as swarm_instance_info has them. */
static void require_columns(const char *text, const char *wanted, const char *used, const char *skipped)
{
    columns = wanted;
    struct swarm_instance *instance = read_text(text, "columns.csv");
    columns = NULL;
    REQUIRE_TEXT(instance->info.columns, used);
    REQUIRE_TEXT(instance->info.skipped_columns, skipped);
}

TEST(the_first_column_of_text_is_the_name_and_skipped_columns_are_listed)
{
    static const char table[] = "when;land;who;B\xC3\xBCro;x;y\n1.5.;DE;Ann;a;3;4\n2.5.;DE;Bob;b;5;6\n";
    require_node(table, NULL, SWARM_METRIC_EUC_2D, 3, 4, "Ann");
    require_node(table, "name=land", SWARM_METRIC_EUC_2D, 3, 4, "DE");
    require_node("who;x;y\nAnn;3;4\n", "score=x", SWARM_METRIC_EUC_2D, 3, 4, "Ann");
    require_columns("x,y\n1,2\n", NULL, "\"x\" as x, \"y\" as y", "");
    require_columns("x,y,Rating,Points\n1,2,3,4\n", NULL, "\"x\" as x, \"y\" as y",
                    "\"Rating\", \"Points\" (a score, for orient)");
    require_columns("1,2\n3,4\n", NULL, "column 1 as x, column 2 as y", "");
    require_columns("f,lat,lon,id\n1,1,2,7\n", NULL, "\"id\" as name, \"lat\" as latitude, \"lon\" as longitude",
                    "\"f\"");
    require_columns("x,y,id,name,a,b,c,d,e\n1,2,7,n,,,,,\n", "name=9", "\"e\" as name, \"x\" as x, \"y\" as y",
                    "\"id\", \"name\", \"a\", \"b\", \"c\" and 1 more");
}

TEST(titles_of_scores)
{
    static const char *const titles[] = {"score",
                                         "Points",
                                         "value",
                                         "rating",
                                         "weight (kg)",
                                         "Punkte",
                                         "Wertung",
                                         "Gewicht",
                                         "valeur",
                                         "Puntuaci\xC3\xB3n",
                                         "punteggio",
                                         "Po\xC3\xA4ng",
                                         "Wa\xC5\xBCno\xC5\x9B\xC4\x87"};
    for (size_t k = 0; k < sizeof titles / sizeof *titles; ++k) {
        struct swarm_instance *instance = NULL;
        char text[64];
        const int size = snprintf(text, sizeof text, "x;y;%s;note\n3;4;5;a\n", titles[k]);
        REQUIRE_OK(tsp_input_parse(&env, (struct tsp_text){"a.csv", text, (size_t)size}, NULL, true, &instance));
        REQUIRE(instance->info.has_scores == (k + 1 < sizeof titles / sizeof *titles)); /* the last is unknown */
        swarm_instance_destroy(&instance);
    }
}

static int notes;

static void count_note(void *user, enum swarm_log_level level, const char *text)
{
    (void)level;
    REQUIRE_CONTAINS(text, (const char *)user);
    ++notes;
}

/* Requires that a text in another encoding is read, with `note` in a message. */
static void require_decoded(const char *text, size_t size, const char *note)
{
    struct swarm_instance *instance = NULL;
    notes = 0;
    env.log = count_note;
    env.log_user = (void *)(uintptr_t)note;
    REQUIRE_INT(read_bytes(text, size, "towns.csv", &instance), ==, SWARM_OK);
    env.log = NULL;
    REQUIRE_INT(notes, ==, note[0] != '\0');
    REQUIRE_TEXT(instance->names[0], "M\xC3\xBCnchen");
    REQUIRE_TEXT(instance->names[1], "\xE2\x82\xAC"); /* the euro sign */
    REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_GREAT_CIRCLE);
    swarm_instance_destroy(&instance);
}

TEST(text_that_is_no_utf8)
{
    static const char windows[] = "Ort;Breite;L\xE4nge\r\nM\xFCnchen;48,1;11,5\r\n\x80;1;2\r\n";
    static const char utf8[] = "Ort;Breite;L\xC3\xA4nge\r\nM\xC3\xBCnchen;48,1;11,5\r\n\xE2\x82\xAC;1;2\r\n";
    enum { UNITS = sizeof windows - 1 };
    char little[2 * UNITS + 2] = "\xFF\xFE", big[2 * UNITS + 2] = "\xFE\xFF";
    for (size_t k = 0; k < UNITS; ++k) { /* of Windows-1252, only the euro sign is no code point of Unicode */
        const unsigned unit = windows[k] == '\x80' ? 0x20AC : (unsigned char)windows[k];
        little[2 * k + 2] = big[2 * k + 3] = (char)(unit & 0xFF);
        little[2 * k + 3] = big[2 * k + 2] = (char)(unit >> 8);
    }
    require_decoded(utf8, sizeof utf8 - 1, "");
    require_decoded(windows, sizeof windows - 1, "towns.csv:1: this is not UTF-8, so the text is read as Windows-1252");
    require_decoded(little, sizeof little, "");
    require_decoded(big, sizeof big, "");
    struct swarm_instance *instance = read_text("NAME: K\xF6ln\nCOMMENT: \x93so\x94\nTYPE: TSP\nDIMENSION: 1\n"
                                                "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 1 1\n",
                                                "a.tsp");
    REQUIRE_TEXT(instance->info.name, "K\xC3\xB6ln");
    REQUIRE_TEXT(instance->info.comment, "\xE2\x80\x9Cso\xE2\x80\x9D");
}

/* Tests squares of numbers that are read as points, and one with two nodes that is a matrix. */
TEST(matrices_and_points)
{
    require_node("x,y\n0,5\n5,0\n", NULL, SWARM_METRIC_EUC_2D, 0, 5, NULL);
    require_node("name,x,y\na,0,5\nb,5,0\n", NULL, SWARM_METRIC_EUC_2D, 0, 5, "a");
    require_node("0,5\n5,1\n", NULL, SWARM_METRIC_EUC_2D, 0, 5, NULL);
    require_node("0,5\n5,0\n7,7\n1,1\n", NULL, SWARM_METRIC_EUC_2D, 0, 5, NULL);
    struct swarm_instance *instance = read_text("0,5\n5,0\n", "two.csv");
    REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_EXPLICIT);
    require_refused("0,5\n5,\n", NULL, SWARM_ERROR_INPUT,
                    ":2: found an empty cell, expected a decimal number from -1e+300 to 1e+300 as y of node 2");
    require_refused("what,a,b\nc,0,1\nd,1,7\n", NULL, SWARM_ERROR_INPUT,
                    ":1: found \"what\", expected a line that names");
}

/* Requires the names of nodes 1 and 2, and of the instance. */
static void require_names(const char *text, const char *first, const char *second)
{
    struct swarm_instance *instance = read_text(text, "a/b.c/towns.2026.csv.gz");
    REQUIRE_TEXT(instance->info.name, "towns.2026");
    REQUIRE(instance->info.has_names == (first != NULL) && (instance->names != NULL) == (first != NULL));
    if (first) {
        REQUIRE_TEXT(instance->names[0], first);
        REQUIRE_TEXT(instance->names[1], second);
    }
}

TEST(names)
{
    require_names("x,y\n1,2\n3,4\n", NULL, NULL);
    require_names("name,x,y\nAarhus,1,2\nBerlin,3,4\n", "Aarhus", "Berlin");
    require_names("x,y,ID\n1,2,17\n3,4,a 18\n", "17", "a 18");
    require_names("id,name,x,y\n17,Aarhus,1,2\n18,Berlin,3,4\n", "Aarhus", "Berlin");
    require_names("name,id,x,y\nAarhus,17,1,2\n,18,3,4\n", "Aarhus", "2");
    require_names("name,x,y\n\"Aarhus, DK\",1,2\n\"the \"\"big\"\" one\",3,4\n", "Aarhus, DK", "the \"big\" one");
    require_names("name,x,y\n\"two\r\nlines\",1,2\n\"\"\"\",3,4\n", "two\r\nlines", "\"");
    require_names("name,x,y\n  in blanks  ,1,2\n\"  kept  \",3,4\n", "in blanks", "  kept  ");
    require_names("name,x,y\n\"\",1,2\n5\" nail,3,4\n", "1", "5\" nail");
    require_names("name,x,y\n\xC3\x85rhus,1,2\nM\xC3\xBCnchen,3,4\n", "\xC3\x85rhus", "M\xC3\xBCnchen");
    require_names("name,x,y\n#1,1,2\n#2,3,4\n", "#1", "#2");
    require_names("name;x;y\na,b;1;2\nc;3;4\n", "a,b", "c");
}

TEST(latitudes_and_longitudes)
{
    static const struct {
        const char *text;
        double latitude, longitude; /* expected angles in seconds */
    } degrees[] = {{"lat,lon\n52\xC2\xB0\x33\x31'12\"N,13\xC2\xB0\x32\x34' 18.5'' E\n", 189072, 48258.5},
                   {"lat;lon\nS 33\xC2\xBA 51,5\xE2\x80\xB2;w 0.5\n", -121890, -1800},
                   {"lat,lon\n-0\xC2\xB0\x33\x30',+2\xCB\x9A\n", -1800, 7200},
                   {"lat,lon\n\"52,520 n\",\"13\xC2\xB0 24' 18\"\"E\"\n", 189072, 48258},
                   {"lat,lon\n\"52,520\",\"13,25\"\n", 189072, 47700},
                   {"Breite;L\xC3\xA4nge\n52;13,5 O\n", 187200, 48600},
                   {"latitud;longitud\n-1;13.5 O\n", -3600, -48600}};
    static const char *const wrong[] = {"52 31 12 N",
                                        "52'30\" N",
                                        "-52 N",
                                        "N 52 S",
                                        "52\xC2\xB0\x36\x30'",
                                        "5.5\xC2\xB0\x33'",
                                        "52\xC2\xB0\x2D\x33'",
                                        "\xE2\x88\x92\x35\x32",
                                        "\xC2\xB0",
                                        "N",
                                        "52 E",
                                        "52\xC2\xB0\x31'2'3'",
                                        "52\xC3\xA4",
                                        "91 N"};
    for (size_t k = 0; k < sizeof degrees / sizeof *degrees; ++k) {
        double x = 0.0, y = 0.0;
        REQUIRE(swarm_instance_position(read_text(degrees[k].text, "a.csv"), 0, &x, &y));
        REQUIRE(fabs(3600.0 * y - degrees[k].latitude) < 1e-6 && fabs(3600.0 * x - degrees[k].longitude) < 1e-6);
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        char text[64];
        snprintf(text, sizeof text, "lat,lon\n%s,1\n", wrong[k]);
        require_refused(text, NULL, SWARM_ERROR_INPUT, ":2: found ");
    }
    static const char *const texts[] = {
        "lat,lon\n52.52,13.405\n48.8566,2.3522\n", "Longitude,Latitude\n13.405,52.52\n2.3522,48.8566\n",
        "town;LNG;LAT\na;13,405;52,52\nb;2,3522;48,8566\n",
        "long\tlatitude\n13.405\t52.52\n362.3522\t48.8566\n" /* longitude out of range, checked below */
    };
    for (size_t k = 0; k < 3; ++k) {
        double x = 0.0, y = 0.0;
        struct swarm_instance *instance = read_text(texts[k], "towns");
        REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_GREAT_CIRCLE);
        REQUIRE_TEXT(instance->info.unit, "m");
        REQUIRE(swarm_instance_position(instance, 0, &x, &y) && x == 13.405 && y == 52.52);
        /* 877.46 km by the haversine formula with the mean radius */
        REQUIRE_INT(instance->info.decimals, ==, 3);
        REQUIRE_INT(tsp_instance_distance(instance, 0, 1) / 10000, ==, 87746);
    }
    struct swarm_instance *instance = NULL;
    REQUIRE_FAILS(read_bytes(texts[3], strlen(texts[3]), "towns", &instance), SWARM_ERROR_INPUT,
                  "towns:3: found \"362.3522\"");
}

/* Makes a table with the titles "x,y,", `width` further columns, and one node. */
static char *wide_table(size_t width)
{
    char *text = test_memory(2, width + 32);
    size_t used = (size_t)sprintf(text, "x,y");
    for (size_t line = 0; line < 2; ++line) {
        memset(text + used, ',', width - 2);
        used += width - 2;
        used += (size_t)sprintf(text + used, line == 0 ? "\n1,2" : "\n");
    }
    return text;
}

TEST(a_table_of_a_benchmarks_name_is_no_benchmark_and_may_have_16384_columns)
{
    char text[4096] = "x,y\n";
    for (int k = 0; k < 52; ++k) {
        strcat(text, "1,2\n");
    }
    struct swarm_instance *instance = read_text(text, "berlin52.csv");
    REQUIRE_TEXT(instance->info.name, "berlin52");
    REQUIRE_INT(instance->info.node_count, ==, 52);
    REQUIRE(!instance->info.optimum_known);
    REQUIRE_INT(read_text(wide_table(16384), "wide.csv")->info.node_count, ==, 1);
}

/* An endless field, a line of separators, and very many lines need only linear time and memory. */
TEST(texts_of_three_million_bytes)
{
    const uint32_t size = test_paths(100000, 3000000);
    char fields[64], titles[64], end[64];
    snprintf(fields, sizeof fields, ":2: found %u fields, expected 2", (unsigned)size - 5);
    snprintf(titles, sizeof titles, ":1: found %u columns, expected at most 16384", (unsigned)size - 1);
    snprintf(end, sizeof end, ":%u: found the end of the file, expected a line for node 1", (unsigned)size - 2);
    const struct {
        const char *start;
        char filling;
        const char *part;
    } cases[] = {
        {"x,y\n1,", '1', ":2: found \"111"},
        {"x,y\n1,2", ',', fields},
        {"x,y\n\"", 'a',
         ":2: found the end of the file, expected the quote that closes the field that starts in line 2"},
        {"x,y\n\"", '\n', "expected the quote that closes the field that starts in line 2"},
        {"x,y\n", '\n', end},
        {"x,y", ',', titles},
        {"", ',', "expected at most 16384"},
        {"", '"', ", expected "},
    };
    char *text = test_memory(1, size);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        struct swarm_instance *instance = NULL;
        memset(text, cases[k].filling, size);
        memcpy(text, cases[k].start, strlen(cases[k].start));
        REQUIRE_FAILS(read_bytes(text, size, "long.csv", &instance), SWARM_ERROR_INPUT, cases[k].part);
        REQUIRE_INT(strlen(error_of()), <, 400);
    }
}

TEST(many_nodes)
{
    enum { COUNT = 10000, LINE = 40 };
    double x = 0.0, y = 0.0;
    char *text = test_memory(1, COUNT * LINE), last[LINE];
    int used = snprintf(text, LINE, "x,y,name\n");
    for (int k = 0; k < COUNT; ++k) {
        used += snprintf(text + used, LINE, "%d,%d,node %d\n", k, k % 7, k);
    }
    struct swarm_instance *instance = read_text(text, "many.csv");
    REQUIRE_INT(instance->info.node_count, ==, COUNT);
    for (int k = 0; k < COUNT; ++k) {
        REQUIRE(swarm_instance_position(instance, (uint32_t)k, &x, &y));
        REQUIRE(x == k && y == k % 7);
        snprintf(last, sizeof last, "node %d", k);
        REQUIRE_TEXT(instance->names[k], last);
    }
}

TEST(every_beginning_of_a_good_table)
{
    static const char good[] =
        "\xEF\xBB\xBFname;\"lat\";lon;note\r\n\"A \"\"a\"\"\r\nb\";52,5;13;x\r\n;-1;\"2\";\r\n;;;\r\n";
    size_t accepted = 0;
    for (size_t size = 0; size < sizeof good; ++size) {
        struct swarm_instance *instance = NULL;
        enum swarm_status status = read_bytes(good, size, "good.csv", &instance);
        accepted += status == SWARM_OK;
        REQUIRE(status == SWARM_OK || (status == SWARM_ERROR_INPUT && !instance));
        REQUIRE(status == SWARM_OK || (strstr(error_of(), "good.csv:") && strstr(error_of(), ", expected ")));
        swarm_instance_destroy(&instance);
    }
    REQUIRE(accepted > 5 && accepted < 20);
}

TEST_MAIN_ENV()
