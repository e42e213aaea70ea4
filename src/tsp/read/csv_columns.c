/* csv_columns.c - finds the roles of columns by their titles, or by --columns. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "table.h"

enum {
    MOST_COLUMNS = 16384, /* maximum number of columns, as in spreadsheets */
    LONGEST_TITLE = 40,   /* maximum number of letters and digits of a known title */
    MOST_SKIPPED = 5      /* maximum number of unused columns that a message names */
};

/* Titles as plain_title() writes them, in English, German, French, Spanish, Italian, Portuguese, Dutch, the Nordic
 * languages, Polish and Czech. If several titles mean one role from CSV_NAME on, the one that the list names first
 * wins. A title with several roles has the first one that is wanted: a weight is a demand for vehicles, and otherwise a
 * score. */
static const struct {
    enum csv_role role;
    const char *words;
} csv_words[] = {
    {CSV_DEMAND,
     "demand demands load loads quantity qty amount weight volume pallets parcels packages crates boxes items units kg "
     "demandkg loadkg weightkg gewichtkg mengekg poidskg pesokg stuck stueck stuckzahl stueckzahl volumen "
     "bedarf menge nachfrage ladung gewicht anzahl pakete paletten kisten demande quantite charge poids colis "
     "palettes demanda cantidad carga peso bultos cajas domanda quantita carico colli procura quantidade volumes vraag "
     "hoeveelheid lading gewicht behov mangd mengde maengde last vekt vikt vagt kysynta maara popyt ilosc ladunek waga "
     "poptavka mnozstvi naklad hmotnost"},
    {CSV_CAPACITY,
     "capacity capacities cap capacitykg maxload maxweight payload kapazitat kapazitaet nutzlast capacite capacidad "
     "capacita capaciteit kapacitet kapasitet kapasiteetti pojemnosc ladownosc kapacita"},
    {CSV_START, "start startdepot startsat startort departdepot depart inicio partenza inizio vertrek depot"},
    {CSV_END, "end enddepot endsat endort ende arrivee arrival fin arrivo fine fim aankomst einde"},
    {CSV_LIMIT, "limit maxdistance maxlength maxkm distance range reichweite distancemax autonomie autonomia"},
    {CSV_DURATION,
     "duration maxduration maxtime maxhours dauer hochstdauer duree dureemax duracion durata duracao duur"},
    {CSV_STOPS, "stops maxstops stopps maxstopps arrets paradas fermate paragens stoppen"},
    {CSV_COST, "cost fixedcost costs kosten fixkosten cout coutfixe coste costo custo kost kustannus koszt naklady"},
    {CSV_COUNT, "count number quantity anzahl stuck stueck nombre cantidad numero aantal antal liczba pocet"},
    {CSV_FROM,
     "from fromtime ready readytime earliest earliesttime notbefore open opens opening opentime openingtime "
     "begin begintime start starttime windowstart windowbegin windowfrom timewindowstart timewindowfrom twstart "
     "twbegin twfrom von ab beginn fruhestens fruehestens offnet oeffnet debut ouverture desde inicio "
     "apertura dalle inizio abertura van vanaf open fra apner od otwarcie otevreno"},
    {CSV_UNTIL, "until untiltime till due duetime duedate latest latesttime notafter close closes closing closetime "
                "closingtime deadline end endtime windowend windowuntil windowto timewindowend timewindowto twend "
                "twuntil twto to bis ende spatestens spaetestens schliesst jusqua jusque fin fermeture hasta cierre "
                "alle fino fine chiusura ate fim fecho tot sluit til stenger do zamkniecie zavreno"},
    {CSV_WINDOW, "window timewindow timewindows tw openinghours deliverywindow zeitfenster offnungszeiten "
                 "oeffnungszeiten creneau horaires horario ventana finestra orario janela tijdvenster"},
    {CSV_SERVICE,
     "service servicetime serviceduration serviceminutes servicemin servicetimemin servicetimeminutes stoptime "
     "stopduration dwell dwelltime "
     "handling handlingtime unloading unloadtime duration servicezeit standzeit haltezeit "
     "entladezeit aufenthalt dauer duree arret dureearret servicio duracion tiemposervicio servizio durata "
     "tempodiservizio servico duracao servicetijd duur stopptid"},
    {CSV_PRICE, "score scores prize prizes penalty penalties"},
    {CSV_VEHICLE, "vehicle vehicles vehiclename vehicleid truck van driver fahrer chauffeur fahrzeug wagen lkw "
                  "vehicule camion vehiculo veicolo "
                  "veiculo voertuig kjoretoy fordon koretoj ajoneuvo pojazd vozidlo"},
    {CSV_SKILLS,
     "skills skill requiredskills fahigkeiten faehigkeiten competences habilidades competenze vaardigheden"},
    {CSV_DEPOT, "depot depots isdepot warehouse hub lager zentrale entrepot deposito magazzino armazem magazijn "
                "varasto sklad"},
    {CSV_X, "x xcoord xcoordinate xcoordinates xcor xpos xposition xvalue coordx coordinatex posx pointx xkoordinate "
            "xkoord xwert koordinatex coordonneex abscisse abscissa coordenadax xcoordenada coordinatax xcoordinaat "
            "xkoordinaatti xkoordinat wspolrzednax easting eastings ostwert rechtswert utmx xutm utme lambertx"},
    {CSV_Y, "y ycoord ycoordinate ycoordinates ycor ypos yposition yvalue coordy coordinatey posy pointy ykoordinate "
            "ykoord ywert koordinatey coordonneey ordonnee ordenada ordinata coordenaday ycoordenada coordinatay "
            "ycoordinaat ykoordinaatti ykoordinat wspolrzednay northing northings nordwert hochwert utmy yutm utmn "
            "lamberty"},
    {CSV_LATITUDE,
     "lat lats latitude latitudes latdeg latdd latitudedeg latwgs84 latitudewgs84 gpslat gpslatitude geolat "
     "geolatitude decimallatitude declat stoplat wgs84lat lattitude latitute breite breitengrad geobreite gpsbreite "
     "geogrbreite geographischebreite latitud latitudine breedte breedtegraad bredde breddegrad breddgrad "
     "leveysaste leveyspiiri szerokosc szerokoscgeograficzna zemepisnasirka sirka"},
    {CSV_LONGITUDE,
     "lon lng long lons longitude longitudes londeg lngdeg londd longitudedeg lonwgs84 longitudewgs84 gpslon gpslng "
     "gpslong gpslongitude geolon geolng geolongitude decimallongitude declon stoplon wgs84lon wgs84lng longtitude "
     "lange laenge langengrad laengengrad geolange geolaenge gpslange gpslaenge geogrlange geogrlaenge "
     "geographischelange geographischelaenge longitud longitudine lengte lengtegraad lengde lengdegrad laengde "
     "laengdegrad langde langdegrad langdgrad pituusaste pituuspiiri dlugosc dlugoscgeograficzna zemepisnadelka "
     "delka"},
    {CSV_Z, "z zcoord zcoordinate"},
    {CSV_NAME,
     "name names nodename placename cityname ortsname stadtname stopname customername kundenname nom nombre nome "
     "naam navn namn nazwa nimi nazev jmeno bezeichnung label customer client clientname company companyname store "
     "storename shop shopname branch branchname station stationname hotel hotelname sight attraction landmark poi "
     "poiname venue facility recipient kunde kundin firma firmenname unternehmen filiale laden geschaft geschaeft "
     "niederlassung haltestelle haltestellenname bahnhof sehenswurdigkeit sehenswuerdigkeit objekt objektname "
     "empfanger empfaenger nomclient entreprise societe magasin boutique agence succursale gare arret curiosite "
     "monument etablissement cliente nombrecliente empresa tienda sucursal estacion parada atraccion monumento "
     "nomecliente azienda ditta negozio stazione fermata albergo attrazione loja filial estacao paragem atracao "
     "klant klantnaam bedrijf bedrijfsnaam winkel filiaal halte haltenaam bezienswaardigheid kundenavn kund "
     "kundnamn asiakas foretag virksomhed bedrift yritys butikk butik kauppa stasjon asema holdeplass hallplats "
     "stoppested pysakki hotell hotelli severdighet sevardhet sevaerdighed sevardighed nahtavyys klient sklep "
     "oddzial stacja przystanek zabytek zakaznik prodejna obchod pobocka stanice zastavka pamatka title titel titre "
     "titulo titolo place city town village location stop site address ort stadt gemeinde standort adresse ville "
     "lieu commune ciudad lugar localidad direccion citta luogo comune indirizzo cidade local endereco plaats stad "
     "adres sted stednavn plats miasto miejscowosc mesto misto paikka point punkt punto ponto piste"},
    {CSV_SCORE,
     "score scores prize prizes profit profits points value values rating weight weights reward priority punkte "
     "punktzahl wert wertung bewertung gewicht gewichtung gewinn prioritat prioritaet valeur poids evaluation "
     "priorite puntos puntuacion puntaje valor peso premio prioridad punti punteggio valore valutazione priorita "
     "pontos pontuacao prioridade punten waarde waardering prioriteit poeng poang verdi varde vardi vekt vikt vagt "
     "pisteet arvo paino prioritet punkty wartosc waga ocena priorytet body hodnota vaha hodnoceni"},
    {CSV_ID,
     "id nodeid node nr nummer number num numero index key code knoten noeud nodo stopid stopcode customerid "
     "customerno customernumber clientid storeid poiid kundennr kundennummer kundenid kdnr filialnr objektnr "
     "numeroclient numerocliente klantnr klantnummer kundenummer kundenr kundnr kundnummer asiakasnumero nrklienta "
     "plz postleitzahl zip zipcode postcode postalcode codepostal codigopostal codicepostale postnummer postnr "
     "postinumero kodpocztowy psc"},
};
enum { WORD_LISTS = sizeof csv_words / sizeof *csv_words };

