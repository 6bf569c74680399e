#include <catch2/catch.hpp>

#include "driver/layout_order.h"

namespace hlo2cpp {
namespace {

TEST_CASE("elements in the order of a layout, and back") {
    Shape shape = Shape::array(ElementType::S16, {2, 3});
    shape.layout.minor_to_major = {0, 1};
    Literal literal = Literal::zeros(shape);
    for (int i = 0; i < 6; ++i) literal.set(i, static_cast<std::int16_t>(i));
    Literal physical = literal;
    physical.bytes = to_layout(literal.bytes, shape);
    const int columns[] = {0, 3, 1, 4, 2, 5};
    for (int i = 0; i < 6; ++i) CHECK(physical.at<std::int16_t>(i) == columns[i]);
    CHECK(from_layout(physical.bytes, shape) == literal.bytes);
}

TEST_CASE("empty arrays and scalars have an order too") {
    Shape empty = Shape::array(ElementType::F32, {2, 0, 3});
    empty.layout.minor_to_major = {0, 1, 2};
    CHECK(to_layout({}, empty).empty());
    const std::vector<std::byte> one(4);
    CHECK(from_layout(one, Shape::scalar(ElementType::F32)) == one);
}

} // namespace
} // namespace hlo2cpp
