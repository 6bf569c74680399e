#include "scalarize/scalar_step.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/rebuild.h"
#include "scalarize/point_copy.h"
#include "scalarize/point_orders.h"
#include "scalarize/run_time_subscript.h"
#include "support/index.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostExpressions = std::size_t{1} << 14; // of a step, simplified ones included
constexpr std::int64_t kMostElements = 128;                    // of an array
constexpr std::int64_t kMostPoints = 400;                      // of a kernel, times the terms of its sum
constexpr std::int64_t kMostRounds = 8;                        // of a loop
constexpr std::int64_t kChoice = 2;                            // instructions: its test is one of its own

// Calls visit() for each point of these dimensions, numbered from `first`, in row-major order; false: stop.
template <typename Visit>
bool for_each_point(std::vector<std::int64_t>& point, std::size_t first, std::span<const std::int64_t> dims,
                    Visit&& visit) {
    for (const std::int64_t size : dims)
        if (size == 0) return true;
    const auto begin = point.begin() + static_cast<std::ptrdiff_t>(first);
    std::fill(begin, begin + static_cast<std::ptrdiff_t>(dims.size()), 0);
    for (;;) {
        if (!visit()) return false;
        std::size_t d = dims.size();
        while (d > 0 && ++point[first + d - 1] == dims[d - 1]) point[first + --d] = 0;
        if (d == 0) return true;
    }
}

// An array of no elements would be written by none of the stores.
bool may_be_elements(std::int64_t count) {
    return count > 0 && count <= kMostElements;
}

// The row-major number of an element; none where it is not known, or outside.
std::optional<std::size_t> number_of(const Subscripts& index, const std::vector<std::int64_t>& dims) {
    std::int64_t number = 0;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (!index[d].is_constant() || index[d].constant < 0 || index[d].constant >= dims[d]) return {};
        number = number * dims[d] + index[d].constant;
    }
    return at(number);
}

Subscripts subscripts_of(std::size_t number, const std::vector<std::int64_t>& dims) {
    std::vector<Index> subscripts(dims.size());
    auto rest = static_cast<std::int64_t>(number);
    for (std::size_t d = dims.size(); d-- > 0; rest /= dims[d]) subscripts[d] = rest % dims[d];
    return subscripts;
}

// A dot starts with a zero to which no product need be added.
bool starts_with_nothing(const Kernel& kernel) {
    const Reduction& reduction = *kernel.reduction;
    if (!reduction.of_products || !reduction.term || reduction.combiner != Opcode::Add) return false;
    return is_zero(kernel.exprs[reduction.initial[0]]);
}

} // namespace

bool ScalarStep::run(const StepNode& node) {
    const bool done = std::visit([&](const auto& step) { return run(step); }, node);
    return done && kernel_.exprs.size() <= kMostExpressions;
}

bool ScalarStep::run(RegionId region) {
    return std::ranges::all_of(kernels_[region].steps, [&](const StepNode& node) { return run(node); });
}

// ---- loops and conditionals, whose course must be known

std::optional<std::int64_t> ScalarStep::known_number(ValueId scalar) {
    const std::optional<Index> index = graph_.as_index(elements_of(scalar)[0]);
    return index && index->is_constant() ? std::optional(index->constant) : std::nullopt;
}

// The numbers of a counting loop's rounds; none where they are not known.
std::optional<Range> ScalarStep::rounds_of(const While& loop) {
    if (loop.trip_count > 0) return Range{0, loop.trip_count};
    std::int64_t first = loop.first;
    if (loop.start.valid()) {
        const std::optional<std::int64_t> start = known_number(loop.start);
        if (!start) return {};
        first = *start;
    }
    if (!loop.limit.valid()) return Range{first, std::max(first, kernels_[loop.variable].counts.range.end)};
    const std::optional<std::int64_t> limit = known_number(loop.limit);
    if (!limit) return {};
    return Range{first, std::max(first, *limit)};
}

