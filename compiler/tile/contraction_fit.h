// Which dimensions of a contraction may be the lanes and the rows of its register tiles, and what its operands need for
// that.
#pragma once

#include <vector>

#include "tile/contraction.h"
#include "tile/cost.h"

namespace hlo2cpp {

// A kernel, and the dimensions of one candidate, which the search sets one by one.
class ContractionFit {
public:
    ContractionFit(const Kernel& kernel, const Target& target, const ContractionOptions& options);

    std::int64_t lane_dim = -1, row_dim = -1;
    bool fills = false; // lanes of copies that hold no point are zeros

    const Kernel& kernel;
    const Reduction& reduction;
    const Target target; // with the registers that sums in parts leave
    const ContractionOptions options;
    const std::int64_t parallel;     // number of parallel dimensions
    const std::vector<ExprId> loads; // of the term
    const ElementType type;
    const std::int64_t widest; // lanes of a vector
    const bool may_run_again;  // so that a last vector may begin earlier

    // A dimension whose neighbours lie side by side in the output, or are scalars, and in every load that depends on it
    // (constants are packed).
    bool fits_lanes() const;
    // A line that is shorter than a vector, and longer than half of one, and may be copied to fill it.
    bool fits_filled_lanes() const;
    // Rows are neither lanes nor in a packed operand, which is one stream for all of them; where conditions read them,
    // the taps of the border can be written out.
    bool fits_rows() const;
    // The lanes walk along the innermost reduction dimension.
    bool fits_reducing_lanes() const;
    // Scalars that are the lanes of --deterministic walk along a long sum: a machine without vectors adds to one while
    // it waits for the others, and each loses less than one sum of all.
    bool fits_scalar_lanes() const;
    // Of such lanes: the widest vectors, of which the last one is not mostly empty.
    std::int64_t reducing_width() const;

    // Where only packed constants have lanes, or copies that fill vectors, the last one may reach behind the end.
    bool may_idle() const;
    bool needs_packing(ExprId load) const;
    // Whether lanes are neighbours that a constant has not side by side, and need not have.
    bool has_constants_apart() const;
    bool in_parts(std::int64_t lanes) const;

    bool row_conditions_hold(const Range& rows, std::vector<Range> box) const;
    // Reduction dimensions that a border's conditions read beside the row: they are written out, tap by tap.
    bool is_border_tap(std::int64_t r) const;
    // Whether dimensions `outer` and `inner` are one walk through memory in every load, with no condition left in the
    // box on either.
    bool walks_on(std::int64_t outer, std::int64_t inner, const std::vector<Range>& box) const;

    TermLoads count_loads() const { return term_loads(kernel, lane_dim, row_dim); }
    std::int64_t rows() const { return row_dim < 0 ? 1 : kernel.dims[static_cast<std::size_t>(row_dim)]; }

    // Affine in dimensions, and variables of loops around.
    bool conditions_affine() const;

private:
    const Index& index(ExprId load) const { return kernel.exprs[load].index; }
    std::int64_t coefficient(ExprId load, std::int64_t d) const { return kernel.space.coefficient(index(load), d); }
    bool is_constant(ExprId load) const { return kernel[kernel.exprs[load].argument].constant; }
    bool is_kept(ExprId load) const; // as it lies, a constant
    bool may_be_packed(ExprId load) const;
    bool may_be_apart(ExprId load, std::int64_t d) const;
    bool in_conditions(std::int64_t d) const;
    bool loads_affine_in(std::int64_t d) const;
    bool outputs_affine_in(std::int64_t d) const;
    bool is(const Index::Product& product, TermKind kind) const { return kernel.space[product.term].kind == kind; }
    bool has_variable(const Index& index) const;
    bool is_stored_anywhere() const;
    bool taps_decide(const Condition& c) const;
    bool borders_fit() const;
};

} // namespace hlo2cpp
