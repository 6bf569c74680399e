// A bound that no element goes beyond is dropped:
//
//     maximum(maximum(x, 0), -5.9) = maximum(x, 0)        clamp(-5.9, maximum(x, 0), 6) = minimum(maximum(x, 0), 6)
#include "lower/known_extremum.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"

namespace hlo2cpp {
namespace {

bool bounds(const Instruction& instruction) {
    return instruction.opcode == Opcode::Maximum || instruction.opcode == Opcode::Minimum ||
           instruction.opcode == Opcode::Clamp;
}

// True if the elements of x lie on the right side of those of `bound`, a number.
bool is_dead(const Expansion& e, InstructionId x, Opcode extremum, InstructionId bound) {
    const Computation& computation = e.builder().computation();
    const Literal* number = splat_of(computation, bound);
    return number != nullptr && is_within(e.module(), computation, x, extremum, *number);
}

std::optional<InstructionId> without_dead_bounds(Expansion& e) {
    const Opcode opcode = e.instruction().opcode;
    if (opcode != Opcode::Clamp) {
        for (const std::size_t i : {0U, 1U})
            if (is_dead(e, e.operand(1 - i), opcode, e.operand(i))) return e.operand(1 - i);
        return std::nullopt;
    }
    const InstructionId low = e.operand(0), x = e.operand(1), high = e.operand(2);
    const bool above = is_dead(e, x, Opcode::Maximum, low), below = is_dead(e, x, Opcode::Minimum, high);
    if (above && below) return x;
    const auto bounded = [&](Opcode extremum, InstructionId bound) {
        return e.binary(extremum, x, e.shape_of(bound).is_scalar() ? e.broadcast(bound, e.shape().dims) : bound);
    };
    if (above) return bounded(Opcode::Minimum, high);
    // Behind the maximum that is left, the upper bound must not be below the lower one.
    return below && is_dead(e, high, Opcode::Maximum, low) ? std::optional(bounded(Opcode::Maximum, low))
                                                           : std::nullopt;
}

} // namespace

bool drop_bounds(Module& module) {
    return replace_each(module, bounds, without_dead_bounds);
}

} // namespace hlo2cpp