/* Letters from U+00C0 to U+017F without accents; '.': not a letter. */
enum { FIRST_LETTER = 0xC0, END_OF_LETTERS = 0x180 };
static const char plain_letters[] = "aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuyty"
                                    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkkllllllllllnnnnnnnnn"
                                    "oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
_Static_assert(sizeof plain_letters == END_OF_LETTERS - FIRST_LETTER + 1, "plain_letters has one character per letter");

/* The letters and digits of a title before its first bracket, in lower case, without accents. */
struct title {
    char text[LONGEST_TITLE + 1]; /* "" for a longer title */
};

static struct title plain_title(struct base_word word)
{
    struct title title = {""};
    size_t size = 0;
    for (size_t k = 0; k < word.size && word.start[k] != '(' && word.start[k] != '['; ++k) {
        const unsigned char byte = (unsigned char)word.start[k];
        char letter = byte >= 'A' && byte <= 'Z' ? (char)(byte | 0x20) : (char)byte;
        if (byte >= 0xC3 && byte <= 0xC5 && k + 1 < word.size) { /* two bytes of UTF-8 */
            letter = plain_letters[((byte & 0x1Fu) << 6 | (word.start[++k] & 0x3Fu)) - FIRST_LETTER];
        }
        if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
            if (size == LONGEST_TITLE) {
                return (struct title){""};
            }
            title.text[size++] = letter;
        }
    }
    title.text[size] = '\0';
    return title;
}

