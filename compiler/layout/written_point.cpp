#include "layout/written_point.h"

#include <algorithm>

#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostTried = 4096; // points

class PointFinder {
public:
    PointFinder(const Kernel& kernel, const Output& output, const OutputInverse& inverse,
                const std::vector<std::int64_t>& element, PointEvaluation& at)
        : kernel_(kernel), space_(kernel.space), output_(output), inverse_(inverse), element_(element), at_(at),
          known_(kernel.space.term_count()) {}

    PointSearch run() {
        std::ranges::fill(at_.point, 0);
        at_.run(inverse_.order);
        for (const Index& index : output_.index)
            if (at_.number(index).fault != NoFingerprint::None) return PointSearch::Unknown;
        for (std::size_t t = 0; t < known_.size(); ++t)
            if (!inverse_.varies[t]) known_[t] = at_.number(TermId(t));
        for (std::size_t d = 0; d < element_.size(); ++d)
            if (!solve(output_.index[d], element_[d])) return failure();
        while (join_quotients()) {
        }
        return possible_ ? try_open_dimensions() : failure();
    }

private:
    PointSearch failure() const { return certain_ ? PointSearch::NoPoint : PointSearch::Unknown; }

    struct Unknown {
        TermId term;
        std::int64_t coefficient = 0; // > 0
        bool falls = false;           // it counts from the end of its range
        Range range;
    };

    // Finds the terms of an index that has this value; false: it never has.
    bool solve(const Index& index, std::int64_t value) {
        std::vector<Unknown> open;
        std::int64_t rest = value - index.constant;
        for (const auto& [term, coefficient] : index.products) {
            if (const std::optional<std::int64_t>& known = known_[term.index()]) {
                rest -= *known * coefficient;
                continue;
            }
            const Range& range = space_[term].range;
            open.push_back({term, std::abs(coefficient), coefficient < 0, range});
            rest -= coefficient * (coefficient < 0 ? range.last() : range.begin);
        }
        std::ranges::stable_sort(open, std::greater(), &Unknown::coefficient);
        std::int64_t reach = 0; // of all smaller ones
        for (std::size_t i = open.size(); i-- > 0;) {
            if (open[i].coefficient <= reach) certain_ = false;
            reach += open[i].coefficient * (open[i].range.size() - 1);
        }
        if (rest < 0) return false;
        for (const Unknown& one : open) {
            const std::int64_t steps = std::min(rest / one.coefficient, one.range.size() - 1);
            rest -= steps * one.coefficient;
            known_[one.term.index()] = one.falls ? one.range.last() - steps : one.range.begin + steps;
        }
        return rest == 0;
    }

    // The known quotient of an index by a divisor; the quotient of a quotient is one.
    std::optional<std::int64_t> quotient(const Index& argument, std::int64_t divisor) const {
        const Index* of = &argument;
        if (argument.constant == 0 && argument.products.size() == 1 && argument.products[0].coefficient == 1)
            if (const Term& term = space_[argument.products[0].term]; term.kind == TermKind::FloorDivide)
                of = &term.argument;
        for (const EvaluationStep& step : inverse_.order) {
            if (!step.is_term || !known_[at(step.number)]) continue;
            const Term& term = space_.terms()[at(step.number)];
            if (term.kind != TermKind::FloorDivide) continue;
            if (term.argument == argument && term.divisor == divisor) return known_[at(step.number)];
            const std::int64_t factor = of == &argument ? 1 : space_[argument.products[0].term].divisor;
            if (of != &argument && term.argument == *of && term.divisor == divisor * factor)
                return known_[at(step.number)];
        }
        return std::nullopt;
    }

    // Solves the argument of a remainder whose quotient is known as well; false: there is none left.
    bool join_quotients() {
        for (const EvaluationStep& step : inverse_.order) {
            if (!possible_ || !step.is_term || !known_[at(step.number)] || !inverse_.varies[at(step.number)]) continue;
            const Term& term = space_.terms()[at(step.number)];
            if (term.kind != TermKind::Modulo || !has_open_term(term.argument)) continue;
            const std::optional<std::int64_t> whole = quotient(term.argument, term.divisor);
            if (!whole) continue;
            possible_ = solve(term.argument, *whole * term.divisor + *known_[at(step.number)]);
            return true;
        }
        return false;
    }

