#include "hlo/parse/async.h"

#include "hlo/proto/hlo.pb.h"
#include "ir/opcode.h"

namespace hlo2cpp {

using hlo2cpp_proto::HloInstructionProto;

std::optional<AsyncForm> async_form(std::string_view opcode) {
    if (opcode_from_name(opcode)) return std::nullopt;
    for (const char* suffix : {"-start", "-update", "-done"}) {
        if (!opcode.ends_with(suffix)) continue;
        const std::string_view wrapped = opcode.substr(0, opcode.size() - std::string_view(suffix).size());
        if (!opcode_from_name(wrapped)) continue;
        return AsyncForm{.wrapped = std::string(wrapped),
                         .opcode = std::string("async") + suffix,
                         .starts = opcode.ends_with("-start")};
    }
    return std::nullopt;
}

std::unique_ptr<hlo2cpp_proto::HloComputationProto> wrap_async(const HloInstructionProto& start,
                                                               const std::string& wrapped, OperandProtos operands) {
    constexpr int kResult = 1; // ((operands), result, contexts)
    if (start.shape().tuple_shapes_size() <= kResult) return nullptr;
    auto computation = std::make_unique<hlo2cpp_proto::HloComputationProto>();
    for (std::size_t i = 0; i < operands.size(); ++i) {
        auto& parameter = *computation->add_instructions();
        parameter.set_name(i == 0 ? "async_param" : "async_param." + std::to_string(i));
        parameter.set_opcode("parameter");
        parameter.set_parameter_number(static_cast<std::int64_t>(i));
        parameter.set_id(computation->instructions_size());
        *parameter.mutable_shape() = operands[i]->shape();
    }
    auto& root = *computation->add_instructions();
    root.set_name(wrapped);
    root.set_opcode(wrapped);
    root.set_id(computation->instructions_size());
    *root.mutable_shape() = start.shape().tuple_shapes(kResult);
    for (int i = 0; i + 1 < computation->instructions_size(); ++i)
        root.add_operand_ids(computation->instructions(i).id());
    computation->set_root_id(root.id());
    return computation;
}

void copy_notes(const HloInstructionProto& from, HloInstructionProto& to) {
    if (from.has_metadata()) *to.mutable_metadata() = from.metadata();
    if (from.has_original_value()) *to.mutable_original_value() = from.original_value();
    if (from.has_frontend_attributes()) *to.mutable_frontend_attributes() = from.frontend_attributes();
    if (from.has_statistics_viz()) *to.mutable_statistics_viz() = from.statistics_viz();
    if (!from.backend_config().empty()) to.set_backend_config(from.backend_config());
}

void share_async_attributes(HloInstructionProto& described, HloInstructionProto& async) {
    copy_notes(described, async);
    if (described.has_sharding()) async.mutable_sharding()->Swap(described.mutable_sharding());
    if (described.has_parameter_replication())
        async.mutable_parameter_replication()->Swap(described.mutable_parameter_replication());
    async.set_async_execution_thread(described.async_execution_thread());
    described.clear_sharding();
    described.clear_parameter_replication();
    described.clear_async_execution_thread();
}

} // namespace hlo2cpp
