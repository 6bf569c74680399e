#include "read/hlo_text_async.h"

#include "ir/opcode.h"
#include "read/hlo.pb.h"

namespace hlo2cpp {

std::optional<AsyncForm> async_form(std::string_view opcode) {
    if (opcode_from_name(opcode)) return std::nullopt;
    for (const char* suffix : {"-start", "-update", "-done"}) {
        if (!opcode.ends_with(suffix)) continue;
        const std::string_view wrapped = opcode.substr(0, opcode.size() - std::string_view(suffix).size());
        if (!opcode_from_name(wrapped)) continue;
        return AsyncForm{.wrapped = std::string(wrapped), .opcode = std::string("async") + suffix, .starts = opcode.ends_with("-start")};
    }
    return std::nullopt;
}

std::unique_ptr<hlo2cpp_proto::HloComputationProto> wrap_async(const hlo2cpp_proto::HloInstructionProto& start, const std::string& wrapped,
                                                               const std::vector<const hlo2cpp_proto::HloInstructionProto*>& operands,
                                                               std::int64_t& last_id) {
    constexpr int kResult = 1; // ((operands), result, contexts)
    if (start.shape().tuple_shapes_size() <= kResult) return nullptr;
    auto computation = std::make_unique<hlo2cpp_proto::HloComputationProto>();
    computation->set_name(start.name() + ".wrapped");
    for (std::size_t i = 0; i < operands.size(); ++i) {
        auto& parameter = *computation->add_instructions();
        parameter.set_name("param_" + std::to_string(i));
        parameter.set_opcode("parameter");
        parameter.set_parameter_number(static_cast<std::int64_t>(i));
        parameter.set_id(++last_id);
        *parameter.mutable_shape() = operands[i]->shape();
    }
    auto& root = *computation->add_instructions();
    root.set_name(start.name() + ".wrapped");
    root.set_opcode(wrapped);
    root.set_id(++last_id);
    *root.mutable_shape() = start.shape().tuple_shapes(kResult);
    for (int i = 0; i + 1 < computation->instructions_size(); ++i) root.add_operand_ids(computation->instructions(i).id());
    computation->set_root_id(root.id());
    return computation;
}

} // namespace hlo2cpp