    bool has_open_term(const Index& index) const {
        return std::ranges::any_of(index.products, [&](const auto& product) { return !known_[product.term.index()]; });
    }

    // Tries all points along dimensions that no subscript tells.
    PointSearch try_open_dimensions() {
        std::vector<std::size_t> open;
        std::int64_t count = 1;
        for (std::size_t d = 0; d < kernel_.dims.size(); ++d) {
            if (kernel_.dims[d] == 0) return PointSearch::NoPoint;
            if (kernel_.dims[d] == 1) continue;
            const auto& known = known_[space_.dimension_term(static_cast<std::int64_t>(d)).index()];
            at_.point[d] = known.value_or(0);
            if (known) continue;
            open.push_back(d);
            if (kernel_.dims[d] > kMostTried / count) return PointSearch::Unknown;
            count *= kernel_.dims[d];
        }
        for (std::int64_t i = 0; i < count; ++i) {
            std::int64_t rest = i;
            for (const std::size_t d : open) {
                at_.point[d] = rest % kernel_.dims[d];
                rest /= kernel_.dims[d];
            }
            at_.run(inverse_.order);
            if (const PointSearch found = writes(); found != PointSearch::NoPoint) return found;
        }
        return failure();
    }

    PointSearch writes() const {
        for (std::size_t d = 0; d < element_.size(); ++d)
            if (at_.number(output_.index[d]).number != element_[d]) return PointSearch::NoPoint;
        for (const std::vector<Condition>* conditions : {&kernel_.conditions, &output_.conditions}) {
            const PointEvaluation::Truth truth = at_.hold(*conditions);
            if (truth.fault != NoFingerprint::None) return PointSearch::Unknown;
            if (!truth.holds) return PointSearch::NoPoint;
        }
        return PointSearch::Found;
    }

    const Kernel& kernel_;
    const IndexSpace& space_;
    const Output& output_;
    const OutputInverse& inverse_;
    const std::vector<std::int64_t>& element_;
    PointEvaluation& at_;
    std::vector<std::optional<std::int64_t>> known_; // by term
    bool certain_ = true;                            // no other solution of an index is possible
    bool possible_ = true;
};

} // namespace

OutputInverse output_inverse(const Kernel& kernel, const Output& output) {
    std::vector<Index> indices(output.index.begin(), output.index.end());
    OutputInverse inverse{.order = {}, .varies = std::vector<bool>(kernel.space.term_count())};
    for (std::int64_t d = 0; d < kernel.space.dimensions(); ++d)
        inverse.varies[kernel.space.dimension_term(d).index()] = true;
    std::vector<bool> exprs(kernel.exprs.size()); // that vary
    const auto varies = [&](const Index& index) {
        return std::ranges::any_of(index.products,
                                   [&](const auto& product) { return inverse.varies[product.term.index()]; });
    };
    for (const EvaluationStep& step : evaluation_order(kernel, {}, indices)) {
        if (step.is_term) {
            const Term& term = kernel.space.terms()[at(step.number)];
            const bool dynamic = term.kind == TermKind::Dynamic && exprs[term.value.index()];
            if (dynamic) inverse.fits = false;
            if (dynamic || varies(term.argument)) inverse.varies[at(step.number)] = true;
            continue;
        }
        const Expr& expr = kernel.exprs[ExprId(at(step.number))];
        exprs[at(step.number)] = expr.kind == ExprKind::Accumulator || std::ranges::any_of(expr.index, varies) ||
                                 std::ranges::any_of(expr.conditions, varies, &Condition::index) ||
                                 std::ranges::any_of(expr.operands, [&](ExprId id) { return exprs[id.index()]; });
    }
    add_indices(indices, kernel.conditions);
    add_indices(indices, output.conditions);
    inverse.order = evaluation_order(kernel, {}, indices);
    return inverse;
}

PointSearch find_point(const Kernel& kernel, const Output& output, const OutputInverse& inverse,
                       const std::vector<std::int64_t>& element, PointEvaluation& at) {
    if (!inverse.fits) return PointSearch::Unknown;
    return PointFinder(kernel, output, inverse, element, at).run();
}

} // namespace hlo2cpp
