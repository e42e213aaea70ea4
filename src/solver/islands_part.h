/* islands_part.h - what the files of islands share: islands.c, islands_make.c, islands_meeting.c,
 * islands_asynchronous.c, islands_checkpoint.c.
 */
#ifndef SWARMCL_SOLVER_ISLANDS_PART_H
#define SWARMCL_SOLVER_ISLANDS_PART_H

#include <pthread.h>

#include "base/team.h"
#include "islands.h"

/* An island of this process. */
struct solver_island {
    struct base_env env;
    struct solver_task task;
    struct solver_tsp_run run; /* its own are env, task, request, colony, result and state; all else is the run's */
    struct solver_islands *islands;
    uint32_t number; /* among all */
    size_t device;   /* index of the list; 0 for the twin */
    uint64_t taken;
    enum swarm_status status;
    bool reached;     /* the target */
    bool interrupted; /* within the last epoch */
    char names[RUN_SECTIONS_MOST][64];
};

/* What is told of an island. */
struct solver_island_record {
    struct swarm_island shown;
    int64_t built_length;
    uint32_t reached;
    uint32_t schedule; /* checksum of what mosaic has done */
};

/* What of a checkpoint is due after a meeting. */
enum solver_islands_due {
    SOLVER_ISLANDS_GO_ON,
    SOLVER_ISLANDS_KEEP, /* a state in memory: the next epoch may be cut */
    SOLVER_ISLANDS_WRITE,
};

/* What a rank tells, in front of the records of its islands. */
struct solver_rank_record {
    int32_t status; /* an error of this rank, with its ... */
    char text[1020];
    uint32_t about;       /* checksum of what the run is about */
    uint32_t cancelled;   /* it has to end ... */
    uint32_t timed;       /* ... for one of these reasons */
    uint32_t due;         /* enum solver_islands_due; what rank 0 says counts */
    uint32_t over;        /* the run that it resumes had ended, for ... */
    uint32_t stop_reason; /* ... this reason */
    uint64_t iterations;  /* after which it resumes */
    uint64_t devices;     /* that are named */
    uint64_t islands;     /* that are asked for; 0: by the devices */
    int64_t kept[2];      /* iterations of the last two checkpoints of the run that is resumed; -1: none */
};

struct solver_islands {
    struct solver_tsp_run *run;
    struct base_team *team;
    pthread_mutex_t lock; /* of messages; asynchronous of all that islands share */
    bool has_lock;
    uint32_t rank, ranks;
    uint32_t count, first, here; /* islands of all ranks; the first here, and how many are here */
    uint32_t block;              /* the most on a rank */
    size_t n;                    /* nodes of a tour of the run */
    uint32_t about;
    struct solver_island *islands;        /* [here] */
    size_t record_size;                   /* of a rank's record with those of its islands */
    unsigned char *own_records, *records; /* of this rank; of all [ranks] */
    uint32_t *own_tours, *tours;          /* [block][n]; [ranks][block][n], the best of all as they were told */
    int64_t *lengths;                     /* [count] of those */
};

/* Makes run->islands, which solver_islands_destroy() takes, also after a failure. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status solver_islands_create(struct solver_tsp_run *run);

/* Plans and opens the colonies, in turn on the devices that are named, otherwise on the first that holds them all. */
enum swarm_status solver_islands_open(struct solver_islands *islands);

/* Makes room for the states of checkpoints, and reads those that the run goes on from. */
enum swarm_status solver_islands_read(struct solver_islands *islands);

/* Keeps what the islands have come to at the end of the run beside the last state. */
void solver_islands_keep_end(struct solver_islands *islands);

/* Of the two checkpoints that each rank may have, the last that all have becomes the file of the rank that is read.
 * Collective; `status` is this rank's, and what returns the first error of all. */
enum swarm_status solver_ranks_choose_checkpoint(struct solver_tsp_run *run, enum swarm_status status);

/* All ranks have written the last one. */
void solver_ranks_forget_checkpoint(const struct solver_tsp_run *run);

/* Every rank's `size` bytes to `all` [ranks][size]. SWARM_ERROR_IO. */
enum swarm_status solver_ranks_gather(struct base_env *env, const void *own, size_t size, void *all);

/* The first error of all ranks, with its text; `records` are `stride` bytes apart. */
enum swarm_status solver_ranks_join(struct base_env *env, const void *records, size_t stride, enum swarm_status status);

/* The lowest island of rank `rank` of `ranks`; the rank of an island. */
uint32_t solver_rank_first(uint32_t rank, uint32_t ranks, uint32_t islands);
uint32_t solver_rank_of(uint32_t island, uint32_t ranks, uint32_t islands);

/* What all ranks have told. */
const struct solver_rank_record *solver_islands_rank(const struct solver_islands *islands, uint32_t rank);
const struct solver_island_record *solver_islands_record(const struct solver_islands *islands, uint32_t island);

/* The tour [n] of an island as solver_islands_tell_tours() has told it. */
uint32_t *solver_islands_tour(const struct solver_islands *islands, uint32_t island);

/* Fills the record of an island here. */
void solver_islands_fill(const struct solver_islands *islands, const struct solver_island *island,
                         struct solver_island_record *record);

/* The error of the lowest island here that has one, as the run's. */
enum swarm_status solver_islands_join(struct solver_islands *islands);

/* Tells all ranks `own`, of which status and text are filled in, and the records of all islands here; returns the first
 * error of all ranks. */
enum swarm_status solver_islands_tell(struct solver_islands *islands, struct solver_rank_record own,
                                      enum swarm_status status);

/* Tells the best tour of each island. */
enum swarm_status solver_islands_tell_tours(struct solver_islands *islands);

/* Of the records: the island with the shortest tour, the lowest of equals; the last iteration of any. */
uint32_t solver_islands_shortest(const struct solver_islands *islands);
uint64_t solver_islands_iterations(const struct solver_islands *islands);

/* The tour told of `donor` becomes the best of an island here. */
enum swarm_status solver_island_take(struct solver_island *island, const uint32_t *tour, int64_t length);

/* The best of all becomes that of the run; tours were told if it is better than all before. */
enum swarm_status solver_islands_take_best(struct solver_islands *islands);

/* The record of this rank, by whether its islands were interrupted within the last epoch. */
struct solver_rank_record solver_islands_interruption(const struct solver_islands *islands);

/* Whether some rank has to end, and why. */
bool solver_islands_must_end(const struct solver_islands *islands, enum swarm_stop_reason *reason);

/* The iterations of a run whose islands do not wait for each other. */
enum swarm_status solver_islands_iterate_asynchronous(struct solver_islands *islands);

#endif
