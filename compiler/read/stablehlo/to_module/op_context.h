// An operation while it is converted: operands as values of HLO, attributes by the types that rules want.
#pragma once

#include "ir/builder/builder.h"
#include "read/stablehlo/structure.h"
#include "read/stablehlo/to_module/conversion.h"

namespace hlo2cpp::stablehlo {

class OpContext {
public:
    // Elements of quantised types: the stored integers, or the numbers that these express.
    enum class Numbers : std::uint8_t { Stored, Expressed };
    OpContext(Conversion& conversion, const Operation& operation, Numbers numbers = Numbers::Stored);

    Conversion& conversion() const { return conversion_; }
    builder::Builder& builder() const { return conversion_.builder(); }
    const Operation& operation() const { return operation_; }

    std::size_t operand_count() const { return operation_.operands.size(); }
    builder::Op operand(std::size_t i) const;
    builder::Ops operands(std::size_t begin, std::size_t end) const;
    builder::Ops operands() const { return operands(0, operand_count()); }
    const Type& operand_type(std::size_t i) const;
    const Type& result_type(std::size_t i = 0) const;
    // As the type of the result says; complains where it leaves a size open.
    Shape result_shape(std::size_t i = 0) const;
    std::vector<Shape> result_shapes() const;

    // Elements of an operand that holds integers, which no value of an argument may decide. Complains where one does.
    builder::Sizes known(std::size_t i) const;
    builder::Sizes known_sizes(std::size_t i) const; // complains of negative ones, too

    // Attributes. Without a default, those that are not there are an error, but for lists: these are then empty.
    bool flag(std::string_view name) const; // false where it is not there
    std::int64_t integer(std::string_view name) const;
    std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
    double number(std::string_view name) const;
    std::string text(std::string_view name) const; // empty where it is not there
    builder::Sizes list(std::string_view name) const;
    // A list of `size` numbers, each `otherwise` where the attribute is not there.
    builder::Sizes list(std::string_view name, std::size_t size, std::int64_t otherwise) const;
    // Rows of `columns` numbers.
    std::vector<builder::Sizes> rows(std::string_view name, std::size_t columns) const;

    // An instruction of HLO on these operands.
    builder::Op add(Opcode opcode, const builder::Ops& operands, Attributes attributes = {},
                    std::vector<ComputationId> called = {}, Shape shape = {}) const;
    // Region `number` as a computation whose parameters have these shapes.
    ComputationId region(std::size_t number, const std::vector<Shape>& parameters) const;

    // Complains unless there are as many operands, and regions.
    void require(std::size_t operands, std::size_t regions = 0) const;
    [[noreturn]] void fail(const std::string& message) const;

private:
    Conversion& conversion_;
    const Operation& operation_;
    std::vector<TypePtr> result_types_;
};

// Numbers of a dictionary that a list attribute is in; empty where they are not there.
builder::Sizes numbers(const Dictionary& dictionary, std::string_view name);
std::int64_t number(const Dictionary& dictionary, std::string_view name, std::int64_t otherwise);

} // namespace hlo2cpp::stablehlo
