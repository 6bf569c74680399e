#include <catch2/catch.hpp>

#include "driver/dynamic_arguments.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;

namespace {

NpyArray array_of(std::vector<std::int64_t> dims, const std::vector<std::int8_t>& values) {
    NpyArray array{.kind = 'i', .item_bytes = 1, .dims = std::move(dims), .bytes = {}};
    for (const std::int8_t value : values) array.bytes.push_back(static_cast<std::byte>(value));
    return array;
}

std::vector<int> numbers(const Literal& literal) {
    std::vector<int> values;
    for (const std::byte value : literal.bytes) values.push_back(std::to_integer<std::int8_t>(value));
    return values;
}

const std::vector<SizeLeaf> kSizes = {{.size = 1, .array = 0, .dimension = 0}, {.size = 2, .array = 0, .dimension = 1}};
const Shape kShape = Shape::array(ElementType::S8, {3, 4});

} // namespace

TEST_CASE("a smaller file fills the front of a dynamic argument and gives its sizes") {
    std::vector<Literal> leaves(3);
    const Literal whole = sized_argument(array_of({2, 3}, {1, 2, 3, 4, 5, 6}), kShape, 0, kSizes, leaves, "argument 0");
    CHECK(numbers(whole) == std::vector{1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0, 0});
    CHECK(leaves[1].at<std::int32_t>(0) == 2);
    CHECK(leaves[2].at<std::int32_t>(0) == 3);
}

TEST_CASE("a file that is larger than the bound, or of another rank, is refused") {
    std::vector<Literal> leaves(3);
    CHECK_THROWS_WITH(sized_argument(array_of({4, 1}, {1, 2, 3, 4}), kShape, 0, kSizes, leaves, "argument 0"),
                      "argument 0: has the sizes [4,1] where s8[<=3,<=4] is needed");
    CHECK_THROWS_WITH(sized_argument(array_of({2}, {1, 2}), kShape, 0, kSizes, leaves, "argument 0"),
                      "argument 0: has the sizes [2] where s8[<=3,<=4] is needed");
}

TEST_CASE("results are cut to their sizes, which are no results") {
    std::vector<Literal> results(4, Literal::zeros(Shape::scalar(ElementType::S32)));
    results[0] = Literal::zeros(kShape);
    for (std::int64_t i = 0; i < 12; ++i) results[0].set(i, static_cast<std::int8_t>(i));
    results[1].set(0, std::int32_t{2});
    results[2].set(0, std::int32_t{1});
    const std::vector<Literal> used = used_parts(results, kSizes);
    REQUIRE(used.size() == 2);
    CHECK(used[0].shape.dims == std::vector<std::int64_t>{2, 1});
    CHECK(numbers(used[0]) == std::vector{0, 4});
}
