// Builds instructions on arrays, whose shapes follow from their operands.
#pragma once

#include <vector>

#include "ir/computation_builder.h"

namespace hlo2cpp {

struct Tensor;

class ArrayBuilder {
public:
    using Values = std::vector<InstructionId>;

    explicit ArrayBuilder(ComputationBuilder& builder) : builder_(builder) {}

    ComputationBuilder& builder() { return builder_; } // for what has no function here
    const ComputationBuilder& builder() const { return builder_; }
    Shape shape_of(InstructionId id) const { return builder_[id].shape; } // no reference: the builder moves its own

    InstructionId unary(Opcode opcode, InstructionId a);
    InstructionId binary(Opcode opcode, InstructionId a, InstructionId b); // of equal shapes
    InstructionId constant(const Tensor& tensor) const;
    InstructionId convert(ElementType type, InstructionId a); // itself where it is of that type
    InstructionId number(Shape shape, double value);          // all elements are the value, rounded to the type
    InstructionId integer(Shape shape, std::uint64_t value);  // all elements are the low bits of the value
    InstructionId bitcast(ElementType type, InstructionId a); // of equal width
    InstructionId select(InstructionId predicate, InstructionId on_true, InstructionId on_false);
    InstructionId iota(const Shape& shape, std::int64_t dimension); // its own index along the dimension
    // `vector`, of one number an index of dimension `dimension`, repeated along the others.
    InstructionId spread(InstructionId vector, const Shape& shape, std::int64_t dimension);
    InstructionId tuple(Values elements) { return builder_.tuple(std::move(elements)); }
    InstructionId compare(ComparisonDirection direction, InstructionId a, InstructionId b);
    InstructionId reshape(InstructionId a, std::vector<std::int64_t> dims);
    InstructionId transpose(InstructionId a, std::vector<std::int64_t> permutation);
    InstructionId broadcast(InstructionId scalar, std::vector<std::int64_t> dims);
    // Dimension d of the array becomes dimension dimensions[d]; repeated along the others.
    InstructionId spread(InstructionId array, const std::vector<std::int64_t>& dims,
                         std::vector<std::int64_t> dimensions);
    InstructionId slice(InstructionId array, std::size_t dimension, std::int64_t begin, std::int64_t end,
                        std::int64_t stride = 1);
    InstructionId reverse(InstructionId array, std::int64_t dimension);
    InstructionId concatenate(const Values& pieces, std::int64_t dimension);
    InstructionId dot(InstructionId lhs, InstructionId rhs, DotDimensions dimensions, const Shape& result);

private:
    ComputationBuilder& builder_;
};

InstructionId complex(ArrayBuilder& e, InstructionId re, InstructionId im);
InstructionId real_part(ArrayBuilder& e, InstructionId a);      // itself where it is real
InstructionId imaginary_part(ArrayBuilder& e, InstructionId a); // of complex numbers
InstructionId conjugate(ArrayBuilder& e, InstructionId a);      // itself where it is real

} // namespace hlo2cpp
