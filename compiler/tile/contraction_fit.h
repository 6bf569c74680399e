// Dimensions of a contraction that may be the lanes and the rows of its register tiles, and the packing that its
// operands then need.
#pragma once

#include <optional>
#include <vector>

#include "kernel/word_factors.h"
#include "tile/contraction.h"
#include "tile/register_tile.h"

namespace hlo2cpp {

// Columns whose words are made of several lines, and the constant whose words rows then are, packed.
struct InterleavedColumns {
    ExprId column, row;
};

// A kernel and one candidate choice of dimensions; the search sets `lane_dim` and `row_dim` one after the other.
class ContractionFit {
public:
    ContractionFit(const Kernel& kernel, const Target& target, const TileOptions& options);

    std::int64_t lane_dim = -1, row_dim = -1;
    bool fills = false;        // copies pad short lines with lanes of zeros
    ExprId copied_column = {}; // the columns' words are in a copy that is made at run time
    std::optional<InterleavedColumns> interleaved = {};

    const Kernel& kernel;
    const Reduction& reduction;
    const Target target; // its accumulators are those left for extrema in parts
    const TileOptions options;
    const std::int64_t parallel;     // number of parallel dimensions
    const std::vector<ExprId> loads; // loads of the term
    const ElementType type;
    const bool in_order;                           // its terms are added in one order everywhere
    const std::int64_t widest;                     // lanes of a vector
    const std::optional<WordFactors> word_factors; // of a sum that words may add up
    const std::int64_t short_terms;                // of it that are added as s16 first, see ShortProducts; 0: none
    const bool may_run_again;                      // the last vector may overlap the one before it

    // True if the lanes can run along `lane_dim`: its neighbours are adjacent in the output (scalars need not be), and
    // in every load that depends on it (constants are packed).
    bool fits_lanes() const;
    // True if the line is shorter than a vector, longer than half of one, and a copy may pad it to a full vector.
    bool fits_filled_lanes() const;
    // True if the rows can run along `row_dim`: no packed operand depends on the rows (all rows read one stream), and
    // if conditions depend on them, the taps of the border can be written out.
    bool fits_rows() const;
    // True if the lanes can run along the innermost reduction dimension (a horizontal reduction).
    bool fits_reducing_lanes() const;
    // True if scalars can take the lanes of --deterministic along a long sum: a machine without vectors adds to one of
    // them while it waits for the others, and several short chains round less than one long chain.
    bool fits_scalar_lanes() const;
    // Widest vector width whose last vector is at least half full (lanes run along the reduction).
    std::int64_t reducing_width() const;

    // True if the last vector may have idle lanes: only packed constants, or copies that pad lines, have lanes.
    bool may_idle() const;
    bool needs_packing(ExprId load) const;
    bool may_be_packed(ExprId load) const;
    // True if neighbouring lanes read elements of an unpacked constant that are not adjacent.
    bool has_constants_apart() const;
    bool in_parts(std::int64_t lanes) const;

    // Words, if products of small integers are added word by word (machine/intrinsics.def): the lane operand is
    // packed, and the other one lies along the innermost dimension of the reduction, which holds whole words.
    nest::Words words() const;
    std::int64_t coefficient(ExprId load, std::int64_t d) const { return kernel.space.coefficient(index(load), d); }
    bool outputs_affine_in(std::int64_t d) const;
    // The words of rows that hold whole ones: those of a copy, see RowCopy.
    nest::Words words_of(ExprId row) const;

    // True if dimensions `outer` and `inner` are one walk through memory in every load, and no open condition of the
    // box depends on either.
    bool walks_on(std::int64_t outer, std::int64_t inner, const std::vector<Range>& box) const;

    TermLoads count_loads() const;
    std::int64_t rows() const { return row_dim < 0 ? 1 : kernel.dims[static_cast<std::size_t>(row_dim)]; }

private:
    const Index& index(ExprId load) const { return kernel.exprs[load].index; }
    bool is_constant(ExprId load) const { return kernel[kernel.exprs[load].argument].constant; }
    bool is_kept(ExprId load) const; // a constant that stays unpacked
    bool may_be_apart(ExprId load, std::int64_t d) const;
    bool is_looked_up(ExprId load) const; // at a place that is known at run time
    bool loads_affine_in(std::int64_t d) const;
    bool is_stored_anywhere() const;
};

// True if the last vector along the reduction would have one new term, on a machine where that is a scalar: it takes no
// longer there, and Arm's assembler refuses what GCC 12 writes for a choice of one lane.
bool leaves_one_term(const ContractionFit& fit);
// True if two neighbouring vectors of sums take the products of one vector of bytes.
bool adds_shorts(const ContractionFit& fit);

} // namespace hlo2cpp
