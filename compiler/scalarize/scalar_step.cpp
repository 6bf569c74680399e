#include "scalarize/scalar_step.h"

#include <algorithm>

#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "scalarize/point_copy.h"
#include "support/diagnostics.h"
#include "support/index.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

// What is evaluated at a point: in front of the sum, for each of its terms, and behind it.
struct Orders {
    EvaluationOrder initial, terms, results;
};

Orders orders_of(const Kernel& kernel) {
    Orders orders;
    if (kernel.reduction) {
        std::vector<Index> conditions;
        add_indices(conditions, kernel.reduction->conditions);
        orders.initial = evaluation_order(kernel, kernel.reduction->initial, {});
        orders.terms = evaluation_order(kernel, kernel.reduction->combined, conditions);
    }
    std::vector<ExprId> results;
    std::vector<Index> indices;
    add_indices(indices, kernel.conditions);
    for (const Output& output : kernel.outputs) {
        results.push_back(output.expr);
        indices.insert(indices.end(), output.index.begin(), output.index.end());
        add_indices(indices, output.conditions);
    }
    orders.results = evaluation_order(kernel, results, indices);
    return orders;
}

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

// The row-major number of an element; none where it is not known, or outside.
std::optional<std::size_t> number_of(const Subscripts& index, const std::vector<std::int64_t>& dims) {
    std::int64_t number = 0;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (!index[d].is_constant() || index[d].constant < 0 || index[d].constant >= dims[d]) return {};
        number = number * dims[d] + index[d].constant;
    }
    return at(number);
}

// A dot starts with a zero to which no product need be added.
bool starts_with_nothing(const Kernel& kernel) {
    const Reduction& reduction = *kernel.reduction;
    if (!reduction.of_products || !reduction.term || reduction.combiner != Opcode::Add) return false;
    const Expr& initial = kernel.exprs[reduction.initial[0]];
    return initial.kind == ExprKind::Constant &&
           std::ranges::all_of(initial.bits, [](std::byte byte) { return byte == std::byte{0}; });
}

std::string subscripts_of(std::int64_t number, const std::vector<std::int64_t>& dims) {
    std::string text;
    for (std::size_t d = dims.size(); d-- > 0; number /= dims[d]) text = "_" + std::to_string(number % dims[d]) + text;
    return text;
}

template <typename Item, typename Same>
void add_new(std::vector<Item>& list, const std::vector<Item>& more, Same&& same) {
    for (const Item& item : more)
        if (std::ranges::none_of(list, [&](const Item& known) { return same(known, item); })) list.push_back(item);
}

} // namespace

bool ScalarStep::append(const Call& call) {
    const Kernel& kernel = kernels_[call.kernel];
    std::map<ValueId, Elements> arrays;
    for (const Output& output : kernel.outputs) {
        if (output.argument != kernel.outputs[0].argument) return false; // results of a tuple
        const ValueId value = call[output.argument];
        auto [known, fresh] = arrays.try_emplace(value, at(kernels_[value].elements()));
        if (!fresh || !output.updates.valid()) continue;
        const ValueId before = call[output.updates];
        const std::vector<std::int64_t>& dims = kernels_[before].dims;
        for (std::size_t i = 0; i < known->second.size(); ++i) {
            std::vector<Index> subscripts(dims.size());
            std::int64_t rest = static_cast<std::int64_t>(i);
            for (std::size_t d = dims.size(); d-- > 0; rest /= dims[d]) subscripts[d] = rest % dims[d];
            const auto made = made_.find(before);
            known->second[i] = made != made_.end() ? made->second[i] : load(before, subscripts);
        }
    }
    if (!copy_points(kernel, call, arrays)) return false;
    for (const auto& [value, elements] : arrays)
        if (!std::ranges::all_of(elements, &ExprId::valid)) return false;
    Part part{.call = &call, .made = {}};
    for (auto& [value, elements] : arrays) {
        name_elements(value, elements);
        part.made.push_back(value);
        made_.emplace(value, std::move(elements));
    }
    calls_.push_back(std::move(part));
    return true;
}