enum csv_role csv_role_of(struct base_word word, unsigned roles, int *rank)
{
    const struct title title = plain_title(word);
    for (size_t k = 0; k < WORD_LISTS && title.text[0] != '\0'; ++k) {
        if (csv_words[k].role > CSV_SCORE && !(roles & CSV_BIT(csv_words[k].role))) {
            continue;
        }
        const int found = base_word_find((struct base_word){title.text, strlen(title.text)}, csv_words[k].words);
        if (found >= 0) {
            if (rank) {
                *rank = found;
            }
            return csv_words[k].role;
        }
    }
    return CSV_ROLE_COUNT;
}

int csv_ost(struct base_word title)
{
    const struct title plain = plain_title(title);
    const struct base_word word = {plain.text, strlen(plain.text)};
    const bool east = strstr(plain.text, "lange") || strstr(plain.text, "laenge") || strstr(plain.text, "lengte");
    return east ? 1 : base_word_find(word, "longitud longitudine") >= 0 ? -1 : 0;
}

bool csv_is_titled(const struct csv_record *record)
{
    unsigned found = 0; /* different roles, because a matrix may have several x for missing edges in its first row */
    for (size_t k = 0; k < record->count && k < MOST_COLUMNS; ++k) {
        const enum csv_role role = csv_role_of(record->fields[k].text, 0, NULL);
        found |= role < CSV_NAME ? CSV_BIT(role) : 0;
    }
    return (found & (found - 1)) != 0;
}

