// Builds expressions of a kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

class ExprBuilder {
public:
    virtual ~ExprBuilder() = default;
    virtual const Instruction& instruction() const = 0; // of the element; applied ops have its name
    virtual IndexSpace& space() = 0;
    virtual ExprGraph& exprs() = 0;
    // All values that an integer or pred may have.
    virtual Range values_of(ExprId integer) = 0;

    // The index of an integer that is a small number, or an index with a known small range.
    std::optional<Index> as_index(ExprId value);
    ExprId constant(ElementType type, double value); // real and integer types
    ExprId apply(Opcode opcode, ElementType type, std::vector<ExprId> operands);
    ExprId compare(ComparisonDirection direction, ExprId a, ExprId b);
    ExprId convert(ElementType type, ExprId value); // itself where it is of that type
    ExprId index_value(ElementType type, const Index& index, std::string name = {});
    ExprId guard(std::vector<Condition> conditions, ExprId inside, ExprId outside);
    ExprId accumulator(std::size_t slot, ElementType type);
};

} // namespace hlo2cpp
