#include "read/proto_attributes.h"

#include <charconv>

#include <nlohmann/json.hpp>

#include "ir/module.h"
#include "read/hlo.pb.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloInstructionProto;

template <typename Repeated>
std::vector<std::int64_t> list(const Repeated& values) {
    return {values.begin(), values.end()};
}

Window window_from(const hlo2cpp_proto::Window& proto) {
    Window window;
    for (const auto& d : proto.dimensions())
        window.push_back({.size = d.size(),
                          .stride = d.stride(),
                          .padding_low = d.padding_low(),
                          .padding_high = d.padding_high(),
                          .window_dilation = d.window_dilation(),
                          .base_dilation = d.base_dilation(),
                          .reversal = d.window_reversal()});
    return window;
}

DotDimensions dot_from(const hlo2cpp_proto::DotDimensionNumbers& proto) {
    return {.lhs_contracting = list(proto.lhs_contracting_dimensions()),
            .rhs_contracting = list(proto.rhs_contracting_dimensions()),
            .lhs_batch = list(proto.lhs_batch_dimensions()),
            .rhs_batch = list(proto.rhs_batch_dimensions())};
}

ConvolutionDimensions convolution_from(const hlo2cpp_proto::ConvolutionDimensionNumbers& proto) {
    return {.input_batch = proto.input_batch_dimension(),
            .input_feature = proto.input_feature_dimension(),
            .input_spatial = list(proto.input_spatial_dimensions()),
            .kernel_input_feature = proto.kernel_input_feature_dimension(),
            .kernel_output_feature = proto.kernel_output_feature_dimension(),
            .kernel_spatial = list(proto.kernel_spatial_dimensions()),
            .output_batch = proto.output_batch_dimension(),
            .output_feature = proto.output_feature_dimension(),
            .output_spatial = list(proto.output_spatial_dimensions())};
}

GatherDimensions gather_from(const hlo2cpp_proto::GatherDimensionNumbers& proto) {
    return {.offset_dims = list(proto.offset_dims()),
            .collapsed_slice_dims = list(proto.collapsed_slice_dims()),
            .start_index_map = list(proto.start_index_map()),
            .operand_batching_dims = list(proto.operand_batching_dims()),
            .start_indices_batching_dims = list(proto.start_indices_batching_dims()),
            .index_vector_dim = proto.index_vector_dim()};
}

ScatterDimensions scatter_from(const hlo2cpp_proto::ScatterDimensionNumbers& proto) {
    return {.update_window_dims = list(proto.update_window_dims()),
            .inserted_window_dims = list(proto.inserted_window_dims()),
            .scatter_dims_to_operand_dims = list(proto.scatter_dims_to_operand_dims()),
            .input_batching_dims = list(proto.input_batching_dims()),
            .scatter_indices_batching_dims = list(proto.scatter_indices_batching_dims()),
            .index_vector_dim = proto.index_vector_dim()};
}

ComparisonDirection direction_from(const std::string& name) {
    constexpr const char* kNames[] = {"EQ", "NE", "GE", "GT", "LE", "LT"}; // in the order of the enumeration
    for (std::size_t i = 0; i < std::size(kNames); ++i)
        if (name == kNames[i]) return static_cast<ComparisonDirection>(i);
    throw InputError("unknown comparison direction \"" + printable(name, 20) + "\"; expected EQ, NE, GE, GT, LE or LT");
}

// {"known_trip_count":{"n":"8"}} in JSON, where XLA found it out. Only a hint: anything else is "not known".
std::int64_t trip_count_from(const std::string& config) {
    constexpr std::int64_t kNotKnown = -1;
    if (config.find("known_trip_count") == std::string::npos) return kNotKnown;
    const auto json = nlohmann::json::parse(config, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || !json.contains("known_trip_count")) return kNotKnown;
    const auto& known = json["known_trip_count"];
    if (!known.is_object() || !known.contains("n")) return kNotKnown;
    const auto& n = known["n"];
    std::int64_t count = kNotKnown;
    if (n.is_number_integer()) count = n.get<std::int64_t>();
    if (n.is_string()) {
        const auto& text = n.get_ref<const std::string&>();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
        if (error != std::errc() || end != text.data() + text.size()) return kNotKnown;
    }
    return count < 0 ? kNotKnown : count;
}

} // namespace

Attributes attributes_from_proto(const HloInstructionProto& proto) {
    Attributes a;
    a.dimensions = list(proto.dimensions());
    if (proto.has_window()) a.window = window_from(proto.window());
    if (proto.has_dot_dimension_numbers()) a.dot = dot_from(proto.dot_dimension_numbers());
    if (proto.has_convolution_dimension_numbers())
        a.convolution = convolution_from(proto.convolution_dimension_numbers());
    if (proto.has_gather_dimension_numbers()) a.gather = gather_from(proto.gather_dimension_numbers());
    if (proto.has_scatter_dimension_numbers()) a.scatter = scatter_from(proto.scatter_dimension_numbers());
    for (const auto& d : proto.slice_dimensions())
        a.slice.push_back({.start = d.start(), .limit = d.limit(), .stride = d.stride()});
    for (const auto& d : proto.padding_config().dimensions())
        a.padding.push_back(
            {.low = d.edge_padding_low(), .high = d.edge_padding_high(), .interior = d.interior_padding()});
    a.slice_sizes =
        list(proto.has_gather_dimension_numbers() ? proto.gather_slice_sizes() : proto.dynamic_slice_sizes());
    if (!proto.comparison_direction().empty()) a.direction = direction_from(proto.comparison_direction());
    a.total_order = proto.comparison_type() == "TOTALORDER";
    if (proto.feature_group_count() != 0) a.feature_group_count = proto.feature_group_count();
    if (proto.batch_group_count() != 0) a.batch_group_count = proto.batch_group_count();
    a.epsilon = proto.epsilon();
    a.feature_index = proto.feature_index();
    a.tuple_index = proto.tuple_index();
    a.parameter_number = proto.parameter_number();
    a.is_stable = proto.is_stable();
    a.exponent_bits = proto.exponent_bits();
    a.mantissa_bits = proto.mantissa_bits();
    if (proto.opcode() == "while") a.known_trip_count = trip_count_from(config_of(proto));
    if (proto.opcode() == "custom-call") {
        a.custom_call_target = proto.custom_call_target();
        a.custom_call_opaque = config_of(proto).empty() ? proto.custom_call_opaque() : config_of(proto);
    }
    return a;
}

const std::string& config_of(const HloInstructionProto& proto) {
    return proto.backend_config().empty() ? proto.backend_config_payload().value() : proto.backend_config();
}

} // namespace hlo2cpp
