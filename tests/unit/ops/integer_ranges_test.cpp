// Values that integers of kernels may have, against the least and the greatest that mathematics gives.
#include "ops/integer_ranges.h"

#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// The kernel that stores the module's result.
Kernel last_kernel(const std::string& lines) {
    const Kernels kernels = addressed("HloModule m\nENTRY e {\n" + lines + "}\n");
    REQUIRE(!kernels.kernels.empty());
    return kernels.kernels.back();
}

struct Known {
    Range range;
    bool exact = false;
};

// What is known of the stored expression.
Known known_of(const std::string& lines) {
    const Kernel kernel = last_kernel(lines);
    const IntegerRanges ranges(kernel);
    const ExprId stored = kernel.outputs.at(0).expr;
    return {ranges.of(stored), ranges.is_exact(stored)};
}

// An op of two s32 that are converted from the types.
Known of_two(const std::string& a, const std::string& b, const std::string& opcode) {
    return known_of("a = " + a + "[9] parameter(0)\nb = " + b +
                    "[9] parameter(1)\n"
                    "c = s32[9] convert(a)\nd = s32[9] convert(b)\nROOT r = s32[9] " +
                    opcode + "(c, d)\n");
}

// Sums of so many products.
bool product_is_exact(const std::string& type, const std::string& sums, std::int64_t terms) {
    const std::string n = std::to_string(terms);
    return IntegerRanges(last_kernel("a = " + type + "[1," + n + "] parameter(0)\nb = " + type + "[" + n +
                                     ",1] parameter(1)\nc = " + sums + "[1," + n + "] convert(a)\nd = " + sums + "[" +
                                     n + ",1] convert(b)\nROOT r = " + sums +
                                     "[1,1] dot(c, d), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"))
        .sum_is_exact();
}

} // namespace

TEST_CASE("sums and products of small integers have the least and the greatest values of their operands") {
    CHECK(of_two("s8", "s8", "multiply").range == Range{-128 * 127, 128 * 128 + 1});
    CHECK(of_two("u8", "s8", "multiply").range == Range{-255 * 128, 255 * 127 + 1});
    CHECK(of_two("s8", "u8", "add").range == Range{-128, 127 + 255 + 1});
    CHECK(of_two("s8", "u8", "subtract").range == Range{-128 - 255, 127 + 1});
    CHECK(of_two("s8", "u8", "maximum").range == Range{0, 256});
    CHECK(of_two("s8", "u8", "minimum").range == Range{-128, 128});
    CHECK(of_two("s4", "u4", "multiply").range == Range{-8 * 15, 7 * 15 + 1});
    CHECK(of_two("pred", "u8", "multiply").range == Range{0, 256});
    CHECK(of_two("s16", "s16", "multiply").exact);
}

TEST_CASE("results that may wrap have all values of their type") {
    const Range words = {-(std::int64_t{1} << 31), std::int64_t{1} << 31};
    for (const char* opcode : {"add", "subtract", "multiply"}) {
        const Known known = of_two("s32", "s8", opcode);
        CHECK_FALSE(known.exact);
        CHECK(known.range == words);
    }
    const Known product = of_two("u16", "u16", "multiply"); // 65535^2 is no s32
    CHECK_FALSE(product.exact);
    CHECK(product.range == words);
    CHECK(of_two("u32", "u8", "minimum").range == Range{words.begin, 256}); // as an s32, a u32 may be negative
    const Known narrow = known_of("a = s8[9] parameter(0)\nb = s8[9] parameter(1)\nROOT r = s8[9] add(a, b)\n");
    CHECK(narrow.range == Range{-128, 128});
    CHECK_FALSE(narrow.exact);
    const Known cut = known_of("a = s32[9] parameter(0)\nROOT r = u8[9] convert(a)\n");
    CHECK(cut.range == Range{0, 256});
}

