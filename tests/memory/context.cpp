// Calls of a model with two arenas in memory of the caller's; prints what is wrong.
#include <cstdio>
#include <cstring>

#include "filter.h"

namespace {

alignas(FILTER_ARENA_ALIGNMENT) unsigned char fast[FILTER_ARENA_FAST_BYTES + 1];
alignas(FILTER_ARENA_ALIGNMENT) unsigned char slow[FILTER_ARENA_SLOW_BYTES + 1];

int failures = 0;
void expect(bool holds, const char* what) {
    if (!holds) std::printf("%s\n", what), ++failures;
}

int self_test(filter_context* context) {
    static filter_self_test_memory memory;
    int32_t output = 0;
    return filter_self_test_in(context, &memory, &output);
}

} // namespace

int main() {
    static_assert(FILTER_ARENA_BYTES == FILTER_ARENA_FAST_BYTES + FILTER_ARENA_SLOW_BYTES, "the sum of both");
    static filter_state state;
    filter_context context;
    expect(filter_init(&context, fast, slow, &state) == FILTER_OK, "both arenas are there");
    expect(context.arena_fast == fast && context.arena_slow == slow, "init keeps the arenas");
    expect(self_test(&context) == FILTER_OK, "the self-test in memory of the caller's");
    expect(filter_init(&context, nullptr, slow, &state) == FILTER_NO_ARENA, "the first arena is missing");
    expect(filter_init(&context, fast, nullptr, &state) == FILTER_NO_ARENA, "the second arena is missing");
    expect(self_test(&context) == FILTER_NO_ARENA, "the self-test without an arena");
    expect(filter_init(&context, fast + 1, slow, &state) == FILTER_MISALIGNED, "the first arena is not aligned");
    expect(filter_init(&context, fast, slow + 1, &state) == FILTER_MISALIGNED, "the second arena is not aligned");
    expect(filter_init(&context, fast, slow, nullptr) == FILTER_NO_STATE, "the state is missing");
    int32_t output = 0;
    expect(filter_self_test(&output) == FILTER_OK && output == -1, "the self-test in the file's own memory");
    return failures;
}
