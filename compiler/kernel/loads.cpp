#include "kernel/loads.h"

#include <algorithm>
#include <ranges>

namespace hlo2cpp {
namespace {

enum Use : std::uint8_t { AtPoint = 1, InReduction = 2, InIndex = 4 };

// Marks the expressions that can be reached from some roots; explicit stacks, since expressions may be deep.
class Walk {
public:
    explicit Walk(const Kernel& kernel)
        : kernel_(kernel), uses_(kernel.exprs.size(), 0), term_seen_(kernel.space.term_count(), false) {}

    void from(ExprId root, Use use) {
        stack_.push_back({root, use});
        run();
    }
    void from(const Index& index) {
        reach(index);
        run();
    }
    const std::vector<ExprId>& loads() const { return loads_; }
    std::uint8_t uses(ExprId id) const { return uses_[id.index()]; }

private:
    struct Item {
        ExprId expr;
        Use use;
    };

    void run() {
        while (!stack_.empty()) {
            const Item item = stack_.back();
            stack_.pop_back();
            std::uint8_t& uses = uses_[item.expr.index()];
            if ((uses & item.use) != 0) continue;
            const Expr& expr = kernel_.exprs[item.expr];
            if (uses == 0 && expr.kind == ExprKind::Load) loads_.push_back(item.expr);
            uses = static_cast<std::uint8_t>(uses | item.use);
            for (auto it = expr.operands.rbegin(); it != expr.operands.rend(); ++it) stack_.push_back({*it, item.use});
            for (const Index& index : expr.index) reach(index);
            for (const Condition& condition : expr.conditions) reach(condition.index);
        }
    }

    // Visits the run-time values inside an index.
    void reach(const Index& index) {
        std::vector<const Index*> open = {&index};
        while (!open.empty()) {
            const Index& next = *open.back();
            open.pop_back();
            for (const Index::Product& product : next.products) {
                if (term_seen_[product.term.index()]) continue;
                term_seen_[product.term.index()] = true;
                const Term& term = kernel_.space[product.term];
                if (term.kind == TermKind::Dynamic) stack_.push_back({term.value, InIndex});
                if (term.kind == TermKind::FloorDivide || term.kind == TermKind::Modulo) open.push_back(&term.argument);
            }
        }
    }

