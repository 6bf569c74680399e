// Follows the target on a board without an operating system (QEMU's MPS2 boards, start-up code of samples/board), and
// compares with JAX's track.
#include "loop.h"
#include "print.h"

int main() {
    paint_stack();
    start_counting();
    const float difference = run_loop([](const float*, const float*) {});
    const auto instructions = static_cast<uint32_t>(counted_instructions() / static_cast<uint32_t>(kSteps));
    const uint32_t stack = painted_stack_used();
    if (difference < 0.0f) return 1;
    put_line("steps         ", static_cast<uint32_t>(kSteps), "\n");
    put_line("difference    at most ", static_cast<uint32_t>(difference * 1e6f) + 1, " micrometres from JAX's track\n");
    put_line("RAM           ", FILTER_ARENA_BYTES, " bytes of arena");
    put_line(", ", FILTER_STATE_BYTES, " bytes of state\n");
    put_line("flash         ", FILTER_WEIGHTS_BYTES, " bytes of constants\n");
    put_line("stack         ", stack, " bytes, painted and measured\n");
    put_line("instructions  ", instructions, " a step, with the simulated target\n");
    return difference <= kAllowed ? 0 : 1;
}
