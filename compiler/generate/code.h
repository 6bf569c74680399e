// The generated source: the last stage but the report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "buffers/buffer_plan.h"
#include "generate/measured.h"
#include "ir/module.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// A parameter leaf that lives in the context from call to call, instead of being an argument: the result leaf that it
// aliases is its value in the next call.
struct StateArray {
    std::int64_t parameter_leaf = 0, result_leaf = 0;
    std::string name;   // as the module has it, any bytes
    LiteralPtr initial; // row-major; null: zeros
};

struct GenerateOptions {
    std::string name;         // a C identifier
    std::string module_file;  // file name without folder, for the banner
    std::string command_line; // options other than the defaults, for the banner
    bool deterministic = false;
    bool poison = false; // fill every buffer outside its live range, and check what must stay
    bool trace = false;
    std::vector<StateArray> state;
    std::optional<Measured> measured; // of a file that was generated before with the same options
};

// A place where the code of --trace reports a value. The number that it reports is the place in `Code::trace`.
struct TracePoint {
    std::string step; // its name in the file
    RegionId region;
    KernelId kernel; // whose output it is; none: a copy
    ValueId value;
};

struct Code {
    std::string header;             // NAME.h
    std::string source;             // NAME.cpp
    std::int64_t weights_bytes = 0; // constants in flash
    std::int64_t locals_bytes = 0;  // of arrays on the stack, along the deepest chain of calls
    std::int64_t state_bytes = 0;   // of the arrays that are kept from call to call
    std::vector<TracePoint> trace;
    std::vector<std::string> state_members; // one a StateArray of the options: its name in NAME_state
};

Code generate(const Module& module, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
              const BufferPlan& plan, const GenerateOptions& options);

} // namespace hlo2cpp
