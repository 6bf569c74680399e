#include "ops/integer_ranges.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernel/analysis.h"
#include "kernel/integer_values.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

bool is_wide_integer(ElementType type) {
    return type == ElementType::S32 || type == ElementType::S64;
}

// Whole numbers around a constant of f32; nothing for those that are no numbers, or too far away.
std::optional<Range> around(const Expr& constant) {
    constexpr float kMost = 1 << 30;
    float number = 0;
    if (constant.type != ElementType::F32 || constant.bits.size() != sizeof number) return std::nullopt;
    std::memcpy(&number, constant.bits.data(), sizeof number);
    if (!(std::abs(number) <= kMost)) return std::nullopt;
    return Range{static_cast<std::int64_t>(std::floor(number)), static_cast<std::int64_t>(std::ceil(number)) + 1};
}

// The number of a constant; nothing for those that are no whole numbers, or too far away.
std::optional<std::int64_t> number_of(const Expr& constant) {
    const Range values = values_of(constant.type);
    std::uint64_t bits = 0;
    if (values.size() == 0 || constant.bits.empty() || constant.bits.size() > sizeof bits) return std::nullopt;
    std::memcpy(&bits, constant.bits.data(), constant.bits.size());
    const std::size_t unused = 64 - 8 * constant.bits.size();
    const bool sign = is_signed(constant.type);
    const auto number = sign ? static_cast<std::int64_t>(bits << unused) >> unused : static_cast<std::int64_t>(bits);
    return values.contains(number) && (sign || number >= 0) ? std::optional(number) : std::nullopt;
}

} // namespace

IntegerRanges::IntegerRanges(const Kernel& kernel) : kernel_(kernel) {
    extend();
    sum_ = range_of_sum();
    if (sum_.size() == 0) return;
    ranges_.clear(), exact_.clear();
    extend();
}

void IntegerRanges::extend() {
    for (std::size_t i = ranges_.size(); i < kernel_.exprs.size(); ++i) { // operands come before their users
        const Expr& expr = kernel_.exprs[ExprId(i)];
        const Range of_type = expr.type == ElementType::F32 ? Range{-kFar, kFar} : values_of(expr.type);
        const Range values = of_type.size() == 0 ? Range{} : computed(expr);
        const bool known = values.size() > 0;
        const bool finite = values.begin > -kFar && values.end < kFar;
        const bool inside = known && finite && contains(of_type, values);
        exact_.push_back(inside && is_wide_integer(expr.type) && expr.kind == ExprKind::Apply);
        ranges_.push_back(inside ? values : expr.type == ElementType::F32 ? Range{} : of_type);
    }
}

// Values before they wrap to the type; empty where they are not known.
Range IntegerRanges::computed(const Expr& expr) {
    const auto operand = [&](std::size_t i) { return ranges_[expr.operands[i].index()]; };
    switch (expr.kind) {
    case ExprKind::Constant: {
        if (expr.type == ElementType::F32) return around(expr).value_or(Range{});
        const std::optional<std::int64_t> number = number_of(expr);
        return number ? only(*number) : Range{};
    }
    case ExprKind::Accumulator: return sum_;
    case ExprKind::Load: return kernel_[expr.argument].values.value_or(Range{});
    case ExprKind::IndexValue: return kernel_.space.range(expr.index.address());
    case ExprKind::Guard:
        return operand(0).size() > 0 && operand(1).size() > 0 ? hull(operand(0), operand(1)) : Range{};
    case ExprKind::Apply: break;
    default: return {};
    }
    if (expr.nearest) return *expr.nearest;
    if (std::ranges::any_of(expr.operands, [&](ExprId id) { return ranges_[id.index()].size() == 0; })) return {};
    const RangeFunction range = range_of(expr.opcode);
    return range == nullptr ? Range{} : range({.expr = expr, .exprs = kernel_.exprs, .ranges = ranges_});
}

Range IntegerRanges::range_of_sum() const {
    const Accumulation* const fold = accumulation_of(kernel_);
    if (fold == nullptr || !fold->term || fold->combiner != Opcode::Add || fold->initial.size() != 1) return {};
    const ElementType type = kernel_.exprs[fold->initial[0]].type;
    if (!is_wide_integer(type)) return {};
    std::int64_t steps = 1;
    if (kernel_.reduction)
        for (const std::int64_t size : kernel_.reduction->dims)
            steps = far_product(steps, std::max<std::int64_t>(size, 1));
    else
        steps = size_of_dim(kernel_, kernel_.scan->dim);
    const Range terms = hull(scaled(of(*fold->term), steps), only(0)); // of a part of them, too
    const Range all = sum(terms, of(fold->initial[0]));
    const bool exact = all.begin > -kFar && all.end < kFar && contains(values_of(type), all);
    return exact ? all : Range{};
}

} // namespace hlo2cpp
