// The steps of a planned module, in the order in which they run, with what each costs: for banners and reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "buffers/buffer_plan.h"

namespace hlo2cpp {

struct StepCost {
    std::string name;
    std::vector<std::string> instructions; // names of the HLO instructions, any bytes
    std::vector<Metadata> metadata;        // where they come from, each place once
    std::vector<std::string> shapes;       // of what it writes
    std::int32_t position = 0;             // in the depth-first order
    int depth = 0;                         // loops and conditionals that it is inside of
    std::int64_t bytes_live = 0;           // of the arena while it runs
    std::int64_t runs = 1; // in one call of the entry: the known trip counts around it; an unknown one counts once
    std::int64_t multiply_adds = 0; // of all runs
};

// Steps that cost nothing (copies of what shares a buffer) are left out.
std::vector<StepCost> list_steps(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan);

// The most telling of the places that a step comes from: the longest op_name, which has the most scopes in it.
Metadata main_origin(const StepCost& step);

std::int64_t total_multiply_adds(const std::vector<StepCost>& steps);

} // namespace hlo2cpp
