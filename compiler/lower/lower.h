// Lowering: rewrites exported HLO into the few ops and forms that `fuse` knows.
//
// The module that it returns has these properties:
//
// Calls, tuples and regions:
//     - No calls: they are inlined. No unused instructions.
//     - No tuples, with three exceptions. An op with several results (while, conditional, variadic reduce and
//       reduce-window) has a flat tuple of arrays as its shape, which only get-tuple-element reads. The root of the
//       entry, of a while's body, of a branch and of a variadic computation is a flat `tuple` of its result leaves.
//       A custom call has a flat `tuple` as operand where its function takes one.
//     - A while has one operand a carried leaf. Its condition and body, which no other op calls, have that many
//       parameters. The entry has one parameter a leaf.
//     - A conditional has as operands the selector, one a leaf that branch 0 reads, one a leaf that branch 1 reads,
//       and so on. Each branch, which no other op calls, has as many parameters as it reads leaves (`ops/regions.h`).
//       The results of the conditional are those that something reads.
//     - A conditional whose selector is constant is gone; a conditional of a few cheap scalars became selects.
//     - Computations called by reduce and the like are scalar expressions (parameters, ops with elements that reduce
//       nothing, a root). An op that called anything else (a loop, a reduction, ...) is a while whose body holds that.
//     - Collectives, and sends between devices, are exchanges (ir/exchange.h) and arithmetic on their results: each
//       exchange is started by one custom call and ended by another in the same computation.
//     - Computations come after those they call, and each instruction names its origins.
//
// Arrays and constants:
//     - Every array is row-major. A parameter or result with another layout became the row-major array with the same
//       memory, with a transpose (and a slice or pad, if the layout is padded). A bitcast became a reshape between
//       transposes. `parameter_shapes`, `result_shape` and `aliases` of the module stay as they were.
//     - Ops that abbreviate others (`expand`: batch-norm-training, ...) are expanded.
//     - Exact operations on constants are folded if the result is not larger than the arrays that it replaces, and
//       extrema of constants. Equal constants share one literal in the whole module.
//     - A constant that a while only hands on, or that a branch reads, is a constant inside the regions.
//     - Costly loop-invariant work is in front of the loop, if the result is small beside the loop's state.
//
// Products of small integers:
//     - A constant factor of products in s32 lies in the least type of integers that has its values.
//     - Zero points of bytes in front of products in s32 are corrections behind them, constants where they can be.
//     - A number that is added to what is rounded is added to the integer that it becomes.
//
// Convolutions and windows:
//     - A pad of zeros in front of a convolution, or of the neutral value in front of a reduce-window, is padding of
//       its window, even with elementwise ops between the two.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

Module lower(const Module& module);
// The first half: before concatenations get the form that suits machines.
Module simplified(const Module& module);
// Simplifies what later changes of a lowered module left to do.
void simplify_module(Module& module);

} // namespace hlo2cpp
