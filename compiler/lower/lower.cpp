#include "lower/lower.h"

#include <algorithm>

#include "lower/pass.h"
#include "rewrite/pass_verify.h"

namespace hlo2cpp {
namespace {

// Once, in this order: the form that lower.h promises.
// clang-format off
constexpr Pass kForm[] = {
    {"keep-called", keep_called}, // nobody has verified the others
    {"expand-collectives", expand_collectives},
    {"expand-ops", expand_ops},
    {"expand-host-calls", expand_host_calls},
    {"expand-bitcasts", expand_bitcasts},
    {"inline-calls", inline_calls},
    {"flatten-tuples", flatten_tuples},
    {"permute-boundary", permute_boundary},
    {"inline-branches", inline_branches}, // fewer calls are more than scalar expressions
    {"expand-calls", expand_calls},
    {"inline-calls", inline_calls},
    {"flatten-tuples", flatten_tuples},
    {"expand-single-folds", expand_single_folds},
};
// clang-format on

// Round after round, until one changes nothing: less to do.
constexpr Pass kSimplification[] = {
    {"sink-constants", sink_constants},
    {"shrink-constants", shrink_constants},
    {"simplify", simplify},
    {"divide-by-powers-of-two", divide_by_powers_of_two},
    {"compare-canonical", compare_canonical},
    {"compare-dividends", compare_dividends},
    {"inline-maps", inline_maps},
    {"fold-constants", fold_constants},
    {"drop-bounds", drop_bounds},
    {"fold-reductions", fold_reductions},
    {"narrow-constants", narrow_constants},
    {"narrow-factors", narrow_factors},
    {"correct-zero-points", correct_zero_points},
    {"join-addends", join_addends},
    {"move-offsets-of-rounded", move_offsets_of_rounded},
    {"move-bounds-behind-scales", move_bounds_behind_scales},
    {"map-gathers", map_gathers},
    {"map-updates", map_updates},
    {"inline-branches", inline_branches},
    {"unroll-loops", unroll_loops},
    {"merge-equal", merge_equal},
    {"pads-into-windows", put_pads_into_windows},
    {"remove-dead", remove_dead},
    {"share-transposed", share_transposed}, // behind: a constant that was transposed is gone, if nobody else needs it
};
// Then once; what it makes may be simpler again.
constexpr Pass kHoisting = {"hoist-invariant", hoist_invariant};
// Then once, in this order: what is best for machines, though not simpler.
constexpr Pass kSplitting = {"split-concatenations", split_concatenations};
constexpr Pass kRemoval = {"remove-dead", remove_dead};
constexpr Pass kTidying[] = {{"fold-constants", fold_constants}, {"merge-equal", merge_equal}, kRemoval};
constexpr int kMaxRounds = 5; // what more would find is not worth the time

bool run(const Pass& pass, Module& module) {
    const bool changed = pass.run(module);
    if (changed) verify_pass(module, pass.name);
    return changed;
}

void name_origins(Module& module) {
    for (Computation& computation : module.computations)
        for (Instruction& instruction : computation.instructions)
            if (instruction.origins.empty()) instruction.origins = {instruction.name};
}

void drop_notes(Module& module) {
    module.notes = nullptr;
    for (Computation& computation : module.computations)
        for (Instruction& instruction : computation.instructions) instruction.notes = nullptr;
}

} // namespace

void simplify_module(Module& module) {
    bool changed = true;
    for (int round = 0; changed && round < kMaxRounds; ++round) {
        changed = false;
        for (const Pass& pass : kSimplification) changed |= run(pass, module);
    }
}

Module simplified(const Module& source) {
    Module module = source;
    module.source = nullptr;
    drop_notes(module);
    name_origins(module);
    for (const Pass& pass : kForm) run(pass, module);
    simplify_module(module);
    if (run(kHoisting, module)) simplify_module(module);
    return module;
}

Module lower(const Module& source) {
    Module module = simplified(source);
    if (run(kSplitting, module))
        for (const Pass& pass : kTidying) run(pass, module);
    return module;
}

} // namespace hlo2cpp
