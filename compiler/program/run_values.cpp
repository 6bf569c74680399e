#include "program/run_values.h"

#include <algorithm>
#include <array>

#include "program/affine.h"
#include "program/kernel_function.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

constexpr std::array<std::byte, 8> kZero = {}; // of any type

} // namespace

RunValues::RunValues(const ProgramInput& input, const std::vector<Argument>& arguments, Weights& weights, Names& names)
    : input_(input), weights_(weights), names_(names), scalar_homes_(scalar_homes(input)),
      scalar_names_(scalar_homes_.size()) {
    for (const Argument& argument : arguments) {
        names_.reserve(argument.name);
        arguments_.try_emplace({argument.result, argument.leaf}, &argument);
    }
    buffer_of_.resize(input.schedule.values.size());
    for (std::size_t buffer = 0; buffer < input.plan.buffers.size(); ++buffer)
        for (const ValueId value : input.plan.buffers[buffer].values) buffer_of_[value.index()] = buffer;
    for (std::size_t i = 0; i < scalar_homes_.size(); ++i)
        homes_at_.emplace(std::pair{scalar_homes_[i].region.value, scalar_homes_[i].step}, i);
}

bool RunValues::in_memory(ValueId value) const {
    const Place place = input_.plan[value].place;
    return place != Place::Nowhere && place != Place::Counter && place != Place::Local;
}

Expression RunValues::element(ValueId value) {
    if (input_.plan[value].place == Place::Counter) return counter(input_[value]);
    if (is_local(value)) return pointer(value);
    return tree::subscript(pointer(value), tree::integer(0));
}

Expression RunValues::counter(const Value& value) const {
    const Counting& counts = value.counts;
    const Expression& variable = variables_.at(counts.variable);
    const Expression number = affine_sum({{.coefficient = counts.factor, .factor = variable}}, counts.offset);
    const bool same = input_[counts.variable].type == value.type;
    return same ? number : tree::cast(tree::memory_type(value.type), number);
}

Expression RunValues::pointer(ValueId value) {
    switch (input_.plan[value].place) {
    case Place::Counter: return variables_.at(value);
    case Place::Local: {
        Expression& variable = variables_[value];
        if (!variable.valid()) variable = tree::name(names_.unique(input_[value].name));
        return variable;
    }
    case Place::Constant: return weights_.array(input_.constants.of_value[value.index()]);
    case Place::Parameter:
    case Place::Result: return argument_pointer(value);
    case Place::Arena: return arena_pointer(value);
    case Place::Scalar: return tree::unary(tree::Operator::AddressOf, tree::name(scalar_name(value)));
    case Place::Nowhere: break;
    }
    throw InternalError("a step uses a value that has no place");
}

bool RunValues::is_set_once(ValueId value) const {
    return scalar_homes_[static_cast<std::size_t>(input_.plan[value].offset)].writes == 1;
}

std::string RunValues::scalar_name(ValueId value) {
    std::string& name = scalar_names_[static_cast<std::size_t>(input_.plan[value].offset)];
    if (name.empty()) name = names_.unique(input_[value].name);
    return name;
}

tree::Statements RunValues::enter(const Position& step) {
    declared_by_step_.clear();
    tree::Statements declared;
    const auto [begin, end] = homes_at_.equal_range({step.region.value, step.step});
    for (auto home = begin; home != end; ++home) {
        const std::size_t scalar = home->second;
        if (scalar_homes_[scalar].set_by_step) {
            declared_by_step_.push_back(scalar);
            continue;
        }
        const ValueId value = input_.plan.scalars[scalar].front();
        declared.push_back(tree::Declare{.type = tree::memory_type(input_[value].type),
                                         .name = scalar_name(value),
                                         .value = tree::memory_literal(input_[value].type, kZero.data())});
    }
    return declared;
}

bool RunValues::is_declared_by_step(ValueId value) const {
    const Location& location = input_.plan[value];
    return location.place == Place::Scalar &&
           std::ranges::find(declared_by_step_, static_cast<std::size_t>(location.offset)) != declared_by_step_.end();
}

Expression RunValues::argument_pointer(ValueId value) const {
    const Location& location = input_.plan[value];
    const auto found = arguments_.find({location.place == Place::Result, location.offset});
    check_internal(found != arguments_.end(), "a step uses an argument that the entry has not");
    const Argument& argument = *found->second;
    const Expression memory =
        argument.state ? tree::member(tree::name("state"), argument.name) : tree::name(argument.name);
    const tree::Type type = argument.type();
    if (type.element == input_[value].type) return memory;
    // The caller's memory, used for a value of another type, or of complex numbers.
    tree::Type element = tree::arena_type(input_[value].type), bytes;
    element.constant = bytes.constant = type.constant && !argument.state;
    return tree::cast(tree::pointer_to(element), tree::cast(tree::pointer_to(bytes), memory));
}

Expression RunValues::arena_pointer(ValueId value) {
    const tree::Type element = element_type_at(input_, value);
    std::string& name = arena_names_[{buffer_of_[value.index()], tree::to_text(element)}];
    if (name.empty()) {
        name = names_.unique("b_" + identifier(input_[value].name));
        const Expression first = arena_bytes_at(input_, input_.plan[value].region, input_.plan[value].offset);
        const tree::Type type = tree::pointer_to(element);
        const std::int64_t size = input_.plan.buffers[buffer_of_[value.index()]].size;
        bindings_.push_back(tree::Declare{.type = tree::fixed(type),
                                          .name = name,
                                          .value = tree::cast(type, tree::cast(tree::pointer_to({}), first)),
                                          .elements = size / byte_size(input_[value].type)});
    }
    return tree::name(name);
}

} // namespace hlo2cpp
