// A concatenation of many arrays is written into its place, a few arrays at a time: in one kernel every element would
// ask for each of them whether it lies there, and all of them would have to be there at once.
//
//     concatenate(a, b, ..., p)     becomes     x = update of zeros by concatenate(a, ..., h) at 0
//                                               update of x by concatenate(i, ..., p) where h ends
#include <algorithm>
#include <span>

#include "lower/pass.h"
#include "lower/replace.h"

namespace hlo2cpp {
namespace {

// A kernel of so many arrays and of the zeros behind them still becomes one loop for each, see tile/peel.h.
constexpr std::size_t kMostArrays = 8;

InstructionId split(Expansion& e, const std::vector<InstructionId>& arrays, std::int64_t dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    Expansion::Values start(e.shape().rank(), e.integer(Shape::scalar(ElementType::S64), 0));
    InstructionId whole = e.number(e.shape(), 0);
    std::int64_t end = 0;
    for (std::span<const InstructionId> left = arrays; !left.empty();) {
        const auto few = left.first(std::min(left.size(), kMostArrays));
        left = left.subspan(few.size());
        const InstructionId piece = few.size() == 1 ? few[0] : e.concatenate({few.begin(), few.end()}, dimension);
        start[d] = e.integer(Shape::scalar(ElementType::S64), static_cast<std::uint64_t>(end));
        whole = e.with_piece(whole, start, piece);
        end += e.shape_of(piece).dims[d];
    }
    return whole;
}

} // namespace

bool split_concatenations(Module& module) {
    return replace_each(module, Opcode::Concatenate, [](Expansion& e) -> std::optional<InstructionId> {
        std::vector<InstructionId> arrays = e.instruction().operands;
        std::erase_if(arrays, [&](InstructionId array) { return e.shape_of(array).elements() == 0; });
        if (arrays.size() <= kMostArrays + 1) return std::nullopt;
        return split(e, arrays, e.attributes().dimensions[0]);
    });
}

} // namespace hlo2cpp
