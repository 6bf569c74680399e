/* Tasks with static stacks for the steps of a model, on a part with several cores. Nothing is allocated, and tasks that
 * wait leave their cores to others.
 *
 *     if (tasks_start() != 0) ...
 *     context.parallel_for = tasks_parallel_for;       context.pool is not used
 */
#ifndef POOL_TASKS_H
#define POOL_TASKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TASKS_CORES
#define TASKS_CORES 2 /* with that of the calling task */
#endif
#ifndef TASKS_STACK_BYTES
#define TASKS_STACK_BYTES 131072 /* of a host; on the target what hlo2cpp compile --measure states, and a margin */
#endif

int tasks_start(void); /* 0, or -1: a task cannot be made */
void tasks_parallel_for(void* pool, int32_t chunks, void (*run)(const void* step, int32_t chunk), const void* step);

#ifdef __cplusplus
}
#endif
#endif
