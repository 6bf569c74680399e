// Listens to the test recordings on a board without an operating system (QEMU's MPS2 and MPS3 boards, start-up code of
// samples/board), in int8 and in f32, and compares the scores with JAX's: all bits of int8, f32 within a tolerance.
// Prints for each module how often it is right, and the instructions and the stack of a call.
#include "ds_cnn_f32.h"
#include "ds_cnn_int8.h"
#include "print.h"
#include "reference.h"
#include "spectrogram.h"
#include "tones.h"

namespace {

constexpr float kTolerance = 1e-4f;

alignas(16) int8_t sound[SPECTROGRAM_SOUND_ELEMENTS];
alignas(16) int8_t powers[SPECTROGRAM_OUT_ELEMENTS];
alignas(16) float scores[KINDS];

int run_spectrogram() {
    return spectrogram_run(sound, powers);
}
int run_int8() {
    return ds_cnn_int8_run(powers, scores);
}
int run_f32() {
    return ds_cnn_f32_run(powers, scores);
}

int likeliest() {
    int best = 0;
    for (int kind = 1; kind < KINDS; ++kind)
        if (scores[kind] > scores[best]) best = kind;
    return best;
}

bool same_bits(const uint32_t* expected) {
    return __builtin_memcmp(scores, expected, sizeof scores) == 0;
}

bool close(const float* expected) {
    for (int kind = 0; kind < KINDS; ++kind)
        if (!(__builtin_fabsf(scores[kind] - expected[kind]) <= kTolerance)) return false;
    return true;
}

void put_cost(int (*run)()) {
    paint_stack();
    start_counting();
    run();
    const auto instructions = static_cast<uint32_t>(counted_instructions());
    const uint32_t stack = painted_stack_used();
    put_line(" ", instructions, "");
    put_line(" ", stack, "\n");
}

} // namespace

int main() {
    uint32_t right_int8 = 0, right_f32 = 0, same = 0, near = 0;
    for (uint32_t number = 0; number < TEST_RECORDINGS; ++number) {
        Recording recording(number);
        for (int8_t& sample : sound) sample = recording.next();
        if (run_spectrogram() != 0 || run_int8() != 0) return 1;
        right_int8 += likeliest() == recording.kind() ? 1 : 0;
        same += same_bits(int8_scores[number]) ? 1 : 0;
        if (run_f32() != 0) return 1;
        right_f32 += likeliest() == recording.kind() ? 1 : 0;
        near += close(f32_scores[number]) ? 1 : 0;
    }
    put_line("int8 has all bits of JAX's scores in ", same, "");
    put_line(" of ", TEST_RECORDINGS, " recordings\n");
    put_line("f32 is within 1e-4 of JAX's scores in ", near, "");
    put_line(" of ", TEST_RECORDINGS, " recordings\n");
    put("spectrogram -");
    put_cost(run_spectrogram);
    put_line("ds_cnn_int8 ", right_int8, "");
    put_cost(run_int8);
    put_line("ds_cnn_f32 ", right_f32, "");
    put_cost(run_f32);
    return same == TEST_RECORDINGS && near == TEST_RECORDINGS ? 0 : 1;
}
