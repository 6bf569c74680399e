#include "tile/taps_verify.h"

#include <algorithm>
#include <map>
#include <set>

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;
using Taps = std::vector<std::int64_t>; // a value for each reduction loop with taps, outermost first

// What one tile of the rows does, by enumeration.
class TileTaps {
public:
    TileTaps(const Kernel& kernel, const Piece& piece, std::int64_t base)
        : kernel_(kernel), piece_(piece), side_(piece.box[static_cast<std::size_t>(piece.tile.row_dim)]), base_(base) {
        for (const ReductionLoop& loop : piece.reduction)
            if (loop.taps) dims_.push_back(loop.dims[0]);
    }

    Fault run() {
        if (dims_.empty()) {
            for (std::int64_t row = 0; row < piece_.tile.rows; ++row)
                if (piece_.rows.contains(row) != holds(row, {})) return "row " + std::to_string(row) + " takes part";
            return std::nullopt;
        }
        walk(piece_.taps, {});
        return order_ ? order_ : compare({});
    }

private:
    void walk(const std::vector<TapRun>& runs, const Taps& outer) {
        for (const TapRun& run : runs) {
            const bool other_tile = (run.edge == Edge::First && base_ != side_.begin) ||
                                    (run.edge == Edge::Last && base_ != side_.end - piece_.tile.rows);
            if (other_tile) continue;
            for (std::int64_t tap = run.taps.begin; tap < run.taps.end; ++tap) {
                Taps taps = outer;
                taps.push_back(tap);
                if (run.edge == Edge::Clipped && !(holds(0, taps) && holds(piece_.tile.rows - 1, taps))) continue;
                if (!run.inner.empty())
                    walk(run.inner, taps);
                else
                    reach(taps, run.rows, run.edge == Edge::Tested);
            }
        }
    }

    void reach(const Taps& taps, const Range& rows, bool tested) {
        for (std::int64_t row = rows.begin; row < rows.end; ++row) {
            if (tested && !holds(row, taps)) continue;
            std::vector<Taps>& done = reached_[row];
            if (!done.empty() && done.back() >= taps) order_ = "row " + std::to_string(row) + " is not in order";
            done.push_back(taps);
        }
    }

    // The rows that the conditions leave at each tap are those that were reached.
    Fault compare(const Taps& taps) const {
        if (taps.size() < dims_.size()) {
            const auto d = static_cast<std::size_t>(dims_[taps.size()]) - kernel_.dims.size();
            for (std::int64_t tap = 0; tap < kernel_.reduction->dims[d]; ++tap) {
                Taps more = taps;
                more.push_back(tap);
                if (Fault fault = compare(more)) return fault;
            }
            return std::nullopt;
        }
        for (std::int64_t row = 0; row < piece_.tile.rows; ++row) {
            const auto done = reached_.find(row);
            const bool is = done != reached_.end() && std::ranges::binary_search(done->second, taps);
            if (is != holds(row, taps))
                return "tap " + std::to_string(taps.back()) + (is ? " reaches" : " leaves out") + " row " +
                       std::to_string(row) + " of the tile at " + std::to_string(base_);
        }
        return std::nullopt;
    }

    // All conditions on the row, as far as the taps decide them.
    bool holds(std::int64_t row, const Taps& taps) const {
        const IndexSpace& space = kernel_.space;
        return std::ranges::all_of(kernel_.reduction->conditions, [&](const Condition& condition) {
            const std::int64_t factor = space.coefficient(condition.index, piece_.tile.row_dim);
            if (factor == 0) return true;
            std::int64_t value = condition.index.constant + factor * (base_ + row);
            for (const Index::Product& product : condition.index.products) {
                const std::int64_t dim = space[product.term].dimension;
                if (dim == piece_.tile.row_dim) continue;
                const auto tap = std::ranges::find(dims_, dim);
                if (tap == dims_.end()) return true; // another loop's
                value += product.coefficient * taps[static_cast<std::size_t>(tap - dims_.begin())];
            }
            return value >= condition.low && value < condition.high;
        });
    }

    const Kernel& kernel_;
    const Piece& piece_;
    const Range side_;
    const std::int64_t base_; // of the tile, along the rows
    std::vector<std::int64_t> dims_;
    std::map<std::int64_t, std::vector<Taps>> reached_; // by row
    Fault order_;
};

} // namespace

std::optional<std::string> wrong_taps(const Kernel& kernel, const Piece& piece) {
    if (piece.tile.row_dim < 0 || !kernel.reduction) return std::nullopt;
    const Range side = piece.box[static_cast<std::size_t>(piece.tile.row_dim)];
    const std::int64_t rows = piece.tile.rows, last = side.end - rows;
    // Conditions are linear in the row: what holds in the second tile and in the last but one holds between them.
    for (const std::int64_t base :
         std::set{side.begin, std::min(side.begin + rows, last), std::max(last - rows, side.begin), last})
        if (Fault fault = TileTaps(kernel, piece, base).run()) return fault;
    return std::nullopt;
}

} // namespace hlo2cpp
