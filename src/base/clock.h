/* clock.h - monotonic time. */
#ifndef SWARMCL_BASE_CLOCK_H
#define SWARMCL_BASE_CLOCK_H

/* Seconds of a clock that never goes back; only differences mean something. */
double base_clock_now(void);

#endif