TEST_CASE("quotients, remainders and magnitudes by positive numbers are known") {
    const auto by = [](const std::string& type, const std::string& opcode, const std::string& number) {
        return known_of("a = " + type + "[9] parameter(0)\nb = s32[9] convert(a)\nz = s32[] constant(" + number +
                        ")\nzz = s32[9] broadcast(z), dimensions={}\nROOT r = s32[9] " + opcode + "(b, zz)\n");
    };
    CHECK(by("u8", "remainder", "7").range == Range{0, 7});
    CHECK(by("u8", "remainder", "300").range == Range{0, 256});
    CHECK(by("s8", "remainder", "7").range == Range{-6, 7});
    CHECK(by("s32", "remainder", "7").range == Range{-6, 7});
    CHECK(by("u8", "remainder", "7").exact);
    CHECK_FALSE(by("u8", "remainder", "-7").exact);
    CHECK(by("s8", "divide", "3").range == Range{-42, 43});
    CHECK(by("u8", "divide", "3").range == Range{0, 86});
    CHECK(by("s32", "divide", "2").range == Range{-(std::int64_t{1} << 30), std::int64_t{1} << 30});
    CHECK_FALSE(by("s32", "divide", "0").exact);
    CHECK(by("s32", "and", "12").range == Range{0, 13});
    CHECK(by("u8", "and", "-4").range == Range{0, 256});
    CHECK(known_of("a = s8[9] parameter(0)\nb = s32[9] convert(a)\nROOT r = s32[9] abs(b)\n").range == Range{0, 129});
    CHECK(known_of("a = s32[9] parameter(0)\nROOT r = s32[9] abs(a)\n").range.begin < 0); // of the least it is itself
    CHECK(known_of("a = u8[9] parameter(0)\nb = s32[9] convert(a)\nROOT r = s32[9] sign(b)\n").range == Range{0, 2});
}

TEST_CASE("differences with a zero point and products of bounded numbers are exact") {
    const Known centred = known_of("a = u8[9] parameter(0)\nb = s32[9] convert(a)\nz = s32[] constant(131)\n"
                                   "zz = s32[9] broadcast(z), dimensions={}\nROOT r = s32[9] subtract(b, zz)\n");
    CHECK(centred.range == Range{-131, 255 - 131 + 1});
    CHECK(centred.exact);
    const Known squared = known_of("a = s32[9] parameter(0)\nl = s32[] constant(-46340)\nh = s32[] constant(46340)\n"
                                   "c = s32[9] clamp(l, a, h)\nROOT r = s32[9] multiply(c, c)\n");
    CHECK(squared.exact); // 46340^2 is the last square below 2^31
    const Known beyond = known_of("a = s32[9] parameter(0)\nl = s32[] constant(-46341)\nh = s32[] constant(46341)\n"
                                  "c = s32[9] clamp(l, a, h)\nROOT r = s32[9] multiply(c, c)\n");
    CHECK_FALSE(beyond.exact);
}

TEST_CASE("constants of all types are the numbers that they are") {
    const auto plus = [](const std::string& type, const std::string& number) {
        return known_of("z = " + type + "[] constant(" + number + ")\nzz = " + type +
                        "[9] broadcast(z), dimensions={}\nw = s64[9] convert(zz)\n"
                        "x = s8[9] parameter(0)\ny = s64[9] convert(x)\nROOT r = s64[9] add(y, w)\n");
    };
    for (const auto& [type, number] :
         std::initializer_list<std::pair<const char*, std::int64_t>>{{"s4", -8},
                                                                     {"u4", 15},
                                                                     {"s8", -128},
                                                                     {"u8", 255},
                                                                     {"s16", -32768},
                                                                     {"u16", 65535},
                                                                     {"s32", -2147483648},
                                                                     {"u32", 4294967295},
                                                                     {"s64", -1152921504606846976},
                                                                     {"u64", 1152921504606846976}}) {
        INFO(type);
        const Known known = plus(type, std::to_string(number));
        CHECK(known.range == Range{number - 128, number + 128});
        CHECK(known.exact);
    }
    CHECK_FALSE(plus("s64", "-9223372036854775808").exact);
}

TEST_CASE("a conversion to the nearest integer has the values between its bounds") {
    const Known known = known_of("a = f32[9] parameter(0)\nb = f32[9] round-nearest-even(a)\nl = f32[] constant(-7)\n"
                                 "h = f32[] constant(5)\nc = f32[9] clamp(l, b, h)\nROOT r = s8[9] convert(c)\n");
    CHECK(known.range == Range{-7, 6});
}

