#include "program/nest_registers.h"

#include "program/scalar_nest.h"

namespace hlo2cpp {

using tree::Expression;

void NestRegisters::add(const nest::Registers& registers) {
    tree::Declare declaration{.type = registers.lanes > 1 ? tree::vector_type(registers.type, registers.lanes)
                                                          : tree::value_type(registers.type),
                              .sizes = registers.shape,
                              .comment = registers.comment};
    declaration.name = names_.declare(registers.registers, registers.lanes);
    if (registers.start) declaration.value = values_.start(*registers.start);
    blocks_.add(std::move(declaration));
}

void NestRegisters::add(const nest::Let& let) {
    const std::int64_t lanes = values_.lanes(let.value);
    const Expression value = values_(let.value);
    const Expression name =
        emitter_.define(blocks_.top(), lanes_.vector_type(lanes), names_.wanted(let.registers), value);
    names_.define(let.registers, name->name, lanes);
}

void NestRegisters::add(const nest::Set& set) {
    const Expression value = values_(set.value);
    blocks_.add(tree::Assign{.target = names_.element(set.target, body_.type, true),
                             .value = value,
                             .assignment = set.adds ? tree::Assignment::Add : tree::Assignment::Set});
}

std::vector<Expression> NestRegisters::states_of(const std::vector<nest::Ref>& refs) const {
    std::vector<Expression> states;
    for (const nest::Ref& ref : refs) states.push_back(names_.element(ref, body_.type));
    return states;
}

void NestRegisters::add(const nest::Results& results) {
    emitter_.bind_accumulators(states_of(results.states));
}

void NestRegisters::add(const nest::Next& next) {
    const std::vector<Expression> states = states_of(next.states);
    emitter_.bind_accumulators(states);
    build_combined(emitter_, states);
}

} // namespace hlo2cpp
