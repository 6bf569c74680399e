// The expressions of a kernel in the lanes of a vector. An expression that is equal in all lanes is a scalar. A
// computed one has a name in the innermost block, until the next statement of the nest.
#pragma once

#include <map>
#include <optional>

#include "program/lane_loads.h"

namespace hlo2cpp {

class LaneValues {
public:
    LaneValues(const nest::Body& body, Emitter& emitter, LaneLoads& loads)
        : body_(body), emitter_(emitter), loads_(loads), kernel_(emitter.kernel()), lanes_(body.lanes) {}

    // Begins a statement with vectors of `lanes` lanes, of which the first `first_lanes` are loaded (0: all). `result`:
    // the accumulator of its point.
    void begin(std::int64_t lanes, std::int64_t first_lanes = 0, const tree::Expression& result = {});

    std::int64_t lanes() const { return lanes_; }
    tree::Type vector_type() const { return vector_type(lanes_); }
    tree::Type vector_type(std::int64_t lanes) const;
    // Vectors of numbers of this type: where sums of integers are finished as floats, there are both.
    tree::Type vector_of(ElementType type) const;
    // True if the expression differs from lane to lane.
    bool has_lanes(ExprId id) const;

    // The expression in vector number v of the tile: a scalar where it is the same in all lanes.
    tree::Expression value(ExprId id, const tree::Expression& v);
    // A vector, also where it is the same in all lanes; a scalar where the tile has no lanes.
    tree::Expression in_all_lanes(ExprId id, const tree::Expression& v);
    // A named vector (or the literal itself): computed once, also where it is the same in all lanes.
    tree::Expression variable(ExprId id, const tree::Expression& v);
    // The value as a variable that has the expression's name.
    tree::Expression define(ExprId id, const tree::Expression& value);
    // A scalar of the type in every lane; subtracting +0 changes no value, not even -0.
    tree::Expression splat(const tree::Expression& scalar, ElementType type) const;
    tree::Expression splat(const tree::Expression& scalar) const { return splat(scalar, body_.type); }
    // An op of vectors with so many lanes, or of scalars.
    tree::Expression applied(const Expr& expr, const std::vector<ElementType>& types,
                             const std::vector<tree::Expression>& operands, std::int64_t lanes,
                             bool bounded = false) const;

    // Sets the block in which accumulators are finished; none: they are not finished.
    void finish_in(std::optional<std::size_t> depth);
    // Zeros that no compiler keeps in a register for all tiles, declared in the block `depth`.
    tree::Expression own_zero(std::size_t depth) const;

private:
    bool is_bounded(ExprId number) const;
    tree::Expression atom_of(ExprId id, const tree::Expression& v);
    tree::Expression operand(const Expr& user, ExprId id, const tree::Expression& v);
    // Indices of the lanes.
    tree::Expression indices(ExprId id, const tree::Expression& v);
    // Type of the lanes that hold numbers of the type.
    ElementType lane_type(ElementType type) const;
    ElementType type_in_lanes(const Expr& user, ExprId operand) const;
    // True if a division is written as a product with the reciprocal, because many vectors share the divisor.
    bool shares_divisor(ExprId division) const;
    tree::Expression quotient(const Expr& division, const tree::Expression& v);
    // True if the target has the maximum or minimum as an instruction.
    bool has_extremum_helper(Opcode opcode, ElementType type) const;
    tree::Expression constant_vector(ExprId id);

    const nest::Body& body_;
    Emitter& emitter_;
    LaneLoads& loads_;
    const Kernel& kernel_;
    std::int64_t lanes_;
    tree::Expression result_; // the accumulator that is finished
    std::map<ExprId, tree::Expression> named_;
    std::optional<std::size_t> finish_depth_;
    tree::Expression zero_; // zeros of that block
};

} // namespace hlo2cpp
