// Generated code against the evaluator, step by step.
//
//     arguments --> the module as read,  evaluated ----------------------------- results    `lower` is right
//               \-> the lowered module,  evaluated ----------------------------- results  /
//                \> the lowered module,  evaluated with the values that the code \ each step, and the results:
//                 \> the generated code, run with --trace ------------ reports --/ the code is right
//
// In the third evaluation every value that the code reported takes the place of the evaluator's own, once they are
// compared. So a mistake shows in the step that makes it and in no later one, and rounding does not add up.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "check/difference.h"
#include "evaluate/host_data.h"
#include "program/program.h"

namespace hlo2cpp {

// Results and reports of a run of the generated code.
struct GeneratedRun {
    struct Report {
        std::int32_t point = 0; // place in Code::trace
        std::size_t begin = 0;  // of its bytes in `data`
    };
    std::vector<Literal> results; // one a result leaf, row-major
    std::vector<Report> reports;  // in the order in which they came
    std::string data;
    std::string outfeed;  // bytes that it gave to its host
    bool complete = true; // no reports are missing at the end
};

struct Checked {
    const Module& module;  // as it was read
    const Module& lowered; // its arguments may lie in another way than those of the code
    const Kernels& kernels;
    const Schedule& schedule;
    const Program& program; // with --trace
    bool deterministic = false;
    std::function<std::unique_ptr<HostData>()> host = [] { return nullptr; }; // a new one for each evaluation
    // Returns true where one of the devices that are checked together says so. All of them evaluate the same modules
    // in the same order, for the evaluations wait for each other.
    std::function<bool(bool)> any_device = [](bool own) { return own; };
};

struct CheckResult {
    std::int64_t reports = 0; // number of compared reports
    std::int64_t elements = 0;
    std::vector<Difference> differences; // in the order in which the code ran; empty: all agrees
};

// The arguments are one literal a parameter leaf, row-major.
CheckResult check(const Checked& checked, const std::vector<Literal>& arguments, const GeneratedRun& run);

} // namespace hlo2cpp
