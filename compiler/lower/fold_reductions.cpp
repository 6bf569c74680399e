// The extrema and integer sums of a constant, which come out alike in any order, are constants. So scales of weights
// that a module computes for itself are folded.
#include <algorithm>
#include <cmath>

#include "evaluate/tensor.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/combiner.h"
#include "rewrite/folding.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastGain = 4; // elements for each result, which takes flash

// Extrema of NaNs and of zeros of both signs have rules of their own.
bool is_ordered(const Tensor& tensor) {
    return std::ranges::none_of(tensor.reals(), [](double x) { return std::isnan(x) || (x == 0 && std::signbit(x)); });
}

std::optional<InstructionId> fold(Expansion& e) {
    const Instruction& reduction = e.instruction();
    if (reduction.operands.size() != 2 || !reduction.shape.is_array()) return std::nullopt;
    const Instruction &array = e.builder()[e.operand(0)], &initial = e.builder()[e.operand(1)];
    const ElementType type = reduction.shape.type;
    if (array.opcode != Opcode::Constant || initial.opcode != Opcode::Constant || !initial.shape.is_scalar() ||
        array.shape.type != type || initial.shape.type != type ||
        reduction.shape.elements() * kLeastGain > array.shape.elements())
        return std::nullopt;
    const std::optional<Opcode> combiner = simple_combiner(e.module()[reduction.called[0]]);
    const bool is_extremum = combiner == Opcode::Maximum || combiner == Opcode::Minimum;
    const bool of_integers = is_integer(type) && type != ElementType::U64;
    if (!(is_extremum && (type == ElementType::F32 || of_integers)) && !(combiner == Opcode::Add && of_integers))
        return std::nullopt;
    const Tensor elements = to_tensor(*array.literal), first = to_tensor(*initial.literal);
    if (is_float(type) && !(is_ordered(elements) && is_ordered(first))) return std::nullopt;
    return e.constant(folded(e.module(), e.builder().computation(), reduction, {&elements, &first}));
}

} // namespace

bool fold_reductions(Module& module) {
    return replace_each(module, Opcode::Reduce, fold);
}

} // namespace hlo2cpp
