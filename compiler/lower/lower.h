// Lowering: from HLO as exported to the few ops and forms that `fuse` knows.
//
// What it promises of the module that it returns:
//   - calls are gone (inlined); nothing unused is left;
//   - tuples are gone but for two uses: an op with several results (while, conditional, variadic reduce and
//   reduce-window) has a
//     flat tuple of arrays as its shape, which only get-tuple-element reads; and the root of the entry, of a while's
//     body, of a branch and of a variadic computation is a flat `tuple` of its result leaves;
//   - a while has one operand a carried leaf, and its condition and body, which belong to it alone, have that many
//     parameters; the entry has one parameter a leaf;
//   - a conditional's operands are the selector, one a leaf that branch 0 reads, one a leaf that branch 1 reads, and so
//   on;
//     each branch, which belongs to it alone, has as many parameters as it reads leaves (`ops/regions.h`); its results
//     are those that something reads;
//   - a conditional whose selector is constant is gone, and so is one of a few cheap scalars, which became selects;
//   - every array is row-major: a parameter or result with another layout became the row-major array that its memory
//     is, with a transpose (and a slice or pad, where the layout is padded), a bitcast a reshape between transposes.
//     `parameter_shapes`, `result_shape` and `aliases` of the module stay as they were;
//   - computations called by reduce and the like are scalar expressions (parameters, ops with elements that reduce
//   nothing, a
//     root); an op that called anything else (a loop, a reduction, ...) is a while whose body holds that;
//   - collectives, and sends between devices, are exchanges (ir/exchange.h) and what is made of their results: each is
//     started by one custom call and ended by another in the same computation;
//   - ops that stand for others (`expand`: batch-norm-training, ...) are gone;
//   - exact operations on constants are folded where the result is not larger than what it replaces; equal constants
//     share one literal in the whole module;
//   - a pad of zeros in front of a convolution, or of what is neutral in front of a reduce-window, is padding of its
//     window, also where elementwise ops lie between the two;
//   - a constant that a while only hands on, or that a branch reads, is a constant inside the regions;
//   - with `table_bytes`, so are math functions of constants and indices (angles of positions), up to so large an
//   array;
//   - costly work on values that a loop never changes stands in front of it, where the result is small beside its
//   state;
//   - with `batch_products`, the product of a whole sequence and a matrix stands in front of the loop that multiplied
//     its elements, few rows a round;
//   - with `phases`, a convolution has no holes in its input where its result falls into few of them;
//   - with `features_last`, what lies between convolutions of floats has its features innermost, with `image_copies`
//   also
//     what has to be copied for it, where that pays; a copy is an array that is to be stored, in this order;
//   - with `line_bytes`, convolutions over images whose features would leave lanes idle run along the pixels;
//     those of one tap and strides read a slice that is a copy;
//   - with `window_bytes`, the largest (or least) of a window of several dimensions is found one dimension after the
//   other, where that pays;
//   - with `store_repeated`, an up-sampled image that a convolution reads is a copy;
//   - computations come after those they call, and each instruction names its origins.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

struct LowerOptions {
    std::int64_t table_bytes = 0;   // of an array of values of functions that takes flash instead of time
    bool batch_products = false;    // of the elements of a sequence, in front of the loop
    bool features_last = false;     // convolutions are best with their features innermost
    bool image_copies = false;      // images may be copied for that
    std::int64_t feature_bytes = 0; // of the vectors that features may fill; 0: there are none
    bool phases = true;             // a convolution over holes may become several
    std::int64_t window_bytes = 0;  // of the vectors that find the largest of windows; 0: each is found at once
    bool store_repeated = false;    // rows of pixels are worth an array of their own
    std::int64_t line_bytes = 0;    // of the vectors that pixels in one line may fill; 0: no such line
    bool few_products = false;      // what minimal filtering computes keeps its form
    bool in_order = false;          // a sum's order follows from the module alone, whatever is asked for
};

Module lower(const Module& module, const LowerOptions& options = {});

} // namespace hlo2cpp
