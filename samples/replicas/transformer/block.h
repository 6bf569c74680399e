// The block on two devices: its arguments, and the comparison of its result with those of one device and of JAX.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "block_1.h"
#include "block_2.h"
#include "largest_difference.h"
#include "reference.h"

constexpr double kAllowed = 1e-5; // two devices and JAX add in another order than one device

// Tokens, and weights of all heads and hidden features.
struct Arguments {
    float tokens[BLOCK_1_TOKENS_ELEMENTS];
    float qkv[BLOCK_1_QKV_ELEMENTS];
    float projection[BLOCK_1_PROJECTION_ELEMENTS];
    float up[BLOCK_1_UP_ELEMENTS];
    float down[BLOCK_1_DOWN_ELEMENTS];

    Arguments() {
        fill(tokens);
        fill(qkv);
        fill(projection);
        fill(up);
        fill(down);
    }

private:
    // Numbers like those of trained weights, without a file of them: the same as in export.py.
    template <int count>
    static void fill(float (&values)[count]) {
        uint32_t random = 1;
        for (float& value : values) {
            random = random * 1664525u + 1013904223u;
            value = static_cast<float>(static_cast<int>(random >> 24) - 128) / 512.0f;
        }
    }
};

static_assert(BLOCK_2_QKV_ELEMENTS * BLOCK_2_DEVICES == BLOCK_1_QKV_ELEMENTS, "each device has a part of the heads");
static_assert(BLOCK_2_UP_ELEMENTS * BLOCK_2_DEVICES == BLOCK_1_UP_ELEMENTS, "and of the hidden features");

// Memory of one device.
struct Device {
    alignas(BLOCK_2_ARENA_ALIGNMENT) unsigned char arena[BLOCK_2_ARENA_BYTES];
    float result[BLOCK_2_OUT_ELEMENTS];

    // Runs the device with its part of the weights. Returns the status of the generated code.
    int run(const Arguments& all, int32_t number, const hlo2cpp_collectives* table) {
        block_2_context context = {arena, number, table};
        return block_2_run_in(&context, all.tokens, all.qkv + number * BLOCK_2_QKV_ELEMENTS,
                              all.projection + number * BLOCK_2_PROJECTION_ELEMENTS,
                              all.up + number * BLOCK_2_UP_ELEMENTS, all.down + number * BLOCK_2_DOWN_ELEMENTS, result);
    }
};

// Prints how far the result of two devices is from others. Returns whether it is near enough.
inline bool is_right(const Arguments& all, const float* result) {
    static float of_one[BLOCK_1_OUT_ELEMENTS];
    if (block_1_run(all.tokens, all.qkv, all.projection, all.up, all.down, of_one) != BLOCK_1_OK) return false;
    const double from_one = largest_difference(result, of_one, BLOCK_1_OUT_ELEMENTS);
    const double from_jax = largest_difference(result, jax_result, BLOCK_1_OUT_ELEMENTS);
    const size_t weights = sizeof all - sizeof all.tokens;
    printf("result     at most %.1e from one device's, %.1e from JAX's\n", from_one, from_jax);
    printf("weights    %zu bytes on each device, %zu on one\n", weights / BLOCK_2_DEVICES, weights);
    printf("RAM        %d bytes of arena on each device, %d on one\n", BLOCK_2_ARENA_BYTES, BLOCK_1_ARENA_BYTES);
    return from_one <= kAllowed && from_jax <= kAllowed;
}
