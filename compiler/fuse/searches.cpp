#include "fuse/searches.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/integer_values.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

// A search with the state (a, i) and an element b at the place j, as JAX writes it and in short; integers have no NaN:
//
//     p = a > b or a != a                      (a < b of the smallest)         p = a >= b or a != a
//     q = p or (a == b and i < j)
//     a, i = select(p, a, b), select(q, i, j)                                  a, i = select(p, a, b), select(p, i, j)
class Search {
public:
    explicit Search(Kernel& kernel) : kernel_(kernel), fold_(*kernel.reduction) {}

    // True if it was one.
    bool shorten() {
        if (fold_.combined.size() != 2 || fold_.dims.size() != 1 || fold_.term) return false;
        if (!is(fold_.combined[0], Opcode::Select) || !is(fold_.combined[1], Opcode::Select)) return false;
        const Expr value = at(fold_.combined[0]), place = at(fold_.combined[1]);
        a_ = value.operands[1], b_ = value.operands[2], i_ = place.operands[1], j_ = place.operands[2];
        if (!is_state(a_, 0) || !is_state(i_, 1) || !follow_each_other()) return false;
        for (const auto& [beyond, keeps] : {std::pair(ComparisonDirection::Gt, ComparisonDirection::Ge),
                                            std::pair(ComparisonDirection::Lt, ComparisonDirection::Le)}) {
            if (!is_search(value.operands[0], place.operands[0], beyond)) continue;
            if (is_float(value.type) && gives_element()) return false; // a zero of the other sign
            const bool has_nan = is_float(value.type);
            const ExprId p = value.operands[0], compared = has_nan ? compared_in(p, beyond) : p;
            if (is_read_elsewhere(compared, p, place.operands[0]) || is_read_elsewhere(p, p, place.operands[0]))
                return false;
            Expr comparison = at(compared), choice = place;
            comparison.direction = keeps;
            comparison.name = !has_nan ? "keeps" : keeps == ComparisonDirection::Ge ? "ge" : "le";
            choice.operands[0] = p;
            kernel_ = with_expressions(kernel_, {{compared, comparison}, {fold_.combined[1], choice}});
            return true;
        }
        return false;
    }

private:
    const Expr& at(ExprId id) const { return kernel_.exprs[id]; }
    bool is(ExprId id, Opcode opcode) const { return at(id).kind == ExprKind::Apply && at(id).opcode == opcode; }
    bool is_state(ExprId id, std::int64_t slot) const {
        return at(id).kind == ExprKind::Accumulator && at(id).slot == slot;
    }
    bool compares(ExprId id, ComparisonDirection direction, ExprId a, ExprId b) const {
        return is(id, Opcode::Compare) && at(id).direction == direction && !at(id).total_order &&
               at(id).operands[0] == a && at(id).operands[1] == b;
    }
    // True if the op has operands of which `first` holds for one, and `second` for the other.
    template <typename First, typename Second>
    bool joins(ExprId id, Opcode opcode, First&& first, Second&& second) const {
        if (!is(id, opcode)) return false;
        const ExprId a = at(id).operands[0], b = at(id).operands[1];
        return (first(a) && second(b)) || (first(b) && second(a));
    }

    // True if places grow along the reduction, and none is before the one at which the search starts.
    bool follow_each_other() const {
        const Expr &place = at(j_), &first = at(fold_.initial[1]);
        const auto dim = static_cast<std::int64_t>(kernel_.dims.size());
        if (place.kind != ExprKind::IndexValue || first.kind != ExprKind::Constant) return false;
        const Index& index = place.index.address();
        const bool from_zero = std::ranges::all_of(first.bits, [](std::byte byte) { return byte == std::byte{0}; });
        const Range places = kernel_.space.range(index), numbers = values_of(place.type);
        const bool wraps = is_integer(place.type) && !contains(numbers, places);
        return from_zero && !wraps && affine_in(kernel_.space, index, dim) &&
               kernel_.space.coefficient(index, dim) > 0 && places.begin >= 0;
    }

    bool is_search(ExprId p, ExprId q, ComparisonDirection beyond) const {
        const auto is_beyond = [&](ExprId id) { return compares(id, beyond, a_, b_); };
        const auto is_nan = [&](ExprId id) { return compares(id, ComparisonDirection::Ne, a_, a_); };
        const auto is_same = [&](ExprId id) { return compares(id, ComparisonDirection::Eq, a_, b_); };
        const auto is_before = [&](ExprId id) { return compares(id, ComparisonDirection::Lt, i_, j_); };
        const auto is_tie = [&](ExprId id) { return joins(id, Opcode::And, is_same, is_before); };
        const bool found = is_float(at(a_).type) ? joins(p, Opcode::Or, is_beyond, is_nan) : is_beyond(p);
        return found && joins(
                            q, Opcode::Or, [&](ExprId id) { return id == p; }, is_tie);
    }

    // True if something behind the search may read the element that it found.
    bool gives_element() const {
        return std::ranges::any_of(kernel_.outputs, [&](const Output& output) {
            return !is_state(output.expr, 1) && std::ranges::count(parts_of(kernel_, output.expr), a_) > 0;
        });
    }

    // The comparison with the element in p, which is one or a NaN.
    ExprId compared_in(ExprId p, ComparisonDirection beyond) const {
        const std::vector<ExprId>& operands = at(p).operands;
        return compares(operands[0], beyond, a_, b_) ? operands[0] : operands[1];
    }

    // True if something that is no part of the search has the operand.
    bool is_read_elsewhere(ExprId operand, ExprId p, ExprId q) const {
        const ExprId parts[] = {p, q, fold_.combined[0], fold_.combined[1]};
        for (std::size_t i = 0; i < kernel_.exprs.size(); ++i)
            if (std::ranges::count(at(ExprId(i)).operands, operand) > 0 && std::ranges::count(parts, ExprId(i)) == 0)
                return true;
        return false;
    }

    Kernel& kernel_;
    Reduction& fold_;
    ExprId a_, b_, i_, j_;
};

} // namespace

void shorten_searches(Kernels& kernels) {
    for (Kernel& kernel : kernels.kernels)
        if (kernel.reduction && !reads_indices(kernel) && Search(kernel).shorten())
            kernel = rebuilt(kernel, unchanged(kernel));
}

} // namespace hlo2cpp
