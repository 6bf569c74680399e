// The expressions of a kernel in vectors of f16 as their bits. A computed one has a name in the innermost block.
#pragma once

#include <map>

#include "program/lane_loads.h"

namespace hlo2cpp {

class HalfLanes {
public:
    HalfLanes(const nest::Body& body, Emitter& emitter, LaneLoads& loads)
        : body_(body), emitter_(emitter), kernel_(emitter.kernel()), loads_(loads) {}

    // Begins a statement with vectors of so many lanes.
    void begin(std::int64_t lanes);
    // The bits of an expression in vector number v of the tile.
    tree::Expression value(ExprId id, const tree::Expression& v);
    // The vector with the canonical NaN in place of any NaN.
    tree::Expression canonical(ExprId id, const tree::Expression& v);

private:
    bool has_lanes(ExprId id) const;
    tree::Expression operand(ExprId id, const tree::Expression& v);
    tree::Expression in_all_lanes(ExprId id, const tree::Expression& v);

    const nest::Body& body_;
    Emitter& emitter_;
    const Kernel& kernel_;
    LaneLoads& loads_;
    std::int64_t lanes_ = 1;
    std::map<ExprId, tree::Expression> named_;
};

} // namespace hlo2cpp
