// The StableHLO dialect and quantised types, as files have them that are no portable artifacts.
#include "read/stablehlo/bytecode/dialects.h"
#include "read/stablehlo/bytecode/fields.h"

namespace hlo2cpp::stablehlo::bytecode {
namespace {

enum StablehloAttribute : std::uint64_t {
    kChannelHandle = 1,
    kComparisonDirection = 2,
    kComparisonType = 3,
    kConvolutionDimensions = 4,
    kDotDimensions = 5,
    kFftType = 6,
    kGatherDimensions = 7,
    kPrecision = 8,
    kRngAlgorithm = 9,
    kRngDistribution = 10,
    kScatterDimensions = 11,
    kTranspose = 12,
    kBounds = 13,
    kOutputAlias = 14,
    kDotAlgorithm = 15,
    kAccuracyMode = 16,
    kAccuracy = 17,
};

Attribute read_channel_handle(ByteReader& reader) {
    Dictionary handle;
    for (const char* name : {"handle", "type"}) handle.set(name, integer(reader.signed_varint()));
    return {std::move(handle)};
}

Attribute read_convolution_dimensions(ByteReader& reader) {
    Dictionary dimensions;
    const auto read = [&](const char* first, const char* second, const char* spatial) {
        for (const char* name : {first, second}) dimensions.set(name, integer(reader.signed_varint()));
        read_lists(reader, dimensions, {spatial});
    };
    read("input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions");
    read("kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions");
    read("output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions");
    return {std::move(dimensions)};
}

Attribute read_dot_dimensions(ByteReader& reader) {
    Dictionary dimensions;
    read_lists(reader, dimensions,
               {"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
                "rhs_contracting_dimensions"});
    return {std::move(dimensions)};
}

// Dimension numbers of gather and scatter. Without batching dimensions, which StableHLO 1.1 added, there are two lists
// less.
Attribute read_index_dimensions(ByteReader& reader, std::initializer_list<const char*> lists,
                                std::initializer_list<const char*> lists_without_batching) {
    ByteReader before = reader;
    for (std::size_t i = 0; i < lists_without_batching.size(); ++i) read_numbers(before);
    before.signed_varint();
    Dictionary dimensions;
    read_lists(reader, dimensions, before.at_end() ? lists_without_batching : lists);
    const std::int64_t index_dimension = reader.signed_varint();
    if (index_dimension != 0) dimensions.set("index_vector_dim", integer(index_dimension));
    return {std::move(dimensions)};
}

Attribute read_dot_algorithm(ByteReader& reader, Decoder& decoder) {
    Dictionary algorithm;
    for (const char* name : {"lhs_precision_type", "rhs_precision_type", "accumulation_type"})
        algorithm.set(name, {decoder.type(reader)});
    for (const char* name : {"lhs_component_count", "rhs_component_count", "num_primitive_operations"})
        algorithm.set(name, integer(reader.signed_varint()));
    algorithm.set("allow_imprecise_accumulation", {reader.byte() != 0});
    return {std::move(algorithm)};
}

} // namespace

TypePtr decode_stablehlo_type(ByteReader& reader, Decoder& decoder) {
    const std::uint64_t kind = reader.varint();
    if (kind == 0) return simple_type(TypeKind::Token);
    if (kind == 1) return read_future_type(reader, decoder);
    reader.fail("the StableHLO type with the number " + std::to_string(kind) + " is not supported");
}

Attribute decode_stablehlo_attribute(ByteReader& reader, Decoder& decoder) {
    const std::uint64_t kind = reader.varint();
    switch (kind) {
    case kChannelHandle: return read_channel_handle(reader);
    case kComparisonDirection: return read_comparison_direction(reader);
    case kComparisonType: return read_comparison_type(reader);
    case kConvolutionDimensions: return read_convolution_dimensions(reader);
    case kDotDimensions: return read_dot_dimensions(reader);
    case kFftType: return read_fft_type(reader);
    case kGatherDimensions:
        return read_index_dimensions(reader,
                                     {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
                                      "start_indices_batching_dims", "start_index_map"},
                                     {"offset_dims", "collapsed_slice_dims", "start_index_map"});
    case kPrecision: return read_precision(reader);
    case kRngAlgorithm: return read_rng_algorithm(reader);
    case kRngDistribution: return read_rng_distribution(reader);
    case kScatterDimensions:
        return read_index_dimensions(reader,
                                     {"update_window_dims", "inserted_window_dims", "input_batching_dims",
                                      "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"},
                                     {"update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims"});
    case kTranspose: return read_transpose(reader);
    case kBounds: return read_bounds(reader);
    case kOutputAlias: return read_output_alias(reader);
    case kDotAlgorithm: return read_dot_algorithm(reader, decoder);
    case kAccuracyMode: return read_accuracy_mode(reader);
    case kAccuracy: return read_accuracy(reader, decoder);
    default: reader.fail("the StableHLO attribute with the number " + std::to_string(kind) + " is not supported");
    }
}

TypePtr decode_quantized_type(ByteReader& reader, Decoder& decoder) {
    const std::uint64_t kind = reader.varint();
    if (kind == 4) return read_quantized_type(reader, decoder);
    if (kind == 5) return read_quantized_type_per_axis(reader, decoder);
    reader.fail("the quantised type with the number " + std::to_string(kind) + " is not supported");
}

} // namespace hlo2cpp::stablehlo::bytecode
