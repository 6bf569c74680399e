// The validator of every pass, independent of the passes.
#pragma once

#include <string>

#include "ir/module.h"

namespace hlo2cpp {

// A computation after a pass, or a stage: `when`. Faults are InternalErrors that name both.
struct ComputationChecker {
    const Module& module;
    const Computation& computation;
    const char* when;

    [[noreturn]] void broken(const std::string& what) const;
    [[noreturn]] void broken(const Instruction& instruction, const std::string& what) const;
    void check(bool condition, const Instruction& instruction, const char* what) const;
};

// Checks the invariants that every pass must keep: ids in order, unique names, shapes that the operands and attributes
// give.
void verify_pass(const Module& module, const char* pass);

} // namespace hlo2cpp
