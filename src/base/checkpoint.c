#include "checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "file.h"
#include "memory.h"
#include "scanner.h"
#include "text.h"

/* The file: magic [16], u32 version, u32 bytes of the header up to the end of its checksum, u64 bytes of the file;
 * kind; u32 settings, name and value of each; u32 sections, name and u64 bytes of each; u32 checksum of the header.
 * Then the sections' bytes one after the other, and a checksum of everything before. Texts are u32 bytes and the bytes.
 * The header's own checksum makes sizes safe to use before the sections are read. */
static const char magic[16] = "swarmcl state\r\n";

enum {
    VERSION = 2,
    PREFIX_SIZE = sizeof magic + 4 + 4 + 8,
    CHECKSUM_SIZE = 4,
    HEADER_LIMIT = 1 << 24, /* settings are short texts */
    LONGEST_SHOWN = 64,     /* bytes of a name in a message, with its NUL */
    CHUNK = 1 << 30         /* zlib counts in unsigned int */
};

static uint32_t checksum(uint32_t crc, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uLong sum = crc;
    for (; size > CHUNK; at += CHUNK, size -= CHUNK) {
        sum = crc32(sum, at, CHUNK);
    }
    return (uint32_t)(size > 0 ? crc32(sum, at, (uInt)size) : sum);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Writing                                                                                                            */

struct header {
    unsigned char *bytes; /* owned; NULL: only the size is counted */
    size_t size;
};

static void put_bytes(struct header *header, const void *bytes, size_t size)
{
    if (header->bytes && size > 0) {
        memcpy(header->bytes + header->size, bytes, size);
    }
    header->size += size;
}

/* The lowest `size` bytes of the number, little-endian. */
static void put_number(struct header *header, uint64_t number, size_t size)
{
    unsigned char bytes[8];
    for (size_t k = 0; k < size; ++k) {
        bytes[k] = (unsigned char)(number >> (8 * k));
    }
    put_bytes(header, bytes, size);
}

static void put_text(struct header *header, const char *text)
{
    size_t size = strlen(text);
    put_number(header, size, 4);
    put_bytes(header, text, size);
}

/* The header's contents. */
struct description {
    const char *kind;
    const struct base_checkpoint_setting *settings;
    size_t setting_count;
    const struct base_checkpoint_section *sections;
    size_t section_count;
};

/* Whether the file decides the size of the section. */
static bool is_open(const struct base_checkpoint_section *section)
{
    return !section->bytes && section->size > 0;
}

/* Whether `expected` allows a section of this size. */
static bool has_size(const struct base_checkpoint_section *expected, uint64_t size)
{
    return is_open(expected) ? size <= expected->size : size == expected->size;
}

/* `header_size` and `file_size` are 0 while the header is being measured. */
static void put_header(struct header *header, const struct description *about, size_t header_size, uint64_t file_size)
{
    put_bytes(header, magic, sizeof magic);
    put_number(header, VERSION, 4);
    put_number(header, header_size, 4);
    put_number(header, file_size, 8);
    put_text(header, about->kind);
    put_number(header, about->setting_count, 4);
    for (size_t i = 0; i < about->setting_count; ++i) {
        put_text(header, about->settings[i].name);
        put_text(header, about->settings[i].value);
    }
    put_number(header, about->section_count, 4);
    for (size_t i = 0; i < about->section_count; ++i) {
        put_text(header, about->sections[i].name);
        put_number(header, about->sections[i].size, 8);
    }
    put_number(header, header->bytes ? checksum(0, header->bytes, header->size) : 0, CHECKSUM_SIZE);
}

static enum swarm_status make_header(struct base_env *env, const struct description *about, struct header *header)
{
    struct header measured = {NULL, 0};
    put_header(&measured, about, 0, 0);
    uint64_t file_size = measured.size + CHECKSUM_SIZE;
    for (size_t i = 0; i < about->section_count; ++i) {
        file_size += about->sections[i].size;
    }
    *header = (struct header){base_array(measured.size, 1), 0};
    if (!header->bytes) {
        return base_fail_memory(env);
    }
    put_header(header, about, measured.size, file_size);
    return SWARM_OK;
}

struct content {
    const struct header *header;
    const struct description *about;
};

static bool write_all(FILE *file, const void *all)
{
    const struct content *content = all;
    const struct header *header = content->header;
    const struct description *about = content->about;
    unsigned char last[CHECKSUM_SIZE];
    uint32_t crc = checksum(0, header->bytes, header->size);
    if (fwrite(header->bytes, 1, header->size, file) != header->size) {
        return false;
    }
    for (size_t i = 0; i < about->section_count; ++i) {
        const struct base_checkpoint_section *section = &about->sections[i];
        crc = checksum(crc, section->bytes, section->size);
        if (section->size > 0 && fwrite(section->bytes, 1, section->size, file) != section->size) {
            return false;
        }
    }
    put_number(&(struct header){last, 0}, crc, sizeof last);
    return fwrite(last, 1, sizeof last, file) == sizeof last && fflush(file) == 0 && fsync(fileno(file)) == 0;
}

/* Makes the new name survive a loss of power. A folder that cannot be synced is no error: the file is whole. */
static void sync_folder(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash) {
        slash[1] = '\0';
    }
    int handle = open(slash ? path : ".", O_RDONLY | O_DIRECTORY);
    if (handle >= 0) {
        (void)fsync(handle);
        close(handle);
    }
}

