#include "pool_tasks.h"

#include "tasks.h"

typedef struct step_of_model {
    task* caller;
    int32_t chunks;
    void (*run)(const void* step, int32_t chunk);
    const void* step;
} step_of_model;

typedef struct worker {
    _Alignas(4096) unsigned char stack[TASKS_STACK_BYTES];
    task* made;
    int32_t core;
} worker;

static worker workers[TASKS_CORES - 1];
static step_of_model now; /* written while all tasks wait */

static void run_chunks(int32_t core) {
    for (int32_t chunk = core; chunk < now.chunks; chunk += TASKS_CORES) now.run(now.step, chunk);
}

static void work(void* pointer) {
    const worker* const self = (const worker*)pointer;
    for (;;) {
        task_take();
        run_chunks(self->core);
        task_notify(now.caller);
    }
}

int tasks_start(void) {
    for (int32_t i = 0; i < TASKS_CORES - 1; ++i) {
        workers[i].core = i + 1;
        workers[i].made = task_create_static(work, &workers[i], workers[i].stack, TASKS_STACK_BYTES, i + 1);
        if (workers[i].made == 0) return -1;
    }
    return 0;
}

void tasks_parallel_for(void* pool, int32_t chunks, void (*run)(const void*, int32_t), const void* step) {
    (void)pool;
    now.caller = task_current();
    now.chunks = chunks;
    now.run = run;
    now.step = step;
    for (int32_t i = 0; i < TASKS_CORES - 1; ++i) task_notify(workers[i].made);
    run_chunks(0);
    for (int32_t i = 0; i < TASKS_CORES - 1; ++i) task_take();
}
