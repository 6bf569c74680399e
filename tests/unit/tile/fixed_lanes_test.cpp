// Which reductions are eight lanes: those whose vectors could run along the reduction alone.
#include "tile/fixed_lanes.h"

#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

bool last_in_lanes(const std::string& text) {
    return reduces_in_fixed_lanes(addressed(text).kernels.back());
}

bool product(const std::vector<std::int64_t>& x, const std::vector<std::int64_t>& w, const std::vector<std::int64_t>& y,
             int x_dim, int w_dim, bool constant_weights) {
    return last_in_lanes(module_of(
        {x, w, y, "dot",
         "lhs_contracting_dims={" + std::to_string(x_dim) + "}, rhs_contracting_dims={" + std::to_string(w_dim) + "}"},
        constant_weights));
}

bool reduce(const std::string& x, const std::string& y, const std::string& dims, const std::string& combiner = "add",
            const std::string& initial = "0") {
    return last_in_lanes("HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] " +
                         combiner + "(a, b) }\nENTRY e {\n i = f32[] constant(" + initial + ")\n x = f32[" + x +
                         "] parameter(0)\n ROOT y = f32[" + y + "] reduce(x, i), dimensions={" + dims +
                         "}, to_apply=c\n}\n");
}

} // namespace

TEST_CASE("a matrix times a vector is eight lanes where the matrix lies along the sum") {
    CHECK(product({37, 96}, {96}, {37}, 1, 0, false));
    CHECK(product({96}, {13, 96}, {13}, 0, 1, false));
    CHECK(product({100}, {100}, {}, 0, 0, false));
    CHECK_FALSE(product({96}, {96, 13}, {13}, 0, 0, false)); // along the points
    CHECK_FALSE(product({96}, {13, 96}, {13}, 0, 1, true));  // weights are packed along the points
    CHECK(product({96}, {7, 96}, {7}, 0, 1, true));          // which are few
}

TEST_CASE("a product of matrices is eight lanes only where packing an operand does not pay") {
    CHECK_FALSE(product({24, 32}, {32, 40}, {24, 40}, 1, 0, false));
    CHECK_FALSE(
        product({24, 32}, {40, 32}, {24, 40}, 1, 1, false)); // packed at run time, each element is used 24 times
    CHECK_FALSE(product({24, 32}, {40, 32}, {24, 40}, 1, 1, true));
    CHECK(product({3, 32}, {40, 32}, {3, 40}, 1, 1, false));       // used three times
    CHECK(product({600, 32}, {700, 32}, {600, 700}, 1, 1, false)); // too large to be copied
    CHECK_FALSE(product({600, 32}, {500, 32}, {600, 500}, 1, 1, false));
}

TEST_CASE("a reduction of rows is eight lanes from 16 terms on, one of columns never") {
    CHECK(reduce("12,40", "12", "1"));
    CHECK(reduce("12,16", "12", "1"));
    CHECK(reduce("12,17", "12", "1"));
    CHECK_FALSE(reduce("12,15", "12", "1"));
    CHECK_FALSE(reduce("40,12", "12", "0"));
    CHECK(reduce("12,41", "", "0,1")); // one walk of 492
    CHECK(reduce("4,7,32", "7", "0,2"));
    CHECK_FALSE(reduce("4,7,33", "7", "0,2")); // lanes would not go on where they were
    CHECK_FALSE(reduce("6,7,40,9", "6,9", "1,2"));
}

TEST_CASE("what holds for sums holds for other combiners, if partial results may start at the initial value") {
    CHECK(reduce("12,40", "12", "1", "maximum", "-inf"));
    CHECK(reduce("12,40", "12", "1", "maximum", "5"));
    CHECK(reduce("12,40", "12", "1", "multiply", "1"));
    CHECK_FALSE(reduce("12,40", "12", "1", "multiply", "2"));
    CHECK(reduce("12,40", "12", "1", "add", "-0"));
    CHECK_FALSE(reduce("12,40", "12", "1", "add", "5"));
}

TEST_CASE("windows and padded convolutions add their terms in order") {
    CHECK_FALSE(
        last_in_lanes("HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
                      "ENTRY e { i = f32[] constant(0)\n x = f32[90] parameter(0)\n ROOT y = f32[70] reduce-window(x, "
                      "i), window={size=21}, to_apply=c }"));
    for (const Operation& op : products())
        if (op.opcode == "convolution") CHECK_FALSE(last_in_lanes(module_of(op, true)));
}
