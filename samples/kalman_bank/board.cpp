// Follows a target on a board without an operating system (QEMU's MPS2 boards, start-up code of samples/board), and
// compares with JAX's run.
#include "loop.h"
#include "print.h"

namespace {

uint32_t millionths(float number) {
    return static_cast<uint32_t>(number * 1e6f) + 1;
}

} // namespace

int main() {
    Boat boat;
    paint_stack();
    start_counting();
    if (!boat.design()) return 1;
    const auto design = static_cast<uint32_t>(counted_instructions());
    const uint32_t design_stack = painted_stack_used();
    paint_stack();
    start_counting();
    const Differences differences = run_loop(boat, [](const Step&) {});
    const uint32_t steps = static_cast<uint32_t>(counted_instructions()) / static_cast<uint32_t>(kSteps);
    const uint32_t stack = painted_stack_used();
    if (differences.failed) return 1;
    put_line("steps         ", static_cast<uint32_t>(kSteps), " of ");
    put_line("", static_cast<uint32_t>(kTargets), " filters\n");
    put_line("difference    at most ", millionths(differences.estimates), " millionths of JAX's estimates, ");
    put_line("", millionths(differences.gain), " of its gain, ");
    put_line("", millionths(differences.course), " micrometres of the own boat's course\n");
    put_line("RAM           ", BANK_ARENA_BYTES, " + ");
    put_line("", LQR_ARENA_BYTES, " bytes of arena, ");
    put_line("", BANK_STATE_BYTES, " bytes of state\n");
    put_line("flash         ", BANK_WEIGHTS_BYTES, " + ");
    put_line("", LQR_WEIGHTS_BYTES, " bytes of constants\n");
    put_line("stack         ", design_stack, " bytes for the design, ");
    put_line("", stack, " for a step, painted and measured\n");
    put_line("instructions  ", design, " for the design, ");
    put_line("", steps, " a step, with the own boat's\n");
    return differences.allowed() ? 0 : 1;
}
