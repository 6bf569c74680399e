// The runner on a board (samples/board): the painted stack, and the clock.
#include "board.h"
#include "runner.h"

int measured_run(const Program& program, void** pointers, Measured& measured) {
    paint_stack();
    start_counting();
    const int status = program.run(pointers);
    const uint64_t instructions = counted_instructions();
    measured = {.stack_bytes = painted_stack_used(), .instructions = instructions};
    return status;
}

int main() {
    return run_all();
}