bool ScalarStep::run(const While& loop) {
    if (!loop.counts() || loop.stopped) return false; // data ends it
    const std::optional<Range> rounds = rounds_of(loop);
    if (!rounds || rounds->size() > kMostRounds) return false;
    for (const While::Carried& carried : loop.carried)
        if (!may_be_elements(kernels_[carried.value].elements())) return false;
    std::map<ValueId, Elements> initial;
    for (const While::Carried& carried : loop.carried)
        initial[carried.value] =
            carried.initial.valid() ? elements_of(carried.initial) : Elements(at(kernels_[carried.value].elements()));
    for (auto& [value, elements] : initial) made_[value] = std::move(elements);
    for (std::int64_t round = rounds->begin; round < rounds->end; ++round) {
        if (loop.variable.valid())
            counters_[loop.variable] = loop.trip_count > 0 ? loop.first + round * loop.step : round;
        if (!run_round(loop)) return false;
    }
    counters_.erase(loop.variable);
    return std::ranges::all_of(loop.carried, [&](const While::Carried& carried) {
        return std::ranges::all_of(made_.at(carried.value), &ExprId::valid);
    });
}

bool ScalarStep::run_round(const While& loop) {
    if (!run(loop.body)) return false;
    std::map<ValueId, Elements> next;
    for (const While::Carried& carried : loop.carried) next[carried.value] = elements_of(carried.next);
    for (auto& [value, elements] : next) made_[value] = std::move(elements);
    return true;
}

bool ScalarStep::run(const Conditional& conditional) {
    const ExprId selector = elements_of(conditional.selector)[0];
    if (!selector.valid() || kernel_.exprs[selector].kind != ExprKind::Constant) return false;
    const std::int64_t number = graph_.integer(selector);
    const auto last = static_cast<std::int64_t>(conditional.branches.size()) - 1;
    const bool is_pred_selector = is_pred(kernels_[conditional.selector].type);
    const std::int64_t chosen =
        is_pred_selector ? (number != 0 ? 0 : last) : (number < 0 || number > last ? last : number);
    const Conditional::Branch& branch = conditional.branches[at(chosen)];
    if (!run(branch.region)) return false;
    for (const ValueId result : conditional.results)
        if (!may_be_elements(kernels_[result].elements())) return false;
    for (std::size_t i = 0; i < conditional.results.size(); ++i)
        made_[conditional.results[i]] = elements_of(branch.results[i]);
    return true;
}

// ---- calls

bool ScalarStep::may_be_scalars(const Kernel& kernel) const {
    if (kernel.sort || kernel.scan || (kernel.reduction && goal_.in_order)) return false;
    std::int64_t points = kernel.reduction ? std::max<std::int64_t>(kernel.reduction->terms(), 1) : 1;
    for (const std::int64_t size : kernel.dims) points = std::min(points * size, kMostPoints + 1);
    for (const Output& output : kernel.outputs) {
        if (output.argument != kernel.outputs[0].argument) return false; // results of a tuple
        if (!may_be_elements(kernel[output.argument].elements())) return false;
    }
    return points <= kMostPoints;
}

bool ScalarStep::run(const Call& call) {
    const Kernel& kernel = kernels_[call.kernel];
    if (!may_be_scalars(kernel)) return false;
    std::map<ValueId, Elements> arrays;
    for (const Output& output : kernel.outputs) {
        const ValueId value = call[output.argument];
        if (arrays.contains(value)) continue;
        arrays[value] =
            output.updates.valid() ? elements_of(call[output.updates]) : Elements(at(kernels_[value].elements()));
    }
    if (!copy_points(kernel, call, arrays)) return false;
    for (auto& [value, elements] : arrays) {
        if (!std::ranges::all_of(elements, &ExprId::valid)) return false;
        name_elements(value, elements);
        made_[value] = std::move(elements);
    }
    return true;
}

