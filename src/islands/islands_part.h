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
    uint64_t taken;
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
    uint32_t ends;       /* 0, or 1 and the search_interruption() for which it has to end */
    uint32_t due;        /* enum search_due; the greatest counts */
    uint32_t stride;     /* iterations to the next pause; rank 0's counts */
    uint32_t over;       /* like `ends`, with any reason, if the run that it resumes had ended */
    uint64_t iterations; /* the iteration after which it resumes */
};

/* Work on an island, on a thread of the team. */
typedef enum swarm_status island_work(struct island *island);

struct islands {
    struct search *search; /* of all islands: the best, the trace, the options */
    struct search_devices *devices;
    struct search_hooks hooks; /* of each island */
    struct base_team *team;
    island_work *work;   /* of the team */
    bool failed;         /* ranks have agreed on a failure */
    bool interrupted;    /* cancelled or out of time: the next record of this rank has it */
    enum search_due due; /* this rank's; after a gather the greatest of all ranks */
    uint64_t stride;     /* iterations to the next pause within an epoch, likewise; UINT32_MAX: none, without
                          * checkpoints */
    uint32_t rank, ranks;
    uint32_t count, first, here; /* islands of all ranks; the first here, and how many are here */
    uint32_t block;              /* the most islands on a rank */
    size_t size;                 /* bytes of a solution */
    uint32_t about;
    uint64_t last;                     /* iteration of the epoch under way */
    uint64_t iterations, changed;      /* last gathered: the last iteration of any island, and with an improvement */
    uint64_t ends, over;               /* ... the largest of the ranks' */
    bool reached;                      /* ... one has reached the target */
    struct base_arrays arrays;         /* owns the arrays below */
    struct island *islands;            /* [here] */
    size_t record_size;                /* of a rank's record with its islands' records */
    struct rank_record *own;           /* of this rank, ... */
    unsigned char *records;            /* ... of all [ranks] */
    unsigned char *own_solutions;      /* [block][size] the best of the islands' searches */
    unsigned char *solutions;          /* [ranks][block][size] the best solutions of all islands as last gathered */
    int64_t *scores;                   /* [count] of `solutions` */
    uint64_t share;                    /* of trails that islands mix, of 2^32 */
    size_t trail_bytes;                /* of an island; 0: islands mix no trails */
    unsigned char *own_trails;         /* [block][trail_bytes] */
    unsigned char *trails;             /* [ranks][block][trail_bytes] as last gathered */
    const void **trails_of;            /* [count] the trails of each island there */
    struct search_sections **sections; /* [here] */
};

/* make.c: after a device has failed with `status`, opens the islands on the host; returns `status` if the search needs
 * the device. */
enum swarm_status islands_open_on_host(struct islands *islands, enum swarm_status status);

/* The last record of an island of any rank. */
const struct island_record *islands_record(const struct islands *islands, uint32_t island);

/* The solution of an island from the last islands_gather_solutions(). */
unsigned char *islands_solution(const struct islands *islands, uint32_t island);

/* Makes an island's error the search's. */
enum swarm_status islands_fail(const struct island *island, enum swarm_status status);

/* Does `work` for all islands here, each on a thread; returns the error of the lowest island that has one. */
enum swarm_status islands_do(struct islands *islands, island_work *work);

/* Gathers the records of ranks and islands; returns the first error of all, and SWARM_ERROR_INVALID_ARGUMENT for ranks
 * with other questions or states. */
enum swarm_status islands_tell(struct islands *islands, enum swarm_status status, bool over);

/* Gathers the trails of each island. */
enum swarm_status islands_gather_trails(struct islands *islands);

/* Gathers the best solution of each island. */
enum swarm_status islands_gather_solutions(struct islands *islands);

#endif
