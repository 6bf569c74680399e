// Gathers whose indices are constants become slices, reversals and repetitions where the indices follow a rule.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

Module gathered(const std::string& array, const std::string& indices, const std::string& gather) {
    return lowered("HloModule m\nENTRY e {\n  x = " + array + " parameter(0)\n  i = " + indices +
                   "\n  ROOT g = " + gather + "\n}\n");
}

// Rows (dimension 0) of an f32[8,3] by constant indices.
Module rows(const std::string& indices, const std::string& count, const std::string& type = "s32") {
    return gathered("f32[8,3]", type + "[" + count + ",1] constant({" + indices + "})",
                    "f32[" + count +
                        ",3] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
                        "index_vector_dim=1, slice_sizes={1,3}");
}

bool is_gather(const Module& module) {
    return count(module, Opcode::Gather) > 0;
}

} // namespace

TEST_CASE("indices that rise or fall by steps are a slice, which may be reversed") {
    CHECK_FALSE(is_gather(rows("{1},{3},{5}", "3")));
    const Module falling = rows("{7},{5},{3},{1}", "4");
    CHECK_FALSE(is_gather(falling));
    CHECK(count(falling, Opcode::Reverse) == 1);
    CHECK_FALSE(is_gather(rows("{4}", "1")));
}

TEST_CASE("indices that repeat are repeated elements, also where the first and the last are cut") {
    CHECK_FALSE(is_gather(rows("{2},{2},{3},{3},{4},{4}", "6")));
    CHECK_FALSE(is_gather(rows("{2},{3},{3},{3},{4},{4},{4},{5},{5}", "9")));
    CHECK_FALSE(is_gather(rows("{6},{6},{4},{4},{2}", "5")));
    CHECK_FALSE(is_gather(rows("{5},{5},{5}", "3")));
}

TEST_CASE("indices outside of the array are clamped, whatever their type") {
    rows("{-3},{-1},{0},{1},{2}", "5"); // 0 0 0 1 2: by their values
    CHECK_FALSE(is_gather(rows("{6},{7},{9}", "3")));
    CHECK_FALSE(is_gather(rows("{7},{18446744073709551615}", "2", "u64")));
}

TEST_CASE("indices without a rule stay a gather") {
    CHECK(is_gather(rows("{1},{2},{4}", "3")));
    CHECK(is_gather(rows("{1},{1},{2},{3},{3}", "5")));
}

TEST_CASE("dimensions of indices may be several, and anywhere in the result") {
    CHECK_FALSE(is_gather(gathered("f32[3,8,5]", "s32[2,2] constant({{1,2},{3,4}})",
                                   "f32[2,3,2,5] gather(x, i), offset_dims={1,3}, collapsed_slice_dims={1}, "
                                   "start_index_map={1}, index_vector_dim=2, slice_sizes={3,1,5}")));
}

TEST_CASE("a gather of a part of what lies at an index stays a gather") {
    CHECK(is_gather(gathered("f32[8,3]", "s32[2,1] constant({{1},{2}})",
                             "f32[2,2] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
                             "index_vector_dim=1, slice_sizes={1,2}")));
}