void ScalarStep::take_back() {
    for (const ValueId value : calls_.back().made) made_.erase(value);
    calls_.pop_back();
}

bool ScalarStep::copy_points(const Kernel& kernel, const Call& call, std::map<ValueId, Elements>& arrays) {
    const Orders orders = orders_of(kernel);
    PointCopy copy(
        kernel, graph_,
        [&](ArgumentId argument, const Subscripts& index) { return element(call, kernel, argument, index, arrays); },
        [&](ArgumentId variable, const Range& range) {
            return kernel_.space.variable(argument_of(call[variable]), range);
        });
    return for_each_point(copy.point, 0, kernel.dims, [&] {
        if (kernel.reduction && !copy_sums(kernel, {orders.initial, orders.terms}, copy)) return false;
        copy.run(orders.results);
        const std::optional<bool> writes = copy.hold(kernel.conditions);
        if (!writes) return false;
        if (!*writes) return true;
        std::vector<std::pair<ExprId*, ExprId>> stores;
        for (const Output& output : kernel.outputs) {
            const std::optional<bool> holds = copy.hold(output.conditions);
            if (!holds) return false;
            if (!*holds) continue;
            std::vector<Index> subscripts;
            for (const Index& one : output.index) subscripts.push_back(copy.index(one).value_or(Index(-1)));
            const std::optional<std::size_t> number = number_of(subscripts, kernel[output.argument].dims);
            if (!number || !copy[output.expr].valid()) return false;
            stores.emplace_back(&arrays.at(call[output.argument])[*number], copy[output.expr]);
        }
        for (const auto& [target, value] : stores) *target = value;
        return true;
    });
}

bool ScalarStep::copy_sums(const Kernel& kernel, const std::vector<EvaluationOrder>& orders, PointCopy& copy) {
    const Reduction& reduction = *kernel.reduction;
    copy.accumulators.clear();
    copy.run(orders[0]);
    std::vector<ExprId> states;
    for (const ExprId initial : reduction.initial) states.push_back(copy[initial]);
    bool begun = !starts_with_nothing(kernel);
    const bool whole = for_each_point(copy.point, kernel.dims.size(), reduction.dims, [&] {
        copy.accumulators = states;
        copy.run(orders[1]);
        const std::optional<bool> holds = copy.hold(reduction.conditions);
        if (!holds) return false;
        if (!*holds) return true;
        for (std::size_t slot = 0; slot < states.size(); ++slot)
            states[slot] = copy[begun ? reduction.combined[slot] : *reduction.term];
        begun = true;
        return std::ranges::all_of(states, &ExprId::valid);
    });
    copy.accumulators = std::move(states);
    return whole;
}

ExprId ScalarStep::element(const Call& call, const Kernel& kernel, ArgumentId argument, const Subscripts& index,
                           const std::map<ValueId, Elements>& arrays) {
    const ValueId value = call[argument];
    const std::optional<std::size_t> number = number_of(index, kernel[argument].dims);
    const std::map<ValueId, Elements>& before = made_;
    for (const std::map<ValueId, Elements>* known : {&arrays, &before})
        if (const auto made = known->find(value); made != known->end())
            return number ? made->second[*number] : ExprId();
    const Value& array = kernels_[value];
    if (array.kind == ValueKind::Constant && number) {
        const auto size = static_cast<std::size_t>(byte_size(array.type));
        const auto first = array.literal->bytes.begin() + static_cast<std::ptrdiff_t>(*number * size);
        return graph_.add({.kind = ExprKind::Constant,
                           .type = array.type,
                           .bits = {first, first + static_cast<std::ptrdiff_t>(size)}});
    }
    if (std::ranges::all_of(index, &Index::is_constant) && !number) return {}; // outside: nobody reads it
    return load(value, index);
}

ExprId ScalarStep::load(ValueId value, const Subscripts& index) {
    return graph_.add({.kind = ExprKind::Load,
                       .type = kernels_[value].type,
                       .argument = argument_of(value),
                       .index = index,
                       .name = kernels_[value].name});
}

