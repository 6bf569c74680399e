/* A program for two devices, in the form of a generated one: each gets the average of both numbers. */
#ifndef average_H
#define average_H

#include "hlo2cpp_collectives.h"

#ifdef __cplusplus
#define AVERAGE_NOEXCEPT noexcept
extern "C" {
#else
#define AVERAGE_NOEXCEPT
#endif

#define AVERAGE_ARENA_BYTES 8
#define AVERAGE_ARENA_ALIGNMENT 4

extern const hlo2cpp_devices average_devices;

typedef struct average_context {
    void* arena;
    int32_t device;
    const hlo2cpp_collectives* collectives;
} average_context;

int average_run(int32_t device, const hlo2cpp_collectives* collectives, const float* in0, float* out0) AVERAGE_NOEXCEPT;
int average_run_in(average_context* context, const float* in0, float* out0) AVERAGE_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
