/* islands_part.h - shared by islands.c, make.c and gather.c. */
#ifndef SWARMCL_ISLANDS_ISLANDS_PART_H
#define SWARMCL_ISLANDS_ISLANDS_PART_H

#include "base/memory.h"
#include "base/team.h"
#include "islands.h"

/* An island of this process. */
struct island {
    struct base_env env;
    struct search search;
    struct islands *islands;
    uint32_t number; /* among the islands of all ranks */
    uint64_t taken;  /* solutions of donors */
    enum swarm_status status;
    bool reached;     /* it has reached the target */
    bool interrupted; /* in the last epoch */
    char names[SEARCH_SECTIONS_MOST][64];
};

/* An island's part of the gathered records. */
struct island_record {
    struct swarm_island shown;
    struct search_improvement best;
    int64_t built;
    uint64_t nan_count;
    uint32_t reached;
    uint32_t done; /* checksum of the engine's work so far */
};

/* A rank's record; the records of its islands follow. */
struct rank_record {
    struct islands_report report;
    uint32_t about;      /* checksum of the question */
    uint32_t ends;       /* the search_interruption() for which the rank has to end; SWARM_STOP_ITERATIONS: none */
    uint32_t due;        /* enum search_due; the greatest counts */
    uint32_t stride;     /* iterations to the next pause; rank 0's counts */
    uint32_t over;       /* 1 and the reason for which the run that it resumes had ended; 0: it had not */
    uint64_t iterations; /* the iteration after which it resumes */
};

/* What all islands send to all. A rank may have fewer islands than a block. */
struct exchange {
    size_t size;        /* bytes of an island; 0: there is nothing to exchange */
    unsigned char *own; /* [block][size] of the islands here */
    unsigned char *all; /* [ranks][block][size] as last gathered */
};

/* Work on an island, on a thread of the team. */
typedef enum swarm_status island_work(struct island *island);

struct islands {
    struct search *search; /* of all islands: the best, the trace, the options */
    struct search_devices *devices;
    struct search_hooks hooks; /* of each island */
    struct base_team *team;
    island_work *work; /* of the team */
    bool failed;       /* ranks have agreed on a failure */
    /* This rank's values for its next record; after a gather those of all ranks. */
    enum search_due due;
    enum swarm_stop_reason ends;
    uint64_t stride;             /* iterations to the next pause within an epoch; UINT32_MAX: none */
    uint32_t ranks;              /* 1 or more */
    uint32_t count, first, here; /* islands of all ranks; the first here, and how many are here */
    uint32_t block;              /* the most islands on a rank */
    uint32_t about;
    uint64_t last;                /* the last iteration of the present epoch */
    uint64_t iterations, changed; /* as last gathered: the last iteration of any island, and with an improvement */
    uint32_t over;                /* as last gathered: the largest of the ranks' */
    bool reached;                 /* as last gathered: an island has reached the target */
    struct base_arrays arrays;    /* owns the arrays below */
    struct island *islands;       /* [here] */
    size_t record_size;           /* of a rank's record with its islands' records */
    struct rank_record *own;      /* the record of this rank */
    unsigned char *records;       /* [ranks][record_size] as last gathered */
    int64_t *scores;              /* [count] the best scores as last gathered */
    struct exchange solutions;    /* the best of the islands' searches */
    struct exchange trails;
    uint64_t share;                    /* of trails that islands mix, of 2^32 */
    const void **trails_of;            /* [count] the gathered trails of each island */
    struct search_sections **sections; /* [here] */
};

/* make.c: opens the islands on the host after search_use_host(). */
enum swarm_status islands_open_again(struct islands *islands);

/* The last record of an island of any rank. */
const struct island_record *islands_record(const struct islands *islands, uint32_t island);

/* What an island has sent in the last exchange. */
void *islands_sent(const struct islands *islands, const struct exchange *exchange, uint32_t island);

/* Makes an island's error the search's. */
enum swarm_status islands_fail(const struct island *island, enum swarm_status status);

/* Does `work` for all islands here, each on a thread; returns the error of the lowest island that has one. */
enum swarm_status islands_do(struct islands *islands, island_work *work);

/* Gathers the records of ranks and islands; returns the first error of all, and SWARM_ERROR_INVALID_ARGUMENT for ranks
 * with other questions or states. */
enum swarm_status islands_gather_records(struct islands *islands, enum swarm_status status, bool over);

/* Gathers what each island sends. */
enum swarm_status islands_exchange(const struct islands *islands, const struct exchange *exchange);

#endif
