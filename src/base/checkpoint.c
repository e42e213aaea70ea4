#include "checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "file.h"
#include "memory.h"
#include "text.h"

/* The file: magic [16], u32 version, u32 bytes of the header up to the end of its checksum, u64 bytes of the file;
 * kind; u32 settings, name and value of each; u32 sections, name and u64 bytes of each; u32 checksum of the header.
 * Then the bytes of all sections, and a checksum of everything before it. A text is a u32 size and its bytes. The
 * header has a checksum of its own because reading the sections relies on its sizes. */
static const char magic[16] = "swarmcl state\r\n";

enum {
    VERSION = 4,
    SIZES_AT = sizeof magic + 4,
    PREFIX_SIZE = SIZES_AT + 4 + 8,
    CHECKSUM_SIZE = 4,
    SETTING_LEAST = 8,     /* smallest size of a setting in the header, in bytes: the sizes of two texts */
    HEADER_LIMIT = 1 << 24 /* largest size of a header, in bytes; larger values mean a damaged file */
};

unsigned long base_checksum(unsigned long sum, const void *bytes, size_t size)
{
    return size > 0 ? crc32_z(sum, bytes, size) : sum; /* crc32_z() restarts the sum if its pointer is NULL */
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Writing                                                                                                            */

struct header {
    struct base_env *env;
    unsigned char *bytes; /* owned text of the file so far */
    size_t size, capacity;
    bool failed; /* True after memory for `bytes` ran out */
};

/* Writes the lowest `size` bytes of the number, little-endian. */
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

static enum swarm_status make_header(const struct base_checkpoint *about, struct header *header)
{
    uint64_t bytes = 0;
    put_bytes(header, magic, sizeof magic);
    put_number(header, VERSION, 4);
    put_number(header, 0, 4); /* placeholders: the two sizes are set below */
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
    if (header->failed) {
        return base_fail_memory(header->env);
    }
    const size_t size = header->size + CHECKSUM_SIZE;
    set_number(header->bytes + SIZES_AT, size, 4);
    set_number(header->bytes + SIZES_AT + 4, size + bytes + CHECKSUM_SIZE, 8);
    put_number(header, base_checksum(0, header->bytes, header->size), CHECKSUM_SIZE);
    return header->failed ? base_fail_memory(header->env) : SWARM_OK;
}

/* Writes the bytes and adds them to the checksum. Returns false if the file did not take them all. */
static bool write_part(FILE *file, const void *bytes, size_t size, unsigned long *crc)
{
    *crc = base_checksum(*crc, bytes, size);
    return size == 0 || fwrite(bytes, 1, size, file) == size;
}

struct content {
    const struct header *header;
    const struct base_checkpoint *about;
};

static bool write_all(FILE *file, const void *all)
{
    const struct content *content = all;
    unsigned char last[CHECKSUM_SIZE];
    unsigned long crc = 0;
    bool complete = write_part(file, content->header->bytes, content->header->size, &crc);
    for (size_t i = 0; complete && i < content->about->section_count; ++i) {
        complete = write_part(file, content->about->sections[i].bytes, content->about->sections[i].size, &crc);
    }
    set_number(last, crc, sizeof last);
    return complete && write_part(file, last, sizeof last, &crc) && fflush(file) == 0 && fsync(fileno(file)) == 0;
}

enum swarm_status base_checkpoint_write(struct base_env *env, const char *path,
                                        const struct base_checkpoint *checkpoint)
{
    struct header header = {.env = env};
    char *target = base_file_target(path);
    int folder = -1;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, target ? make_header(checkpoint, &header) : base_fail_memory(env));
    TRY_OR(done, base_file_write(env, path, write_all, &(struct content){&header, checkpoint}));
    folder = open(base_file_folder(target), O_RDONLY | O_DIRECTORY);
    if (folder >= 0) { /* sync the folder, so the new name survives a loss of power; may fail harmlessly */
        (void)fsync(folder);
        close(folder);
    }

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
    struct base_checkpoint_setting *settings; /* [setting_count] owned; the texts point into `header` */
    size_t setting_count;
    unsigned char *header; /* points into the allocation of `settings`, after the array */
    size_t size, at;       /* bytes of the header without its checksum; number of these bytes parsed so far */
    unsigned long crc;     /* CRC-32 of the header, to find damaged files */
    uint64_t file_size;    /* size of the file in bytes, as the header claims */
    bool is_short;         /* the header ended within a field; this field and all later ones read as 0 or "" */
};

