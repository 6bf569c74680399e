#include "hlo/proto/shape.h"

#include <algorithm>
#include <limits>

#include "hlo/proto/xla_data.pb.h"
#include "support/checked.h"
#include "support/diagnostics.h"
#include "support/range.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::ShapeProto;

constexpr std::int64_t kUnbounded =
    std::numeric_limits<std::int64_t>::min(); // the size of a dimension that has no bound
// Checks that products of sizes fit. Strides are such products too, so a dimension of size 0 does not excuse the
// others.
void check_sizes(const Shape& shape) {
    std::optional<std::int64_t> product = byte_size(shape.type);
    for (std::int64_t size : shape.dims)
        if (product && size > 0) product = checked_multiply(*product, size);
    if (!product || *product >= kFar)
        throw InputError("the array " + to_string(shape) + " is too large: it has 2^61 bytes or more");
}

void read_dimensions(const hlo2cpp_proto::ShapeProto& proto, Shape& shape) {
    const int rank = proto.dimensions_size();
    const int flags = proto.is_dynamic_dimension_size();
    if (flags != 0 && flags != rank)
        throw InputError("a shape of rank " + std::to_string(rank) + " has " + std::to_string(flags) +
                         " is_dynamic_dimension flags");
    shape.dims.assign(proto.dimensions().begin(), proto.dimensions().end());
    if (std::any_of(proto.is_dynamic_dimension().begin(), proto.is_dynamic_dimension().end(), [](bool d) { return d; }))
        shape.dynamic.assign(proto.is_dynamic_dimension().begin(), proto.is_dynamic_dimension().end());
    for (std::size_t i = 0; i < shape.dims.size(); ++i) {
        if (shape.dims[i] >= 0) continue;
        const bool unbounded = shape.dims[i] == kUnbounded && i < shape.dynamic.size() && shape.dynamic[i];
        if (!unbounded)
            throw InputError("dimension " + std::to_string(i) + " of a shape has the negative size " +
                             std::to_string(shape.dims[i]));
        shape.dims[i] = -1;
    }
    check_sizes(shape);
}

// Every dimension has at least its own size in memory.
void read_padding(const hlo2cpp_proto::LayoutProto& proto, Shape& shape) {
    const std::vector<std::int64_t> padded(proto.padded_dimensions().begin(), proto.padded_dimensions().end());
    if (padded.empty() || padded == shape.dims) return;
    if (padded.size() != shape.rank())
        throw InputError("the layout of " + to_string(shape) + " has padded_dimensions for rank " +
                         std::to_string(padded.size()));
    for (std::size_t i = 0; i < padded.size(); ++i)
        if (padded[i] < shape.dims[i])
            throw InputError("the layout of " + to_string(shape) + " pads dimension " + std::to_string(i) + " to " +
                             std::to_string(padded[i]) + ", which is less than its size");
    check_sizes(Shape::array(shape.type, padded));
    constexpr int kUnknown = 5; // whatever one likes
    const int value = proto.padding_value();
    if (value < 0 || value > kUnknown)
        throw InputError("unknown padding value " + std::to_string(value) + " in a layout");
    shape.layout.padded_dims = padded;
    shape.layout.padding =
        value <= 1 || value == kUnknown ? LayoutPadding::Zero : static_cast<LayoutPadding>(value - 1);
    if (is_complex(shape.type) && shape.layout.padding > LayoutPadding::One)
        throw InputError("the layout of " + to_string(shape) +
                         " pads with the lowest or highest value, which complex numbers do "
                         "not have");
}

void read_layout(const hlo2cpp_proto::LayoutProto& proto, Shape& shape) {
    for (const auto& tile : proto.tiles()) {
        shape.layout.tiles.push_back(tile.dimensions_size());
        shape.layout.tiles.insert(shape.layout.tiles.end(), tile.dimensions().begin(), tile.dimensions().end());
    }
    shape.layout.memory_space = proto.memory_space();
    read_padding(proto, shape);
    if (proto.minor_to_major_size() == 0) return; // the default
    const std::vector<std::int64_t> order(proto.minor_to_major().begin(), proto.minor_to_major().end());
    if (order.size() != shape.rank())
        throw InputError("the layout of " + to_string(shape) + " is for rank " + std::to_string(order.size()));
    std::vector<bool> seen(order.size(), false);
    for (std::int64_t dim : order) {
        const auto index = static_cast<std::size_t>(dim);
        if (dim < 0 || index >= seen.size() || seen[index])
            throw InputError("the layout of " + to_string(shape) + " is no permutation of its dimensions");
        seen[index] = true;
    }
    shape.layout.minor_to_major = order;
}

Shape read_shape(const hlo2cpp_proto::ShapeProto& proto, int depth) {
    if (depth > kMaxTupleDepth)
        throw InputError("a tuple is nested more than " + std::to_string(kMaxTupleDepth) + " deep");
    const std::optional<ElementType> type = element_type_from_proto(proto.element_type());
    if (!type) throw InputError("unknown element type " + std::to_string(proto.element_type()) + " in a shape");
    Shape shape;
    shape.type = *type;
    if (shape.type == ElementType::Buffer && proto.tuple_shapes_size() != 1)
        throw InputError("a buffer is not of one array");
    if (shape.is_tuple() || shape.type == ElementType::Buffer) {
        shape.tuple.reserve(static_cast<std::size_t>(proto.tuple_shapes_size()));
        for (const auto& element : proto.tuple_shapes()) shape.tuple.push_back(read_shape(element, depth + 1));
        return shape;
    }
    if (!shape.is_array()) return shape;
    read_dimensions(proto, shape);
    read_layout(proto.layout(), shape);
    return shape;
}

void write_layout(const Shape& shape, hlo2cpp_proto::LayoutProto& proto) {
    const std::vector<std::int64_t> order = shape.minor_to_major();
    proto.set_tail_padding_alignment_in_elements(1);
    proto.mutable_minor_to_major()->Assign(order.begin(), order.end());
    proto.set_memory_space(shape.layout.memory_space);
    const std::vector<std::int64_t>& tiles = shape.layout.tiles; // of each its rank and its sizes
    for (std::size_t i = 0; i < tiles.size(); i += static_cast<std::size_t>(tiles[i]) + 1) {
        const auto first = tiles.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        proto.add_tiles()->mutable_dimensions()->Assign(first, first + tiles[i]);
    }
    if (shape.layout.padded_dims.empty()) return;
    const std::vector<std::int64_t>& padded = shape.layout.padded_dims;
    proto.mutable_padded_dimensions()->Assign(padded.begin(), padded.end());
    proto.set_padding_value(static_cast<std::int32_t>(shape.layout.padding) + 1);
}

} // namespace

Shape shape_from_proto(const hlo2cpp_proto::ShapeProto& proto) {
    return read_shape(proto, 0);
}

ShapeProto shape_to_proto(const Shape& shape) {
    ShapeProto proto;
    proto.set_element_type(static_cast<hlo2cpp_proto::PrimitiveType>(info(shape.type).proto_number));
    for (const Shape& element : shape.tuple) *proto.add_tuple_shapes() = shape_to_proto(element);
    if (!shape.is_array()) return proto;
    for (std::size_t i = 0; i < shape.rank(); ++i) {
        proto.add_dimensions(shape.dims[i] < 0 ? kUnbounded : shape.dims[i]);
        proto.add_is_dynamic_dimension(i < shape.dynamic.size() && shape.dynamic[i]);
    }
    write_layout(shape, *proto.mutable_layout());
    return proto;
}

} // namespace hlo2cpp
