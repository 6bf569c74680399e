/* What pool_tasks.c needs of a real-time kernel, named after the functions of FreeRTOS that do it: a task for each
 * other core, on a stack of its own that is static, and counts that tasks give each other. tasks_host.c does it with
 * pthreads.
 *
 *     task_create_static    xTaskCreateStaticPinnedToCore, or xTaskCreateStatic with vTaskCoreAffinitySet
 *     task_notify           xTaskNotifyGive
 *     task_take             ulTaskNotifyTake(pdTRUE, portMAX_DELAY)
 */
#ifndef TASKS_H
#define TASKS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct task task;

/* Starts function(argument), which never returns, on the core. */
task* task_create_static(void (*function)(void* argument), void* argument, void* stack, size_t bytes, int32_t core);
task* task_current(void);
void task_notify(task* to);
void task_take(void); /* waits until the current task has been notified, and takes it */

#ifdef __cplusplus
}
#endif
#endif