/* Fails without the path: the caller puts it before the message. */
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

/* Returns the next `size` bytes of the header and skips them; NULL if fewer remain. */
static unsigned char *take_bytes(struct reader *reader, uint64_t size)
{
    reader->is_short = reader->is_short || reader->size - reader->at < size;
    if (reader->is_short) {
        return NULL;
    }
    reader->at += (size_t)size;
    return reader->header + reader->at - size;
}

static uint64_t take_number(struct reader *reader, size_t size)
{
    const unsigned char *bytes = take_bytes(reader, size);
    return bytes ? number_at(bytes, size) : 0;
}

/* Reads a text: a u32 size and its bytes. Moves the bytes down by one, which makes room for a NUL. */
static const char *take_text(struct reader *reader)
{
    const size_t size = (size_t)take_number(reader, 4);
    unsigned char *bytes = take_bytes(reader, size);
    if (!bytes) {
        return "";
    }
    char *text = (char *)bytes - 1;
    memmove(text, bytes, size);
    text[size] = '\0';
    return text;
}

static enum swarm_status check_length(const struct reader *reader)
{
    return reader->is_short ? REFUSE(reader, "the checkpoint is damaged: its header ends too early") : SWARM_OK;
}

/* Reads the header, checks its checksum and kind, and reads the settings. */
static enum swarm_status read_header(struct reader *reader, const char *expected)
{
    unsigned char prefix[PREFIX_SIZE] = {0};
    const size_t got = fread(prefix, 1, sizeof prefix, reader->file);
    if (!ferror(reader->file) && (got < sizeof magic || memcmp(prefix, magic, sizeof magic) != 0)) {
        return REFUSE(reader, "is not a checkpoint");
    }
    TRY(got == sizeof prefix ? SWARM_OK : fail_read(reader));
    const uint64_t version = number_at(prefix + sizeof magic, 4);
    const size_t size = (size_t)number_at(prefix + SIZES_AT, 4), most = size / SETTING_LEAST + 1;
    if (version != VERSION) {
        return REFUSE(reader, "found a checkpoint of version %llu, expected %d: another version of swarmcl wrote it",
                      (unsigned long long)version, VERSION);
    }
    reader->file_size = number_at(prefix + SIZES_AT + 4, 8);
    if (size < PREFIX_SIZE + CHECKSUM_SIZE || size > HEADER_LIMIT || size > reader->file_size) {
        return REFUSE(reader, "the checkpoint is damaged: the size of its header is impossible");
    }
    reader->settings = base_array(most * sizeof *reader->settings + size, 1);
    TRY(reader->settings ? SWARM_OK : base_fail_memory(reader->env));
    reader->header = (unsigned char *)(reader->settings + most);
    memcpy(reader->header, prefix, sizeof prefix);
    TRY(read_bytes(reader, reader->header + sizeof prefix, size - sizeof prefix));
    reader->size = size - CHECKSUM_SIZE;
    reader->at = sizeof prefix;
    if (number_at(reader->header + reader->size, CHECKSUM_SIZE) != base_checksum(0, reader->header, reader->size)) {
        return REFUSE(reader, "the checkpoint is damaged: the checksum of its header is wrong");
    }
    reader->crc = base_checksum(0, reader->header, size);
    const char *kind = take_text(reader);
    const uint64_t count = take_number(reader, 4);
    for (; reader->setting_count < count && !reader->is_short; ++reader->setting_count) {
        struct base_checkpoint_setting *setting = &reader->settings[reader->setting_count];
        setting->name = take_text(reader);
        setting->value = take_text(reader);
    }
    TRY(check_length(reader));
    return strcmp(kind, expected) == 0
               ? SWARM_OK
               : REFUSE(reader, "found a checkpoint of \"%.200s\", expected one of \"%s\"", kind, expected);
}

