#include "tile/contraction_fit.h"

#include <algorithm>
#include <limits>

#include "kernel/analysis.h"
#include "kernel/bit_field.h"
#include "kernel/bounds.h"
#include "kernel/integer_values.h"
#include "kernel/loads.h"
#include "ops/integer_ranges.h"
#include "tile/extremum_parts.h"
#include "tile/fixed_lanes.h"
#include "tile/pack.h"
#include "tile/row_conditions.h"
#include "tile/sum_blocks.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kFewLanes = 4;
constexpr std::int64_t kFewTerms = 3; // that a word is worth
// Terms of a sum of raised factors, which are up to 255 and multiplied by up to 128 each: it fits into an s32.
constexpr std::int64_t kMostRaisedTerms = std::numeric_limits<std::int32_t>::max() / (255 * 128);

// Factors of a sum that cannot wrap, if the machine has words.
std::optional<WordFactors> factors_in_words(const Kernel& kernel, const Target& target) {
    const bool has_words = target.word_terms > 0 || target.dot_terms > 0;
    const auto factors = has_words ? factors_of_words(kernel) : std::nullopt;
    return factors && IntegerRanges(kernel).sum_is_exact() ? factors : std::nullopt;
}

// Terms of such a sum that fit into an s16 together.
std::int64_t terms_in_short(const Kernel& kernel, const Target& target, const std::optional<WordFactors>& factors) {
    if (!factors || !target.short_products) return 0;
    const IntegerRanges ranges(kernel);
    const auto is_s8 = [&](ExprId load) { return kernel.exprs[load].type == ElementType::S8; };
    const auto has_least = [&](ExprId load) { return ranges.of(load).contains(values_of(ElementType::S8).begin); };
    if (!is_s8(factors->first) || !is_s8(factors->second)) return 0;
    return has_least(factors->first) && has_least(factors->second) ? 1 : 2;
}

// True if two vectors of sums may take one register of factors: f16 as they lie.
bool may_take_halves(const ContractionFit& fit) {
    const bool points = fit.widest > 1 && fit.lane_dim >= 0 && fit.lane_dim < fit.parallel;
    return fit.target.half_products && points &&
           std::ranges::all_of(fit.loads, [&](ExprId load) { return fit.kernel.exprs[load].type == ElementType::F16; });
}

// The machine as the kernel finds it: with fewer sums where each extremum has parts, and registers for its type.
Target machine_for(const Kernel& kernel, Target target) {
    if (is_integer(lane_type(kernel))) target.scalar_registers = target.integer_registers;
    return with_room_for_parts(kernel, std::move(target));
}

} // namespace

ContractionFit::ContractionFit(const Kernel& k, const Target& machine, const TileOptions& preferences)
    : kernel(k), reduction(*k.reduction), target(machine_for(k, machine)), options(preferences),
      parallel(static_cast<std::int64_t>(k.dims.size())), loads(loads_of(k, *reduction.term)),
      type(k.exprs[reduction.initial[0]].type), in_order(options.goal.in_order && is_float(type)),
      widest(std::max<std::int64_t>(1, target.vector_bytes / byte_size(type))),
      word_factors(factors_in_words(k, target)), short_terms(terms_in_short(k, target, word_factors)),
      may_run_again(widest > 1 && hlo2cpp::may_run_again(k)) {}

bool ContractionFit::fits_lanes() const {
    const std::int64_t d = lane_dim;
    if (!term_has_vector_form(kernel, d) || !outputs_affine_in(d) ||
        (kernel.space.coefficient(kernel.outputs[0].index, d) != 1 && !is_stored_anywhere()))
        return false;
    if (!loads_affine_in(d) || kernel.dims[static_cast<std::size_t>(d)] < 2) return false;
    const bool fits = std::ranges::all_of(loads, [&](ExprId load) {
        const std::int64_t c = coefficient(load, d);
        return c == 0 || c == 1 || widest == 1 || may_be_apart(load, d) || may_be_packed(load);
    });
    const bool used = std::ranges::any_of(loads, [&](ExprId load) { return varies_along(kernel, load, d); });
    return fits && used && (!is_in_conditions(kernel, d) || interior_of(kernel, reduction.conditions, d).size() >= 4);
}

bool ContractionFit::fits_filled_lanes() const {
    const std::int64_t size = size_of_dim(kernel, lane_dim);
    const bool short_line = size < widest && 2 * size > widest && !may_idle();
    return short_line && std::ranges::all_of(loads, [&](ExprId load) {
               return coefficient(load, lane_dim) == 0 || may_be_packed(load);
           });
}