/* Assigns the role to the column at index `k`, from 0. Fails if another column has the role. */
static enum swarm_status take_column(const struct csv_table *table, const struct csv_record *record, size_t k,
                                     enum csv_role role, struct csv_columns *columns)
{
    if (columns->at[role] > 0) {
        return csv_fail(table, &record->fields[k], "a single column of this kind; column %zu is one already",
                        columns->at[role]);
    }
    columns->at[role] = k + 1;
    return SWARM_OK;
}

enum { SAMPLE = 16 }; /* records that decide if a column has names */

/* True if the column may hold names: most of its fields with text begin with a letter, and no later field repeats the
 * first, as happens in a column of countries. */
static bool is_text(const struct csv_record rows[SAMPLE], size_t count, size_t column)
{
    size_t filled = 0, texts = 0;
    for (size_t row = 0; row < count; ++row) {
        const struct base_word word = column < rows[row].count ? rows[row].fields[column].text : (struct base_word){0};
        if (row > 0 && column < rows[0].count && base_word_same(word, rows[0].fields[column].text)) {
            return false;
        }
        const unsigned char first = word.size > 0 ? (unsigned char)*word.start : '0', letter = first | 0x20;
        filled += word.size > 0;
        texts += first >= 0x80 || (letter >= 'a' && letter <= 'z');
    }
    return 2 * texts > filled;
}

/* True if the column's fields are all latitude and longitude in one cell. */
static bool is_pair(const struct csv_record rows[SAMPLE], size_t count, size_t column)
{
    bool pairs = count > 0;
    for (size_t row = 0; row < count && pairs; ++row) {
        double pair[2];
        pairs = column < rows[row].count && csv_pair(rows[row].fields[column].text, pair);
    }
    return pairs;
}

/* If no title names a coordinate, finds a column whose cells hold pairs of latitude and longitude. If no title names a
 * name or a number, the first other column of text holds the names. */
