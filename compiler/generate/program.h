// What all parts of `generate` look at.
#pragma once

#include <string>

#include "generate/code.h"

namespace hlo2cpp {

struct Program {
    const Module& module;
    const Kernels& kernels;
    const LoopNests& nests;
    const Schedule& schedule;
    const BufferPlan& plan;
    const ConstantPlan& constants;
    const GenerateOptions& options;
    std::string prefix; // of macros: NAME in capitals

    const Value& operator[](ValueId id) const { return schedule[id]; }
};

} // namespace hlo2cpp
