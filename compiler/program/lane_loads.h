// Loads of a nest's statement, as vectors and scalars: from where an array lies, from a pointer that walks through it,
// or from an operand that is packed.
#pragma once

#include <map>

#include "kernel/bit_field.h"
#include "nest/nest.h"
#include "nest/statement.h"
#include "program/tile_point.h"

namespace hlo2cpp {

// The array that holds a packed operand.
using PackedArray = std::function<tree::Expression(const Packing&)>;

class LaneLoads {
public:
    LaneLoads(const LoopNest& nest, const nest::Body& body, Emitter& emitter, TilePoint& point, const Pointer& pointer,
              const PackedArray& packed)
        : nest_(nest), body_(body), emitter_(emitter), blocks_(emitter.blocks()), point_(point), pointer_(pointer),
          packed_(packed), kernel_(emitter.kernel()), lanes_(body.lanes) {}

    // Sets the number of lanes of vectors, and the number of their first lanes that are loaded (0: all).
    void use(std::int64_t lanes, std::int64_t first_lanes);

    // From here on loads walk from the pointers, which are declared in the innermost block.
    void declare(const std::vector<nest::Pointer>& pointers);
    void drop(const std::vector<nest::Pointer>& pointers);

    // True if its place differs from lane to lane, or from column to column.
    bool has_lanes(ExprId load) const {
        return kernel_.space.coefficient(kernel_.exprs[load].index, body_.lane_dim) != 0;
    }
    bool is_packed(ExprId load) const { return nest_.packing_of(load) != nullptr; }
    // Vector number v, or column number v of scalars.
    tree::Expression packed(ExprId load, const tree::Expression& v);
    tree::Expression vector(ExprId load, const tree::Expression& v);
    // Integers in some bits of loaded bytes.
    tree::Expression bits(const BitField& field, const tree::Expression& up, const tree::Expression& v);
    // The load of f16 or bf16 that an expression is, directly or converted to f32, if its bits can be spread over
    // lanes.
    ExprId half_load(ExprId id) const;
    // The loaded number in all lanes.
    tree::Expression spread(ExprId load);
    // Words of neighbours along the innermost dimension of the reduction: of a row, and of column number v.
    tree::Expression words_of_row(ExprId load, const nest::Words& form);
    // As many neighbours in memory as fill a vector of sums, bytes or 16-bit floats: vector number `number` of them.
    tree::Expression as_they_lie(ExprId load, const tree::Expression& number);
    tree::Expression words_of_column(ExprId load, const tree::Expression& v, const nest::Words& form);
    // Bytes of vector number v and the one behind it, so many steps of the innermost dimension of the reduction ahead.
    tree::Expression bytes(ExprId load, const tree::Expression& v, std::int64_t steps);
    // The pair of s16 of a copied row.
    tree::Expression pair_of_row();
    // A pair of a column, of words that hold those of two columns.
    tree::Expression pair_of_column(ExprId load, const tree::Expression& v);
    // Makes loads inside a scalar expression known to the emitter, if they are packed or walk.
    void know(ExprId root, const tree::Expression& v);

private:
    // Elements lie at `name` + `distance`, in which the dimensions of the tile count from its first point.
    struct Walking {
        tree::Expression name;
        Index distance;
    };

    tree::Type vector_type() const;
    void declare(const nest::Pointer& pointer);
    // Element type in memory. An operand that is packed at run time has the type of the lanes there.
    ElementType type_in_memory(ExprId load) const;
    const Index& packed_index(ExprId load) const;
    // The array, or pointer, that a load reads, and its first element there: of the tile where it is packed.
    struct Place {
        tree::Expression array, first;
    };
    Place place_of(ExprId load);
    tree::Expression walked(ExprId load, std::size_t depth);
    tree::Expression first_lanes(ExprId load, const tree::Expression& first, const tree::Expression& v);
    tree::Expression every_second(const tree::Type& memory, const tree::Expression& first, const tree::Expression& v);

    const LoopNest& nest_;
    const nest::Body& body_;
    Emitter& emitter_;
    Blocks& blocks_;
    TilePoint& point_;
    const Pointer& pointer_;
    const PackedArray& packed_;
    const Kernel& kernel_;
    std::int64_t lanes_, first_lanes_ = 0;
    std::map<ExprId, Walking> walking_; // by load
};

} // namespace hlo2cpp