bool ContractionFit::fits_rows() const {
    const std::int64_t d = row_dim;
    if (d == lane_dim || kernel.dims[static_cast<std::size_t>(d)] < 2) return false;
    if (!outputs_affine_in(d) || !loads_affine_in(d)) return false;
    if (lane_dim >= parallel) return !is_in_conditions(kernel, d);
    return borders_fit(kernel, row_dim, options.unrolled_taps) &&
           std::ranges::none_of(loads, [&](ExprId load) { return coefficient(load, d) != 0 && needs_packing(load); });
}

bool ContractionFit::fits_reducing_lanes() const {
    if (in_order || widest == 1 || is_in_conditions(kernel, lane_dim) || !may_start_often(kernel)) return false;
    if (!term_has_vector_form(kernel, lane_dim)) return false;
    const bool fits = std::ranges::all_of(loads, [&](ExprId load) { return reads_along(kernel, load, lane_dim); });
    if (leaves_one_term(*this) && reduction.dims.size() > 1) return false; // it would stand behind all loops
    const std::int64_t least = reduction.dims.size() == 1 ? kFewLanes + 1 : kFewLanes;
    return fits && size_of_dim(kernel, lane_dim) >= least;
}

bool ContractionFit::fits_scalar_lanes() const {
    if (options.goal.in_order || options.small || widest > 1) return false;
    return sum_blocks(kernel).has_value() && reduces_in_fixed_lanes(kernel);
}

std::int64_t ContractionFit::reducing_width() const {
    const std::int64_t size = size_of_dim(kernel, lane_dim);
    std::int64_t lanes = widest;
    while (lanes > kFewLanes && size % lanes != 0 && size < 4 * lanes) lanes /= 2;
    return lanes;
}

bool ContractionFit::may_idle() const {
    if (varies_along(kernel, reduction.initial[0], lane_dim)) return false; // it is read where there is no point
    return widest > 1 && std::ranges::all_of(loads, [&](ExprId load) {
               const bool fills_lanes = is_constant(load) || fills || load == copied_column;
               return coefficient(load, lane_dim) == 0 || (fills_lanes && needs_packing(load));
           });
}

bool ContractionFit::needs_packing(ExprId load) const {
    if (lane_dim < 0) return false; // the plain loops
    const std::int64_t c = coefficient(load, lane_dim);
    const bool as_it_lies = c == 1 || widest == 1 || may_be_apart(load, lane_dim);
    // All rows read one stream, where a constant is packed.
    const bool stays = c == 1 && row_dim >= 0 && coefficient(load, row_dim) != 0;
    return may_be_packed(load) && c != 0 &&
           ((is_constant(load) && !stays) || !as_it_lies || fills || load == copied_column);
}

bool ContractionFit::has_constants_apart() const {
    return std::ranges::any_of(loads,
                               [&](ExprId load) { return is_kept(load) && std::abs(coefficient(load, lane_dim)) > 1; });
}

bool ContractionFit::in_parts(std::int64_t lanes) const {
    return lanes > 1 && is_kept_in_parts(kernel, target);
}

bool ContractionFit::walks_on(std::int64_t outer, std::int64_t inner, const std::vector<Range>& box) const {
    const Bounds bounds(kernel.space, box);
    for (const Condition& c : reduction.conditions)
        if (!bounds.always(c) && (kernel.space.depends_on(c.index, outer) || kernel.space.depends_on(c.index, inner)))
            return false;
    if (counts_along(kernel, *reduction.term, outer) || counts_along(kernel, *reduction.term, inner)) return false;
    return std::ranges::all_of(loads, [&](ExprId load) {
        if (lane_dim < parallel && needs_packing(load) && coefficient(load, outer) != 0 &&
            coefficient(load, inner) != 0)
            return true;
        return affine_in(kernel, index(load), outer) && affine_in(kernel, index(load), inner) &&
               coefficient(load, outer) == size_of_dim(kernel, inner) * coefficient(load, inner);
    });
}

// True if strided loads pay: a sum of elements far apart is as fast one by one; a scalar extremum takes branches.
bool ContractionFit::may_be_apart(ExprId load, std::int64_t d) const {
    if (!makes_lanes(kernel.exprs[load].type, type)) return false;
    return reads_every_second(kernel, load, d) || (reads_apart(kernel, load, d) && is_kept_in_parts(kernel, target));
}

TermLoads ContractionFit::count_loads() const {
    TermLoads counts = term_loads(kernel, lane_dim, row_dim);
    if (adds_shorts(*this) || may_take_halves(*this)) counts.together = 2;
    if (interleaved) counts.lane += 2 * words_of(interleaved->row).size - 1; // with the shuffles of a word
    return counts;
}

