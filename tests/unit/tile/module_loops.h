// Modules with loops that count, and the decisions of `tile` about them.
#pragma once

#include "tile/nests_verify.h"
#include "tile/tile.h"
#include "unit/fuse/fused.h"

namespace hlo2cpp {

// for (i = `first`; i < `end`; ++i), of x f32[64] and y f32[64], with `lines` that make x2.
inline std::string loop_of(const std::string& lines, int first = 0, int end = 48) {
    const std::string state = "(s32[], f32[64], f32[64])";
    const std::string parts = "p = " + state +
                              " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
                              " x = f32[64] get-tuple-element(p), index=1\n"
                              " y = f32[64] get-tuple-element(p), index=2\n ";
    return "HloModule m\ncond { " + parts + "n = s32[] constant(" + std::to_string(end) +
           ")\n ROOT c = pred[] compare(i, n), direction=LT }\nbody { " + parts +
           "one = s32[] constant(1)\n eight = s32[] constant(8)\n next = s32[] add(i, one)\n far = s32[] add(i, "
           "eight)\n"
           " b = f32[1] dynamic-slice(y, i), dynamic_slice_sizes={1}\n " +
           lines + "ROOT r = " + state + " tuple(next, x2, y) }\nENTRY e {\n first = s32[] constant(" +
           std::to_string(first) + ")\n x0 = f32[64] parameter(0)\n y0 = f32[64] parameter(1)\n s = " + state +
           " tuple(first, x0, y0)\n w = " + state +
           " while(s), condition=cond, body=body\n ROOT r = f32[64] get-tuple-element(w), index=1 }";
}

// x[i] = x[from] * b
inline std::string product_from(const std::string& from) {
    return "a = f32[1] dynamic-slice(x, " + from +
           "), dynamic_slice_sizes={1}\n c = f32[1] multiply(a, b)\n x2 = f32[64] dynamic-update-slice(x, c, i)\n ";
}

// The nests of the kernels, which are checked.
inline LoopNests checked_nests(const Kernels& kernels, const char* target, Optimize optimize = Optimize::Balanced) {
    LoopNests nests = tile(kernels, *find_target(target), {.optimize = optimize});
    verify_nests(kernels, nests);
    return nests;
}

} // namespace hlo2cpp
