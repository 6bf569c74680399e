// Lowering: from HLO as exported to the few ops and forms that `fuse` knows.
//
// What it promises of the module that it returns:
//   - calls are gone (inlined); nothing unused is left;
//   - tuples are gone but for two uses: an op with several results (while, conditional, variadic reduce and
//     reduce-window) has a flat tuple of arrays as its shape, which only get-tuple-element reads; and the root of the
//     entry, of a while's body, of a branch and of a variadic computation is a flat `tuple` of its result leaves;
//   - a while has one operand a carried leaf, and its condition and body, which belong to it alone, have that many
//     parameters; the entry has one parameter a leaf;
//   - a conditional's operands are the selector, one a leaf that branch 0 reads, one a leaf that branch 1 reads, and so
//     on; each branch, which belongs to it alone, has as many parameters as it reads leaves (`ops/regions.h`); its
//     results are those that something reads;
//   - a conditional whose selector is constant is gone, and so is one of a few cheap scalars, which became selects;
//   - every array is row-major: a parameter or result with another layout became the row-major array that its memory
//     is, with a transpose (and a slice or pad, where the layout is padded), a bitcast a reshape between transposes.
//     `parameter_shapes`, `result_shape` and `aliases` of the module stay as they were;
//   - computations called by reduce and the like are scalar expressions (parameters, ops with elements that reduce
//     nothing, a root); an op that called anything else (a loop, a reduction, ...) is a while whose body holds that;
//   - collectives, and sends between devices, are exchanges (ir/exchange.h) and what is made of their results: each is
//     started by one custom call and ended by another in the same computation;
//   - ops that stand for others (`expand`: batch-norm-training, ...) are gone;
//   - exact operations on constants are folded where the result is not larger than what it replaces; equal constants
//     share one literal in the whole module;
//   - a pad of zeros in front of a convolution, or of what is neutral in front of a reduce-window, is padding of its
//     window, also where elementwise ops lie between the two;
//   - a constant that a while only hands on, or that a branch reads, is a constant inside the regions;
//   - math functions of constants and indices (angles of positions) are constants, in arrays of up to `table_bytes`;
//   - costly work on values that a loop never changes stands in front of it, where the result is small beside its
//     state;
//   - what lies between convolutions of floats has its features innermost, as far as nothing has to be copied for that;
//   - a convolution has no holes in its input where its result falls into few of them;
//   - computations come after those they call, and each instruction names its origins.
//
// Where there are vectors, and some code and memory may be spent on them (not with --optimize size):
//   - the product of a whole sequence and a matrix stands in front of the loop that multiplied its elements, few rows a
//     round;
//   - arrays between convolutions are copied for features that lie innermost, where that pays; a copy is an array that
//     is to be stored, in this order;
//   - convolutions over images whose features would leave lanes idle run along the pixels; those of one tap and strides
//     read a slice that is a copy;
//   - the largest (or least) of a window of several dimensions is found one dimension after the other, where that pays;
//   - an up-sampled image that a convolution reads is a copy.
#pragma once

#include "ir/module.h"
#include "support/goal.h"

namespace hlo2cpp {

struct LowerOptions {
    std::int64_t vector_bytes = 0; // of the machine's vectors; 0: it has none
    std::int64_t table_bytes = 0;  // of an array of values of functions that takes flash instead of time, at most
    Goal goal = {};
};

Module lower(const Module& module, const LowerOptions& options = {});
// The first half of it, before images get the order of dimensions that suits the machine.
Module simplified(const Module& module, const LowerOptions& options = {});

} // namespace hlo2cpp
