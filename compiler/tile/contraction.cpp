#include "tile/contraction.h"

#include <algorithm>
#include <iterator>

#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "tile/contraction_fit.h"
#include "tile/contraction_nests.h"
#include "tile/copied_columns.h"
#include "tile/fixed_lanes.h"
#include "tile/interleaved_columns.h"
#include "tile/row_conditions.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

// Exhaustive search over all lane and row dimensions.
class Search {
public:
    Search(const Kernel& kernel, const Target& target, const TileOptions& options)
        : kernel_(kernel), options_(options), fit_(kernel, target, options) {}

    // The best nest first, then each other nest that takes at most `slack` times as long.
    std::vector<Candidate> run(double slack) {
        if (!combines_vectors(kernel_) || !conditions_are_affine(kernel_)) return {};
        if (options_.goal.in_order && reduces_in_fixed_lanes(kernel_)) return fixed_lanes();
        consider(plain_reduction(fit_));
        for_lane_dims([&] {
            for_row_dims([&] { consider_points(); });
            consider_filled_lanes();
            consider_copied_rows();
            consider_copied_columns();
            consider_interleaved_columns();
        });
        fit_.lane_dim = kernel_.space.dimensions() - 1;
        if (fit_.fits_reducing_lanes()) for_row_dims([&] { consider(nest_along_sum(fit_)); });
        if (fit_.fits_scalar_lanes()) for_row_dims([&] { consider(nest_of_fixed_lanes(fit_, 1)); });
        if (best_.nest.pieces[0].tile.lane_dim < 0) return {};
        std::vector<Candidate> candidates;
        if (slack > 1) candidates = other_sizes(slack * best_.cycles);
        candidates.insert(candidates.begin(), std::move(best_));
        return candidates;
    }

private:
    std::vector<Candidate> fixed_lanes() {
        fit_.lane_dim = kernel_.space.dimensions() - 1;
        const std::int64_t lanes = std::min(fit_.widest, kFixedLanes);
        const auto consider_rows = [&] { consider(nest_of_fixed_lanes(fit_, lanes)); };
        fit_.row_dim = -1;
        options_.small ? consider_rows() : for_row_dims(consider_rows);
        return {std::move(best_)};
    }

    // Searches all tile sizes if lanes read a constant that is not packed: its distant columns cost addresses, so that
    // the number of columns depends on more than registers.
    void consider_points() {
        consider(nest_of_points(fit_));
        if (fit_.has_constants_apart())
            for (const TileSize& size : sizes_of_points(fit_)) consider(nest_of_points(fit_, size));
    }

    void consider_filled_lanes() {
        fit_.fills = fit_.fits_filled_lanes();
        if (fit_.fills) for_row_dims([&] { consider(nest_of_points(fit_)); });
        fit_.fills = false;
    }

    // Several rows share the columns' words, which take most instructions.
    void consider_copied_rows() {
        bool has_rows = false;
        const auto consider_copied = [&] {
            auto nest = nest_of_copied_rows(fit_);
            if (nest) consider(std::move(*nest));
            return nest.has_value();
        };
        const auto along = [&](bool left_out) {
            for (fit_.row_dim = 0; fit_.row_dim < fit_.parallel; ++fit_.row_dim)
                if (may_be_left_out(fit_.row_dim) == left_out) has_rows = consider_copied() || has_rows;
        };
        along(false);
        if (!has_rows) along(true); // a tile of them is left out where all of its rows are
        fit_.row_dim = -1;
        if (!has_rows) consider_copied();
    }

    bool may_be_left_out(std::int64_t dim) const {
        return std::ranges::any_of(
            kernel_.needed, [&](const Condition& condition) { return kernel_.space.depends_on(condition.index, dim); });
    }

    void consider_copied_columns() {
        fit_.copied_column = column_to_copy(fit_);
        if (fit_.copied_column.valid()) {
            for_row_dims([&] { consider(nest_of_points(fit_)); });
            consider_copied_rows();
        }
        fit_.copied_column = {};
    }

