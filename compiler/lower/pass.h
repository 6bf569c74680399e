// The passes of `lower`.
#pragma once

#include "rewrite/pass.h"

namespace hlo2cpp {

// Collectives become exchanges between devices, and what is made of their results.
bool expand_collectives(Module& module);
// Ops that say which other ops they stand for are replaced by those.
bool expand_ops(Module& module);
// Annotations go; calls of the host take and give row-major arrays.
bool expand_host_calls(Module& module);
// Bitcasts become transposes and a reshape; from then on no shape inside a computation has a layout.
bool expand_bitcasts(Module& module);
// An op whose called computation is more than a tree of scalar expressions becomes a loop that calls it.
bool expand_calls(Module& module);
// A fold over all elements up to each (a cumulative sum) becomes a loop.
bool expand_running_folds(Module& module);
// A reduction whose every result is of one element is its combiner.
bool expand_single_folds(Module& module);
// Parameters and results of the entry become row-major arrays of permuted sizes, with transposes inside.
bool permute_boundary(Module& module);

// What a while or conditional only passes through is read where it comes from; a constant operand moves into its
// regions.
bool sink_constants(Module& module);
// A constant of equal elements becomes a broadcast of one.
bool shrink_constants(Module& module);
// Exact algebra that leaves less to do.
bool simplify(Module& module);
// A gather by constants that follow a rule is a slice with repeated elements.
bool map_gathers(Module& module);
// A pad of zeros in front of a convolution, or of what is neutral in front of a reduce-window, is padding of its
// window.
bool put_pads_into_windows(Module& module);
// A scatter of one window at a constant place is an update, and one of a concatenation is a concatenation.
bool map_updates(Module& module);
// Exact operations on constants are computed.
bool fold_constants(Module& module);
// So is integer arithmetic on those that are converted to a wider type, where the results fit in the type that they
// had.
bool narrow_constants(Module& module);
// Math functions of constants and indices are computed, though they take flash then: arrays of at most so many bytes.
bool tabulate_functions(Module& module, std::int64_t table_bytes);
// Equal instructions of a computation become one.
bool merge_equal(Module& module);
// A conditional whose branch is known, or whose branches are a few cheap scalars, becomes part of what is around it.
bool inline_branches(Module& module);
// A map of scalar ops becomes these ops on arrays.
bool inline_maps(Module& module);
// Costly work on what a loop never changes is done in front of it.
bool hoist_invariant(Module& module);
// What a loop multiplies by one matrix element by element of a sequence is a product of the whole sequence, in front.
// `in_order`: of constant matrices alone, with which the order of sums does not depend on that.
bool batch_products(Module& module, bool in_order);
// A sort of which only the first elements are read puts only those in order.
bool shorten_sorts(Module& module);
// A convolution over an input with holes (a transposed one) becomes one for each phase of its result.
bool split_phases(Module& module);
struct FeatureOptions {
    std::int64_t vector_bytes = 0; // 0: there are none
    bool copies = false;           // of arrays, in the other order, where they pay
    bool in_order = false;         // sums have the order that they have without
};
// Convolutions whose features are dimension 1 become those whose features lie innermost, and so does what follows them.
bool put_features_last(Module& module, const FeatureOptions& options);
// Convolutions whose features fill vectors badly have their pixels in one line, where that pays; with `few_products`
// none that minimal filtering may compute.
bool put_pixels_in_line(Module& module, std::int64_t vector_bytes, bool few_products);
// A convolution of one tap with strides reads a slice that is stored, where its pixels lie innermost and that pays.
bool slice_strides(Module& module, std::int64_t vector_bytes);
// The largest of a window is found one dimension after the other, where that pays.
bool split_windows(Module& module, std::int64_t vector_bytes);
// An up-sampled image that a convolution reads is stored. `in_order`: as for batch_products.
bool store_repeated(Module& module, bool in_order);
// A concatenation of many arrays is made in its place, a few arrays at a time.
bool split_concatenations(Module& module);
// What no result needs goes: instructions, values carried by a while, results and operands of branches, computations.
bool remove_dead(Module& module);

} // namespace hlo2cpp