static enum swarm_status find_by_cells(const struct csv_table *table, const struct csv_record *record, unsigned roles,
                                       struct csv_columns *columns)
{
    struct csv_table look = *table;
    struct csv_record rows[SAMPLE] = {{.count = 0}};
    enum swarm_status status = SWARM_OK;
    size_t count = 0;
    bool located = false;
    for (int role = CSV_X; role < CSV_NAME; ++role) {
        located = located || columns->at[role] > 0;
    }
    for (bool more = !located || (columns->at[CSV_NAME] == 0 && columns->at[CSV_ID] == 0); more && count < SAMPLE;) {
        TRY_OR(done, csv_record_next(&look, &rows[count]));
        more = rows[count].count > 0;
        count += more && !rows[count].empty;
    }
    for (size_t k = 0; k < record->count && !located; ++k) {
        if (is_pair(rows, count, k)) {
            located = true;
            columns->at[CSV_PAIR] = k + 1;
            columns->at[CSV_NAME] *= columns->at[CSV_NAME] != k + 1; /* its title may be "Location" */
        }
    }
    const bool named = columns->at[CSV_NAME] > 0 || columns->at[CSV_ID] > 0;
    for (size_t k = 0; k < record->count && count > 0 && !named && columns->at[CSV_NAME] == 0; ++k) {
        const enum csv_role role = csv_role_of(record->fields[k].text, roles, NULL);
        columns->at[CSV_NAME] =
            (role == CSV_ROLE_COUNT || role == CSV_NAME) && k + 1 != columns->at[CSV_PAIR] && is_text(rows, count, k)
                ? k + 1
                : 0;
    }
done:
    for (size_t k = 0; k < SAMPLE; ++k) {
        free(rows[k].fields);
    }
    return status;
}

/* `roles`: as of struct csv_use; `located`: true if --columns names the coordinates, so titles name only `roles`. */
static enum swarm_status find_by_titles(const struct csv_table *table, const struct csv_record *record, unsigned roles,
                                        bool located, struct csv_columns *columns)
{
    int ranks[CSV_ROLE_COUNT];
    for (int role = 0; role < CSV_ROLE_COUNT; ++role) {
        ranks[role] = columns->at[role] > 0 ? -1 : 0; /* a column that --columns names wins over titles */
    }
    for (size_t k = 0; k < record->count; ++k) {
        int rank = 0;
        const enum csv_role role = csv_role_of(record->fields[k].text, roles, &rank);
        if (role == CSV_ROLE_COUNT || ((located || role == CSV_SCORE) && !(roles & CSV_BIT(role)))
            || (role >= CSV_NAME && columns->at[role] > 0 && rank > ranks[role])) {
            continue;
        }
        if (role >= CSV_NAME && rank < ranks[role]) {
            columns->at[role] = 0;
        }
        TRY(take_column(table, record, k, role, columns));
        ranks[role] = rank;
    }
    columns->header = columns->header || !located;
    return located ? SWARM_OK : find_by_cells(table, record, roles, columns);
}

enum { MOST_WANTED = CSV_ROLE_COUNT, GUESSED = 4 /* roles are guessed for a name, two coordinates and a score */ };

/* A column that --columns names. */
struct wanted {
    struct base_word text; /* title or number that names the column */
    enum csv_role role;    /* role before "="; CSV_ROLE_COUNT: the title or the index decides */
};

static enum swarm_status fail_wanted(struct base_env *env, const char *text, const char *expected)
{
    return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--columns %s: expected %s", text, expected);
}

/* Splits the text at commas, and "lat=B" into role and column. `wanted`: [MOST_WANTED + 1]; fills the first *count. */
static enum swarm_status split_wanted(struct base_env *env, const struct csv_use *use, struct wanted *wanted,
                                      size_t *count)
{
    static const char expected[] =
        "two or three columns, as X,Y or NAME,LAT,LON, and perhaps a score, each by its title or its number from 1; "
        "lat=B makes B the latitude; name=B or score=B may be the only one";
    const char *text = use->columns;
    *count = 0;
    wanted->role = CSV_ROLE_COUNT;
    for (const char *start = text, *end = NULL; start; start = *end ? end + 1 : NULL) {
        end = start + strcspn(start, ",");
        struct base_word word = {start, (size_t)(end - start)};
        const char *equals = memchr(word.start, '=', word.size);
        struct wanted *item = &wanted[*count];
        if (++*count > MOST_WANTED) {
            return fail_wanted(env, text, expected);
        }
        item->role = CSV_ROLE_COUNT;
        if (equals) {
            item->role = csv_role_of((struct base_word){word.start, (size_t)(equals - word.start)}, use->roles, NULL);
            word = (struct base_word){equals + 1, word.size - (size_t)(equals + 1 - word.start)};
            if (item->role == CSV_ROLE_COUNT || item->role == CSV_Z) {
                return fail_wanted(env, text,
                                   use->take ? "a title of docs/tables.md before \"=\", such as lat or demand"
                                             : "name, x, y, lat, lon or score before \"=\"");
            }
        }
        if (word.size == 0 || (*count > GUESSED && item->role == CSV_ROLE_COUNT)) {
            return fail_wanted(env, text, expected);
        }
        item->text = word;
    }
    const bool part = wanted->role >= CSV_NAME && wanted->role < CSV_ROLE_COUNT; /* titles name the coordinates */
    return *count >= 2 || part ? SWARM_OK : fail_wanted(env, text, expected);
}

