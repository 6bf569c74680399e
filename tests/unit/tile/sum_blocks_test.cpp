// How a sum's terms are divided into blocks.
#include "tile/sum_blocks.h"

#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

std::optional<SumBlocks> blocks_of(const std::string& type, const std::string& x, const std::string& y,
                                   const std::string& dims, const std::string& combiner = "add",
                                   std::int64_t parts = 1) {
    const std::string text =
        "HloModule m\nc { a = " + type + "[] parameter(0)\n b = " + type + "[] parameter(1)\n ROOT s = " + type +
        "[] " + combiner + "(a, b) }\nENTRY e {\n i = " + type + "[] parameter(1)\n x = " + type + "[" + x +
        "] parameter(0)\n ROOT y = " + type + "[" + y + "] reduce(x, i), dimensions={" + dims + "}, to_apply=c\n}\n";
    return sum_blocks(addressed(text).kernels.back(), parts);
}

SumBlocks blocks(std::int64_t dim, std::int64_t steps) {
    return {.dim = dim, .steps = steps};
}

} // namespace

TEST_CASE("a sum of 64 terms or more has blocks of a power of two terms, about as many as they have terms") {
    CHECK_FALSE(blocks_of("f32", "63", "", "0"));
    CHECK(blocks_of("f32", "64", "", "0") == blocks(0, 16));
    CHECK(blocks_of("f32", "256", "", "0") == blocks(0, 16));
    CHECK(blocks_of("f32", "257", "", "0") == blocks(0, 32));
    CHECK(blocks_of("f32", "10000", "", "0") == blocks(0, 128));
    CHECK(blocks_of("f32", "1000000", "", "0") == blocks(0, 1024));
    CHECK(blocks_of("f64", "100,10007", "100", "1") == blocks(1, 128));
    CHECK(blocks_of("f32", "10007,100", "100", "0") == blocks(1, 128));
}

TEST_CASE("a block of several dimensions is whole points of the outermost one that it needs") {
    CHECK(blocks_of("f32", "70,9,50", "9", "0,2") == blocks(1, 2));  // of 50 terms each, at least 64 of 3,500
    CHECK(blocks_of("f32", "7,9,50", "9", "0,2") == blocks(2, 32));  // the last one of each 50 has 18
    CHECK(blocks_of("f32", "16,9,32", "9", "0,2") == blocks(2, 32)); // each line is a block
    CHECK(blocks_of("f32", "9,70,50", "9", "1,2") == blocks(1, 64)); // one walk of 3,500
}

TEST_CASE("partial sums along the last dimension have blocks of their own terms") {
    CHECK_FALSE(blocks_of("f32", "511", "", "0", "add", 8));
    CHECK_FALSE(blocks_of("f32", "255", "", "0", "add", 4));
    CHECK_FALSE(blocks_of("f32", "63", "", "0", "add", 2));
    CHECK(blocks_of("f32", "64", "", "0", "add", 2) == blocks(0, 32)); // two sums alone are too few
    CHECK(blocks_of("f32", "512", "", "0", "add", 8) == blocks(0, 128));
    CHECK(blocks_of("f32", "10007", "", "0", "add", 8) == blocks(0, 512));
    CHECK(blocks_of("f32", "100,9,40", "9", "0,2", "add", 8) == blocks(1, 7));
}

TEST_CASE("numbers that are not rounded when they are added, and other combiners, have no blocks") {
    CHECK(blocks_of("c64", "10000", "", "0") == blocks(0, 128));
    CHECK(blocks_of("bf16", "10000", "", "0") == blocks(0, 128)); // added in f32
    CHECK_FALSE(blocks_of("s32", "10000", "", "0"));
    CHECK_FALSE(blocks_of("f32", "10000", "", "0", "maximum"));
    CHECK_FALSE(blocks_of("f32", "10000", "", "0", "multiply"));
    CHECK_FALSE(
        sum_blocks(addressed("HloModule m\nENTRY e { x = f32[10000] parameter(0)\n w = f32[10000] parameter(1)\n"
                             "ROOT y = f32[] dot(x, w), lhs_contracting_dims={0}, rhs_contracting_dims={0} }\n")
                       .kernels.back()));
}
