// Stores of a nest as C++: the values of the outputs' expressions at a point, or at a vector of points.
#pragma once

#include "program/half_lanes.h"
#include "program/lane_values.h"
#include "program/nest_names.h"

namespace hlo2cpp {

class NestStores {
public:
    NestStores(const nest::Body& body, Emitter& emitter, NestNames& names, TilePoint& point, LaneValues& lanes,
               HalfLanes& halves, const Pointer& pointer)
        : body_(body), emitter_(emitter), kernel_(emitter.kernel()), names_(names), point_(point), lanes_(lanes),
          halves_(halves), pointer_(pointer) {}

    void add(const nest::StoreVector& store);
    void add(const nest::StoreElement&);
    void add(const nest::Transpose& transpose);

private:
    // Store of one output's vector. The values of all outputs are computed first, since an output may overwrite an
    // element that another one reads.
    tree::Assign vector_store(const Output& output, const tree::Expression& v);
    // Two vectors of floats are rounded to one of bytes.
    void store_two(const nest::StoreVector& store);
    // True if lanes are not neighbours in the output's memory.
    bool lies_apart(const Output& output) const;
    void store_apart(const Output& output, const tree::Expression& value, const tree::Expression& v);
    void store_first_lanes(const Output& output, const tree::Expression& value, const tree::Expression& v,
                           std::int64_t lanes);
    void store_last_lanes(const Output& output, const tree::Expression& value, std::int64_t left_out);

    const nest::Body& body_;
    Emitter& emitter_;
    const Kernel& kernel_;
    NestNames& names_;
    TilePoint& point_;
    LaneValues& lanes_;
    HalfLanes& halves_;
    const Pointer& pointer_;
};

} // namespace hlo2cpp
