// Calls of a model with two arenas in memory of the caller's; prints what is wrong.
#include <cstdio>
#include <cstring>

#include "kept.h"

namespace {

alignas(KEPT_ARENA_ALIGNMENT) unsigned char fast[KEPT_ARENA_FAST_BYTES + 1];
alignas(KEPT_ARENA_ALIGNMENT) unsigned char slow[KEPT_ARENA_SLOW_BYTES + 1];

int failures = 0;
void expect(bool holds, const char* what) {
    if (!holds) std::printf("%s\n", what), ++failures;
}

int self_test(kept_context* context) {
    static kept_self_test_memory memory;
    int32_t output = 0;
    return kept_self_test_in(context, &memory, &output);
}

} // namespace

int main() {
    static_assert(KEPT_ARENA_BYTES == KEPT_ARENA_FAST_BYTES + KEPT_ARENA_SLOW_BYTES, "the sum of both");
    static kept_state state;
    kept_context context;
    expect(kept_init(&context, fast, slow, &state) == KEPT_OK, "both arenas are there");
    expect(context.arena_fast == fast && context.arena_slow == slow, "init keeps the arenas");
    expect(self_test(&context) == KEPT_OK, "the self-test in memory of the caller's");
    expect(kept_init(&context, nullptr, slow, &state) == KEPT_NO_ARENA, "the first arena is missing");
    expect(kept_init(&context, fast, nullptr, &state) == KEPT_NO_ARENA, "the second arena is missing");
    expect(self_test(&context) == KEPT_NO_ARENA, "the self-test without an arena");
    expect(kept_init(&context, fast + 1, slow, &state) == KEPT_MISALIGNED, "the first arena is not aligned");
    expect(kept_init(&context, fast, slow + 1, &state) == KEPT_MISALIGNED, "the second arena is not aligned");
    expect(kept_init(&context, fast, slow, nullptr) == KEPT_NO_STATE, "the state is missing");
    int32_t output = 0;
    expect(kept_self_test(&output) == KEPT_OK && output == -1, "the self-test in the file's own memory");
    return failures;
}