bool leaves_one_term(const ContractionFit& fit) {
    return fit.target.issues_one() && size_of_dim(fit.kernel, fit.lane_dim) % fit.reducing_width() == 1;
}

bool adds_shorts(const ContractionFit& fit) {
    if (fit.short_terms == 0 || fit.widest == 1 || fit.lane_dim < 0 || fit.lane_dim >= fit.parallel || fit.fills)
        return false;
    return std::ranges::all_of(fit.loads, [&](ExprId load) {
        const bool constant = fit.kernel[fit.kernel.exprs[load].argument].constant;
        return fit.needs_packing(load) ? constant : fit.coefficient(load, fit.lane_dim) == 1;
    });
}

nest::Words ContractionFit::words() const {
    const std::int64_t d = kernel.space.dimensions() - 1;
    if (!word_factors || lane_dim < 0 || lane_dim >= parallel || fills) return {};
    if (is_in_conditions(kernel, d)) return {};
    if (interleaved) {
        nest::Words words = words_of(interleaved->row);
        words.interleaved = true;
        const bool same = row_dim < 0 || coefficient(interleaved->column, row_dim) == 0; // columns of all rows
        words.raised = words.raised && same;
        return words;
    }
    const auto is_lane = [&](ExprId load) {
        return needs_packing(load) && (is_constant(load) || load == copied_column) && coefficient(load, d) != 0;
    };
    const auto is_row = [&](ExprId load) { return coefficient(load, lane_dim) == 0 && coefficient(load, d) == 1; };
    const auto [a, b] = *word_factors;
    if (!(is_lane(a) && is_row(b)) && !(is_lane(b) && is_row(a))) return {};
    const std::int64_t size = size_of_dim(kernel, d);
    const nest::Words words = words_of(is_row(a) ? a : b);
    const bool ends = !words.split && size >= kFewTerms; // the last word of a line may have fewer terms
    if (words.bytes && (size % words.size == 0 || ends)) return words;
    const bool halves = widest > 1 && target.word_terms > 0 && size % target.word_terms == 0;
    return halves ? nest::Words{.terms = target.word_terms, .size = target.word_terms} : nest::Words{};
}

nest::Words ContractionFit::words_of(ExprId row) const {
    const auto& [a, b] = *word_factors;
    const auto type_of = [&](ExprId load) { return kernel.exprs[load].type; };
    const std::int64_t dots = target.dot_terms, halves = target.word_terms;
    const bool positive = target.dots_are_positive && IntegerRanges(kernel).of(row).begin >= 0;
    const bool is_row = type_of(row) == ElementType::S8 || (type_of(row) == ElementType::U8 && positive);
    if (dots > 0 && is_row && type_of(row == a ? b : a) == ElementType::S8) {
        const bool raised = target.dots_are_positive && !positive && reduction.terms() <= kMostRaisedTerms;
        return {.terms = dots,
                .size = dots,
                .bytes = true,
                .positive = positive,
                .raised = raised,
                .split = target.dots_are_split};
    }
    if (halves == 0) return {};
    return {.terms = halves, .size = halves, .split = widest == 1}; // pairs of two columns are in a word of scalars
}

bool ContractionFit::is_looked_up(ExprId load) const {
    bool found = false;
    for_each_dynamic(kernel.space, index(load), [&](ExprId) { found = true; });
    return found;
}

// Scalars may be looked up anywhere.
bool ContractionFit::loads_affine_in(std::int64_t d) const {
    return std::ranges::all_of(
        loads, [&](ExprId load) { return affine_in(kernel, index(load), d) || (widest == 1 && is_looked_up(load)); });
}

bool ContractionFit::outputs_affine_in(std::int64_t d) const {
    return std::ranges::all_of(kernel.outputs,
                               [&](const Output& output) { return affine_in(kernel, output.index, d); });
}

// True if the load can be packed: a constant at compile time, another operand if the scratch has room for it.
bool ContractionFit::may_be_packed(ExprId load) const {
    if (is_kept(load) || !packable(kernel, load)) return false;
    return is_constant(load) || packed_bytes(kernel, load) <= target.scratch_bytes;
}

bool ContractionFit::is_kept(ExprId load) const {
    return std::ranges::find(options.as_they_lie, kernel.exprs[load].argument) != options.as_they_lie.end();
}

// True if neighbouring outputs need not be adjacent: lanes are scalars, and packed weights make them pay, or bytes
// whose bits several rows take.
bool ContractionFit::is_stored_anywhere() const {
    return widest == 1 && (!bit_fields(kernel, *reduction.term).empty() ||
                           std::ranges::any_of(loads, [&](ExprId load) { return needs_packing(load); }));
}

} // namespace hlo2cpp
