// Argmax and argmin, whose elements come in the order of their places.
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// Operations of a search in a line of 9; `root`: what of the state is given.
std::ptrdiff_t expressions(const std::string& type, const std::string& numbers, const std::string& root) {
    const std::string state = "(" + type + "[], s32[])";
    const Kernels kernels =
        fused("HloModule m\npick { a = " + type + "[] parameter(0)\n i = s32[] parameter(1)\n b = " + type +
              "[] parameter(2)\n j = s32[] parameter(3)\n g = pred[] compare(a, b), direction=GT\n"
              " u = pred[] compare(a, a), direction=NE\n p = pred[] or(g, u)\n"
              " e = pred[] compare(a, b), direction=EQ\n l = pred[] compare(i, j), direction=LT\n"
              " t = pred[] and(e, l)\n q = pred[] or(p, t)\n v = " +
              type + "[] select(p, a, b)\n k = s32[] select(q, i, j)\n ROOT r = " + state +
              " tuple(v, k) }\nENTRY e { x = " + type + "[9] parameter(0)\n low = " + type +
              "[] parameter(1)\n zero = s32[] constant(0)\n" + numbers + "\n both = " + state +
              " reduce(x, n, low, zero), dimensions={0}, to_apply=pick\n v = " + type +
              "[] get-tuple-element(both), index=0\n k = s32[] get-tuple-element(both), index=1\n" + root + " }");
    std::ptrdiff_t applied = 0;
    for (const Kernel& kernel : kernels.kernels)
        for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
            if (kernel.exprs[ExprId(i)].kind == ExprKind::Apply) ++applied;
    return applied;
}

constexpr const char* kPlaces = " n = s32[9] iota(), iota_dimension=0";
constexpr const char* kPlace = " ROOT r = s32[] add(k, k)";

} // namespace

TEST_CASE("an equal element that comes later never takes the place") {
    CHECK(expressions("s32", kPlaces, kPlace) == 3 + 1); // >=, and two choices
    CHECK(expressions("f32", kPlaces, kPlace) == 5 + 1); // and whether it is a NaN
}

TEST_CASE("a float that is given may be a zero of either sign, and places that are not in order are compared") {
    const std::string both = " f = f32[] convert(k)\n ROOT r = f32[] add(f, v)";
    CHECK(expressions("f32", kPlaces, both) == 9 + 2);
    CHECK(expressions("s32", kPlaces, " ROOT r = s32[] add(k, v)") == 3 + 1);
    CHECK(expressions("s32", " n = s32[9] parameter(2)", kPlace) == 7 + 1);
}
