// A number that is rectified, scaled and rounded, as quantisers write it behind a layer, is rectified behind the scale:
// there the bound is part of the conversion to an integer (ops/nearest_integer.h), and costs nothing.
//
//     round(maximum(x, 0) / c) = round(maximum(x / c, 0))    for a positive c
//
// Both are +0 where x is not positive, x / c where it is, and a NaN where it is one.
#include <cmath>

#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"

namespace hlo2cpp {
namespace {

bool is_positive(const Computation& computation, InstructionId id) {
    const std::optional<double> number = number_of(computation, id);
    return number && *number > 0 && std::isfinite(*number);
}

// x, where the instruction is its maximum with zero.
std::optional<InstructionId> rectified(const Computation& computation, InstructionId id) {
    const Instruction& maximum = computation[id];
    if (maximum.opcode != Opcode::Maximum) return std::nullopt;
    for (const std::size_t i : {0U, 1U})
        if (number_of(computation, maximum.operands[i]) == 0.0) return maximum.operands[1 - i];
    return std::nullopt;
}

std::optional<InstructionId> move_bound(Expansion& e) {
    const Computation& computation = e.builder().computation();
    const Instruction& scaled = computation[e.operand(0)];
    const bool divides = scaled.opcode == Opcode::Divide;
    if (!divides && scaled.opcode != Opcode::Multiply) return std::nullopt;
    for (std::size_t i = 0; i < (divides ? 1U : 2U); ++i) {
        const InstructionId scale = scaled.operands[1 - i];
        const std::optional<InstructionId> x = rectified(computation, scaled.operands[i]);
        if (!x || !is_positive(computation, scale)) continue;
        const InstructionId alone = e.binary(divides ? Opcode::Divide : Opcode::Multiply, *x, scale);
        return e.unary(Opcode::RoundNearestEven, e.binary(Opcode::Maximum, alone, e.number(e.shape(), 0)));
    }
    return std::nullopt;
}

} // namespace

bool move_bounds_behind_scales(Module& module) {
    return replace_each(module, Opcode::RoundNearestEven, move_bound);
}

} // namespace hlo2cpp
