// HloComputationProto -> Computation.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp_proto {
class HloComputationProto;
class StackFrameIndexProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// Tables that the instructions of every computation refer to.
struct ModuleTables {
    std::unordered_map<std::int64_t, std::size_t>
        computations; // id in the file -> place among the module's computations
    // Id of a computation -> ids of its instructions in order.
    std::unordered_map<std::int64_t, std::vector<std::int64_t>> schedules;
    const hlo2cpp_proto::StackFrameIndexProto& frames;
};

// The computation in the order of its schedule or of the file, but operands before their users; `called` is filled.
// `places` are its instructions' places in a text, or empty. Throws InputError.
Computation computation_from_proto(const hlo2cpp_proto::HloComputationProto& proto, const ModuleTables& tables,
                                   const std::vector<TextPlace>& places);

} // namespace hlo2cpp
