/* Tasks on a host: threads on static stacks. The cores are left to its scheduler. */
#define _XOPEN_SOURCE 600 /* stacks of threads */
#include "tasks.h"

#include <pthread.h>
#include <semaphore.h>

enum { MOST_TASKS = 64 };

struct task {
    sem_t given;
    void (*function)(void* argument);
    void* argument;
};

static struct task tasks[MOST_TASKS];
static int32_t used;
static _Thread_local task* current;

static void* run(void* pointer) {
    current = (task*)pointer;
    current->function(current->argument);
    return 0;
}

static task* next_task(void) {
    task* const fresh = &tasks[used++];
    sem_init(&fresh->given, 0, 0);
    return fresh;
}

task* task_create_static(void (*function)(void*), void* argument, void* stack, size_t bytes, int32_t core) {
    (void)core;
    if (used == MOST_TASKS) return 0;
    task* const created = next_task();
    created->function = function;
    created->argument = argument;
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    const int error = pthread_attr_setstack(&attributes, stack, bytes) != 0 ||
                      pthread_create(&thread, &attributes, run, created) != 0;
    pthread_attr_destroy(&attributes);
    if (error) return 0;
    pthread_detach(thread);
    return created;
}

task* task_current(void) {
    if (current == 0) current = next_task(); /* a thread that is no task yet, such as main */
    return current;
}

void task_notify(task* to) {
    sem_post(&to->given);
}

void task_take(void) {
    while (sem_wait(&task_current()->given) != 0) {}
}
