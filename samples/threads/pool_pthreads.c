#include "pool_pthreads.h"

#include <errno.h>

/* A set of chunks that no thread has taken, the thread's own before others; -1 if there is none. */
static int32_t take(pool* self, int32_t number) {
    if (self->untaken == 0) return -1;
    int32_t set = number % POOL_MOST_THREADS;
    while ((self->untaken >> set & 1) == 0) set = (set + 1) % POOL_MOST_THREADS;
    self->untaken &= ~((uint64_t)1 << set);
    return set;
}

/* Runs sets of chunks until all are taken. The mutex is held but while they run; a step stays as it is until then. */
static void run_chunks(pool* self, int32_t number) {
    for (int32_t set; (set = take(self, number)) >= 0;) {
        pthread_mutex_unlock(&self->mutex);
        for (int32_t chunk = set; chunk < self->chunks; chunk += POOL_MOST_THREADS) self->run(self->step, chunk);
        pthread_mutex_lock(&self->mutex);
        if (--self->left == 0) pthread_cond_signal(&self->done);
    }
}

static void* work(void* pointer) {
    pool* const self = (pool*)pointer;
    pthread_mutex_lock(&self->mutex);
    const int32_t number = ++self->started;
    while (!self->stops) {
        run_chunks(self, number);
        if (!self->stops) pthread_cond_wait(&self->begun, &self->mutex);
    }
    pthread_mutex_unlock(&self->mutex);
    return 0;
}

int pool_start(pool* self, int32_t threads) {
    if (threads < 1 || threads > POOL_MOST_THREADS) return EINVAL;
    self->threads = 1;
    self->started = 0;
    self->stops = 0;
    self->untaken = 0;
    self->left = 0;
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
    pthread_mutex_lock(&self->mutex);
    self->stops = 1;
    pthread_cond_broadcast(&self->begun);
    pthread_mutex_unlock(&self->mutex);
    for (int32_t number = 1; number < self->threads; ++number) pthread_join(self->workers[number], 0);
    pthread_cond_destroy(&self->done);
    pthread_cond_destroy(&self->begun);
    pthread_mutex_destroy(&self->mutex);
}

void pool_parallel_for(void* pointer, int32_t chunks, void (*run)(const void*, int32_t), const void* step) {
    pool* const self = (pool*)pointer;
    const int32_t sets = chunks < POOL_MOST_THREADS ? chunks : POOL_MOST_THREADS;
    pthread_mutex_lock(&self->mutex);
    self->run = run;
    self->step = step;
    self->chunks = chunks;
    self->left = sets;
    self->untaken = ~(uint64_t)0 >> (POOL_MOST_THREADS - sets);
    pthread_cond_broadcast(&self->begun);
    run_chunks(self, 0);
    while (self->left > 0) pthread_cond_wait(&self->done, &self->mutex);
    pthread_mutex_unlock(&self->mutex);
}
