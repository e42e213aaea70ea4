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
    SIZES_AT = sizeof magic + 4,
    PREFIX_SIZE = SIZES_AT + 4 + 8,
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
    struct base_env *env;
    unsigned char *bytes; /* owned */
    size_t size, capacity;
    bool failed; /* memory ran out */
};

/* The lowest `size` bytes of the number, little-endian. */
static void set_number(unsigned char *bytes, uint64_t number, size_t size)
{
    for (size_t k = 0; k < size; ++k) {
        bytes[k] = (unsigned char)(number >> (8 * k));
    }
}

static void put_bytes(struct header *header, const void *bytes, size_t size)
{
    header->failed =
        header->failed || BASE_GROW(header->env, header->bytes, &header->capacity, header->size + size) != SWARM_OK;
    if (!header->failed && size > 0) {
        memcpy(header->bytes + header->size, bytes, size);
        header->size += size;
    }
}

static void put_number(struct header *header, uint64_t number, size_t size)
{
    unsigned char bytes[8];
    set_number(bytes, number, size);
    put_bytes(header, bytes, size);
}

static void put_text(struct header *header, const char *text)
{
    put_number(header, strlen(text), 4);
    put_bytes(header, text, strlen(text));
}

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

static enum swarm_status make_header(const struct base_checkpoint *about, struct header *header)
{
    uint64_t bytes = 0;
    put_bytes(header, magic, sizeof magic);
    put_number(header, VERSION, 4);
    put_number(header, 0, 4); /* both sizes are set below */
    put_number(header, 0, 8);
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
        bytes += about->sections[i].size;
    }
    if (!header->failed) {
        const size_t size = header->size + CHECKSUM_SIZE;
        set_number(header->bytes + SIZES_AT, size, 4);
        set_number(header->bytes + SIZES_AT + 4, size + bytes + CHECKSUM_SIZE, 8);
        put_number(header, checksum(0, header->bytes, header->size), CHECKSUM_SIZE);
    }
    return header->failed ? base_fail_memory(header->env) : SWARM_OK;
}

struct content {
    const struct header *header;
    const struct base_checkpoint *about;
};

static bool write_all(FILE *file, const void *all)
{
    const struct content *content = all;
    const struct header *header = content->header;
    unsigned char last[CHECKSUM_SIZE];
    uint32_t crc = checksum(0, header->bytes, header->size);
    if (fwrite(header->bytes, 1, header->size, file) != header->size) {
        return false;
    }
    for (size_t i = 0; i < content->about->section_count; ++i) {
        const struct base_checkpoint_section *section = &content->about->sections[i];
        crc = checksum(crc, section->bytes, section->size);
        if (section->size > 0 && fwrite(section->bytes, 1, section->size, file) != section->size) {
            return false;
        }
    }
    set_number(last, crc, sizeof last);
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

enum swarm_status base_checkpoint_write(struct base_env *env, const char *path,
                                        const struct base_checkpoint *checkpoint)
{
    struct header header = {.env = env};
    char *target = base_file_target(path);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, target ? make_header(checkpoint, &header) : base_fail_memory(env));
    TRY_OR(done, base_file_write(env, path, write_all, &(struct content){&header, checkpoint}));
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
    FILE *file;
    unsigned char *header; /* owned */
    size_t size, at;       /* of the header, without its checksum; read so far */
    uint64_t file_size;    /* as the header says */
};

/* The caller puts the path before these messages. */
#define REFUSE(reader, ...) base_fail((reader)->env, SWARM_ERROR_INPUT, __VA_ARGS__)

static enum swarm_status fail_read(const struct reader *reader)
{
    return ferror(reader->file) ? REFUSE(reader, "cannot be read: %s", base_text_reason(errno))
                                : REFUSE(reader, "the checkpoint is truncated");
}

static enum swarm_status read_bytes(const struct reader *reader, void *bytes, size_t size)
{
    return size == 0 || fread(bytes, 1, size, reader->file) == size ? SWARM_OK : fail_read(reader);
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
    return REFUSE(reader, "the checkpoint is damaged: its header ends too early");
}

/* Reads the header, compares its checksum and takes the kind. */
static enum swarm_status read_header(struct reader *reader, const char *expected)
{
    unsigned char prefix[PREFIX_SIZE] = {0};
    const size_t got = fread(prefix, 1, sizeof prefix, reader->file);
    if (!ferror(reader->file) && (got < sizeof magic || memcmp(prefix, magic, sizeof magic) != 0)) {
        return REFUSE(reader, "is no checkpoint");
    }
    TRY(got == sizeof prefix ? SWARM_OK : fail_read(reader));
    const uint64_t version = number_at(prefix + sizeof magic, 4), size = number_at(prefix + SIZES_AT, 4);
    if (version != VERSION) {
        return REFUSE(reader, "found a checkpoint of version %llu, expected %d", (unsigned long long)version, VERSION);
    }
    reader->file_size = number_at(prefix + SIZES_AT + 4, 8);
    if (size < PREFIX_SIZE + CHECKSUM_SIZE || size > HEADER_LIMIT || size > reader->file_size) {
        return REFUSE(reader, "the checkpoint is damaged: its header has no size that it could have");
    }
    TRY(BASE_MAKE(reader->env, reader->header, (size_t)size));
    memcpy(reader->header, prefix, sizeof prefix);
    TRY(read_bytes(reader, reader->header + sizeof prefix, (size_t)size - sizeof prefix));
    reader->size = (size_t)size - CHECKSUM_SIZE;
    reader->at = sizeof prefix;
    if (number_at(reader->header + reader->size, CHECKSUM_SIZE) != checksum(0, reader->header, reader->size)) {
        return REFUSE(reader, "the checkpoint is damaged: the checksum of its header is wrong");
    }
    struct base_word kind;
    if (!take_text(reader, &kind)) {
        return fail_form(reader);
    }
    return base_word_equal(kind, expected) ? SWARM_OK
                                           : REFUSE(reader, "found a checkpoint of \"%.*s\", expected one of \"%s\"",
                                                    shown_size(kind), kind.start, expected);
}