TEST_CASE("a sum is exact up to the last number of terms that reaches no end of its type") {
    CHECK(product_is_exact("s8", "s32", 131071)); // 131072 times 2^14 is 2^31
    CHECK_FALSE(product_is_exact("s8", "s32", 131072));
    CHECK(product_is_exact("u8", "s32", 33025)); // 33026 times 255^2 is above 2^31
    CHECK_FALSE(product_is_exact("u8", "s32", 33026));
    CHECK_FALSE(product_is_exact("s16", "s32", 2)); // twice 2^30 is 2^31
    CHECK(product_is_exact("s16", "s64", 1000000));
    CHECK_FALSE(product_is_exact("s32", "s32", 1));
    CHECK_FALSE(product_is_exact("s8", "s8", 1));
}

TEST_CASE("a sum from an initial value on is exact only if both together are") {
    const auto sum_from = [](const std::string& initial) {
        const Kernels kernels =
            addressed("HloModule m\nadd {\na = s32[] parameter(0)\nb = s32[] parameter(1)\n"
                      "ROOT c = s32[] add(a, b)\n}\nENTRY e {\nx = s8[100] parameter(0)\n"
                      "w = s32[100] convert(x)\nz = s32[] constant(" +
                      initial + ")\nROOT r = s32[] reduce(w, z), dimensions={0}, to_apply=add\n}\n");
        return IntegerRanges(kernels.kernels.back()).sum_is_exact();
    };
    CHECK(sum_from("0"));
    CHECK(sum_from("2147470947")); // 100 times 127 less than 2^31
    CHECK_FALSE(sum_from("2147470948"));
    CHECK(sum_from("-2147470848")); // 100 times 128 above the least s32
    CHECK_FALSE(sum_from("-2147470849"));
}

TEST_CASE("floats that are made of integers and numbers lie between whole numbers") {
    const auto scaled_by = [](const std::string& number) {
        return known_of("a = s8[9] parameter(0)\nb = f32[9] convert(a)\nc = f32[] constant(" + number +
                        ")\nd = f32[9] broadcast(c), dimensions={}\nROOT r = f32[9] multiply(b, d)\n")
            .range;
    };
    CHECK(scaled_by("0.3") == Range{-128, 128});
    CHECK(scaled_by("-2.5") == Range{-3 * 127, 3 * 128 + 1});
    CHECK(scaled_by("nan").size() == 0);
    CHECK(scaled_by("inf").size() == 0);
    CHECK(known_of("a = f32[9] parameter(0)\nROOT r = f32[9] add(a, a)\n").range.size() == 0);
}

TEST_CASE("scales of quantised results are known where none is further from zero than one") {
    const auto scaled_by = [](const std::string& scales) {
        const Kernel kernel =
            last_kernel("a = s8[3] parameter(0)\nb = f32[3] convert(a)\nc = f32[3] constant({" + scales +
                        "})\nd = f32[3] multiply(b, c)\ne = f32[3] round-nearest-even(d)\nROOT r = s8[3] convert(e)\n");
        const Expr& stored = kernel.exprs[kernel.outputs.at(0).expr];
        REQUIRE(stored.nearest);
        return IntegerRanges(kernel).of(stored.operands[0]);
    };
    CHECK(scaled_by("0.5, -1, 0.25") == Range{-128, 129});
    CHECK(scaled_by("0.5, 1.5, 0.25").size() == 0);
    CHECK(scaled_by("0.5, nan, 0.25").size() == 0);
}

TEST_CASE("a comparison of integers is known where their values are apart, or one") {
    const auto compared = [](const std::string& with, const std::string& direction) {
        return known_of("a = u8[9] parameter(0)\nb = s32[9] convert(a)\nc = s32[] constant(" + with +
                        ")\nd = s32[9] broadcast(c), dimensions={}\nROOT r = pred[9] compare(b, d), direction=" +
                        direction + "\n")
            .range;
    };
    CHECK(compared("256", "LT") == Range{1, 2});
    CHECK(compared("255", "LT") == Range{0, 2});
    CHECK(compared("255", "LE") == Range{1, 2});
    CHECK(compared("0", "GE") == Range{1, 2});
    CHECK(compared("255", "GT") == Range{0, 1});
    CHECK(compared("0", "LT") == Range{0, 1});
    CHECK(compared("-1", "EQ") == Range{0, 1});
    CHECK(compared("256", "NE") == Range{1, 2});
    CHECK(compared("7", "EQ") == Range{0, 2});
}
