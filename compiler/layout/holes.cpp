#include "layout/holes.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include "kernel/analysis.h"
#include "layout/image.h"
#include "support/floor_divide.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostOfKernel = 16; // phases

// A condition on the remainder of a sum of a point and a tap, either of which may be missing.
struct Holes {
    struct Part {
        std::int64_t dim = -1;   // missing
        std::int64_t factor = 0; // in the sum
        std::int64_t period = 1; // after which the remainders repeat
    };
    Condition condition;
    Term remainder;
    Part point, tap;

    bool has_element(std::int64_t at_point, std::int64_t at_tap) const {
        const std::int64_t sum = remainder.argument.constant + at_point * point.factor + at_tap * tap.factor;
        const std::int64_t rest = sum - floor_divide(sum, remainder.divisor) * remainder.divisor;
        const std::int64_t value = condition.index.constant + condition.index.products[0].coefficient * rest;
        return condition.low <= value && value < condition.high;
    }
};

std::optional<Holes> holes_of(const Kernel& kernel, const Condition& condition) {
    if (condition.index.products.size() != 1) return std::nullopt;
    const Term& term = kernel.space[condition.index.products[0].term];
    if (term.kind != TermKind::Modulo) return std::nullopt;
    Holes holes{.condition = condition, .remainder = term, .point = {}, .tap = {}};
    for (const auto& [id, coefficient] : term.argument.products) {
        if (kernel.space[id].kind != TermKind::Dimension) return std::nullopt;
        const std::int64_t dim = kernel.space[id].dimension;
        Holes::Part& part = at(dim) < kernel.dims.size() ? holes.point : holes.tap;
        if (part.dim >= 0) return std::nullopt;
        part = {.dim = dim, .factor = coefficient, .period = term.divisor / std::gcd(coefficient, term.divisor)};
    }
    return holes;
}

// The kernel's conditions on remainders, which have no dimension in common; empty if any has.
std::vector<Holes> holes_of(const Kernel& kernel) {
    std::vector<Holes> all;
    std::set<std::int64_t> dims;
    for (const Condition& condition : kernel.reduction->conditions) {
        const std::optional<Holes> holes = holes_of(kernel, condition);
        if (!holes) continue;
        for (const Holes::Part& part : {holes->point, holes->tap})
            if (part.dim >= 0 && !dims.insert(part.dim).second) return {};
        all.push_back(*holes);
    }
    return all;
}

// Splits the phase by the points of one dimension. Empty if a point sees several taps of a period.
std::vector<Phase> split(const Phase& phase, const Kernel& kernel, const Holes& holes) {
    const std::int64_t points = holes.point.dim < 0 ? 1 : size_of_dim(kernel, holes.point.dim);
    const std::int64_t taps = holes.tap.dim < 0 ? 1 : size_of_dim(kernel, holes.tap.dim);
    std::vector<Phase> phases;
    for (std::int64_t point = 0; point < std::min(points, holes.point.period); ++point) {
        std::vector<std::int64_t> seen;
        for (std::int64_t tap = 0; tap < std::min(taps, holes.tap.period); ++tap)
            if (holes.has_element(point, tap)) seen.push_back(tap);
        if (seen.size() > 1) return {};
        phases.push_back(phase);
        Phase& made = phases.back();
        if (holes.point.dim >= 0) made.combs.push_back({holes.point.dim, point, holes.point.period});
        if (seen.empty())
            made.is_empty = true;
        else if (holes.tap.dim >= 0)
            made.combs.push_back({holes.tap.dim, seen[0], holes.tap.period});
    }
    return phases;
}

// True if the points of the dimension lie side by side in all outputs with those of the last dimension.
bool lies_before_last(const Kernel& kernel, std::int64_t dim) {
    if (dim + 2 != static_cast<std::int64_t>(kernel.dims.size())) return false;
    const Index self = kernel.space.dimension(dim), last = kernel.space.dimension(dim + 1);
    if (last.is_constant()) return false;
    return std::ranges::all_of(kernel.outputs, [&](const Output& output) {
        const std::size_t rank = output.index.size();
        return rank >= 2 && output.index[rank - 2] == self && output.index[rank - 1] == last &&
               kernel[output.argument].dims.back() == kernel.dims.back();
    });
}

// True if no factor of the sum depends on both dimensions.
bool are_apart(const Kernel& kernel, std::int64_t a, std::int64_t b) {
    return std::ranges::none_of(kernel.reduction->combined, [&](ExprId root) {
        return std::ranges::any_of(loads_of(kernel, root), [&](ExprId load) {
            const Subscripts& index = kernel.exprs[load].index;
            return depends_on(kernel.space, index, a) && depends_on(kernel.space, index, b);
        });
    });
}

std::optional<Fold> fold_of(const Kernel& kernel, const Holes& holes) {
    const std::int64_t period = holes.point.period;
    if (holes.point.dim < 0 || holes.tap.dim < 0 || holes.tap.period != period) return std::nullopt;
    if (size_of_dim(kernel, holes.point.dim) % period != 0 || size_of_dim(kernel, holes.tap.dim) % period != 0)
        return std::nullopt;
    for (std::int64_t point = 0; point < period; ++point)
        for (std::int64_t tap = 0; tap < period; ++tap)
            if (holes.has_element(point, tap) != (point + tap == period - 1)) return std::nullopt;
    if (!lies_before_last(kernel, holes.point.dim) || !are_apart(kernel, holes.point.dim, holes.point.dim + 1))
        return std::nullopt;
    return Fold{holes.point.dim, holes.tap.dim, period};
}

} // namespace

std::vector<Phase> phases_of(const Kernel& kernel, bool may_fold) {
    const std::vector<Holes> all = holes_of(kernel);
    std::int64_t periods = 1;
    for (const Holes& holes : all) {
        if (holes.point.period > kMostOfKernel) return {};
        periods *= holes.point.period;
        if (periods > kMostOfKernel) return {};
    }
    if (all.empty()) return {};
    std::vector<Phase> phases = {Phase()};
    for (const Holes& holes : all) {
        if (const std::optional<Fold> fold = may_fold ? fold_of(kernel, holes) : std::nullopt) {
            for (Phase& phase : phases) phase.fold = fold;
            continue;
        }
        std::vector<Phase> now;
        for (const Phase& phase : phases) std::ranges::copy(split(phase, kernel, holes), std::back_inserter(now));
        phases = std::move(now);
    }
    return phases;
}

} // namespace hlo2cpp