static enum swarm_status check_settings(struct reader *reader, const struct base_checkpoint *about)
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
            return REFUSE(reader, "found the setting \"%.*s\", expected %s%s", shown_size(name), name.start,
                          here ? "" : "no more", here ? here->name : "");
        }
        if (!base_word_equal(value, here->value)) {
            char spelled[LONGEST_SHOWN];
            base_spell(reader->env, strlen(here->name) < LONGEST_SHOWN ? here->name : "another value", spelled);
            return base_fail(reader->env, SWARM_ERROR_INVALID_ARGUMENT, "was written with %s %.*s, and this run has %s",
                             spelled, shown_size(value), value.start, here->value);
        }
    }
    return count == about->setting_count
               ? SWARM_OK
               : REFUSE(reader, "found %llu settings, expected %zu", (unsigned long long)count, about->setting_count);
}

/* Fills `there` [about->section_count] from the header; open sections have no bytes yet. */
static enum swarm_status check_sections(struct reader *reader, const struct base_checkpoint *about,
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
            return REFUSE(reader, "found the section \"%.*s\" of %llu bytes, expected %s%s of %s%zu", shown_size(name),
                          name.start, (unsigned long long)size, here ? "" : "no more", here ? here->name : "",
                          here && is_open(here) ? "at most " : "", here ? here->size : 0);
        }
        total += size;
        there[i] = (struct base_checkpoint_section){here->name, (size_t)size, here->bytes};
    }
    if (count != about->section_count || reader->at != reader->size || total != reader->file_size) {
        return REFUSE(reader, "found %llu sections in %llu bytes, expected %zu in %llu", (unsigned long long)count,
                      (unsigned long long)reader->file_size, about->section_count, (unsigned long long)total);
    }
    return SWARM_OK;
}

/* Fills the sections `there`; open ones get memory of their own. */
static enum swarm_status read_sections(struct reader *reader, const struct base_checkpoint *about,
                                       struct base_checkpoint_section *there)
{
    unsigned char last[CHECKSUM_SIZE];
    uint32_t crc = checksum(0, reader->header, reader->size + CHECKSUM_SIZE);
    for (size_t i = 0; i < about->section_count; ++i) {
        if (is_open(&about->sections[i])) {
            there[i].bytes = base_array(there[i].size, 1);
            TRY(there[i].bytes ? SWARM_OK : base_fail_memory(reader->env));
        }
        TRY(read_bytes(reader, there[i].bytes, there[i].size));
        crc = checksum(crc, there[i].bytes, there[i].size);
    }
    TRY(read_bytes(reader, last, sizeof last));
    if (number_at(last, sizeof last) != crc) {
        return REFUSE(reader, "the checkpoint is damaged: its checksum is wrong");
    }
    return fread(last, 1, 1, reader->file) == 0 ? SWARM_OK
                                                : REFUSE(reader, "the checkpoint is damaged: bytes follow its end");
}

enum swarm_status base_checkpoint_read_from(struct base_env *env, FILE *file, const char *path,
                                            const struct base_checkpoint *checkpoint)
{
    struct reader reader = {.env = env, .file = file};
    struct base_checkpoint_section *there;
    enum swarm_status status = SWARM_OK;
    TRY(BASE_MAKE(env, there, checkpoint->section_count));
    TRY_OR(done, read_header(&reader, checkpoint->kind));
    TRY_OR(done, check_settings(&reader, checkpoint));
    TRY_OR(done, check_sections(&reader, checkpoint, there));
    TRY_OR(done, read_sections(&reader, checkpoint, there));

done:
    for (size_t i = 0; i < checkpoint->section_count; ++i) {
        if (status == SWARM_OK) {
            checkpoint->sections[i] = there[i];
        } else if (is_open(&checkpoint->sections[i])) {
            free(there[i].bytes);
        }
    }
    free(there);
    free(reader.header);
    return status == SWARM_OK ? status : base_fail_in(env, status, "%s", path);
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

enum swarm_status base_checkpoint_read(struct base_env *env, const char *path, const struct base_checkpoint *checkpoint)
{
    FILE *file = NULL;
    TRY(open_file(env, path, &file));
    const enum swarm_status status = base_checkpoint_read_from(env, file, path, checkpoint);
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
    TRY(made ? SWARM_OK : base_fail_memory(reader->env));
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
    struct reader reader = {.env = env};
    TRY(open_file(env, path, &reader.file));
    enum swarm_status status = read_header(&reader, kind);
    status = status == SWARM_OK ? copy_settings(&reader, settings, count) : status;
    free(reader.header);
    fclose(reader.file);
    return status == SWARM_OK ? status : base_fail_in(env, status, "%s", path);
}
