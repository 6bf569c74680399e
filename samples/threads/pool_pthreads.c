#include "pool_pthreads.h"

#include <errno.h>
#include <sched.h>

/* How often a thread looks for a step before it sleeps, 20000 in some ten microseconds. To wake it takes longer. */
#ifndef POOL_LOOKS
#define POOL_LOOKS 20000
#endif

enum { SETS = POOL_MOST_THREADS };

/* Words that threads share, by the builtins of GCC and Clang. A thread that has seen the state of a step with LOAD sees
 * all that was written before. */
#define LOOK(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define LOAD(word) __atomic_load_n(&(word), __ATOMIC_ACQUIRE)
#define SET(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELAXED)
#define STORE(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELEASE)

static int has_chunks(uint64_t state) {
    return (state & (((uint64_t)1 << SETS) - 1)) != 0;
}

static int has_work(pool* self) {
    return has_chunks(LOAD(self->state)) || LOOK(self->stops);
}

static void wake(pool* self) {
    pthread_mutex_lock(&self->mutex);
    pthread_cond_broadcast(&self->begun);
    pthread_mutex_unlock(&self->mutex);
}

static void run_set(pool* self, int32_t set, int32_t chunks, void (*run)(const void*, int32_t), const void* step) {
    for (int32_t chunk = set; chunk < chunks; chunk += SETS) run(step, chunk);
    __atomic_fetch_sub(&self->left, 1, __ATOMIC_RELEASE);
}

/* Runs sets of chunks until all are taken: the thread's own first, because it has written what they read, then those of
 * threads that sleep or run something else. */
static void run_chunks(pool* self, int32_t number) {
    uint64_t state = LOAD(self->state);
    while (has_chunks(state)) {
        int32_t set = number % SETS;
        while ((state >> set & 1) == 0) set = (set + 1) % SETS;
        const int32_t chunks = LOOK(self->chunks);
        void (*const run)(const void*, int32_t) = LOOK(self->run);
        const void* const step = LOOK(self->step);
        if (!__atomic_compare_exchange_n(&self->state, &state, state & ~((uint64_t)1 << set), 1, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE))
            continue; /* taken by another thread, or of a step that is done */
        run_set(self, set, chunks, run, step);
        state = LOAD(self->state);
    }
}

static void wait_for_work(pool* self) {
    for (int32_t look = 0; look < POOL_LOOKS; ++look)
        if (has_work(self)) return;
    pthread_mutex_lock(&self->mutex);
    __atomic_fetch_add(&self->sleepers, 1, __ATOMIC_RELAXED);
    while (!has_work(self)) pthread_cond_wait(&self->begun, &self->mutex);
    __atomic_fetch_sub(&self->sleepers, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&self->mutex);
}

static void* work(void* pointer) {
    pool* const self = (pool*)pointer;
    const int32_t number = __atomic_add_fetch(&self->started, 1, __ATOMIC_RELAXED);
    for (;;) {
        wait_for_work(self);
        if (LOOK(self->stops)) return 0;
        run_chunks(self, number);
    }
}

int pool_start(pool* self, int32_t threads) {
    if (threads < 1 || threads > POOL_MOST_THREADS) return EINVAL;
    self->threads = 1;
    self->started = 0;
    self->stops = 0;
    self->sleepers = 0;
    self->state = 0;
    self->left = 0;
    pthread_mutex_init(&self->mutex, 0);
    pthread_cond_init(&self->begun, 0);
    for (int error; self->threads < threads; ++self->threads)
        if ((error = pthread_create(&self->workers[self->threads], 0, work, self)) != 0) {
            pool_stop(self);
            return error;
        }
    return 0;
}

void pool_stop(pool* self) {
    SET(self->stops, 1);
    wake(self);
    for (int32_t number = 1; number < self->threads; ++number) pthread_join(self->workers[number], 0);
    pthread_cond_destroy(&self->begun);
    pthread_mutex_destroy(&self->mutex);
}

/* The first set is the caller's from the start: it need not wait until the other threads have seen the step. Who falls
 * asleep just now misses the step, and the others take its chunks. */
void pool_parallel_for(void* pointer, int32_t chunks, void (*run)(const void*, int32_t), const void* step) {
    pool* const self = (pool*)pointer;
    const int32_t sets = chunks < SETS ? chunks : SETS;
    SET(self->chunks, chunks);
    SET(self->run, run);
    SET(self->step, step);
    SET(self->left, sets);
    const uint64_t number = (LOOK(self->state) >> SETS) + 1;
    STORE(self->state, number << SETS | (((uint64_t)1 << sets) - 2));
    if (LOOK(self->sleepers) > 0) wake(self);
    run_set(self, 0, chunks, run, step);
    run_chunks(self, 0);
    for (int32_t look = 0; LOAD(self->left) > 0; ++look)
        if (look >= POOL_LOOKS) sched_yield(); /* a call of the system, which takes longer than most waits */
}
