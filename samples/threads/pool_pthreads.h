/* Threads of POSIX for the steps of a model, in C. They sleep between steps.
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

#define POOL_MOST_THREADS 64

typedef struct pool {
    int32_t threads, started; /* of the other threads, `started` are numbered */
    pthread_t workers[POOL_MOST_THREADS];
    pthread_mutex_t mutex; /* of all that follows */
    pthread_cond_t begun, done;
    int32_t stops;
    uint64_t untaken; /* a bit for each set of chunks that no thread has taken: i, i + 64, ... for bit i */
    int32_t left;     /* sets of chunks that are not done */
    int32_t chunks;
    void (*run)(const void* step, int32_t chunk);
    const void* step;
} pool;

int pool_start(pool* self, int32_t threads); /* 0, or an error of pthread_create */
void pool_stop(pool* self);
void pool_parallel_for(void* self, int32_t chunks, void (*run)(const void* step, int32_t chunk), const void* step);

#ifdef __cplusplus
}
#endif
#endif
