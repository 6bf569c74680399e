// The short form of async instructions in HLO text: "negate-start(x)" is an async-start of a computation that negates x.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp_proto {
class HloComputationProto;
class HloInstructionProto;
}

namespace hlo2cpp {

struct AsyncForm {
    std::string wrapped; // "negate"
    std::string opcode;  // "async-start", "async-update" or "async-done"
    bool starts = false;
};

// Nothing for an opcode that stands for itself, like "copy-start".
std::optional<AsyncForm> async_form(std::string_view opcode);

// The computation that `start` starts: parameters of the shapes of its operands, and the wrapped instruction, the last one, as its
// root. Null where the shape of `start` does not say what the result is. `last_id` is counted up.
std::unique_ptr<hlo2cpp_proto::HloComputationProto> wrap_async(const hlo2cpp_proto::HloInstructionProto& start, const std::string& wrapped,
                                                               const std::vector<const hlo2cpp_proto::HloInstructionProto*>& operands,
                                                               std::int64_t& last_id);

} // namespace hlo2cpp
