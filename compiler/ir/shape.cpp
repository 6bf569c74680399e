#include "ir/shape.h"

#include <algorithm>
#include <numeric>

namespace hlo2cpp {
namespace {

const std::vector<std::int64_t>& dims_in_memory(const Shape& shape) {
    return shape.layout.padded_dims.empty() ? shape.dims : shape.layout.padded_dims;
}

} // namespace

Shape Shape::array(ElementType type, std::vector<std::int64_t> dims) {
    Shape shape;
    shape.type = type;
    shape.dims = std::move(dims);
    return shape;
}

Shape Shape::tuple_of(std::vector<Shape> elements) {
    Shape shape;
    shape.tuple = std::move(elements);
    return shape;
}

Shape Shape::token() {
    Shape shape;
    shape.type = ElementType::Token;
    return shape;
}

bool Shape::is_unbounded() const {
    return std::any_of(dims.begin(), dims.end(), [](std::int64_t size) { return size < 0; }) ||
           std::any_of(tuple.begin(), tuple.end(), [](const Shape& s) { return s.is_unbounded(); });
}

bool Shape::is_dynamic() const {
    return std::any_of(dynamic.begin(), dynamic.end(), [](bool d) { return d; }) ||
           std::any_of(tuple.begin(), tuple.end(), [](const Shape& s) { return s.is_dynamic(); });
}

bool Shape::row_major() const {
    if (!layout.padded_dims.empty()) return false;
    for (std::size_t i = 0; i < layout.minor_to_major.size(); ++i)
        if (layout.minor_to_major[i] != static_cast<std::int64_t>(layout.minor_to_major.size() - 1 - i)) return false;
    return true;
}

std::int64_t Shape::elements() const {
    return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
}

std::vector<std::int64_t> Shape::minor_to_major() const {
    if (!layout.minor_to_major.empty()) return layout.minor_to_major;
    std::vector<std::int64_t> order(dims.size());
    std::iota(order.rbegin(), order.rend(), 0);
    return order;
}

std::vector<std::int64_t> row_major_strides(const std::vector<std::int64_t>& dims) {
    std::vector<std::int64_t> strides(dims.size());
    std::int64_t stride = 1;
    for (std::size_t i = dims.size(); i-- > 0; stride *= dims[i]) strides[i] = stride;
    return strides;
}

std::vector<std::int64_t> layout_strides(const Shape& shape) {
    std::vector<std::int64_t> strides(shape.dims.size());
    std::int64_t stride = 1;
    for (std::int64_t dim : shape.minor_to_major()) {
        strides[static_cast<std::size_t>(dim)] = stride;
        stride *= dims_in_memory(shape)[static_cast<std::size_t>(dim)];
    }
    return strides;
}

Shape memory_shape(const Shape& array) {
    Shape memory = Shape::array(array.type, {});
    const std::vector<std::int64_t> order = array.minor_to_major();
    for (std::size_t i = order.size(); i-- > 0;)
        memory.dims.push_back(dims_in_memory(array)[static_cast<std::size_t>(order[i])]);
    return memory;
}

Shape caller_shape(const Shape& array) {
    Shape memory = memory_shape(array);
    if (is_complex(memory.type)) memory.dims.push_back(2);
    memory.type = part_type(memory.type);
    return memory;
}

std::string padding_text(const Shape& array) {
    constexpr const char* kValues[] = {"zeros", "ones", "the lowest value", "the highest value"};
    if (array.layout.padded_dims.empty()) return {};
    std::string dims;
    for (const std::int64_t size : array.layout.padded_dims) dims += (dims.empty() ? "" : ",") + std::to_string(size);
    return "padded to [" + dims + "] with " + kValues[static_cast<std::size_t>(array.layout.padding)];
}

bool same_shape(const Shape& a, const Shape& b) {
    return a.type == b.type && a.dims == b.dims &&
           std::equal(a.tuple.begin(), a.tuple.end(), b.tuple.begin(), b.tuple.end(), same_shape);
}

std::string to_string(const Shape& shape, bool with_layout) {
    std::string text;
    if (shape.is_tuple()) {
        for (const Shape& element : shape.tuple) text += (text.empty() ? "" : ", ") + to_string(element, with_layout);
        return "(" + text + ")";
    }
    text = std::string(info(shape.type).name);
    if (shape.type == ElementType::Buffer) return text + "(" + to_string(shape.tuple.at(0), with_layout) + ")";
    text += "[";
    for (std::size_t i = 0; i < shape.dims.size(); ++i) {
        const bool dynamic = i < shape.dynamic.size() && shape.dynamic[i];
        const std::string bound = dynamic ? "<=" : "";
        text += (i == 0 ? "" : ",") + (shape.dims[i] < 0 ? "?" : bound + std::to_string(shape.dims[i]));
    }
    text += "]";
    if (with_layout && !shape.dims.empty()) {
        std::string order;
        for (std::int64_t dim : shape.minor_to_major()) order += (order.empty() ? "" : ",") + std::to_string(dim);
        text += "{" + order + "}";
    }
    return text;
}

std::vector<Shape> leaves_of(const Shape& shape) {
    std::vector<Shape> leaves;
    for_each_leaf(shape, [&](const Shape& leaf) { leaves.push_back(leaf); });
    return leaves;
}

std::vector<Shape> leaves_of(const std::vector<Shape>& shapes) {
    return leaves_of(Shape::tuple_of(shapes));
}

std::vector<std::int64_t> physical_order(const Shape& shape) {
    std::vector<std::int64_t> order = shape.minor_to_major();
    std::reverse(order.begin(), order.end());
    return order;
}

} // namespace hlo2cpp
