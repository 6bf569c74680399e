// Calls of functions of the host in the body of `run`.
#pragma once

#include <string>
#include <vector>

#include "program/blocks.h"
#include "program/run_values.h"

namespace hlo2cpp {

class HostCalls {
public:
    // Statements are added to `blocks`, names to `names`.
    HostCalls(const ProgramInput& input, RunValues& values, Blocks& blocks, const Names& names)
        : input_(input), values_(values), blocks_(blocks), names_(names) {}

    void build(const HostCall& call);
    // Pointers of the arena that the call takes are declared, in front of the block that is opened next.
    void declare_pointers_of(const HostCall& call);
    // Names for the block of a call.
    Names names() const { return Names(&names_); }
    // The array in memory.
    tree::Expression place(ValueId value, Names& names);

    std::vector<HostFunction> functions; // in the order of their first calls

private:
    HostFunction& function_of(const HostCall& call);
    void feed(const HostCall& call, HostFunction& function, Names& names);
    void call_target(const HostCall& call, Names& names);
    tree::Expression pointer(ValueId value, Names& names, bool operand);
    tree::Expression array_of(const std::vector<ValueId>& leaves, const std::string& wanted, Names& names,
                              bool operand);
    void declare_pointers(const std::string& name, std::vector<tree::Expression> pointers);
    tree::Expression pointers_of_operands(const HostCall& call, Names& names);

    const ProgramInput& input_;
    RunValues& values_;
    Blocks& blocks_;
    const Names& names_;
};

} // namespace hlo2cpp