enum swarm_status base_checkpoint_write(struct base_env *env, const char *path, const char *kind,
                                        const struct base_checkpoint_setting *settings, size_t setting_count,
                                        const struct base_checkpoint_section *sections, size_t section_count)
{
    const struct description about = {kind, settings, setting_count, sections, section_count};
    struct header header = {NULL, 0};
    char *target = base_file_target(path);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, target ? make_header(env, &about, &header) : base_fail_memory(env));
    TRY_OR(done, base_file_write(env, path, write_all, &(struct content){&header, &about}));
    sync_folder(target);

done:
    free(header.bytes);
    free(target);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reading                                                                                                            */

struct reader {
    struct base_env *env;
    const char *path;
    FILE *file;
    unsigned char *header; /* owned */
    size_t size, at;       /* of the header, without its checksum; read so far */
    uint64_t file_size;    /* as the header says */
};

static enum swarm_status fail_file(const struct reader *reader, const char *what)
{
    return base_fail(reader->env, SWARM_ERROR_INPUT, "%s: %s", reader->path, what);
}

static enum swarm_status read_bytes(const struct reader *reader, void *bytes, size_t size)
{
    if (size == 0 || fread(bytes, 1, size, reader->file) == size) {
        return SWARM_OK;
    }
    return ferror(reader->file) ? base_fail(reader->env, SWARM_ERROR_INPUT, "%s: cannot be read: %s", reader->path,
                                            base_text_reason(errno))
                                : fail_file(reader, "the checkpoint is truncated");
}

static uint64_t number_at(const unsigned char *bytes, size_t size)
{
    uint64_t number = 0;
    for (size_t k = size; k > 0; --k) {
        number = number << 8 | bytes[k - 1];
    }
    return number;
}

/* Takes a number of `size` bytes out of the header. */
static bool take_number(struct reader *reader, size_t size, uint64_t *number)
{
    if (reader->size - reader->at < size) {
        return false;
    }
    *number = number_at(reader->header + reader->at, size);
    reader->at += size;
    return true;
}

/* Takes a text, which stays in the header and has no NUL. */
static bool take_text(struct reader *reader, struct base_word *text)
{
    uint64_t size;
    if (!take_number(reader, 4, &size) || reader->size - reader->at < size) {
        return false;
    }
    *text = (struct base_word){(const char *)reader->header + reader->at, (size_t)size};
    reader->at += (size_t)size;
    return true;
}

/* For "%.*s": long texts are cut. */
static int shown_size(struct base_word text)
{
    return text.size < 200 ? (int)text.size : 200;
}

static enum swarm_status fail_form(const struct reader *reader)
{
    return fail_file(reader, "the checkpoint is damaged: its header ends too early");
}

