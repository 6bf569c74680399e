#include "pool_pthreads.h"

#include <errno.h>

static void begin(pool* self, int32_t chunks, void (*run)(const void*, int32_t), const void* step) {
    pthread_mutex_lock(&self->mutex);
    self->chunks = chunks;
    self->run = run;
    self->step = step;
    self->busy = self->threads - 1;
    ++self->steps;
    pthread_cond_broadcast(&self->begun);
    pthread_mutex_unlock(&self->mutex);
}

static void* work(void* pointer) {
    pool* const self = (pool*)pointer;
    pthread_mutex_lock(&self->mutex);
    const int32_t number = ++self->started;
    for (uint32_t done = 0;; ++done) {
        while (self->steps == done) pthread_cond_wait(&self->begun, &self->mutex);
        if (self->chunks == 0) break;
        pthread_mutex_unlock(&self->mutex); /* the step stays as it is while a thread is busy */
        for (int32_t chunk = number; chunk < self->chunks; chunk += self->threads) self->run(self->step, chunk);
        pthread_mutex_lock(&self->mutex);
        if (--self->busy == 0) pthread_cond_signal(&self->done);
    }
    pthread_mutex_unlock(&self->mutex);
    return 0;
}

int pool_start(pool* self, int32_t threads) {
    if (threads < 1 || threads > POOL_MOST_THREADS) return EINVAL;
    self->threads = 1;
    self->started = 0;
    self->steps = 0;
    self->busy = 0;
    pthread_mutex_init(&self->mutex, 0);
    pthread_cond_init(&self->begun, 0);
    pthread_cond_init(&self->done, 0);
    for (int error; self->threads < threads; ++self->threads)
        if ((error = pthread_create(&self->workers[self->threads], 0, work, self)) != 0) {
            pool_stop(self);
            return error;
        }
    return 0;
}

void pool_stop(pool* self) {
    begin(self, 0, 0, 0);
    for (int32_t number = 1; number < self->threads; ++number) pthread_join(self->workers[number], 0);
    pthread_cond_destroy(&self->done);
    pthread_cond_destroy(&self->begun);
    pthread_mutex_destroy(&self->mutex);
}

void pool_parallel_for(void* pointer, int32_t chunks, void (*run)(const void*, int32_t), const void* step) {
    pool* const self = (pool*)pointer;
    begin(self, chunks, run, step);
    for (int32_t chunk = 0; chunk < chunks; chunk += self->threads) run(step, chunk);
    pthread_mutex_lock(&self->mutex);
    while (self->busy > 0) pthread_cond_wait(&self->done, &self->mutex);
    pthread_mutex_unlock(&self->mutex);
}