bool ScalarStep::copy_points(const Kernel& kernel, const Call& call, std::map<ValueId, Elements>& arrays) {
    const PointOrders orders = point_orders(kernel);
    PointCopy copy(
        kernel, graph_,
        [&](ArgumentId argument, const Subscripts& index) { return element(call, kernel, argument, index, arrays); },
        [&](ArgumentId counter, const Range& range) { return variable(call[counter], range); });
    return for_each_point(copy.point, 0, kernel.dims, [&] {
        if (kernel_.exprs.size() > kMostExpressions) return false;
        if (kernel.reduction && !copy_sums(kernel, orders, copy)) return false;
        copy.run(orders.results);
        const std::optional<bool> writes = copy.hold(kernel.conditions);
        if (!writes || !*writes) return writes.has_value();
        std::vector<std::pair<ExprId*, ExprId>> stores;
        for (const Output& output : kernel.outputs) {
            const std::optional<bool> holds = copy.hold(output.conditions);
            if (!holds) return false;
            if (!*holds) continue;
            std::vector<Index> subscripts;
            for (const Index& one : output.index) subscripts.push_back(copy.index(one).value_or(Index(-1)));
            Elements& elements = arrays.at(call[output.argument]);
            const std::vector<std::int64_t>& dims = kernel[output.argument].dims;
            const ExprId value = copy[output.expr];
            if (!value.valid()) return false;
            if (const std::optional<std::size_t> number = number_of(subscripts, dims))
                stores.emplace_back(&elements[*number], value);
            else if (kernel.outputs.size() > 1 || !store_somewhere(elements, dims, subscripts, value))
                return false;
        }
        for (const auto& [target, value] : stores) *target = value;
        return true;
    });
}

// Stores at a subscript that only the run knows.
bool ScalarStep::store_somewhere(Elements& elements, const std::vector<std::int64_t>& dims,
                                 const std::vector<Index>& index, ExprId value) {
    const std::optional<RunTimeSubscript> subscript = run_time_subscript(graph_, index, dims);
    if (!subscript) return false;
    for (std::int64_t number = subscript->values.begin; number < subscript->values.end; ++number) {
        ExprId& element = elements[*number_of(with_number(index, *subscript, number), dims)];
        if (!element.valid()) return false;
        element = graph_.choice(equals(graph_, subscript->value, number), value, element);
    }
    return true;
}

ExprId ScalarStep::element_somewhere(const Elements& elements, const std::vector<std::int64_t>& dims,
                                     const Subscripts& index) {
    const std::optional<RunTimeSubscript> subscript = run_time_subscript(graph_, index, dims);
    if (!subscript) return {};
    const auto element = [&](std::int64_t number) {
        return elements[*number_of(with_number(index, *subscript, number), dims)];
    };
    for (std::int64_t number = subscript->values.begin; number < subscript->values.end; ++number)
        if (!element(number).valid()) return {};
    return chosen_element(graph_, *subscript, element);
}

bool ScalarStep::copy_sums(const Kernel& kernel, const PointOrders& orders, PointCopy& copy) {
    const Reduction& reduction = *kernel.reduction;
    copy.accumulators.clear();
    copy.run(orders.initial);
    std::vector<ExprId> states;
    for (const ExprId initial : reduction.initial) states.push_back(copy[initial]);
    bool begun = !starts_with_nothing(kernel);
    const bool whole = for_each_point(copy.point, kernel.dims.size(), reduction.dims, [&] {
        copy.accumulators = states;
        copy.run(orders.terms);
        const std::optional<bool> holds = copy.hold(reduction.conditions);
        if (!holds || !*holds) return holds.has_value();
        for (std::size_t slot = 0; slot < states.size(); ++slot)
            states[slot] = copy[begun ? reduction.combined[slot] : *reduction.term];
        begun = true;
        return std::ranges::all_of(states, &ExprId::valid);
    });
    copy.accumulators = std::move(states);
    return whole;
}

// ---- elements

ExprId ScalarStep::element(const Call& call, const Kernel& kernel, ArgumentId argument, const Subscripts& index,
                           const std::map<ValueId, Elements>& arrays) {
    const ValueId value = call[argument];
    const std::optional<std::size_t> number = number_of(index, kernel[argument].dims);
    const auto in = [&](const Elements& elements) {
        return number ? elements[*number] : element_somewhere(elements, kernel[argument].dims, index);
    };
    if (const auto present = arrays.find(value); present != arrays.end()) return in(present->second);
    if (const auto made = made_.find(value); made != made_.end()) return in(made->second);
    if (number) return element_of(value, subscripts_of(*number, kernels_[value].dims));
    if (std::ranges::all_of(index, &Index::is_constant) || kernel[argument].dims != kernels_[value].dims) return {};
    const Value& outside = kernels_[value];
    if (outside.kind == ValueKind::Constant && may_be_elements(outside.elements())) { // tests choose among its numbers
        const std::optional<RunTimeSubscript> subscript = run_time_subscript(graph_, index, outside.dims);
        if (subscript && is_chosen(graph_, *subscript)) return in(elements_of(value));
    }
    return element_of(value, index);
}

