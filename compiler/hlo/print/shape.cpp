#include <limits>

#include "hlo/print/values.h"
#include "hlo/proto/xla_data.pb.h"
#include "ir/element_type.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::min(); // an unbounded dimension, a tile's "*"

std::string type_name(int proto_number) {
    const std::optional<ElementType> type = element_type_from_proto(proto_number);
    return type ? std::string(info(*type).name) : "invalid";
}

std::string parenthesized(const char* name, std::int64_t value) {
    return std::string(name) + "(" + std::to_string(value) + ")";
}

// Prints details in the only order that XLA reads.
std::string layout_details(const hlo2cpp_proto::LayoutProto& layout) {
    static constexpr char kLevelTypes[] = "DCSH";
    std::string text;
    for (int i = 0; i < layout.dim_level_types_size(); ++i) {
        text += (i == 0 ? "D(" : ",") + std::string(1, kLevelTypes[layout.dim_level_types(i) & 3]);
        if (i < layout.dim_unique_size() && !layout.dim_unique(i)) text += "+";
        if (i < layout.dim_ordered_size() && !layout.dim_ordered(i)) text += "~";
        if (i + 1 == layout.dim_level_types_size()) text += ")";
    }
    for (int i = 0; i < layout.tiles_size(); ++i) {
        text += i == 0 ? "T(" : "(";
        for (int d = 0; d < layout.tiles(i).dimensions_size(); ++d) {
            const std::int64_t size = layout.tiles(i).dimensions(d);
            text += (d == 0 ? "" : ",") + (size == kAny ? "*" : std::to_string(size));
        }
        text += ")";
    }
    const std::int64_t padding = layout.tail_padding_alignment_in_elements();
    if (padding != 0 && padding != 1) text += parenthesized("L", padding);
    if (layout.index_primitive_type() != 0) text += "#(" + type_name(layout.index_primitive_type()) + ")";
    if (layout.pointer_primitive_type() != 0) text += "*(" + type_name(layout.pointer_primitive_type()) + ")";
    if (layout.element_size_in_bits() != 0) text += parenthesized("E", layout.element_size_in_bits());
    if (layout.memory_space() != 0) text += parenthesized("S", layout.memory_space());
    for (int i = 0; i < layout.split_configs_size(); ++i) {
        const auto& split = layout.split_configs(i);
        text +=
            (i == 0 ? "SC(" : "(") + std::to_string(split.dimension()) + number_list(split.split_indices(), ":", ")");
    }
    if (layout.has_physical_shape()) text += "P(" + shape_text(layout.physical_shape()) + ")";
    if (layout.dynamic_shape_metadata_prefix_bytes() != 0)
        text += parenthesized("M", layout.dynamic_shape_metadata_prefix_bytes());
    return text;
}

std::string layout_text(const hlo2cpp_proto::ShapeProto& shape) {
    const std::string details = layout_details(shape.layout());
    const bool ordered = shape.layout().minor_to_major_size() > 0;
    if (details.empty() && !ordered) return "";
    return number_list(shape.layout().minor_to_major(), "{", details.empty() ? "}" : ":" + details + "}");
}

} // namespace

// Recursion is bounded by the tuple's depth, which the reader checks.
std::string shape_text(const hlo2cpp_proto::ShapeProto& shape, bool with_layout) {
    if (shape.element_type() == hlo2cpp_proto::TUPLE || shape.element_type() == hlo2cpp_proto::BUFFER) {
        std::string text = shape.element_type() == hlo2cpp_proto::TUPLE ? "(" : "b(";
        for (int i = 0; i < shape.tuple_shapes_size(); ++i)
            text += (i == 0 ? "" : ", ") + shape_text(shape.tuple_shapes(i), with_layout);
        return text + ")";
    }
    std::string text = type_name(shape.element_type()) + "[";
    for (int i = 0; i < shape.dimensions_size(); ++i) {
        const bool dynamic = i < shape.is_dynamic_dimension_size() && shape.is_dynamic_dimension(i);
        const bool unbounded = dynamic && shape.dimensions(i) == kAny;
        text += i == 0 ? "" : ",";
        text += unbounded ? "?" : (dynamic ? "<=" : "") + std::to_string(shape.dimensions(i));
    }
    text += "]";
    return with_layout && shape.has_layout() ? text + layout_text(shape) : text;
}

} // namespace hlo2cpp
