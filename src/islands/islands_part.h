/* islands_part.h - declarations that only islands.c, make.c and gather.c share. */
#ifndef SWARMCL_ISLANDS_ISLANDS_PART_H
#define SWARMCL_ISLANDS_ISLANDS_PART_H

#include "base/memory.h"
#include "base/team.h"
#include "islands.h"

/* An island that runs in this process. */
struct island {
    struct base_env env;
    struct search search;
    struct islands *islands;
    uint32_t number;  /* index of the island among those of all ranks */
    uint64_t adopted; /* number of solutions that the island adopted from donors */
    enum swarm_status status;
    bool reached;     /* True if the island has reached the target */
    bool interrupted; /* True if the last epoch was interrupted */
    char names[SEARCH_SECTIONS_MOST][64];
};

/* What every island reports in a gather. */
struct island_record {
    struct swarm_island shown;
    struct search_improvement best;
    int64_t built;
    struct search_counts counts;
    uint32_t reached;
    uint32_t done; /* checksum of the text search_engine.done of the island */
};

/* What every rank reports in a gather; the records of its islands follow in memory. */
struct rank_record {
    struct islands_report report;
    uint32_t about;      /* checksum of the question; must be equal on all ranks */
    uint32_t ends;       /* enum swarm_stop_reason for which this rank must end; SWARM_STOP_ITERATIONS: none */
    uint32_t due;        /* enum search_due; the largest of all ranks applies */
    uint32_t stride;     /* iterations to the next pause; rank 0's value applies */
    uint32_t over;       /* 1 + the reason for which the resumed run had ended; 0: it had not */
    uint64_t iterations; /* number of the iteration after which this rank resumes */
};

/* Buffers in which all islands send data to all. A rank sends `block` entries, although it may have fewer islands. */
struct exchange {
    size_t size;        /* bytes that each island sends; 0: nothing is exchanged */
    unsigned char *own; /* [block][size] data that the islands of this process send */
    unsigned char *all; /* [ranks][block][size] data of all islands, from the last gather */
};

/* A function that the team runs for each island, on several threads. */
typedef enum swarm_status island_work(struct island *island);

struct islands {
    struct search *search; /* search of the run: common best, trace and options */
    struct search_devices *devices;
    struct search_hooks hooks; /* hooks for the search of every island */
    struct base_team *team;
    island_work *work; /* function that the team runs for each island */
    bool failed;       /* a gather found a failure on some rank; all ranks stop */
    /* The next two are this rank's values before a gather, and those of all ranks after it. */
    enum search_due due;
    enum swarm_stop_reason ends;
    uint64_t stride;             /* iterations to the next pause within an epoch; UINT32_MAX: none */
    uint32_t ranks;              /* number of ranks, at least 1 */
    uint32_t count, first, here; /* islands of all ranks; first island here; islands here */
    uint32_t block;              /* largest number of islands that a rank has */
    uint32_t about;
    uint64_t last;                /* number of the last iteration of the current epoch */
    uint64_t iterations, changed; /* latest iteration in the last gather; latest with an improvement */
    uint32_t over;                /* the largest rank_record.over in the last gather */
    bool reached;                 /* an island has reached the target, by the last gather */
    struct base_arrays arrays;    /* owns the arrays of this struct */
    struct island *islands;       /* [here] the islands of this process */
    size_t record_size;           /* bytes of a rank's record and the records of its islands */
    struct rank_record *own;      /* record of this rank for the next gather */
    unsigned char *records;       /* [ranks][record_size] records of the last gather */
    int64_t *scores;              /* [count] best score of each island in the last gather */
    struct exchange solutions;    /* best solution of each island, for migrations */
    struct exchange trails;
    uint64_t share;                    /* fraction of the trails that a migration replaces, times 2^32 */
    const void **trails_of;            /* [count] trails of each island in the last gather */
    struct search_sections **sections; /* [here] state of each island for a checkpoint */
};

/* The latest record of an island, on any rank. */
const struct island_record *islands_record(const struct islands *islands, uint32_t island);

/* What an island sent in the last exchange. */
void *islands_sent(const struct islands *islands, const struct exchange *exchange, uint32_t island);

/* Fails with the error text of an island, preceded by its number. */
enum swarm_status islands_fail(const struct island *island, enum swarm_status status);

/* Runs `work` for all islands here, on several threads, and sets `ends` if one was interrupted. Returns the error of
 * the lowest island that has one. */
enum swarm_status islands_do(struct islands *islands, island_work *work);

/* Gathers the records of all ranks and islands. Returns the first error, or SWARM_ERROR_INVALID_ARGUMENT if ranks have
 * different questions or states. */
enum swarm_status islands_gather_records(struct islands *islands, enum swarm_status status, bool over);

/* Sends the `own` data of every island to all ranks. */
enum swarm_status islands_exchange(const struct islands *islands, const struct exchange *exchange);

#endif