    void consider_interleaved_columns() {
        fit_.interleaved = columns_to_interleave(fit_);
        if (fit_.interleaved) for_row_dims([&] { consider(nest_of_points(fit_)); });
        fit_.interleaved.reset();
    }

    void consider(Tiling nest) {
        const double cycles = estimate(kernel_, nest, fit_.target).cycles;
        // If nests are equally fast, the last one wins: its dimensions are inner.
        if (!best_.nest.pieces.empty() && cycles > best_.cycles) return;
        best_ = {std::move(nest), cycles};
    }

    // Nests of other tile sizes along the dimensions of the best nest, or, if code is to be small, along any
    // dimensions.
    std::vector<Candidate> other_sizes(double most_cycles) {
        const RegisterTile tile = best_.nest.pieces[0].tile;
        std::vector<Candidate> candidates;
        if (tile.lane_reduces) return candidates;
        const auto add = [&] { add_sizes(candidates, most_cycles); };
        fit_.lane_dim = tile.lane_dim, fit_.row_dim = tile.row_dim;
        if (std::ranges::any_of(best_.nest.packings, &Packing::has_copied_words))
            fit_.copied_column = column_to_copy(fit_);
        if (best_.nest.pieces[0].reduction.back().words.interleaved) fit_.interleaved = columns_to_interleave(fit_);
        fit_.fills = tile.idle > 0 && !fit_.may_idle();
        if (!options_.small) return add(), candidates;
        fit_.fills = false, fit_.copied_column = {}, fit_.interleaved.reset();
        for_lane_dims([&] { for_row_dims(add); });
        return candidates;
    }

    void add_sizes(std::vector<Candidate>& candidates, double most_cycles) const {
        for (const TileSize& size : sizes_of_points(fit_)) {
            Tiling nest = nest_of_points(fit_, size);
            const double cycles = estimate(kernel_, nest, fit_.target).cycles;
            if (cycles <= most_cycles) candidates.push_back({std::move(nest), cycles});
        }
    }

    // Calls visit() with each lane dimension of points.
    template <typename Visit>
    void for_lane_dims(Visit&& visit) {
        for (std::int64_t d = 0; d < fit_.parallel; ++d) {
            fit_.lane_dim = d, fit_.row_dim = -1;
            if (fit_.fits_lanes()) visit();
        }
    }

    // Calls visit() without a row dimension, and with each possible one.
    template <typename Visit>
    void for_row_dims(Visit&& visit) {
        fit_.row_dim = -1;
        visit();
        for (std::int64_t d = 0; d < fit_.parallel; ++d) {
            fit_.row_dim = d;
            if (fit_.fits_rows()) visit();
        }
    }

    const Kernel& kernel_;
    const TileOptions options_;
    ContractionFit fit_;
    Candidate best_;
};

std::int64_t work_of(const Kernel& kernel) {
    std::int64_t work = 1;
    for (const std::int64_t size : kernel.dims) work *= size;
    for (const std::int64_t size : kernel.reduction->dims) work *= size;
    return work;
}

} // namespace

std::vector<Candidate> contraction_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                              double slack) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->initial.size() != 1) return {};
    if (kernel.reduction->dims.empty() || !points_are_apart(kernel)) return {};
    const bool same_everywhere = options.goal.in_order && reduces_in_fixed_lanes(kernel);
    if (work_of(kernel) < target.least_work && !same_everywhere) return {};
    std::vector<Candidate> candidates = Search(kernel, target, options).run(slack);
    const bool sums = sums_are_vectors(kernel, target, options.goal.in_order),
               looks_up = target.vector_bytes > 0 && reads_indices(kernel); // scalars may do so anywhere
    if (!sums && !looks_up) return candidates;
    const Target other = looks_up ? target.without_vectors() : target.with_vectors_of_sums();
    std::vector<Candidate> found = Search(kernel, other, options).run(slack);
    const bool faster = !found.empty() && (candidates.empty() || found[0].cycles < candidates[0].cycles);
    candidates.insert(faster ? candidates.begin() : candidates.end(), std::make_move_iterator(found.begin()),
                      std::make_move_iterator(found.end()));
    return candidates;
}

} // namespace hlo2cpp
