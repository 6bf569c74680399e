// Steps of a planned module with their costs, in the order in which they run: for banners and reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "buffers/buffer_plan.h"
#include "buffers/operations.h"

namespace hlo2cpp {

struct StepCost {
    std::string name;
    std::vector<std::string> instructions;      // names of the HLO instructions, any bytes
    std::vector<Metadata> metadata;             // where they come from, each place once
    std::vector<std::string> shapes;            // of the arrays that it writes
    std::int32_t position = 0;                  // in the depth-first order: where it is, or begins
    int depth = 0;                              // loops and conditionals that it is inside of
    std::int64_t bytes_live = 0;                // of the arena while it runs
    std::optional<std::int64_t> runs = 1;       // in one call of the entry, at most; none: data ends a loop around it
    std::optional<std::size_t> loop = {};       // the innermost such loop: its number among the steps
    Operations operations;                      // of all runs, or of those in a round of `loop`
    std::int64_t winograd = 0;                  // as in its Call
    std::int64_t bytes_sent = 0;                // to other devices in one run, by the device that sends most
    bool data_ends = false;                     // a loop whose rounds are not known before it runs
    std::optional<std::int64_t> max_trips = {}; // then: the most rounds that it takes; none: nobody knows
    bool stopped = false;                       // after these; else its condition says so
};

// Work of one call of the entry.
struct Work {
    struct Loop {
        std::size_t step = 0;  // the loop, as a number among the steps
        Operations operations; // of a round, without those of `Loop`s inside of it
    };
    Operations fixed;            // without those of `loops`
    std::int64_t bytes_sent = 0; // by a device, without bytes that rounds of `loops` send
    bool at_most = false;        // loops that data ends are in it with the most rounds that they take
    std::vector<Loop> loops;     // loops that data ends and nothing bounds, in the order in which they run
};

// Lists the steps without those that cost nothing: copies inside of one buffer.
std::vector<StepCost> list_steps(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan);

// The most telling of the places that a step comes from: the longest op_name, which has the most scopes in it.
Metadata main_origin(const StepCost& step);

Work total_work(const std::vector<StepCost>& steps);

} // namespace hlo2cpp
