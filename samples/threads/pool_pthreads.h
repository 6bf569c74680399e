/* Threads of POSIX for the steps of a model, in C. They wait in a loop for the next step, and sleep where none comes.
 *
 *     static pool threads;
 *     if (pool_start(&threads, 2) != 0) ...            2: with the calling thread
 *     context.parallel_for = pool_parallel_for;
 *     context.pool = &threads;
 *     ...
 *     pool_stop(&threads);
 */
#ifndef POOL_PTHREADS_H
#define POOL_PTHREADS_H

#include <pthread.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POOL_MOST_THREADS 32
#define POOL_LINE 64 /* bytes that move between caches together */

/* What threads look for has a line of its own, and what they report another one. */
typedef struct pool {
    int32_t threads, started; /* of the other threads, `started` are numbered */
    int32_t stops, sleepers;
    pthread_t workers[POOL_MOST_THREADS];
    pthread_mutex_t mutex; /* of sleep alone */
    pthread_cond_t begun;
    char before_step[POOL_LINE];
    /* Number of the step, and a bit for each set of its chunks that no thread has taken: i, i + 32, ... for bit i. */
    uint64_t state;
    int32_t chunks;
    void (*run)(const void* step, int32_t chunk);
    const void* step;
    char before_left[POOL_LINE];
    int32_t left; /* sets of chunks that are not done */
    char behind_left[POOL_LINE];
} pool;

int pool_start(pool* self, int32_t threads); /* 0, or an error of pthread_create */
void pool_stop(pool* self);
void pool_parallel_for(void* self, int32_t chunks, void (*run)(const void* step, int32_t chunk), const void* step);

#ifdef __cplusplus
}
#endif
#endif
