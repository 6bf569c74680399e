// The attributes of instructions, each under the name that HLO text gives it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/shape.h"

namespace hlo2cpp {

struct WindowDimension {
    std::int64_t size = 1;
    std::int64_t stride = 1;
    std::int64_t padding_low = 0; // may be negative
    std::int64_t padding_high = 0;
    std::int64_t window_dilation = 1; // "rhs_dilate"
    std::int64_t base_dilation = 1;   // "lhs_dilate"
    bool reversal = false;
    friend bool operator==(const WindowDimension&, const WindowDimension&) = default;
};
using Window = std::vector<WindowDimension>;

struct DotDimensions {
    std::vector<std::int64_t> lhs_contracting, rhs_contracting, lhs_batch, rhs_batch;
    friend bool operator==(const DotDimensions&, const DotDimensions&) = default;
};

// Roles of the dimensions of input, kernel and output ("dim_labels").
struct ConvolutionDimensions {
    std::int64_t input_batch = 0, input_feature = 0;
    std::vector<std::int64_t> input_spatial;
    std::int64_t kernel_input_feature = 0, kernel_output_feature = 0;
    std::vector<std::int64_t> kernel_spatial;
    std::int64_t output_batch = 0, output_feature = 0;
    std::vector<std::int64_t> output_spatial;
    friend bool operator==(const ConvolutionDimensions&, const ConvolutionDimensions&) = default;
};

// Dimensions that a ragged-dot has beside those of a dot.
struct RaggedDimensions {
    std::vector<std::int64_t> lhs_ragged, rhs_group;
    friend bool operator==(const RaggedDimensions&, const RaggedDimensions&) = default;
};

struct GatherDimensions {
    std::vector<std::int64_t> offset_dims, collapsed_slice_dims, start_index_map;
    std::vector<std::int64_t> operand_batching_dims, start_indices_batching_dims;
    std::int64_t index_vector_dim = 0;
    friend bool operator==(const GatherDimensions&, const GatherDimensions&) = default;
};

struct ScatterDimensions {
    std::vector<std::int64_t> update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims;
    std::vector<std::int64_t> input_batching_dims, scatter_indices_batching_dims;
    std::int64_t index_vector_dim = 0;
    friend bool operator==(const ScatterDimensions&, const ScatterDimensions&) = default;
};

struct SliceDimension {
    std::int64_t start = 0, limit = 0, stride = 1; // [start, limit) in steps of stride
    friend bool operator==(const SliceDimension&, const SliceDimension&) = default;
};

struct PaddingDimension {
    std::int64_t low = 0, high = 0, interior = 0; // low and high may be negative
    friend bool operator==(const PaddingDimension&, const PaddingDimension&) = default;
};

struct TriangularSolveOptions {
    bool left_side = false; // op(a) x = b; else x op(a) = b
    bool lower = false;
    bool unit_diagonal = false;
    bool transpose = false; // op(a) is a's transpose
    bool conjugate = false; // and conjugated
    friend bool operator==(const TriangularSolveOptions&, const TriangularSolveOptions&) = default;
};

struct SourceTarget {
    std::int64_t source = 0, target = 0; // devices
    friend bool operator==(const SourceTarget&, const SourceTarget&) = default;
};

enum class RandomAlgorithm : std::uint8_t { Default, ThreeFry, Philox };

enum class FftType : std::uint8_t { Forward, Inverse, FromReal, ToReal };

enum class RandomDistribution : std::uint8_t { Invalid, Uniform, Normal, Bernoulli };

// Data that an instruction takes from the host, or gives to it, each time that its place is reached.
enum class Feed : std::uint8_t { None, Infeed, Outfeed, Send, Recv };

enum class ComparisonDirection : std::uint8_t { Eq, Ne, Ge, Gt, Le, Lt };

struct Attributes {
    std::vector<std::int64_t> dimensions; // broadcast, reduce, transpose, reverse, concatenate, iota, map, sort
    Window window;                        // convolution, reduce-window, select-and-scatter
    std::optional<DotDimensions> dot;
    std::optional<RaggedDimensions> ragged;
    std::optional<ConvolutionDimensions> convolution;
    std::optional<GatherDimensions> gather;
    std::optional<ScatterDimensions> scatter;
    std::vector<SliceDimension> slice;
    std::vector<PaddingDimension> padding;
    std::vector<std::int64_t> slice_sizes; // gather, dynamic-slice
    std::optional<ComparisonDirection> direction;
    bool total_order = false; // compare: -NaN < -inf < ... < -0 < +0 < ... < NaN
    std::int64_t feature_group_count = 1;
    std::int64_t batch_group_count = 1;
    float epsilon = 0;              // batch-norm-*
    std::int64_t feature_index = 0; // batch-norm-*
    std::int64_t tuple_index = 0;   // get-tuple-element
    std::int64_t parameter_number = 0;
    bool is_stable = false;
    std::int64_t exponent_bits = 0, mantissa_bits = 0; // reduce-precision
    std::int64_t known_trip_count = -1;                // while, from backend_config; -1: not known
    std::int64_t k = 0;                                // topk
    bool largest = false;                              // topk
    bool lower = false;                                // cholesky
    std::optional<TriangularSolveOptions> triangular_solve;
    FftType fft_type = FftType::Forward;
    std::vector<std::int64_t> fft_length; // of the last dimensions
    RandomAlgorithm random_algorithm = RandomAlgorithm::Default;
    RandomDistribution random_distribution = RandomDistribution::Invalid;
    std::int64_t delta = 0;       // rng-get-and-update-state
    std::int64_t num_carries = 0; // scan
    bool is_reverse = false;      // scan
    // Collectives; ops/device_groups.h says which devices they mean.
    std::vector<std::vector<std::int64_t>> replica_groups; // empty: one of all
    std::vector<SourceTarget> source_target_pairs;         // collective-permute, send and recv
    std::int64_t channel_id = 0;                           // also of send, recv and their dones; 0: none
    bool use_global_device_ids = false;
    bool is_host_transfer = false; // send, recv and their dones: the host is the other end
    // Attributes of a custom-call.
    std::string custom_call_target;
    std::string custom_call_opaque;
    std::int64_t api_version = 0; // 2: the function is passed the opaque, too
    bool has_side_effect = false;
    std::vector<Shape> operand_shapes; // with the layouts that it wants; empty: those that they have
    friend bool operator==(const Attributes&, const Attributes&) = default;
};

} // namespace hlo2cpp
