// The generated source: the last stage but the report.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "buffers/constant_plan.h"
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

// A place where the code of --trace reports a value. The number that it reports is the place in `Code::trace`.
struct TracePoint {
    std::string step; // its name in the file
    RegionId region;
    ValueId value;
    std::optional<Call> call = {}; // whose output it is; none: a copy
};

struct Code {
    std::string header;             // NAME.h
    std::string source;             // NAME.cpp
    std::int64_t weights_bytes = 0; // constants in flash
    std::int64_t stack_bytes = 0;   // an estimate for the entry's call tree, without libm
    std::int64_t state_bytes = 0;   // of the arrays that are kept from call to call
    std::vector<TracePoint> trace;
    std::vector<std::pair<std::int64_t, std::string>> state_members; // parameter leaf, its name in NAME_state
};

Code generate(const Module& module, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
              const BufferPlan& plan, const ConstantPlan& constants, const GenerateOptions& options);

} // namespace hlo2cpp
