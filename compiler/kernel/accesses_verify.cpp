// Conditions flow from the roots of a kernel (its outputs, its reduction or scan) down to the loads; the operand of a
// guard also has the guard's conditions. An expression with several users has one case for each user's conditions.
#include "kernel/accesses_verify.h"

#include <algorithm>
#include <memory>

#include "kernel/dependence.h"
#include "kernel/exact_range.h"
#include "kernel/limits.h"
#include "kernel/print.h"

namespace hlo2cpp {
namespace {

using Known = std::shared_ptr<const Limits>; // null: never computed
constexpr std::size_t kMostCases = 16;       // of one expression; more are merged into their common limits

class Flow {
public:
    explicit Flow(const Kernel& kernel) : kernel_(kernel), bounds_(kernel), cases_(kernel.exprs.size()) {}

    std::optional<std::string> run() {
        if (std::ranges::find(kernel_.dims, 0) != kernel_.dims.end()) return std::nullopt;
        if (kernel_.sort && kernel_.sort->size == 0) return std::nullopt;
        const Known anywhere = std::make_shared<const Limits>();
        if (kernel_.reduction) reach(*kernel_.reduction, anywhere);
        for (const Condition& condition : kernel_.conditions) reach(condition.index, anywhere);
        const Known point = with(anywhere, kernel_.conditions);
        if (kernel_.scan) reach(*kernel_.scan, point);
        for (const Output& output : kernel_.outputs) {
            reach(output.expr, point);
            reach(output.index, point);
            for (const Condition& condition : output.conditions) reach(condition.index, point);
        }
        if (kernel_.sort) reach(kernel_.sort->before, point);
        for (std::size_t i = kernel_.exprs.size(); i-- > 0;) // users before their operands
            for (const Known& known : cases_[i]) {
                pass_on(kernel_.exprs[ExprId(i)], known);
                if (auto fault = load_outside(ExprId(i), *known)) return fault;
            }
        return store_outside(point);
    }

private:
    void reach(ExprId id, const Known& limits) {
        std::vector<Known>& cases = cases_[id.index()];
        const auto same = [&](const Known& known) { return known == limits || *known == *limits; };
        if (!limits || std::ranges::any_of(cases, same)) return;
        cases.push_back(limits);
        if (cases.size() <= kMostCases) return;
        Limits all = *limits;
        for (const Known& known : cases) all = common(all, *known);
        cases = {std::make_shared<const Limits>(std::move(all))};
    }
    void reach(const Index& index, const Known& limits) {
        for_each_dynamic(kernel_.space, index, [&](ExprId value) { reach(value, limits); });
    }
    void reach(const Subscripts& index, const Known& limits) {
        for (const Index& one : index) reach(one, limits);
    }
    void reach(const Reduction& reduction, const Known& anywhere) {
        for (const ExprId initial : reduction.initial) reach(initial, anywhere);
        if (std::ranges::find(reduction.dims, 0) != reduction.dims.end()) return;
        for (const Condition& condition : reduction.conditions) reach(condition.index, anywhere);
        const Known inside = with(anywhere, reduction.conditions);
        for (const ExprId combined : reduction.combined) reach(combined, inside);
        if (reduction.term) reach(*reduction.term, inside);
    }

    void reach(const Scan& scan, const Known& point) {
        for (const std::vector<ExprId>* states : {&scan.initial, &scan.combined})
            for (const ExprId state : *states) reach(state, point);
        if (scan.term) reach(*scan.term, point);
    }

    Known with(const Known& known, const std::vector<Condition>& conditions) const {
        if (conditions.empty() || !known) return known;
        Limits limits = *known;
        for (const Condition& condition : conditions)
            if (!bounds_.add(limits, condition)) return nullptr;
        return std::make_shared<const Limits>(std::move(limits));
    }
    // Adds the negation of a single condition. The negation of several conditions is a disjunction, which limits
    // nothing.
    Known without(const Known& known, const std::vector<Condition>& conditions) const {
        if (conditions.size() != 1) return known;
        Limits limits = *known;
        if (!bounds_.add_opposite(limits, conditions.front())) return nullptr;
        return std::make_shared<const Limits>(std::move(limits));
    }

    void pass_on(const Expr& expr, const Known& known) {
        reach(expr.index, known);
        if (expr.kind != ExprKind::Guard) {
            for (const ExprId operand : expr.operands) reach(operand, known);
            return;
        }
        for (const Condition& condition : expr.conditions) reach(condition.index, known);
        reach(expr.operands[0], with(known, expr.conditions));
        reach(expr.operands[1], without(known, expr.conditions));
    }

    // `sort` accesses further elements behind the index, along its dimension.
    std::optional<std::string> outside(ArgumentId argument, const Subscripts& index, const Limits& limits,
                                       const std::optional<Sort>& sort = {}) const {
        const std::vector<std::int64_t>& dims = kernel_[argument].dims;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            const std::int64_t more = sort && sort->dimension == d ? (sort->size - 1) * sort->stride : 0;
            const auto fault = outside(index[d], limits, more, dims[d]);
            if (!fault) continue;
            const std::string along = dims.size() > 1 ? " along dimension " + std::to_string(d) : "";
            return "element " + *fault + along + " of " + print_ref(argument) + ", which has " +
                   std::to_string(dims[d]);
        }
        return std::nullopt;
    }
    // `more` is the number of further elements accessed behind the index, which lies in [0, size).
    std::optional<std::string> outside(const Index& index, const Limits& limits, std::int64_t more,
                                       std::int64_t size) const {
        const auto is_inside = [&](const Range& range) { return range.begin >= 0 && range.end + more <= size; };
        Range range = bounds_.of(index, limits);
        if (is_inside(range)) return std::nullopt;
        if (const std::optional<Range> exact = exact_range(kernel_.space, index, limits)) range = *exact;
        if (range.size() <= 0 || is_inside(range)) return std::nullopt;
        return "[" + std::to_string(range.begin) + ", " + std::to_string(range.end + more) + ")";
    }
    std::optional<std::string> load_outside(ExprId id, const Limits& limits) const {
        const Expr& expr = kernel_.exprs[id];
        if (expr.kind != ExprKind::Load) return std::nullopt;
        const auto fault = outside(expr.argument, expr.index, limits);
        if (!fault) return std::nullopt;
        return "e" + std::to_string(id.value) + ", " + print_expr(kernel_, id) + ", loads " + *fault;
    }
    std::optional<std::string> store_outside(const Known& point) const {
        for (const Output& output : kernel_.outputs) {
            const Known limits = with(point, output.conditions);
            if (!limits) continue;
            if (const auto fault = outside(output.argument, output.index, *limits, kernel_.sort))
                return "it stores " + *fault;
        }
        return std::nullopt;
    }

    const Kernel& kernel_;
    const IndexBounds bounds_;
    std::vector<std::vector<Known>> cases_; // by expression: limits that hold where it is computed, one case or another
};

} // namespace

std::optional<std::string> access_outside(const Kernel& kernel) {
    return Flow(kernel).run();
}

} // namespace hlo2cpp
