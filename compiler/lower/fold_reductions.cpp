// The extrema and integer sums of a constant, which come out alike in any order, are constants. So scales of weights
// that a module computes for itself are folded.
#include <algorithm>
#include <cmath>

#include "evaluate/tensor.h"
#include "lower/pass.h"
#include "lower/repeated.h"
#include "lower/replace.h"
#include "ops/combiner.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastGain = 4; // elements for each result, which takes flash

// Extrema of NaNs and of zeros of both signs have rules of their own.
bool is_ordered(const Tensor& tensor) {
    return std::ranges::none_of(tensor.reals(), [](double x) { return std::isnan(x) || (x == 0 && std::signbit(x)); });
}

template <typename Number>
Number extreme(Opcode combiner, Number a, Number b) {
    return combiner == Opcode::Maximum ? std::max(a, b) : std::min(a, b);
}

class ReductionFold {
public:
    ReductionFold(const Instruction& reduction, Opcode combiner, const Tensor& elements, const Tensor& initial)
        : combiner_(combiner), elements_(elements), sums_(reduction.shape) {
        std::vector<std::int64_t> kept;
        for (std::int64_t d = 0; d < static_cast<std::int64_t>(elements.shape.rank()); ++d)
            if (std::ranges::find(reduction.attributes.dimensions, d) == reduction.attributes.dimensions.end())
                kept.push_back(d);
        steps_ = steps_along(reduction.shape.dims, kept, elements.shape.rank());
        for (std::int64_t i = 0; i < sums_.elements(); ++i) sums_.copy_element(i, initial, 0);
    }

    Tensor run() {
        std::int64_t i = 0;
        for_each_index(elements_.shape.dims,
                       [&](const std::vector<std::int64_t>& index) { combine(offset_of(index, steps_), i++); });
        return std::move(sums_);
    }

private:
    void combine(std::int64_t sum, std::int64_t element) {
        if (is_float(sums_.shape.type)) {
            double& to = sums_.reals()(sum);
            to = extreme(combiner_, to, elements_.reals()(element));
            return;
        }
        std::int64_t& to = sums_.integers()(sum);
        const std::int64_t number = elements_.integers()(element);
        const auto wide = static_cast<std::uint64_t>(to) + static_cast<std::uint64_t>(number);
        to = combiner_ == Opcode::Add ? wrap_to(sums_.shape.type, static_cast<std::int64_t>(wide))
                                      : extreme(combiner_, to, number);
    }

    const Opcode combiner_;
    const Tensor& elements_;
    Tensor sums_;
    std::vector<std::int64_t> steps_;
};

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
    return e.constant(ReductionFold(reduction, *combiner, elements, first).run());
}

} // namespace

bool fold_reductions(Module& module) {
    return replace_each(module, Opcode::Reduce, fold);
}

} // namespace hlo2cpp
