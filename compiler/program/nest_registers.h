// Statements of a nest that declare and set registers, and name the states of a reduction, as C++.
#pragma once

#include "program/nest_values.h"

namespace hlo2cpp {

class NestRegisters {
public:
    NestRegisters(const nest::Body& body, Emitter& emitter, NestNames& names, LaneValues& lanes, NestValues& values)
        : body_(body), emitter_(emitter), blocks_(emitter.blocks()), names_(names), lanes_(lanes), values_(values) {}

    void add(const nest::Registers& registers);
    void add(const nest::Let& let);
    void add(const nest::Set& set);
    void add(const nest::Results& results);
    void add(const nest::Next& next);

private:
    std::vector<tree::Expression> states_of(const std::vector<nest::Ref>& refs) const;

    const nest::Body& body_;
    Emitter& emitter_;
    Blocks& blocks_;
    NestNames& names_;
    LaneValues& lanes_;
    NestValues& values_;
};

} // namespace hlo2cpp
