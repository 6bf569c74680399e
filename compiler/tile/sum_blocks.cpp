#include "tile/sum_blocks.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastSteps = 64, kLeastBlock = 16;
constexpr std::int64_t kFewParts = 4; // fewer have blocks as soon as one sum of all terms would

std::int64_t least_steps(std::int64_t parts) {
    return parts < kFewParts ? kLeastSteps / parts : kLeastSteps;
}

// The smallest power of two whose square is at least `steps`.
std::int64_t steps_of_block(std::int64_t steps) {
    std::int64_t block = kLeastBlock;
    while (block * block < steps) block *= 2;
    return block;
}

bool adds_up_rounded_numbers(const Reduction& reduction, const ExprGraph& exprs) {
    if (!reduction.term || reduction.combiner != Opcode::Add || reduction.initial.size() != 1) return false;
    const ElementType part = part_type(exprs[reduction.initial[0]].type);
    return part == ElementType::F32 || part == ElementType::F64;
}

} // namespace

std::optional<SumBlocks> sum_blocks(const Kernel& kernel, std::int64_t parts) {
    const Reduction& reduction = *kernel.reduction;
    if (!adds_up_rounded_numbers(reduction, kernel.exprs) || !reduction.conditions.empty() || reduction.of_products)
        return std::nullopt;
    std::vector<std::int64_t> steps = reduction.dims;
    if (steps.empty()) return std::nullopt;
    steps.back() /= parts;
    std::int64_t all = 1;
    for (const std::int64_t size : steps) all *= size;
    if (all < least_steps(parts)) return std::nullopt;
    const std::int64_t block = steps_of_block(all);
    std::int64_t inside = 1; // steps in one point of the dimension
    std::size_t d = steps.size() - 1;
    for (; inside * steps[d] < block; --d) inside *= steps[d];
    const std::int64_t points = (block + inside - 1) / inside;
    return SumBlocks{.dim = static_cast<std::int64_t>(kernel.dims.size() + d),
                     .steps = points * (d + 1 == steps.size() ? parts : 1)};
}

} // namespace hlo2cpp