static enum swarm_status check_settings(const struct reader *reader, const struct base_checkpoint *about)
{
    for (size_t i = 0; i < reader->setting_count; ++i) {
        const struct base_checkpoint_setting *there = &reader->settings[i];
        const struct base_checkpoint_setting *here = i < about->setting_count ? &about->settings[i] : NULL;
        if (!here || strcmp(there->name, here->name) != 0) {
            return REFUSE(reader, "found the setting \"%.200s\", expected %s", there->name,
                          here ? here->name : "no further setting");
        }
        if (strcmp(there->value, here->value) != 0) {
            char spelled[64];
            base_spell(reader->env, here->name, spelled);
            return base_fail(reader->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "was written with %s %.200s, and this run has %s", spelled, there->value, here->value);
        }
    }
    return reader->setting_count == about->setting_count
               ? SWARM_OK
               : REFUSE(reader, "found %zu settings, expected %zu", reader->setting_count, about->setting_count);
}

static bool is_open(const struct base_checkpoint_section *section)
{
    return !section->bytes && section->size > 0;
}

/* Fills `there` [about->section_count] from the header; the bytes of open sections (checkpoint.h) are still NULL. */
static enum swarm_status take_sections(struct reader *reader, const struct base_checkpoint *about,
                                       struct base_checkpoint_section *there)
{
    uint64_t total = reader->size + 2 * CHECKSUM_SIZE;
    const uint64_t count = take_number(reader, 4);
    for (uint64_t i = 0; i < count; ++i) {
        const struct base_checkpoint_section *here = i < about->section_count ? &about->sections[i] : NULL;
        const char *name = take_text(reader);
        const uint64_t size = take_number(reader, 8);
        const bool open = here && is_open(here);
        TRY(check_length(reader));
        if (!here) {
            return REFUSE(reader, "found the section \"%.200s\" of %llu bytes, expected no further section", name,
                          (unsigned long long)size);
        }
        if (strcmp(name, here->name) != 0 || (open ? size > here->size : size != here->size)) {
            return REFUSE(reader, "found the section \"%.200s\" of %llu bytes, expected %s of %s%zu", name,
                          (unsigned long long)size, here->name, open ? "at most " : "", here->size);
        }
        total += size;
        there[i] = (struct base_checkpoint_section){here->name, (size_t)size, here->bytes};
    }
    TRY(check_length(reader));
    if (count != about->section_count || reader->at != reader->size || total != reader->file_size) {
        return REFUSE(reader, "found %llu sections in %llu bytes, expected %zu in %llu", (unsigned long long)count,
                      (unsigned long long)reader->file_size, about->section_count, (unsigned long long)total);
    }
    return SWARM_OK;
}

/* Reads the bytes of the sections `there`; allocates those of open sections (checkpoint.h). */
static enum swarm_status read_sections(struct reader *reader, const struct base_checkpoint *about,
                                       struct base_checkpoint_section *there)
{
    unsigned char last[CHECKSUM_SIZE];
    unsigned long crc = reader->crc;
    for (size_t i = 0; i < about->section_count; ++i) {
        if (is_open(&about->sections[i])) {
            there[i].bytes = base_array(there[i].size, 1);
            TRY(there[i].bytes ? SWARM_OK : base_fail_memory(reader->env));
        }
        TRY(read_bytes(reader, there[i].bytes, there[i].size));
        crc = base_checksum(crc, there[i].bytes, there[i].size);
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
    TRY_OR(done, take_sections(&reader, checkpoint, there));
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
    free(reader.settings);
    return status == SWARM_OK ? status : base_fail_in(env, status, "%s", path);
}

static enum swarm_status open_file(struct base_env *env, const char *path, FILE **file)
{
    *file = fopen(path, "rb");
    return *file ? SWARM_OK
                 : base_fail(env, SWARM_ERROR_INPUT, "%s: cannot be opened: %s", path, base_text_reason(errno));
}

enum swarm_status base_checkpoint_read(struct base_env *env, const char *path, const struct base_checkpoint *checkpoint)
{
    FILE *file;
    TRY(open_file(env, path, &file));
    const enum swarm_status status = base_checkpoint_read_from(env, file, path, checkpoint);
    fclose(file);
    return status;
}

enum swarm_status base_checkpoint_settings(struct base_env *env, const char *path, const char *kind,
                                           struct base_checkpoint_setting **settings, size_t *count)
{
    struct reader reader = {.env = env};
    TRY(open_file(env, path, &reader.file));
    const enum swarm_status status = read_header(&reader, kind);
    fclose(reader.file);
    if (status != SWARM_OK) {
        free(reader.settings);
        return base_fail_in(env, status, "%s", path);
    }
    *settings = reader.settings;
    *count = reader.setting_count;
    return SWARM_OK;
}