/* Reads the header, compares its checksum and takes the kind. */
static enum swarm_status read_header(struct reader *reader, const char *expected)
{
    unsigned char prefix[PREFIX_SIZE];
    size_t got = fread(prefix, 1, sizeof prefix, reader->file);
    if (ferror(reader->file)) {
        return base_fail(reader->env, SWARM_ERROR_INPUT, "%s: cannot be read: %s", reader->path,
                         base_text_reason(errno));
    }
    if (got < sizeof magic || memcmp(prefix, magic, sizeof magic) != 0) {
        return fail_file(reader, "is no checkpoint");
    }
    if (got < sizeof prefix) {
        return fail_file(reader, "the checkpoint is truncated");
    }
    uint64_t version = number_at(prefix + sizeof magic, 4), size = number_at(prefix + sizeof magic + 4, 4);
    if (version != VERSION) {
        return base_fail(reader->env, SWARM_ERROR_INPUT, "%s: found a checkpoint of version %llu, expected %d",
                         reader->path, (unsigned long long)version, VERSION);
    }
    reader->file_size = number_at(prefix + sizeof magic + 8, 8);
    if (size < PREFIX_SIZE + CHECKSUM_SIZE || size > HEADER_LIMIT || size > reader->file_size) {
        return fail_file(reader, "the checkpoint is damaged: its header has no size that it could have");
    }
    reader->header = base_array((size_t)size, 1);
    if (!reader->header) {
        return base_fail_memory(reader->env);
    }
    memcpy(reader->header, prefix, sizeof prefix);
    TRY(read_bytes(reader, reader->header + sizeof prefix, (size_t)size - sizeof prefix));
    reader->size = (size_t)size - CHECKSUM_SIZE;
    reader->at = sizeof prefix;
    if (number_at(reader->header + reader->size, CHECKSUM_SIZE) != checksum(0, reader->header, reader->size)) {
        return fail_file(reader, "the checkpoint is damaged: the checksum of its header is wrong");
    }
    struct base_word kind;
    if (!take_text(reader, &kind)) {
        return fail_form(reader);
    }
    return base_word_equal(kind, expected)
               ? SWARM_OK
               : base_fail(reader->env, SWARM_ERROR_INPUT, "%s: found a checkpoint of \"%.*s\", expected one of \"%s\"",
                           reader->path, shown_size(kind), kind.start, expected);
}

static enum swarm_status check_settings(struct reader *reader, const struct description *about)
{
    uint64_t count = 0;
    if (!take_number(reader, 4, &count)) {
        return fail_form(reader);
    }
    for (uint64_t i = 0; i < count; ++i) {
        struct base_word name, value;
        if (!take_text(reader, &name) || !take_text(reader, &value)) {
            return fail_form(reader);
        }
        const struct base_checkpoint_setting *here = i < about->setting_count ? &about->settings[i] : NULL;
        if (!here || !base_word_equal(name, here->name)) {
            return base_fail(reader->env, SWARM_ERROR_INPUT, "%s: found the setting \"%.*s\", expected %s%s",
                             reader->path, shown_size(name), name.start, here ? "" : "no more", here ? here->name : "");
        }
        if (!base_word_equal(value, here->value)) {
            char spelled[LONGEST_SHOWN];
            base_spell(reader->env, strlen(here->name) < LONGEST_SHOWN ? here->name : "another value", spelled);
            return base_fail(reader->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "%s: was written with %s %.*s, and this run has %s", reader->path, spelled,
                             shown_size(value), value.start, here->value);
        }
    }
    return count == about->setting_count
               ? SWARM_OK
               : base_fail(reader->env, SWARM_ERROR_INPUT, "%s: found %llu settings, expected %zu", reader->path,
                           (unsigned long long)count, about->setting_count);
}

/* Fills `there` [about->section_count] from the header; open sections have no bytes yet. */
static enum swarm_status check_sections(struct reader *reader, const struct description *about,
                                        struct base_checkpoint_section *there)
{
    uint64_t count = 0;
    uint64_t total = reader->size + 2 * CHECKSUM_SIZE;
    if (!take_number(reader, 4, &count)) {
        return fail_form(reader);
    }
    for (uint64_t i = 0; i < count; ++i) {
        struct base_word name;
        uint64_t size;
        if (!take_text(reader, &name) || !take_number(reader, 8, &size)) {
            return fail_form(reader);
        }
        const struct base_checkpoint_section *here = i < about->section_count ? &about->sections[i] : NULL;
        if (!here || !base_word_equal(name, here->name) || !has_size(here, size)) {
            return base_fail(reader->env, SWARM_ERROR_INPUT,
                             "%s: found the section \"%.*s\" of %llu bytes, expected %s%s of %s%zu", reader->path,
                             shown_size(name), name.start, (unsigned long long)size, here ? "" : "no more",
                             here ? here->name : "", here && is_open(here) ? "at most " : "", here ? here->size : 0);
        }
        total += size;
        there[i] = (struct base_checkpoint_section){here->name, (size_t)size, here->bytes};
    }
    if (count != about->section_count || reader->at != reader->size || total != reader->file_size) {
        return base_fail(reader->env, SWARM_ERROR_INPUT, "%s: found %llu sections in %llu bytes, expected %zu in %llu",
                         reader->path, (unsigned long long)count, (unsigned long long)reader->file_size,
                         about->section_count, (unsigned long long)total);
    }
    return SWARM_OK;
}

