// The numbers of operations of kernels, counted by hand.
#include "buffers/operations.h"

#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

Operations operations(const std::string& lines) {
    const Kernels kernels = addressed("HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
                                      " ROOT r = f32[] add(a, b) }\nENTRY e {\n" +
                                      lines + "\n}\n");
    Operations sum;
    for_each_call(kernels.regions, [&](const Call& call) { sum += operations_of(kernels[call.kernel]); });
    return sum;
}

} // namespace

TEST_CASE("operations on elements are counted once an element, moves are none") {
    const std::string x = "x = f32[4,5] parameter(0)\n y = f32[4,5] parameter(1)\n";
    CHECK(operations(x + "ROOT r = f32[5,4] transpose(x), dimensions={1,0}") == Operations{});
    CHECK(operations(x + "ROOT r = f32[4,5] add(x, y)") == Operations{.others = 20});
    CHECK(operations(x + "d = f32[4,5] divide(x, y)\n ROOT r = f32[4,5] exponential(d)") ==
          Operations{.functions = 40});
}

TEST_CASE("a sum adds once a term, and what is computed of each result counts once") {
    const std::string x = "x = f32[4,5] parameter(0)\n z = f32[] constant(0)\n";
    CHECK(operations(x + "s = f32[4] reduce(x, z), dimensions={1}, to_apply=add\n ROOT r = f32[4] sqrt(s)") ==
          Operations{.others = 20, .functions = 4});
}

TEST_CASE("multiply-adds of a product are not among the others, but its bias is") {
    CHECK(operations("x = f32[4,5] parameter(0)\n w = f32[5,3] parameter(1)\n b = f32[4,3] parameter(2)\n"
                     " p = f32[4,3] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                     " ROOT r = f32[4,3] add(p, b)") == Operations{.others = 12});
}

TEST_CASE("sums and products of numbers of operations stay at the largest number") {
    const Operations many{.multiply_adds = INT64_MAX / 2, .others = 1};
    CHECK((many * 3).multiply_adds == INT64_MAX);
    CHECK((many * 3).all() == INT64_MAX);
}