/* The number, from 1, of the column that `text` names by number or title; 0 if there is none. Sets *titled to true if
 * `text` is a title. */
static size_t find_wanted(const struct csv_record *record, struct base_word text, bool *titled)
{
    const struct title title = plain_title(text);
    int64_t number = 0;
    if (base_word_integer(text, 1, (int64_t)record->count, &number)) {
        return (size_t)number;
    }
    for (size_t k = 0; k < record->count; ++k) {
        const struct base_word word = record->fields[k].text;
        const struct title other = plain_title(word);
        if (base_word_same(word, text) || (title.text[0] && strcmp(title.text, other.text) == 0)) {
            *titled = true;
            return k + 1;
        }
    }
    return 0;
}

static enum swarm_status find_by_wanted(const struct csv_table *table, const struct csv_record *record,
                                        const struct csv_use *use, struct csv_columns *columns)
{
    /* Roles of two columns, and of three or four, whose titles have none. */
    static const enum csv_role roles[2][GUESSED] = {{CSV_X, CSV_Y, CSV_SCORE},
                                                    {CSV_NAME, CSV_LATITUDE, CSV_LONGITUDE, CSV_SCORE}};
    struct wanted wanted[MOST_WANTED + 1];
    struct base_env *env = table->scanner.env;
    const char *text = use->columns;
    size_t count = 0, numbers = 0, at[MOST_WANTED];
    bool guessed = false, coordinates = columns->numbers;
    TRY(split_wanted(env, use, wanted, &count));
    for (size_t k = 0; k < count; ++k) {
        double value;
        at[k] = find_wanted(record, wanted[k].text, &columns->header);
        if (at[k] == 0) {
            return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--columns %s: %s has no column \"%.*s\", expected a title or a number from 1 to %zu",
                             text, table->scanner.path, (int)wanted[k].text.size, wanted[k].text.start, record->count);
        }
        numbers += csv_number(table, &record->fields[at[k] - 1], &value);
    }
    columns->header = columns->header || numbers < 2;
    for (size_t k = 0; k < count; ++k) {
        const enum csv_role by_title =
            columns->header ? csv_role_of(record->fields[at[k] - 1].text, use->roles, NULL) : CSV_ROLE_COUNT;
        const enum csv_role titled =
            count > 2 || by_title < CSV_NAME ? by_title : CSV_ROLE_COUNT; /* two columns are always coordinates */
        const enum csv_role known = wanted[k].role < CSV_ROLE_COUNT ? wanted[k].role : titled;
        const enum csv_role role = known < CSV_ROLE_COUNT ? known : roles[count > 2][k];
        TRY(take_column(table, record, at[k] - 1, role, columns));
        coordinates = coordinates || role < CSV_NAME;
        guessed = guessed || (known == CSV_ROLE_COUNT && role < CSV_NAME);
    }
    if (guessed) {
        base_log(env, SWARM_LOG_INFO, "%s: the columns of --columns %s are read as %s, in this order",
                 table->scanner.path, text, count == 2 ? "x and y" : "name, latitude and longitude");
    }
    return coordinates && (!columns->header || use->roles <= CSV_BIT(CSV_SCORE))
               ? SWARM_OK
               : find_by_titles(table, record, use->roles, coordinates, columns);
}

