/* thread.h - host threads with a stack that suffices for drivers. */
#ifndef SWARMCL_BASE_THREAD_H
#define SWARMCL_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread that returns work(context). False if the system gives no more threads. */
bool base_thread_start(pthread_t *thread, void *work(void *), void *context);

#endif
