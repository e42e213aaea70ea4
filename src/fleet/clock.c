#include "clock.h"

#include <math.h>

#include "base/text.h"

/* Reads 1 to `most` digits. Returns false if there are none. */
static bool read_digits(struct base_word *rest, size_t most, int64_t *value)
{
    size_t size = 0;
    for (*value = 0; size < rest->size && size < most && rest->start[size] >= '0' && rest->start[size] <= '9'; ++size) {
        *value = 10 * *value + (rest->start[size] - '0');
    }
    *rest = (struct base_word){rest->start + size, rest->size - size};
    return size > 0;
}

static bool read_mark(struct base_word *rest, char mark)
{
    const bool found = rest->size > 0 && *rest->start == mark;
    *rest = found ? (struct base_word){rest->start + 1, rest->size - 1} : *rest;
    return found;
}

/* Days since 1970 in the Gregorian calendar. The year is taken to begin in March, so a leap day is its last day. */
static int64_t count_days(int64_t year, int64_t month, int64_t day)
{
    const int64_t years = month > 2 ? year : year - 1, months = month > 2 ? month - 3 : month + 9;
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 719469;
}

/* Reads a date, 2026-11-28 or 28.11.2026, and the T or blank after it. Returns false, with *rest unchanged, if the word
 * has no date. */
static bool read_date(struct base_word *rest, int64_t *days)
{
    struct base_word word = *rest;
    int64_t year, month, day;
    const bool international = word.size > 4 && word.start[4] == '-';
    const char mark = international ? '-' : '.';
    int64_t *const parts[] = {international ? &year : &day, &month, international ? &day : &year};
    if (!read_digits(&word, 4, parts[0]) || !read_mark(&word, mark) || !read_digits(&word, 2, parts[1])
        || !read_mark(&word, mark) || !read_digits(&word, 4, parts[2]) || year < 1970 || year > 9999 || month < 1
        || month > 12 || day < 1 || day > 31 || (!read_mark(&word, 'T') && !read_mark(&word, ' '))) {
        return false;
    }
    *days = count_days(year, month, day);
    *rest = word;
    return true;
}

/* True if the rest is "am" or "pm", perhaps after a blank. */
static bool read_half(struct base_word rest, bool *afternoon)
{
    read_mark(&rest, ' ');
    *afternoon = rest.size == 2 && (*rest.start | 0x20) == 'p';
    return rest.size == 2 && (*afternoon || (*rest.start | 0x20) == 'a') && (rest.start[1] | 0x20) == 'm';
}

bool fleet_clock_parse(struct base_word word, enum fleet_clock *clock, double *minutes)
{
    int64_t days = 0, hour, minute, second = 0;
    bool afternoon = false;
    const bool dated = read_date(&word, &days);
    if (!read_digits(&word, 3, &hour) || !read_mark(&word, ':') || word.size < 2 || !read_digits(&word, 2, &minute)
        || minute > 59) {
        return false;
    }
    if (read_mark(&word, ':') && (!read_digits(&word, 2, &second) || second > 59)) {
        return false;
    }
    if (!(dated && word.size == 1 && read_mark(&word, 'Z')) && word.size > 0) {
        if (hour < 1 || hour > 12 || !read_half(word, &afternoon)) {
            return false;
        }
        hour = hour % 12 + (afternoon ? 12 : 0);
    }
    *clock = dated ? FLEET_DATES : FLEET_HOURS;
    *minutes = (double)(FLEET_DAY * days + 60 * hour + minute) + (double)second / 60.0;
    return !dated || hour < 24;
}

const char *fleet_clock_text(enum fleet_clock clock, int64_t day, double minutes, char *text)
{
    const int64_t seconds = (int64_t)floor(minutes * 60.0 + 0.5), whole = seconds < 0 ? -seconds : seconds;
    const int64_t hours = whole / 3600;
    char date[24] = "", part[8] = "";
    if (clock == FLEET_DATES) {
        /* the day of a calendar whose years begin in March, as in count_days() */
        const int64_t days = day + hours / 24 + 719468, era = days / 146097, rest = days % 146097;
        const int64_t year = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
        const int64_t of_year = rest - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
        base_text_print(date, sizeof date, "%04d-%02d-%02dT", (int)(era * 400 + year + (month > 9)),
                        (int)(month > 9 ? month - 9 : month + 3), (int)(of_year - (153 * month + 2) / 5 + 1));
    }
    if (whole % 60 != 0) {
        base_text_print(part, sizeof part, ":%02d", (int)(whole % 60));
    }
    base_text_print(text, FLEET_CLOCK_TEXT, "%s%s%02d:%02d%s", date, seconds < 0 ? "-" : "",
                    (int)(clock == FLEET_DATES ? hours % 24 : hours), (int)(whole / 60 % 60), part);
    return text;
}
