// Classifies the held-out digits on a board without an operating system: QEMU's MPS2 boards, with the start-up code of
// samples/board. The image is the only thing that is copied; weights stay in flash, the arena is where board.sh puts
// it.
#include "digits.h"
#include "print.h"
#include "test_images.h"

namespace {

alignas(DIGITS_ALIGNMENT) float image[DIGITS_IMAGE_ELEMENTS];
alignas(DIGITS_ALIGNMENT) float probability[DIGITS_OUT_ELEMENTS];

// The digit that the network sees in test image i, or -1 where the network reports an error.
int classify(int i) {
    for (int p = 0; p < 64; ++p) image[p] = static_cast<float>(test_pixels[i][p]) / 16.0f;
    if (digits_run(image, probability) != DIGITS_OK) return -1;
    int best = 0;
    for (int digit = 1; digit < 10; ++digit)
        if (probability[digit] > probability[best]) best = digit;
    return best;
}

// Instructions of one call, and the stack that it needed.
void measure(uint32_t& instructions, uint32_t& stack) {
    paint_stack();
    start_counting();
    digits_run(image, probability);
    instructions = static_cast<uint32_t>(counted_instructions());
    stack = painted_stack_used();
}

} // namespace

int main() {
    uint32_t correct = 0, as_jax = 0, instructions = 0, stack = 0;
    for (int i = 0; i < TEST_IMAGES; ++i) {
        const int seen = classify(i);
        correct += seen == test_labels[i] ? 1 : 0;
        as_jax += seen == jax_predictions[i] ? 1 : 0;
    }
    measure(instructions, stack);
    put_line("accuracy      ", correct, " of ");
    put_line("", TEST_IMAGES, " held-out images; in JAX ");
    put_line("", CORRECT_IN_JAX, "\n");
    put_line("agreement     ", as_jax, " images get the digit that JAX sees\n");
    put_line("RAM           ", DIGITS_ARENA_BYTES, " bytes of arena\n");
    put_line("flash         ", DIGITS_WEIGHTS_BYTES, " bytes of weights\n");
    put_line("stack         ", stack, " bytes, painted and measured\n");
    put_line("instructions  ", instructions, " an image\n");
    return correct == CORRECT_IN_JAX && as_jax == TEST_IMAGES ? 0 : 1;
}