enum swarm_status csv_columns_find(const struct csv_table *table, const struct csv_record *record,
                                   const struct csv_use *use, struct csv_columns *columns)
{
    *columns = (struct csv_columns){.numbers = true};
    for (size_t k = 0; k < record->count; ++k) {
        double value;
        columns->numbers = columns->numbers && csv_number(table, &record->fields[k], &value);
    }
    if (record->count > MOST_COLUMNS) {
        return base_fail(table->scanner.env, SWARM_ERROR_INPUT, "%s:%zu: found %zu columns, expected at most %d",
                         table->scanner.path, record->fields[MOST_COLUMNS].line, record->count, MOST_COLUMNS);
    }
    return use->columns       ? find_by_wanted(table, record, use, columns)
           : columns->numbers ? SWARM_OK
                              : find_by_titles(table, record, use->roles, false, columns);
}

/* Number, from 1, of the column that orient would read as scores; 0: none. */
static size_t find_score(const struct csv_record *record)
{
    int rank, least = INT_MAX;
    size_t score = 0;
    for (size_t column = 1; column <= record->count; ++column) {
        if (csv_role_of(record->fields[column - 1].text, 0, &rank) == CSV_SCORE && rank < least) {
            score = column;
            least = rank;
        }
    }
    return score;
}

enum swarm_status csv_columns_describe(struct base_env *env, const struct csv_record *record, unsigned roles,
                                       const struct csv_columns *columns, char **used, char **skipped)
{
    static const char *const texts[] = {"x",         "y",        "latitude",
                                        "longitude", "z",        "name",
                                        "name",      "score",    "latitude and longitude",
                                        "demand",    "from",     "until",
                                        "window",    "service",  "score",
                                        "vehicle",   "skills",   "depot",
                                        "capacity",  "start",    "end",
                                        "limit",     "duration", "stops",
                                        "cost",      "count"};
    _Static_assert(sizeof texts / sizeof *texts == CSV_ROLE_COUNT, "each role has a text");
    char title[BASE_QUOTED];
    size_t unused_count = 0;
    *used = base_text_copy("", 0);
    *skipped = base_text_copy("", 0);
    for (int k = 0; k < CSV_ROLE_COUNT; ++k) {
        const int role = (CSV_NAME + k) % CSV_ROLE_COUNT; /* the name comes first */
        const size_t column = columns->at[role];
        if (column == 0) {
            continue;
        }
        const struct base_word word = record->fields[column - 1].text;
        const char *comma = *used && **used ? ", " : "";
        *used = columns->header && word.size > 0 ? base_text_append(*used, "%s%s", comma, base_word_quoted(word, title))
                                                 : base_text_append(*used, "%scolumn %zu", comma, column);
        *used = base_text_append(*used, " as %s", texts[role]);
    }
    const size_t score = columns->at[CSV_SCORE] == 0 && roles == 0 ? find_score(record) : 0;
    for (size_t column = 1; columns->header && column <= record->count; ++column) {
        const struct base_word word = record->fields[column - 1].text;
        size_t role = 0;
        while (role < CSV_ROLE_COUNT && columns->at[role] != column) {
            ++role;
        }
        const bool unused = word.size > 0 && role == CSV_ROLE_COUNT;
        unused_count += unused;
        if (unused && unused_count <= MOST_SKIPPED) {
            *skipped = base_text_append(*skipped, "%s%s%s", unused_count > 1 ? ", " : "", base_word_quoted(word, title),
                                        column == score ? " (a score, for orient)" : "");
        }
    }
    if (unused_count > MOST_SKIPPED) {
        *skipped = base_text_append(*skipped, " and %zu more", unused_count - MOST_SKIPPED);
    }
    return *used && *skipped ? SWARM_OK : base_fail_memory(env);
}