/* Fills the sections `there`; open ones get memory of their own. */
static enum swarm_status read_sections(struct reader *reader, const struct description *about,
                                       struct base_checkpoint_section *there)
{
    unsigned char last[CHECKSUM_SIZE];
    uint32_t crc = checksum(0, reader->header, reader->size + CHECKSUM_SIZE);
    for (size_t i = 0; i < about->section_count; ++i) {
        if (is_open(&about->sections[i])) {
            there[i].bytes = base_array(there[i].size, 1);
            if (!there[i].bytes) {
                return base_fail_memory(reader->env);
            }
        }
        TRY(read_bytes(reader, there[i].bytes, there[i].size));
        crc = checksum(crc, there[i].bytes, there[i].size);
    }
    TRY(read_bytes(reader, last, sizeof last));
    if (number_at(last, sizeof last) != crc) {
        return fail_file(reader, "the checkpoint is damaged: its checksum is wrong");
    }
    if (fread(last, 1, 1, reader->file) != 0) {
        return fail_file(reader, "the checkpoint is damaged: bytes follow its end");
    }
    return SWARM_OK;
}

enum swarm_status base_checkpoint_read_from(struct base_env *env, FILE *file, const char *path, const char *kind,
                                            const struct base_checkpoint_setting *settings, size_t setting_count,
                                            struct base_checkpoint_section *sections, size_t section_count)
{
    const struct description about = {kind, settings, setting_count, sections, section_count};
    struct reader reader = {.env = env, .path = path, .file = file};
    struct base_checkpoint_section *there;
    TRY(BASE_MAKE(env, there, section_count));
    enum swarm_status status;
    TRY_OR(done, read_header(&reader, kind));
    TRY_OR(done, check_settings(&reader, &about));
    TRY_OR(done, check_sections(&reader, &about, there));
    TRY_OR(done, read_sections(&reader, &about, there));

done:
    for (size_t i = 0; i < section_count; ++i) {
        if (status == SWARM_OK) {
            sections[i] = there[i];
        } else if (is_open(&sections[i])) {
            free(there[i].bytes);
        }
    }
    free(there);
    free(reader.header);
    return status;
}

static enum swarm_status open_file(struct base_env *env, const char *path, FILE **file)
{
    struct stat entry;
    if (stat(path, &entry) == 0 && S_ISDIR(entry.st_mode)) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: is a folder, expected a checkpoint", path);
    }
    *file = fopen(path, "rb");
    return *file ? SWARM_OK
                 : base_fail(env, SWARM_ERROR_INPUT, "%s: cannot be opened: %s", path, base_text_reason(errno));
}

enum swarm_status base_checkpoint_read(struct base_env *env, const char *path, const char *kind,
                                       const struct base_checkpoint_setting *settings, size_t setting_count,
                                       struct base_checkpoint_section *sections, size_t section_count)
{
    FILE *file = NULL;
    TRY(open_file(env, path, &file));
    const enum swarm_status status =
        base_checkpoint_read_from(env, file, path, kind, settings, setting_count, sections, section_count);
    fclose(file);
    return status;
}

/* Copies the settings of the header: the array, and behind it the texts, each with a NUL. */
static enum swarm_status copy_settings(struct reader *reader, struct base_checkpoint_setting **settings, size_t *count)
{
    struct base_checkpoint_setting *made = NULL;
    uint64_t number = 0;
    if (!take_number(reader, 4, &number) || number > reader->size / 8) { /* each has two sizes */
        return fail_form(reader);
    }
    made = base_array((size_t)number * sizeof *made + 2 * (size_t)number + reader->size, 1);
    if (!made) {
        return base_fail_memory(reader->env);
    }
    char *text = (char *)(made + number);
    for (uint64_t i = 0; i < number; ++i) {
        struct base_word pieces[2];
        if (!take_text(reader, &pieces[0]) || !take_text(reader, &pieces[1])) {
            free(made);
            return fail_form(reader);
        }
        made[i] = (struct base_checkpoint_setting){text, text + pieces[0].size + 1};
        for (size_t k = 0; k < 2; ++k) {
            memcpy(text, pieces[k].start, pieces[k].size);
            text += pieces[k].size + 1; /* the array was zeroed */
        }
    }
    *settings = made;
    *count = (size_t)number;
    return SWARM_OK;
}

enum swarm_status base_checkpoint_settings(struct base_env *env, const char *path, const char *kind,
                                           struct base_checkpoint_setting **settings, size_t *count)
{
    struct reader reader = {.env = env, .path = path};
    TRY(open_file(env, path, &reader.file));
    enum swarm_status status = read_header(&reader, kind);
    if (status == SWARM_OK) {
        status = copy_settings(&reader, settings, count);
    }
    free(reader.header);
    fclose(reader.file);
    return status;
}
