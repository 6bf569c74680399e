#include "hlo/print/dimensions.h"

#include <algorithm>

#include "hlo/print/values.h"
#include "hlo/proto/hlo.pb.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloInstructionProto;
using Dimension = hlo2cpp_proto::WindowDimension;

// " stride=2x1", or nothing if all dimensions have the default.
template <typename Get>
std::string window_property(const char* name, const hlo2cpp_proto::Window& window, const std::string& usual,
                            Get&& get) {
    std::string text;
    bool any = usual.empty() && !window.dimensions().empty();
    for (const Dimension& d : window.dimensions()) {
        const std::string value = get(d);
        any |= value != usual;
        text += (text.empty() ? "" : "x") + value;
    }
    return any ? std::string(name) + text : "";
}

template <typename Spatial>
std::string labels(std::int64_t first, char first_label, std::int64_t second, char second_label,
                   const Spatial& spatial) {
    std::int64_t last = std::max(first, second);
    for (const std::int64_t place : spatial) last = std::max(last, place);
    constexpr std::int64_t kMaxRank = 64; // more is no convolution
    std::string text(static_cast<std::size_t>(std::clamp<std::int64_t>(last + 1, 0, kMaxRank)), '?');
    const auto put = [&](std::int64_t place, char label) {
        if (place >= 0 && place < static_cast<std::int64_t>(text.size())) text[static_cast<std::size_t>(place)] = label;
    };
    for (int i = 0; i < spatial.size(); ++i) put(spatial.Get(i), static_cast<char>('0' + i % 10));
    put(first, first_label);
    put(second, second_label);
    return text;
}

std::string sparsity_of(const hlo2cpp_proto::SparsityConfig::TensorSparsityConfig& side) {
    return "{sparsity=" + std::to_string(side.num_non_zero()) + "x" + std::to_string(side.block_size()) +
           " dimension=" + std::to_string(side.dimension()) + " stride=" + std::to_string(side.stride()) + "}";
}

// True if a reader takes the whole text, from its first to its last brace, as one value.
bool is_balanced(const std::string& text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c < ' ' || c > '~') return false;
        if (in_string) {
            if (c == '\\') ++i;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && (depth == 0 || --depth == 0)) {
            return i + 1 == text.size();
        }
    }
    return false;
}

} // namespace

std::string window_text(const hlo2cpp_proto::Window& window) {
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    return "{" + window_property("size=", window, "", [&](const Dimension& d) { return number(d.size()); }) +
           window_property(" stride=", window, "1", [&](const Dimension& d) { return number(d.stride()); }) +
           window_property(
               " pad=", window, "0_0",
               [&](const Dimension& d) { return number(d.padding_low()) + "_" + number(d.padding_high()); }) +
           window_property(" lhs_dilate=", window, "1", [&](const Dimension& d) { return number(d.base_dilation()); }) +
           window_property(" rhs_dilate=", window, "1",
                           [&](const Dimension& d) { return number(d.window_dilation()); }) +
           window_property(" rhs_reversal=", window, "0",
                           [&](const Dimension& d) { return number(d.window_reversal() ? 1 : 0); }) +
           "}";
}

std::string dim_labels_text(const hlo2cpp_proto::ConvolutionDimensionNumbers& d) {
    return labels(d.input_batch_dimension(), 'b', d.input_feature_dimension(), 'f', d.input_spatial_dimensions()) +
           "_" +
           labels(d.kernel_input_feature_dimension(), 'i', d.kernel_output_feature_dimension(), 'o',
                  d.kernel_spatial_dimensions()) +
           "->" +
           labels(d.output_batch_dimension(), 'b', d.output_feature_dimension(), 'f', d.output_spatial_dimensions());
}

std::string slice_text(const HloInstructionProto& instruction) {
    std::string text = "{";
    for (const auto& slice : instruction.slice_dimensions()) {
        text += (text.size() == 1 ? "[" : ", [") + std::to_string(slice.start()) + ":" + std::to_string(slice.limit());
        text += slice.stride() == 1 ? "]" : ":" + std::to_string(slice.stride()) + "]";
    }
    return text + "}";
}

std::string padding_text(const hlo2cpp_proto::PaddingConfig& padding) {
    std::string text;
    const bool interior = std::any_of(padding.dimensions().begin(), padding.dimensions().end(),
                                      [](const auto& d) { return d.interior_padding() != 0; });
    for (const auto& d : padding.dimensions()) {
        text += (text.empty() ? "" : "x") + std::to_string(d.edge_padding_low()) + "_" +
                std::to_string(d.edge_padding_high());
        if (interior) text += "_" + std::to_string(d.interior_padding());
    }
    return text;
}

std::string sparsity_text(const hlo2cpp_proto::SparsityConfig& sparsity) {
    std::string text = "{";
    if (sparsity.has_lhs()) text += "lhs=" + sparsity_of(sparsity.lhs());
    if (sparsity.has_rhs()) text += (sparsity.has_lhs() ? " rhs=" : "rhs=") + sparsity_of(sparsity.rhs());
    return text + "}";
}

std::string operand_aliasing_text(const HloInstructionProto& instruction) {
    std::string text;
    for (const auto& alias : instruction.output_operand_aliasing())
        text += (text.empty() ? "" : ", ") + number_list(alias.output_shape_index()) + ": (" +
                std::to_string(alias.operand_index()) + ", " + number_list(alias.operand_shape_index()) + ")";
    return "{" + text + "}";
}

std::string permuted_slices_text(const HloInstructionProto& instruction,
                                 std::span<const HloInstructionProto* const> operands) {
    const auto& sizes = instruction.dynamic_slice_sizes();
    std::vector<int> ranks;
    if (!operands.empty()) {
        const auto& shape = operands[0]->shape();
        for (const auto& element : shape.tuple_shapes()) ranks.push_back(element.dimensions_size());
        if (ranks.empty()) ranks.push_back(shape.dimensions_size());
    }
    std::string text;
    int next = 0;
    for (std::size_t k = 0; next < sizes.size(); ++k) {
        const int rank = ranks.empty() ? 0 : ranks[k % ranks.size()];
        const int end = rank > 0 ? std::min(sizes.size(), next + rank) : sizes.size();
        text += text.empty() ? "{" : ",{";
        for (const int first = next; next < end; ++next)
            text += (next == first ? "" : ",") + std::to_string(sizes.Get(next));
        text += "}";
    }
    return "{" + text + "}";
}

std::string backend_config_text(const std::string& config) {
    return config.starts_with('{') && is_balanced(config) ? config : quoted(config);
}

std::vector<std::string_view> called_attributes(const HloInstructionProto& instruction,
                                                std::span<const HloInstructionProto* const> operands) {
    const std::string& opcode = instruction.opcode();
    if (opcode == "while") return {"body", "condition"};
    if (opcode == "select-and-scatter") return {"select", "scatter"};
    if (opcode == "fusion" || opcode.starts_with("async-")) return {"calls"};
    if (opcode == "custom-call") return {};
    if (opcode != "conditional") return {"to_apply"};
    const bool two = !operands.empty() && operands[0]->shape().element_type() == hlo2cpp_proto::PRED;
    return two ? std::vector<std::string_view>{"true_computation", "false_computation"}
               : std::vector<std::string_view>{};
}

} // namespace hlo2cpp
