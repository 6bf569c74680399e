// What the functions of a file with arena and state say of the contexts that they are given: 0 if it is right.
#include "filter.h"

alignas(FILTER_ARENA_ALIGNMENT) static unsigned char memory[FILTER_ARENA_BYTES + FILTER_ARENA_ALIGNMENT];
static filter_state state;

static int run(filter_context* context) {
    const float in[FILTER_MEASURED_ELEMENTS] = {1, 2};
    float out[FILTER_OUT2_ELEMENTS];
    return filter_run_in(context, in, out);
}

int main() {
    static_assert(FILTER_OK == 0 && FILTER_NO_ARENA == 1 && FILTER_MISALIGNED == 2 && FILTER_NO_STATE == 3 &&
                      FILTER_POISONED == 4 && FILTER_TOO_MANY_ROUNDS == 5,
                  "the codes have no gap");
    filter_context good, bad;
    if (filter_init(&good, memory, &state) != FILTER_OK || run(&good) != FILTER_OK) return 1;
    if (filter_init(nullptr, memory, &state) != FILTER_NO_ARENA || run(nullptr) != FILTER_NO_ARENA) return 2;
    if (filter_init(&bad, nullptr, &state) != FILTER_NO_ARENA || run(&bad) != FILTER_NO_ARENA) return 3;
    if (filter_init(&bad, memory + 1, &state) != FILTER_MISALIGNED || run(&bad) != FILTER_MISALIGNED) return 4;
    if (filter_init(&bad, memory, nullptr) != FILTER_NO_STATE || run(&bad) != FILTER_NO_STATE) return 5;
    if (filter_reset_in(&bad) != FILTER_NO_STATE || filter_reset_in(&good) != FILTER_OK) return 6;
    return 0;
}
