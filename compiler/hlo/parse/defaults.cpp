#include "hlo/parse/defaults.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "hlo/proto/hlo.pb.h"
#include "ir/element_type.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloInstructionProto;

// Attributes that an op requires, though a proto without them looks complete.
const std::unordered_map<std::string_view, std::vector<std::string_view>> kRequired = {
    {"batch-norm-grad", {"epsilon", "feature_index"}},
    {"batch-norm-inference", {"epsilon", "feature_index"}},
    {"batch-norm-training", {"epsilon", "feature_index"}},
    {"call", {"to_apply"}},
    {"collective-permute", {"source_target_pairs"}},
    {"collective-permute-start", {"source_target_pairs"}},
    {"compare", {"direction"}},
    {"concatenate", {"dimensions"}},
    {"convolution", {"dim_labels"}},
    {"custom-call", {"custom_call_target"}},
    {"dynamic-slice", {"dynamic_slice_sizes"}},
    {"fft", {"fft_type", "fft_length"}},
    {"fusion", {"kind", "calls"}},
    {"gather", {"offset_dims", "collapsed_slice_dims", "start_index_map", "index_vector_dim", "slice_sizes"}},
    {"get-dimension-size", {"dimensions"}},
    {"get-tuple-element", {"index"}},
    {"iota", {"iota_dimension"}},
    {"map", {"to_apply"}},
    {"pad", {"padding"}},
    {"reduce", {"dimensions", "to_apply"}},
    {"reduce-precision", {"exponent_bits", "mantissa_bits"}},
    {"reduce-window", {"to_apply"}},
    {"reverse", {"dimensions"}},
    {"rng", {"distribution"}},
    {"scatter",
     {"update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims", "index_vector_dim", "to_apply"}},
    {"rng-get-and-update-state", {"delta"}},
    {"scan", {"dimensions", "num_carries", "to_apply"}},
    {"select-and-scatter", {"select", "scatter"}},
    {"set-dimension-size", {"dimensions"}},
    {"slice", {"slice"}},
    {"topk", {"k"}},
    {"transpose", {"dimensions"}},
    {"while", {"condition", "body"}},
};

void add_precisions(HloInstructionProto& instruction, std::size_t count) {
    auto& precisions = *instruction.mutable_precision_config()->mutable_operand_precision();
    if (precisions.empty()) precisions.Resize(static_cast<int>(count), hlo2cpp_proto::PrecisionConfig::DEFAULT);
}

void add_groups(HloInstructionProto& instruction) {
    if (instruction.feature_group_count() == 0) instruction.set_feature_group_count(1);
    if (instruction.batch_group_count() == 0) instruction.set_batch_group_count(1);
}

using Complete = void (*)(HloInstructionProto&, OperandProtos operands, const AttributeNames& seen);
constexpr std::size_t kFactors = 2; // operands that a product multiplies

const std::unordered_map<std::string_view, Complete> kDefaults = {
    {"compare",
     [](HloInstructionProto& i, OperandProtos operands, const AttributeNames& seen) {
         if (!seen.contains("type") && !operands.empty())
             i.set_comparison_type(std::string(default_comparison_type(*operands[0])));
     }},
    {"convolution",
     [](HloInstructionProto& i, OperandProtos, const AttributeNames&) {
         i.mutable_window();
         add_groups(i);
         add_precisions(i, kFactors);
     }},
    {"custom-call",
     [](HloInstructionProto& i, OperandProtos operands, const AttributeNames& seen) {
         add_groups(i);
         add_precisions(i, operands.size());
         if (!seen.contains("api_version")) i.set_custom_call_api_version(hlo2cpp_proto::API_VERSION_ORIGINAL);
     }},
    {"dot",
     [](HloInstructionProto& i, OperandProtos operands, const AttributeNames&) {
         i.mutable_dot_dimension_numbers();
         add_precisions(i, operands.size());
     }},
    {"map",
     [](HloInstructionProto& i, OperandProtos operands, const AttributeNames& seen) {
         if (seen.contains("dimensions") || operands.empty()) return;
         for (int d = 0; d < operands[0]->shape().dimensions_size(); ++d) i.add_dimensions(d); // all of them
     }},
    {"outfeed",
     [](HloInstructionProto& i, OperandProtos operands, const AttributeNames& seen) {
         if (!seen.contains("outfeed_shape") && !operands.empty()) *i.mutable_outfeed_shape() = operands[0]->shape();
     }},
    {"ragged-dot",
     [](HloInstructionProto& i, OperandProtos, const AttributeNames&) {
         i.mutable_ragged_dot_dimension_numbers()->mutable_dot_dimension_numbers();
         add_precisions(i, kFactors);
     }},
    {"scaled-dot",
     [](HloInstructionProto& i, OperandProtos, const AttributeNames&) {
         i.mutable_dot_dimension_numbers();
         add_precisions(i, kFactors);
     }},
    {"scan",
     [](HloInstructionProto& i, OperandProtos, const AttributeNames& seen) {
         if (!seen.contains("is_associative")) i.set_is_associative(hlo2cpp_proto::TRI_STATE_FALSE);
     }},
    {"topk",
     [](HloInstructionProto& i, OperandProtos, const AttributeNames& seen) {
         if (!seen.contains("largest")) i.set_largest(true);
     }},
};

} // namespace

std::string_view missing_attribute(std::string_view opcode, const AttributeNames& seen) {
    const auto required = kRequired.find(opcode);
    if (required == kRequired.end()) return {};
    for (std::string_view name : required->second)
        if (!seen.contains(name)) return name;
    return {};
}

bool requires_attribute(std::string_view opcode, std::string_view name) {
    const auto required = kRequired.find(opcode);
    return required != kRequired.end() &&
           std::find(required->second.begin(), required->second.end(), name) != required->second.end();
}

std::string_view default_comparison_type(const HloInstructionProto& operand) {
    const std::optional<ElementType> type = element_type_from_proto(operand.shape().element_type());
    if (type && (is_float(*type) || is_complex(*type))) return "FLOAT";
    return type && is_signed(*type) ? "SIGNED" : "UNSIGNED";
}

void complete_attributes(HloInstructionProto& instruction, OperandProtos operands, const AttributeNames& seen) {
    const auto found = kDefaults.find(instruction.opcode());
    if (found != kDefaults.end()) found->second(instruction, operands, seen);
}

} // namespace hlo2cpp
