// The indices of gather's and scatter's published formulas, on numbers worked out by hand.
#include <catch2/catch.hpp>

#include "evaluate/tensor.h"
#include "ops/index_vectors_evaluate.h"

using namespace hlo2cpp;

namespace {

struct Example {
    std::vector<std::int64_t> map, left_out, operand_batching, indices_batching;
    std::int64_t vector_dim = 0;
    IndexVectors vectors() const {
        return {.map = {"map", map},
                .left_out = {"left_out", left_out},
                .operand_batching = {"operand_batching", operand_batching},
                .indices_batching = {"indices_batching", indices_batching},
                .vector_dim = vector_dim};
    }
};

// Each element is its own position.
Tensor numbered(ElementType type, std::vector<std::int64_t> dims) {
    Tensor tensor(Shape::array(type, std::move(dims)));
    for (std::int64_t i = 0; i < tensor.integers().size(); ++i) tensor.integers()(i) = i;
    return tensor;
}

} // namespace

TEST_CASE("an index is taken apart along some dimensions and beside them") {
    CHECK(parts_along({7, 8, 9, 10}, {1, 3}) == MultiIndex{8, 10});
    CHECK(parts_beside({7, 8, 9, 10}, {1, 3}) == MultiIndex{7, 9});
    CHECK(linear_position({2, 1, 4}, {3, 2, 5}) == 29);
    CHECK(linear_position({}, {}) == 0);
}

TEST_CASE("a vector's numbers stand along index_vector_dim, and start_index_map says for which dimension") {
    const Tensor indices = numbered(ElementType::S32, {3, 2, 5});
    const Example middle{.map = {2, 0}, .vector_dim = 1};
    // Vector [2, 4] is indices[2, 0, 4] = 24 and indices[2, 1, 4] = 29.
    CHECK(full_start_index(middle.vectors(), indices, {2, 4}, 3) == MultiIndex{29, 0, 24});
    const Example first{.map = {0, 2, 1}, .vector_dim = 0};
    // Vector [1, 3] is indices[0, 1, 3] = 8, 18, 28.
    CHECK(full_start_index(first.vectors(), indices, {1, 3}, 4) == MultiIndex{8, 28, 18, 0});
    const Example scalars{.map = {1}, .vector_dim = 3};
    CHECK(full_start_index(scalars.vectors(), indices, {1, 1, 2}, 2) == MultiIndex{0, 17});
}

TEST_CASE("a start that no int64 holds is beyond every array, not negative") {
    Tensor indices(Shape::array(ElementType::U64, {1}));
    indices.integers()(0) = -1; // 2^64 - 1
    const Example one{.map = {0}, .vector_dim = 0};
    CHECK(full_start_index(one.vectors(), indices, {}, 1) == MultiIndex{INT64_MAX});
}

TEST_CASE("batching dimensions take the vector's own index, which has no part along index_vector_dim") {
    const Example before{.operand_batching = {2, 0}, .indices_batching = {0, 2}, .vector_dim = 1};
    // Dimensions 0 and 2 of the indices are parts 0 and 1 of a vector's number.
    CHECK(full_batching_index(before.vectors(), {5, 6}, 4) == MultiIndex{6, 0, 5, 0});
    const Example none{.vector_dim = 1};
    CHECK(full_batching_index(none.vectors(), {5, 6}, 2) == MultiIndex{0, 0});
}

TEST_CASE("an offset has no part for dimensions that are left out or batching") {
    const Example example{.left_out = {1}, .operand_batching = {3}, .vector_dim = 0};
    CHECK(full_offset_index(example.vectors(), {4, 5, 6}, 5) == MultiIndex{4, 0, 5, 0, 6});
}
