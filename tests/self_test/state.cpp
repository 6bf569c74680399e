// The self-test of the control loop's filter leaves all state as it is. The exit status is the number of the first
// check that fails.
#include <stdint.h>
#include <string.h>

#include "filter.h"

int main() {
    alignas(FILTER_ARENA_ALIGNMENT) static unsigned char arena[FILTER_ARENA_BYTES + 1];
    static filter_state state, before;
    static filter_self_test_memory memory;
    filter_reset();
    filter_own_state()->state_x[0] = 3.0f;
    memcpy(&before, filter_own_state(), sizeof before);
    int32_t output = 5;
    if (filter_self_test(&output) != FILTER_OK || output != -1) return 1;
    if (filter_self_test(nullptr) != FILTER_OK) return 2;
    if (memcmp(&before, filter_own_state(), sizeof before) != 0) return 3;

    memset(&state, 0x5a, sizeof state);
    memcpy(&before, &state, sizeof before);
    filter_context context = {arena, &state};
    if (filter_self_test_in(&context, &memory, &output) != FILTER_OK || output != -1) return 4;
    if (memcmp(&before, &state, sizeof before) != 0) return 5;
    if (filter_self_test_in(&context, nullptr, &output) != FILTER_NO_ARENA) return 6;
    if (filter_self_test_in(nullptr, &memory, nullptr) != FILTER_NO_ARENA) return 7;
    context.arena = arena + 1;
    return filter_self_test_in(&context, &memory, nullptr) == FILTER_MISALIGNED ? 0 : 8;
}