ArgumentId ScalarStep::argument_of(ValueId id) {
    const auto [known, fresh] = arguments_.try_emplace(id, kernel_.arguments.size());
    if (!fresh) return known->second;
    const Value& value = kernels_[id];
    KernelArgument argument{.type = value.type, .dims = value.dims};
    argument.constant = value.kind == ValueKind::Constant;
    if (value.kind == ValueKind::Counter) argument.range = value.counts.range;
    kernel_.arguments.push_back(std::move(argument));
    values_.push_back(id);
    return known->second;
}

// An element has the name of the first array that holds it, and its subscripts.
void ScalarStep::name_elements(ValueId id, const Elements& elements) {
    const Value& value = kernels_[id];
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (named_.insert(elements[i]).second)
            kernel_.exprs.rename(elements[i], value.name + subscripts_of(static_cast<std::int64_t>(i), value.dims));
}

std::vector<bool> ScalarStep::needed(const std::set<ValueId>& stored) const {
    std::vector<bool> needed(kernel_.exprs.size());
    for (const ValueId value : stored)
        if (const auto made = made_.find(value); made != made_.end())
            for (const ExprId id : made->second) needed[id.index()] = true;
    for (std::size_t i = needed.size(); i-- > 0;) {
        if (!needed[i]) continue;
        const Expr& expr = kernel_.exprs[ExprId(i)];
        for (const ExprId operand : expr.operands) needed[operand.index()] = true;
        const auto need = [&](ExprId id) { needed[id.index()] = true; };
        for (const Index& one : expr.index) for_each_dynamic(kernel_.space, one, need);
        for (const Condition& condition : expr.conditions) for_each_dynamic(kernel_.space, condition.index, need);
    }
    return needed;
}

std::int64_t ScalarStep::instructions(const std::set<ValueId>& stored) const {
    std::int64_t sum = 0;
    const std::vector<bool> needs = needed(stored);
    for (std::size_t i = 0; i < needs.size(); ++i) {
        const Expr& expr = kernel_.exprs[ExprId(i)];
        if (needs[i] && expr.kind != ExprKind::Constant) sum += instructions_of(expr);
    }
    for (const ValueId value : stored)
        if (const auto made = made_.find(value); made != made_.end())
            sum += static_cast<std::int64_t>(made->second.size());
    return sum;
}

ScalarStep::Made ScalarStep::finish(const std::set<ValueId>& stored) {
    Made made{.kernel = {}, .call = joined_call()};
    for (const Part& part : calls_)
        for (const ValueId value : part.made) {
            if (!stored.contains(value)) continue;
            const ArgumentId argument = argument_of(value);
            kernel_.arguments[argument.index()].written = true;
            made.call.stored.push_back(part.call->name);
            const std::vector<std::int64_t>& dims = kernels_[value].dims;
            const Elements& elements = made_.at(value);
            for (std::size_t i = 0; i < elements.size(); ++i) {
                std::vector<Index> subscripts(dims.size());
                std::int64_t rest = static_cast<std::int64_t>(i);
                for (std::size_t d = dims.size(); d-- > 0; rest /= dims[d]) subscripts[d] = rest % dims[d];
                kernel_.outputs.push_back({.argument = argument, .index = subscripts, .expr = elements[i]});
            }
        }
    const std::vector<ArgumentId> used = used_arguments(kernel_);
    made.kernel = with_arguments(kernel_, used);
    for (const ArgumentId argument : used) made.call.values.push_back(values_[argument.index()]);
    return made;
}

Call ScalarStep::joined_call() const {
    Call joined;
    for (const Part& part : calls_) {
        const Call& call = *part.call;
        add_new(joined.origins, call.origins, std::equal_to<>());
        add_new(joined.metadata, call.metadata, [](const Metadata& a, const Metadata& b) {
            return a.op_name == b.op_name && a.source_file == b.source_file && a.source_line == b.source_line;
        });
        joined.multiply_adds += call.multiply_adds;
    }
    joined.name = calls_.back().call->name;
    joined.label = calls_.back().call->label;
    joined.computes = calls_.size() == 1 ? calls_.back().call->computes : "scalars";
    return joined;
}

} // namespace hlo2cpp
