/* The main program of samples/replicas/README.md for threads, in C. */
#include "average.h"
#include "collectives_threads.h"

#include <pthread.h>

enum { DEVICES = 2, TICKETS = 1 };
static unsigned char memory[HLO2CPP_THREADS_BYTES(DEVICES, TICKETS)];
static _Alignas(AVERAGE_ARENA_ALIGNMENT) unsigned char arena[DEVICES][AVERAGE_ARENA_BYTES];
static float in[DEVICES] = {1.0f, 3.0f}, out[DEVICES];
static hlo2cpp_threads* threads;

static void* run_device(void* number) {
    const int32_t device = *(const int32_t*)number;
    average_context context = {arena[device], device, hlo2cpp_threads_table(threads, device)};
    const int status = average_run_in(&context, &in[device], &out[device]);
    if (status != 0) hlo2cpp_threads_fail(threads, device, status);
    return NULL;
}

int main(void) {
    int32_t number[DEVICES] = {0, 1};
    pthread_t other;
    threads = hlo2cpp_threads_open(&average_devices, memory, sizeof memory);
    if (threads == NULL || pthread_create(&other, NULL, run_device, &number[1]) != 0) return 1;
    run_device(&number[0]);
    pthread_join(other, NULL);
    return out[0] > 1.9f && out[0] < 2.1f && out[0] == out[1] ? 0 : 1;
}
