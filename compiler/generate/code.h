// The generated source: the last stage but the report.
#pragma once

#include <string>

#include "buffers/buffer_plan.h"
#include "ir/module.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

struct GenerateOptions {
    std::string name;         // a C identifier
    std::string module_file;  // file name without folder, for the banner
    std::string command_line; // options other than the defaults, for the banner
    bool deterministic = false;
    bool poison = false; // fill every buffer outside its live range, and check what must stay
    bool trace = false;
};

struct Code {
    std::string header; // NAME.h
    std::string source; // NAME.cpp
    std::int64_t weights_bytes = 0; // constants in flash
    std::int64_t stack_bytes = 0;   // an upper bound for the entry's call tree, without libm
};

Code generate(const Module& module, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
              const BufferPlan& plan, const GenerateOptions& options);

} // namespace hlo2cpp
