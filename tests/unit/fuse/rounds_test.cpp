// How many rounds a loop between two numbers has at most.
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// For i below 9 (of the loop around), for j from i to `end`: x = x + x.
std::string nested(const std::string& end) {
    const std::string state = "(s32[], s32[], s32[], f32[3])";
    const std::string parts = "p = " + state +
                              " parameter(0)\n j = s32[] get-tuple-element(p), index=0\n"
                              " i = s32[] get-tuple-element(p), index=1\n n = s32[] get-tuple-element(p), index=2\n"
                              " x = f32[3] get-tuple-element(p), index=3\n one = s32[] constant(1)\n ";
    return "HloModule m\ninner_cond { " + parts + "ROOT c = pred[] compare(j, n), direction=LT }\ninner_body { " +
           parts + "k = s32[] add(j, one)\n y = f32[3] add(x, x)\n ROOT r = " + state +
           " tuple(k, i, n, y) }\nouter_cond { " + parts +
           "nine = s32[] constant(9)\n ROOT c = pred[] compare(i, nine), direction=LT }\nouter_body { " + parts +
           "k = s32[] add(i, one)\n end = s32[] " + end + "\n s = " + state + " tuple(i, i, end, x)\n l = " + state +
           " while(s), condition=inner_cond, body=inner_body\n y = f32[3] get-tuple-element(l), index=3\n ROOT r = " +
           state +
           " tuple(j, k, n, y) }\nENTRY e {\n zero = s32[] constant(0)\n n0 = s32[] parameter(1)\n x0 = f32[3] "
           "parameter(0)\n s = " +
           state + " tuple(zero, zero, n0, x0)\n l = " + state +
           " while(s), condition=outer_cond, body=outer_body\n ROOT y = f32[3] get-tuple-element(l), index=3 }";
}

std::int64_t most_trips(const std::string& text) {
    std::int64_t most = -2;
    const Kernels kernels = fused(text);
    for (const Region& region : kernels.regions)
        for (const StepNode& node : region.steps)
            if (const While* const loop = std::get_if<While>(&node); loop != nullptr && loop->trip_count < 0)
                most = loop->max_trips;
    return most;
}

} // namespace

TEST_CASE("a loop between counters of loops around, or numbers, has no more rounds than lie between them") {
    CHECK(most_trips(nested("add(k, one)")) == 10);
    CHECK(most_trips(nested("constant(12)")) == 12);
}

TEST_CASE("of a loop to an argument no number of rounds is known") {
    CHECK(most_trips(nested("copy(n)")) == -1);
}
