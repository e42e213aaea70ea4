/* islands_part.h - shared by islands.c, islands_count.c, islands_make.c and islands_meeting.c. */
#ifndef SWARMCL_RUN_ISLANDS_PART_H
#define SWARMCL_RUN_ISLANDS_PART_H

#include "base/memory.h"
#include "base/team.h"
#include "islands.h"

/* An island of this process. */
struct run_island {
    struct base_env env;
    struct run_task task;
    struct run run; /* its own env, task, options, request, engine, result and state; the other members are the run's */
    struct run_islands *islands;
    uint32_t number; /* among the islands of all ranks */
    uint64_t taken;
    enum swarm_status status;
    bool reached;     /* it has reached the target */
    bool interrupted; /* in the last epoch */
    char names[RUN_SECTIONS_MOST][64];
};

/* An island's part of the gathered records. */
struct run_island_record {
    struct swarm_island shown;
    struct run_improvement best;
    int64_t built;
    uint64_t nan_count;
    uint32_t reached;
    uint32_t done; /* checksum of the engine's work so far */
};

/* A rank's record; the records of its islands follow. */
struct run_rank_record {
    int32_t status; /* an error of this rank, with its ... */
    char text[1020];
    uint32_t about;      /* checksum of the run's question */
    uint32_t ends;       /* 0, or 1 and the run_interruption() for which it has to end */
    uint32_t due;        /* enum run_due; the greatest counts */
    uint32_t stride;     /* iterations to the next pause; rank 0's counts */
    uint32_t over;       /* like `ends`, with any reason, if the run that it resumes had ended */
    uint64_t iterations; /* the iteration after which it resumes */
    uint64_t devices;    /* number of named devices */
    uint64_t islands;    /* number of islands asked for; 0: the devices decide */
    int64_t kept[2];     /* iterations of the last two checkpoints of the run that is resumed; -1: none */
};

/* Work on an island, on a thread of the team. */
typedef enum swarm_status run_island_work(struct run_island *island);

struct run_islands {
    struct run *run;
    struct base_team *team;
    run_island_work *work; /* of the team */
    bool interrupted;      /* cancelled or out of time: this rank tells it next */
    enum run_due due;      /* this rank's due checkpoint; after telling that of all ranks */
    uint64_t stride;       /* iterations to the next pause within an epoch, likewise; UINT32_MAX: none, without
                            * checkpoints */
    uint32_t rank, ranks;
    uint32_t count, first, here; /* islands of all ranks; the first here, and how many are here */
    uint32_t block;              /* the most islands on a rank */
    size_t size;                 /* bytes of an answer */
    uint32_t about;
    uint64_t last;                  /* iteration of the epoch under way */
    uint64_t iterations, changed;   /* as last told: the last iteration of any island, and with an improvement */
    uint64_t ends, over;            /* ... the largest of the ranks' */
    bool reached;                   /* ... one has reached the target */
    struct base_arrays arrays;      /* owns the arrays below */
    struct run_island *islands;     /* [here] */
    size_t record_size;             /* of a rank's record with its islands' records */
    struct run_rank_record *own;    /* of this rank, ... */
    unsigned char *records;         /* ... of all [ranks] */
    unsigned char *own_answers;     /* [block][size] the best of the islands' runs */
    unsigned char *answers;         /* [ranks][block][size] the best answers of all islands as last told */
    int64_t *scores;                /* [count] of `answers` */
    uint64_t share;                 /* of trails that islands mix, of 2^32 */
    size_t trail_bytes;             /* of an island; 0: islands mix no trails */
    unsigned char *own_trails;      /* [block][trail_bytes] */
    unsigned char *trails;          /* [ranks][block][trail_bytes] as last told */
    const void **trails_of;         /* [count] the trails of each island there */
    struct run_sections **sections; /* [here] */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Making islands: islands_make.c */

/* Makes run->islands; run_islands_destroy() frees it, also after a failure. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_islands_create(struct run *run);

/* Plans and opens the engines: in turn on the named devices, otherwise on the first device that holds them all. */
enum swarm_status run_islands_open(struct run_islands *islands);

/* After `build` of all islands has failed with `status`: opens and builds them on the host unless the run needs its
 * devices. */
enum swarm_status run_islands_rebuild(struct run_islands *islands, enum swarm_status status, run_island_work *build);

/* Makes room for the states of checkpoints, and reads the states of a resumed run. */
enum swarm_status run_islands_read(struct run_islands *islands);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Telling: islands_meeting.c                                                                                         */

/* Gathers every rank's `size` bytes, which begin with its record, into `all` [ranks][size]. Fills in status and text,
 * and returns the first error of all. SWARM_ERROR_IO. */
enum swarm_status run_ranks_tell(struct base_env *env, struct run_rank_record *own, size_t size, void *all,
                                 enum swarm_status status);

/* The lowest island of rank `rank` of `ranks`; the rank of an island. */
uint32_t run_rank_first(uint32_t rank, uint32_t ranks, uint32_t islands);
uint32_t run_rank_of(uint32_t island, uint32_t ranks, uint32_t islands);

/* The last record of an island of any rank. */
const struct run_island_record *run_islands_record(const struct run_islands *islands, uint32_t island);

/* The answer of an island from the last run_islands_tell_answers(). */
unsigned char *run_islands_answer(const struct run_islands *islands, uint32_t island);

/* Makes an island's error the run's. */
enum swarm_status run_island_fail(const struct run_island *island, enum swarm_status status);

/* Does `work` for all islands here, each on a thread; returns the error of the lowest island that has one. */
enum swarm_status run_islands_do(struct run_islands *islands, run_island_work *work);

/* Gathers the records of ranks and islands; returns the first error of all. */
enum swarm_status run_islands_tell(struct run_islands *islands, enum swarm_status status);

/* Gathers the trails of each island. */
enum swarm_status run_islands_tell_trails(struct run_islands *islands);

/* Gathers the best answer of each island. */
enum swarm_status run_islands_tell_answers(struct run_islands *islands);

#endif
