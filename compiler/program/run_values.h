// Values in the body of `run`: pointers and variables, and where these are declared.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernel/depth_first.h"
#include "program/input.h"
#include "program/scalar_homes.h"
#include "program/weights.h"

namespace hlo2cpp {

class RunValues {
public:
    // Names of arguments and of declared variables are added to `names`.
    RunValues(const ProgramInput& input, const std::vector<Argument>& arguments, Weights& weights, Names& names);

    tree::Expression pointer(ValueId value); // in `run`; the variable itself, if the value is in no memory
    tree::Expression element(ValueId value); // the one element of a scalar
    tree::Statements take_bindings() { return std::move(bindings_); } // the declarations of arena pointers

    bool is_local(ValueId value) const { return input_.plan[value].place == Place::Local; }
    bool in_memory(ValueId value) const;

    // Sets the variable of a surrounding loop.
    void set_variable(ValueId value, tree::Expression variable) { variables_[value] = std::move(variable); }
    const tree::Expression& variable(ValueId value) const { return variables_.at(value); }

    // Declares the variables that the step touches first. A variable that it sets is declared with its value.
    tree::Statements enter(const Position& step);
    bool is_declared_by_step(ValueId value) const; // by the step that was entered
    std::string scalar_name(ValueId value);        // of a variable of the plan
    bool is_set_once(ValueId value) const;

private:
    tree::Expression counter(const Value& value) const;
    tree::Expression argument_pointer(ValueId value) const;
    tree::Expression arena_pointer(ValueId value);

    const ProgramInput& input_;
    Weights& weights_;
    Names& names_;
    std::map<std::pair<bool, std::int64_t>, const Argument*> arguments_;     // by whether it is a result, and leaf
    std::vector<std::size_t> buffer_of_;                                     // by value: number of its arena buffer
    std::map<std::pair<std::size_t, std::string>, std::string> arena_names_; // by buffer and element type
    tree::Statements bindings_;
    std::map<ValueId, tree::Expression> variables_; // of the loops around, and decisions
    std::vector<ScalarHome> scalar_homes_;          // by number of the scalar
    std::vector<std::string> scalar_names_;
    std::multimap<std::pair<std::uint32_t, std::int32_t>, std::size_t> homes_at_; // by region and step
    std::vector<std::size_t> declared_by_step_;                                   // scalars
};

} // namespace hlo2cpp