    const Kernel& kernel_;
    std::vector<std::uint8_t> uses_;
    std::vector<bool> term_seen_;
    std::vector<ExprId> loads_;
    std::vector<Item> stack_;
};

Walk walk_all(const Kernel& kernel) {
    Walk walk(kernel);
    if (kernel.reduction) {
        const Reduction& reduction = *kernel.reduction;
        for (const ExprId id : reduction.initial) walk.from(id, AtPoint);
        for (const Condition& condition : reduction.conditions) walk.from(condition.index);
        if (reduction.term) walk.from(*reduction.term, InReduction);
        for (const ExprId id : reduction.combined) walk.from(id, InReduction);
    }
    if (kernel.scan) { // each point has its own term
        for (const ExprId id : kernel.scan->initial) walk.from(id, AtPoint);
        if (kernel.scan->term) walk.from(*kernel.scan->term, AtPoint);
        for (const ExprId id : kernel.scan->combined) walk.from(id, AtPoint);
    }
    for (const auto* conditions : {&kernel.conditions, &kernel.needed})
        for (const Condition& condition : *conditions) walk.from(condition.index);
    for (const Output& output : kernel.outputs) {
        walk.from(output.expr, AtPoint);
        for (const Index& index : output.index) walk.from(index);
        for (const Condition& condition : output.conditions) walk.from(condition.index);
    }
    return walk;
}

// By expression: the first of the outputs that needs it, in an order that visits each expression once.
template <typename Outputs>
std::vector<std::int32_t> first_of(const Kernel& kernel, const Outputs& outputs) {
    std::vector<std::int32_t> first(kernel.exprs.size(), -1);
    std::vector<ExprId> stack;
    for (const std::size_t output : outputs) {
        stack.push_back(kernel.outputs[output].expr);
        while (!stack.empty()) {
            const ExprId id = stack.back();
            stack.pop_back();
            if (first[id.index()] >= 0) continue;
            first[id.index()] = static_cast<std::int32_t>(output);
            const std::vector<ExprId>& operands = kernel.exprs[id].operands;
            stack.insert(stack.end(), operands.begin(), operands.end());
        }
    }
    return first;
}

// True if both have the same address, if both arrays lie at the same place.
bool same_element(const Kernel& kernel, const Expr& load, const Output& output) {
    const std::vector<std::int64_t>&from = kernel[load.argument].dims, &to = kernel[output.argument].dims;
    if (from == to) return load.index == output.index;
    if (kernel[load.argument].elements() != kernel[output.argument].elements()) return false;
    IndexSpace space = kernel.space;
    return linearize(space, load.index, from) == linearize(space, output.index, to);
}

// True if the kernel is straight-line code, which evaluates an expression where the first output needs it.
bool is_straight_line(const Kernel& kernel) {
    if (!has_one_point(kernel) || kernel.scan || kernel.in_order || !kernel.conditions.empty()) return false;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        if (kernel.exprs[ExprId(i)].kind == ExprKind::Guard) return false;
    return std::ranges::all_of(kernel.outputs,
                               [](const Output& o) { return o.conditions.empty() && !o.updates.valid(); });
}

// True if straight-line code loads the element before an output to the argument overwrites it, both arrays lying at the
// same place. A narrow float that is only moved is loaded where it is stored.
bool is_loaded_in_time(const Kernel& kernel, const UsedLoad& load, ArgumentId argument) {
    if (load.in_index) return false;
    const Expr& expr = kernel.exprs[load.expr];
    const Index loaded = row_major_address(expr.index, kernel[expr.argument].dims);
    const std::int32_t when = is_narrow_float(expr.type) ? load.last_output : load.first_output;
    for (std::int32_t o = 0; o < when; ++o) {
        const Output& output = kernel.outputs[static_cast<std::size_t>(o)];
        if (output.argument != argument) continue;
        const Index stored = row_major_address(output.index, kernel[argument].dims);
        if (stored == loaded || !stored.is_constant() || !loaded.is_constant()) return false;
    }
    return true;
}

// True for the roots, their operands, and what `more(expr, need)` tells `need` of the expressions among them.
template <typename More>
std::vector<bool> needed_from(const Kernel& kernel, const std::vector<ExprId>& roots, More&& more) {
    std::vector<bool> needed(kernel.exprs.size());
    const auto need = [&](ExprId id) { needed[id.index()] = true; };
    std::ranges::for_each(roots, need);
    for (std::size_t i = needed.size(); i-- > 0;) { // users come before their operands
        if (!needed[i]) continue;
        const Expr& expr = kernel.exprs[ExprId(i)];
        std::ranges::for_each(expr.operands, need);
        more(expr, need);
    }
    return needed;
}

} // namespace

std::vector<UsedLoad> used_loads(const Kernel& kernel) {
    const Walk walk = walk_all(kernel);
    const auto outputs = std::views::iota(std::size_t{0}, kernel.outputs.size());
    const std::vector<std::int32_t> first = first_of(kernel, outputs),
                                    last = first_of(kernel, std::views::reverse(outputs));
    std::vector<UsedLoad> loads;
    loads.reserve(walk.loads().size());
    for (const ExprId id : walk.loads()) {
        const std::uint8_t uses = walk.uses(id);
        loads.push_back({.expr = id,
                         .at_point = (uses & AtPoint) != 0,
                         .in_reduction = (uses & InReduction) != 0,
                         .in_index = (uses & InIndex) != 0,
                         .first_output = first[id.index()],
                         .last_output = last[id.index()]});
    }
    return loads;
}

std::vector<bool> needed_expressions(const Kernel& kernel) {
    Walk walk = walk_all(kernel);
    if (kernel.sort) walk.from(kernel.sort->before, AtPoint);
    std::vector<bool> needed(kernel.exprs.size());
    for (std::size_t i = 0; i < needed.size(); ++i) needed[i] = walk.uses(ExprId(i)) != 0;
    return needed;
}

std::vector<bool> needed_by(const Kernel& kernel, const std::vector<ExprId>& roots) {
    return needed_from(kernel, roots, [](const Expr&, auto&&) {});
}

std::vector<bool> needed_with_indices(const Kernel& kernel, const std::vector<ExprId>& roots) {
    return needed_from(kernel, roots, [&](const Expr& expr, auto&& need) {
        for (const Index& index : expr.index) for_each_dynamic(kernel.space, index, need);
        for (const Condition& condition : expr.conditions) for_each_dynamic(kernel.space, condition.index, need);
    });
}

std::vector<bool> reduced_expressions(const Kernel& kernel) {
    const Walk walk = walk_all(kernel);
    std::vector<bool> reduced(kernel.exprs.size());
    for (std::size_t i = 0; i < reduced.size(); ++i) reduced[i] = (walk.uses(ExprId(i)) & InReduction) != 0;
    return reduced;
}

std::vector<std::vector<Condition>> conditions_of_expressions(const Kernel& kernel) {
    std::vector<std::vector<Condition>> all(kernel.exprs.size());
    std::vector<bool> met(kernel.exprs.size());
    const auto meet = [&](ExprId id, const std::vector<Condition>& conditions) {
        std::vector<Condition>& common = all[id.index()];
        if (!met[id.index()])
            common = conditions;
        else
            std::erase_if(common,
                          [&](const Condition& c) { return std::ranges::find(conditions, c) == conditions.end(); });
        met[id.index()] = true;
    };
    if (const Accumulation* fold = accumulation_of(kernel)) {
        const std::vector<Condition> around =
            kernel.reduction ? kernel.reduction->conditions : std::vector<Condition>{};
        for (const ExprId id : fold->initial) meet(id, {});
        for (const ExprId id : fold->combined) meet(id, around);
        if (fold->term) meet(*fold->term, around);
    }
    for (const Output& output : kernel.outputs) meet(output.expr, {});
    for (std::size_t i = all.size(); i-- > 0;) { // operands come before their users
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (!met[i]) continue;
        std::vector<Condition> inside = all[i];
        inside.insert(inside.end(), expr.conditions.begin(), expr.conditions.end());
        for (std::size_t o = 0; o < expr.operands.size(); ++o)
            meet(expr.operands[o], expr.kind == ExprKind::Guard && o == 0 ? inside : all[i]);
    }
    return all;
}

bool reads_indices(const Kernel& kernel) {
    return std::ranges::any_of(kernel.space.terms(), [](const Term& term) { return term.kind == TermKind::Dynamic; });
}

bool runs_in_place(const Kernel& kernel, const std::vector<UsedLoad>& loads, ArgumentId operand, std::size_t output) {
    const ArgumentId updates = kernel.outputs[output].updates;
    if (updates.valid() && updates != operand) return false;
    const ArgumentId stored = kernel.outputs[output].argument;
    const bool alone = has_one_point(kernel) && stores_to(kernel, stored) == 1;
    const bool straight = !alone && is_straight_line(kernel);
    const bool one_store =
        kernel.outputs.size() == 1 && accumulation_of(kernel) == nullptr; // behind all loads of a point
    for (const UsedLoad& load : loads) {
        const Expr& expr = kernel.exprs[load.expr];
        if (expr.argument != operand || (straight && is_loaded_in_time(kernel, load, stored))) continue;
        const auto stored_later = [&](std::size_t o) {
            return kernel.outputs[o].argument == stored && load.last_output <= static_cast<std::int32_t>(o) &&
                   (alone || same_element(kernel, expr, kernel.outputs[o]));
        };
        if (kernel.in_order || (!alone && (load.in_reduction || (load.in_index && !one_store)))) return false;
        bool found = false;
        for (std::size_t o = 0; o < kernel.outputs.size() && !found; ++o) found = stored_later(o);
        if (!found) return false;
    }
    return true;
}

bool may_run_again(const Kernel& kernel) {
    if (kernel.sort || kernel.scan || kernel.in_order) return false;
    const std::vector<UsedLoad> loads = used_loads(kernel);
    const auto may_be_overwritten = [&](const UsedLoad& load, std::size_t output) {
        const ArgumentId argument = kernel.exprs[load.expr].argument;
        const Output& stored = kernel.outputs[output];
        if (argument == stored.argument || argument == stored.updates) return true;
        return !kernel[argument].constant && kernel[argument].bytes() == kernel[stored.argument].bytes() &&
               runs_in_place(kernel, loads, argument, output);
    };
    for (std::size_t output = 0; output < kernel.outputs.size(); ++output)
        for (const UsedLoad& load : loads)
            if (may_be_overwritten(load, output)) return false;
    return true;
}

} // namespace hlo2cpp
