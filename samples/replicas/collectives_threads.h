/* The table of hlo2cpp_collectives.h over the threads of one process, or the cores of one chip, for C and C++: each
 * thread is a device. It needs coherent memory and atomic loads and stores of 32 bits; no operating system, locks or
 * heap. */
#ifndef HLO2CPP_COLLECTIVES_THREADS_H
#define HLO2CPP_COLLECTIVES_THREADS_H

#include "hlo2cpp_collectives.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Results beside 0 and the statuses that hlo2cpp_threads_fail gets. */
enum {
    HLO2CPP_THREADS_FAILED = -2001,  /* another device has ended early, with the result 0 */
    HLO2CPP_THREADS_DISAGREE = -2002 /* sender and receiver of a part name different numbers of bytes */
};

/* The memory that hlo2cpp_threads_open needs, in bytes: as a constant for a static array, and for malloc. */
#define HLO2CPP_THREADS_BYTES(devices, tickets) (sizeof(char[64]) * (2 + (devices) * (2 + (devices) * (tickets))))
size_t hlo2cpp_threads_bytes(const hlo2cpp_devices* devices);

typedef struct hlo2cpp_threads hlo2cpp_threads;

/* Makes the tables of all devices in the caller's memory, of any alignment; before the threads start. `devices` is the
 * NAME_devices of the program. NULL: the memory is too small. There is nothing to close; after a failure, and when all
 * threads have ended, a new open makes new tables. */
hlo2cpp_threads* hlo2cpp_threads_open(const hlo2cpp_devices* devices, void* memory, size_t bytes);

/* The table of one device, which one thread uses at a time. */
const hlo2cpp_collectives* hlo2cpp_threads_table(hlo2cpp_threads* threads, int32_t device);

/* Ends all devices: their waits return `status` from now on. The thread of a device calls this when its program has
 * returned a result other than 0, or when it ends early for another reason. After it no other device reads its arrays.
 */
void hlo2cpp_threads_fail(hlo2cpp_threads* threads, int32_t device, int status);

#ifdef __cplusplus
}
#endif
#endif
