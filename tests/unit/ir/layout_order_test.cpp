#include <catch2/catch.hpp>

#include "ir/layout_order.h"

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

TEST_CASE("a padded layout has zeros between the elements") {
    Shape shape = Shape::array(ElementType::S8, {2, 3});
    shape.layout = {.minor_to_major = {0, 1}, .padded_dims = {3, 5}};
    const auto bytes = [](const std::vector<int>& values) {
        std::vector<std::byte> result;
        for (const int value : values) result.push_back(static_cast<std::byte>(value));
        return result;
    };
    const std::vector<std::byte> logical = bytes({1, 2, 3, 4, 5, 6}),
                                 memory = bytes({1, 4, 0, 2, 5, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0});
    CHECK(to_layout(logical, shape) == memory);
    CHECK(from_layout(memory, shape) == logical);
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
