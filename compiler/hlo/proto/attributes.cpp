#include "hlo/proto/attributes.h"

#include <charconv>

#include <nlohmann/json.hpp>

#include "hlo/proto/devices.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/shape.h"
#include "ir/module.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloInstructionProto;

// The fields that have one name and one meaning in both.
#define PLAIN_FIELDS(FIELD)                                                                                            \
    FIELD(epsilon)                                                                                                     \
    FIELD(feature_index)                                                                                               \
    FIELD(tuple_index)                                                                                                 \
    FIELD(parameter_number)                                                                                            \
    FIELD(is_stable)                                                                                                   \
    FIELD(exponent_bits)                                                                                               \
    FIELD(mantissa_bits)                                                                                               \
    FIELD(k)                                                                                                           \
    FIELD(largest)                                                                                                     \
    FIELD(delta)                                                                                                       \
    FIELD(num_carries)                                                                                                 \
    FIELD(is_reverse)                                                                                                  \
    FIELD(use_global_device_ids)                                                                                       \
    FIELD(is_host_transfer)

template <typename Repeated>
std::vector<std::int64_t> list(const Repeated& values) {
    return {values.begin(), values.end()};
}

template <typename Repeated>
void assign(Repeated* proto, const std::vector<std::int64_t>& values) {
    proto->Assign(values.begin(), values.end());
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

void write(const Window& window, hlo2cpp_proto::Window& proto) {
    for (const WindowDimension& d : window) {
        auto& to = *proto.add_dimensions();
        to.set_size(d.size);
        to.set_stride(d.stride);
        to.set_padding_low(d.padding_low);
        to.set_padding_high(d.padding_high);
        to.set_window_dilation(d.window_dilation);
        to.set_base_dilation(d.base_dilation);
        to.set_window_reversal(d.reversal);
    }
}

DotDimensions dot_from(const hlo2cpp_proto::DotDimensionNumbers& proto) {
    return {.lhs_contracting = list(proto.lhs_contracting_dimensions()),
            .rhs_contracting = list(proto.rhs_contracting_dimensions()),
            .lhs_batch = list(proto.lhs_batch_dimensions()),
            .rhs_batch = list(proto.rhs_batch_dimensions())};
}

void write(const DotDimensions& dot, hlo2cpp_proto::DotDimensionNumbers& proto) {
    assign(proto.mutable_lhs_contracting_dimensions(), dot.lhs_contracting);
    assign(proto.mutable_rhs_contracting_dimensions(), dot.rhs_contracting);
    assign(proto.mutable_lhs_batch_dimensions(), dot.lhs_batch);
    assign(proto.mutable_rhs_batch_dimensions(), dot.rhs_batch);
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

void write(const ConvolutionDimensions& c, hlo2cpp_proto::ConvolutionDimensionNumbers& proto) {
    proto.set_input_batch_dimension(c.input_batch);
    proto.set_input_feature_dimension(c.input_feature);
    assign(proto.mutable_input_spatial_dimensions(), c.input_spatial);
    proto.set_kernel_input_feature_dimension(c.kernel_input_feature);
    proto.set_kernel_output_feature_dimension(c.kernel_output_feature);
    assign(proto.mutable_kernel_spatial_dimensions(), c.kernel_spatial);
    proto.set_output_batch_dimension(c.output_batch);
    proto.set_output_feature_dimension(c.output_feature);
    assign(proto.mutable_output_spatial_dimensions(), c.output_spatial);
}

GatherDimensions gather_from(const hlo2cpp_proto::GatherDimensionNumbers& proto) {
    return {.offset_dims = list(proto.offset_dims()),
            .collapsed_slice_dims = list(proto.collapsed_slice_dims()),
            .start_index_map = list(proto.start_index_map()),
            .operand_batching_dims = list(proto.operand_batching_dims()),
            .start_indices_batching_dims = list(proto.start_indices_batching_dims()),
            .index_vector_dim = proto.index_vector_dim()};
}

void write(const GatherDimensions& g, hlo2cpp_proto::GatherDimensionNumbers& proto) {
    assign(proto.mutable_offset_dims(), g.offset_dims);
    assign(proto.mutable_collapsed_slice_dims(), g.collapsed_slice_dims);
    assign(proto.mutable_start_index_map(), g.start_index_map);
    assign(proto.mutable_operand_batching_dims(), g.operand_batching_dims);
    assign(proto.mutable_start_indices_batching_dims(), g.start_indices_batching_dims);
    proto.set_index_vector_dim(g.index_vector_dim);
}

ScatterDimensions scatter_from(const hlo2cpp_proto::ScatterDimensionNumbers& proto) {
    return {.update_window_dims = list(proto.update_window_dims()),
            .inserted_window_dims = list(proto.inserted_window_dims()),
            .scatter_dims_to_operand_dims = list(proto.scatter_dims_to_operand_dims()),
            .input_batching_dims = list(proto.input_batching_dims()),
            .scatter_indices_batching_dims = list(proto.scatter_indices_batching_dims()),
            .index_vector_dim = proto.index_vector_dim()};
}

void write(const ScatterDimensions& s, hlo2cpp_proto::ScatterDimensionNumbers& proto) {
    assign(proto.mutable_update_window_dims(), s.update_window_dims);
    assign(proto.mutable_inserted_window_dims(), s.inserted_window_dims);
    assign(proto.mutable_scatter_dims_to_operand_dims(), s.scatter_dims_to_operand_dims);
    assign(proto.mutable_input_batching_dims(), s.input_batching_dims);
    assign(proto.mutable_scatter_indices_batching_dims(), s.scatter_indices_batching_dims);
    proto.set_index_vector_dim(s.index_vector_dim);
}

TriangularSolveOptions triangular_solve_from(const hlo2cpp_proto::TriangularSolveOptions& proto) {
    using Options = hlo2cpp_proto::TriangularSolveOptions;
    return {.left_side = proto.left_side(),
            .lower = proto.lower(),
            .unit_diagonal = proto.unit_diagonal(),
            .transpose = proto.transpose_a() == Options::TRANSPOSE || proto.transpose_a() == Options::ADJOINT,
            .conjugate = proto.transpose_a() == Options::ADJOINT};
}

void write(const TriangularSolveOptions& options, hlo2cpp_proto::TriangularSolveOptions& proto) {
    using Options = hlo2cpp_proto::TriangularSolveOptions;
    proto.set_left_side(options.left_side);
    proto.set_lower(options.lower);
    proto.set_unit_diagonal(options.unit_diagonal);
    proto.set_transpose_a(options.conjugate   ? Options::ADJOINT
                          : options.transpose ? Options::TRANSPOSE
                                              : Options::NO_TRANSPOSE);
}

constexpr const char* kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"}; // in the order of the enumeration

ComparisonDirection direction_from(const std::string& name) {
    for (std::size_t i = 0; i < std::size(kDirections); ++i)
        if (name == kDirections[i]) return static_cast<ComparisonDirection>(i);
    throw InputError("unknown comparison direction \"" + printable(name, 20) + "\"; expected EQ, NE, GE, GT, LE or LT");
}

// The trip count that XLA found, {"known_trip_count":{"n":"8"}} in JSON. It is a hint: anything else is "not known".
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
    if (proto.has_ragged_dot_dimension_numbers()) {
        const auto& ragged = proto.ragged_dot_dimension_numbers();
        a.dot = dot_from(ragged.dot_dimension_numbers());
        a.ragged = {.lhs_ragged = list(ragged.lhs_ragged_dimensions()),
                    .rhs_group = list(ragged.rhs_group_dimensions())};
    }
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
#define FIELD(name) a.name = proto.name();
    PLAIN_FIELDS(FIELD)
#undef FIELD
    if (proto.feature_group_count() != 0) a.feature_group_count = proto.feature_group_count();
    if (proto.batch_group_count() != 0) a.batch_group_count = proto.batch_group_count();
    a.lower = proto.cholesky_options().lower();
    if (proto.has_triangular_solve_options())
        a.triangular_solve = triangular_solve_from(proto.triangular_solve_options());
    a.fft_type = static_cast<FftType>(proto.fft_type());
    a.fft_length = list(proto.fft_length());
    a.random_algorithm = static_cast<RandomAlgorithm>(proto.rng_algorithm());
    a.random_distribution = static_cast<RandomDistribution>(proto.distribution());
    a.replica_groups = replica_groups_from(proto);
    a.source_target_pairs = source_target_pairs_from(proto);
    // Files from before 2020 have all_reduce_id. A number that is not positive means no channel.
    a.channel_id = std::max<std::int64_t>(proto.channel_id() > 0 ? proto.channel_id() : proto.all_reduce_id(), 0);
    if (proto.opcode() == "while") a.known_trip_count = trip_count_from(config_of(proto));
    if (proto.opcode() == "custom-call") {
        a.custom_call_target = proto.custom_call_target();
        a.custom_call_opaque = config_of(proto).empty() ? proto.custom_call_opaque() : config_of(proto);
        a.api_version = proto.custom_call_api_version();
        a.has_side_effect = proto.custom_call_has_side_effect();
        if (proto.constrain_layout())
            for (const auto& shape : proto.operand_shapes_with_layout())
                a.operand_shapes.push_back(shape_from_proto(shape));
    }
    return a;
}

void attributes_to_proto(const Attributes& a, HloInstructionProto& proto) {
    assign(proto.mutable_dimensions(), a.dimensions);
    if (!a.window.empty() || proto.opcode() == "convolution") write(a.window, *proto.mutable_window());
    if (a.dot)
        write(*a.dot, a.ragged ? *proto.mutable_ragged_dot_dimension_numbers()->mutable_dot_dimension_numbers()
                               : *proto.mutable_dot_dimension_numbers());
    if (a.ragged) {
        auto& ragged = *proto.mutable_ragged_dot_dimension_numbers();
        assign(ragged.mutable_lhs_ragged_dimensions(), a.ragged->lhs_ragged);
        assign(ragged.mutable_rhs_group_dimensions(), a.ragged->rhs_group);
    }
    if (a.convolution) write(*a.convolution, *proto.mutable_convolution_dimension_numbers());
    if (a.gather) write(*a.gather, *proto.mutable_gather_dimension_numbers());
    if (a.scatter) write(*a.scatter, *proto.mutable_scatter_dimension_numbers());
    for (const SliceDimension& d : a.slice) {
        auto& to = *proto.add_slice_dimensions();
        to.set_start(d.start);
        to.set_limit(d.limit);
        to.set_stride(d.stride);
    }
    for (const PaddingDimension& d : a.padding) {
        auto& to = *proto.mutable_padding_config()->add_dimensions();
        to.set_edge_padding_low(d.low);
        to.set_edge_padding_high(d.high);
        to.set_interior_padding(d.interior);
    }
    assign(a.gather ? proto.mutable_gather_slice_sizes() : proto.mutable_dynamic_slice_sizes(), a.slice_sizes);
    if (a.direction) proto.set_comparison_direction(kDirections[static_cast<std::size_t>(*a.direction)]);
    if (a.total_order) proto.set_comparison_type("TOTALORDER");
#define FIELD(name) proto.set_##name(static_cast<decltype(proto.name())>(a.name));
    PLAIN_FIELDS(FIELD)
#undef FIELD
    proto.set_feature_group_count(a.feature_group_count);
    proto.set_batch_group_count(a.batch_group_count);
    if (a.lower) proto.mutable_cholesky_options()->set_lower(true);
    if (a.triangular_solve) write(*a.triangular_solve, *proto.mutable_triangular_solve_options());
    if (!a.fft_length.empty()) {
        proto.set_fft_type(static_cast<hlo2cpp_proto::FftType>(a.fft_type));
        assign(proto.mutable_fft_length(), a.fft_length);
    }
    proto.set_rng_algorithm(static_cast<hlo2cpp_proto::RandomAlgorithm>(a.random_algorithm));
    proto.set_distribution(static_cast<hlo2cpp_proto::RandomDistribution>(a.random_distribution));
    for (const auto& group : a.replica_groups) assign(proto.add_replica_groups()->mutable_replica_ids(), group);
    for (const SourceTarget& pair : a.source_target_pairs) {
        auto& to = *proto.add_source_target_pairs();
        to.set_source(pair.source);
        to.set_target(pair.target);
    }
    if (a.known_trip_count >= 0)
        proto.set_backend_config("{\"known_trip_count\":{\"n\":\"" + std::to_string(a.known_trip_count) + "\"}}");
    proto.set_channel_id(a.channel_id);
    proto.set_custom_call_target(a.custom_call_target);
    proto.set_custom_call_api_version(static_cast<hlo2cpp_proto::CustomCallApiVersion>(a.api_version));
    proto.set_custom_call_has_side_effect(a.has_side_effect);
    proto.set_constrain_layout(!a.operand_shapes.empty());
    for (const Shape& shape : a.operand_shapes) *proto.add_operand_shapes_with_layout() = shape_to_proto(shape);
    if (!a.custom_call_opaque.empty()) proto.set_backend_config(a.custom_call_opaque);
}

const std::string& config_of(const HloInstructionProto& proto) {
    return proto.backend_config().empty() ? proto.backend_config_payload().value() : proto.backend_config();
}

} // namespace hlo2cpp
