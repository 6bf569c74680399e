// The passes of `lower`.
#pragma once

#include "rewrite/pass.h"

namespace hlo2cpp {

// Collectives become exchanges between devices, and operations on their results.
bool expand_collectives(Module& module);
// Ops that name other ops that they stand for are replaced by them.
bool expand_ops(Module& module);
// Annotations go; calls of the host take and give row-major arrays.
bool expand_host_calls(Module& module);
// Bitcasts become transposes and a reshape; from then on no shape inside a computation has a layout.
bool expand_bitcasts(Module& module);
// An op whose called computation is more than a tree of scalar expressions becomes a loop that calls it.
bool expand_calls(Module& module);
// A reduction whose every result is of one element is its combiner.
bool expand_single_folds(Module& module);
// Parameters and results of the entry become row-major arrays of permuted sizes, with transposes inside.
bool permute_boundary(Module& module);

// Readers of a value that a while or conditional only passes through read it at its source; a constant operand, or
// an iota, moves into its regions.
bool sink_constants(Module& module);
// A constant of equal elements becomes a broadcast of one.
bool shrink_constants(Module& module);
// Exact algebra that leaves less to do.
bool simplify(Module& module);
// A division by a power of two becomes a product.
bool divide_by_powers_of_two(Module& module);
// Comparisons in total order of floats with one zero and one NaN become plain ones.
bool compare_canonical(Module& module);
// The condition of a quotient that rounds down compares its dividend, not the sign of it.
bool compare_dividends(Module& module);
// A gather by constants that follow a rule is a slice with repeated elements.
bool map_gathers(Module& module);
// A pad of zeros in front of a convolution, or of neutral elements in front of a reduce-window, is padding of its
// window.
bool put_pads_into_windows(Module& module);
// A scatter of one window at a constant place is an update, and one of a concatenation is a concatenation.
bool map_updates(Module& module);
// Exact operations on constants are computed.
bool fold_constants(Module& module);
// Bounds that no element goes beyond are dropped.
bool drop_bounds(Module& module);
// Extrema and integer sums of constants are computed.
bool fold_reductions(Module& module);
// Integer arithmetic on constants that are converted to a wider type is computed, if the results fit in the narrow
// type.
bool narrow_constants(Module& module);
// Constants that are factors of products in s32 are stored in the least type of integers that has their values.
bool narrow_factors(Module& module);
// Zero points in front of products of bytes in s32 become corrections of the products.
bool correct_zero_points(Module& module);
// Constants that are added to integers one after the other become one.
bool join_addends(Module& module);
// A number that is added to what is rounded is added to the integer that it is converted to.
bool move_offsets_of_rounded(Module& module);
// A bound of zero in front of a scale and a rounding stands behind the scale.
bool move_bounds_behind_scales(Module& module);
// Products of quantised floats become sums of integers, which have other bits; the module names them.
bool sum_quantised(Module& module);
// Scales and offsets behind products of constant weights go into the weights and one offset, which gives other bits;
// the module names the products.
bool put_scales_into_weights(Module& module);
// Math functions of constants and indices are computed, though they take flash then: arrays of at most so many bytes.
bool tabulate_functions(Module& module, std::int64_t table_bytes);
// Equal instructions of a computation become one.
bool merge_equal(Module& module);
// A constant matrix that is the transpose of another one in its computation becomes an instruction that says so.
bool share_transposed(Module& module);
// A conditional whose branch is known, or whose branches are a few cheap scalars, becomes part of its computation.
bool inline_branches(Module& module);
// A while of a few rounds of elementwise work becomes its rounds.
bool unroll_loops(Module& module);
// A map of scalar ops becomes these ops on arrays.
bool inline_maps(Module& module);
// Costly work on values that a loop never changes is done in front of it.
bool hoist_invariant(Module& module);
// A concatenation of many arrays is made in its place, a few arrays at a time.
bool split_concatenations(Module& module);
// Dead code goes: instructions, values carried by a while, results and operands of branches, computations.
bool remove_dead(Module& module);

} // namespace hlo2cpp