ScalarStep::Elements ScalarStep::elements_of(ValueId id) {
    if (const auto made = made_.find(id); made != made_.end()) return made->second;
    const Value& value = kernels_[id];
    if (value.kind == ValueKind::Counter)
        return {graph_.number(value.type,
                              variable(value.counts.variable, value.counts.range) * value.counts.factor +
                                  Index(value.counts.offset),
                              value.name)};
    Elements elements(at(value.elements()));
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = element_of(id, subscripts_of(i, value.dims));
    return elements;
}

// An element from outside.
ExprId ScalarStep::element_of(ValueId id, const Subscripts& index) {
    const Value& value = kernels_[id];
    const std::optional<std::size_t> number = number_of(index, value.dims);
    if (value.kind == ValueKind::Constant && number) {
        const auto size = static_cast<std::size_t>(byte_size(value.type));
        const auto first = value.literal->bytes.begin() + static_cast<std::ptrdiff_t>(*number * size);
        return graph_.add({.kind = ExprKind::Constant,
                           .type = value.type,
                           .bits = {first, first + static_cast<std::ptrdiff_t>(size)}});
    }
    return graph_.add(
        {.kind = ExprKind::Load, .type = value.type, .argument = argument_of(id), .index = index, .name = value.name});
}

// The variable of a loop.
Index ScalarStep::variable(ValueId counter, const Range& range) {
    if (const auto known = counters_.find(counter); known != counters_.end()) return known->second;
    return kernel_.space.variable(argument_of(counter), range);
}

ArgumentId ScalarStep::argument_of(ValueId id) {
    const auto [known, fresh] = arguments_.try_emplace(id, kernel_.arguments.size());
    if (!fresh) return known->second;
    kernel_.arguments.push_back(argument_for(kernels_[id]));
    values_.push_back(id);
    return known->second;
}

// An element has the name of the first array that holds it, and its subscripts.
void ScalarStep::name_elements(ValueId id, const Elements& elements) {
    const Value& value = kernels_[id];
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!named_.insert(elements[i]).second) continue;
        std::string name = value.name;
        for (const Index& subscript : subscripts_of(i, value.dims)) name += "_" + std::to_string(subscript.constant);
        kernel_.exprs.rename(elements[i], std::move(name));
    }
}

std::vector<bool> ScalarStep::needed(const std::vector<ValueId>& stored) const {
    std::vector<ExprId> roots;
    for (const ValueId value : stored)
        std::ranges::copy_if(made_.at(value), std::back_inserter(roots), [](ExprId id) { return id.valid(); });
    return needed_with_indices(kernel_, roots);
}

std::int64_t ScalarStep::instructions(const std::vector<ValueId>& stored) const {
    std::int64_t sum = 0;
    const std::vector<bool> needs = needed(stored);
    for (std::size_t i = 0; i < needs.size(); ++i) {
        const Expr& expr = kernel_.exprs[ExprId(i)];
        if (needs[i] && expr.kind != ExprKind::Constant) sum += is_choice(expr) ? kChoice : instructions_of(expr);
    }
    for (const ValueId value : stored) sum += kernels_[value].elements();
    return sum;
}

ScalarStep::Made ScalarStep::finish(const std::vector<ValueId>& stored) {
    Made made;
    for (const ValueId value : stored) {
        const ArgumentId argument = argument_of(value);
        kernel_.arguments[argument.index()].written = true;
        const Elements& elements = made_.at(value);
        for (std::size_t i = 0; i < elements.size(); ++i)
            kernel_.outputs.push_back(
                {.argument = argument, .index = subscripts_of(i, kernels_[value].dims), .expr = elements[i]});
    }
    const std::vector<ArgumentId> used = used_arguments(kernel_);
    made.kernel = with_arguments(kernel_, used);
    for (const ArgumentId argument : used) made.values.push_back(values_[argument.index()]);
    return made;
}

} // namespace hlo2cpp
