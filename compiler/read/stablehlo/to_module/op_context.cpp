#include "read/stablehlo/to_module/op_context.h"

#include "ir/float_format.h"
#include "read/stablehlo/to_module/shapes.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {

using builder::Op;
using builder::Ops;
using builder::Sizes;

OpContext::OpContext(Conversion& conversion, const Operation& operation, Numbers numbers)
    : conversion_(conversion), operation_(operation) {
    for (const ValueId id : operation.results) {
        result_types_.push_back(conversion.document().values[id].type);
        if (numbers == Numbers::Stored || result_types_.back()->quantization == nullptr) continue;
        Type expressed = *result_types_.back();
        expressed.element = expressed.quantization->expressed;
        expressed.quantization = nullptr;
        result_types_.back() = std::make_shared<const Type>(std::move(expressed));
    }
}

Op OpContext::operand(std::size_t i) const {
    if (i >= operand_count()) fail("it has only " + std::to_string(operand_count()) + " operands");
    return conversion_.value(operation_.operands[i]);
}

Ops OpContext::operands(std::size_t begin, std::size_t end) const {
    Ops result;
    for (std::size_t i = begin; i < end; ++i) result.push_back(operand(i));
    return result;
}

const Type& OpContext::operand_type(std::size_t i) const {
    operand(i); // complains where there is none
    return conversion_.document().type_of(operation_.operands[i]);
}

const Type& OpContext::result_type(std::size_t i) const {
    if (i >= operation_.results.size()) fail("it has only " + std::to_string(operation_.results.size()) + " results");
    return *result_types_[i];
}

Shape OpContext::result_shape(std::size_t i) const {
    const std::optional<Shape> shape = shape_of(result_type(i));
    if (!shape) fail("a size of its result, " + to_string(result_type(i)) + ", is not known");
    return *shape;
}

std::vector<Shape> OpContext::result_shapes() const {
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < operation_.results.size(); ++i) shapes.push_back(result_shape(i));
    return shapes;
}

Sizes OpContext::known(std::size_t i) const {
    std::optional<Sizes> values = conversion_.known(operand(i));
    if (!values)
        fail("its operand " + std::to_string(i) +
             " holds sizes that depend on the values of arguments, not only on their sizes");
    return *values;
}

Sizes OpContext::known_sizes(std::size_t i) const {
    Sizes sizes = known(i);
    for (const std::int64_t size : sizes)
        if (size < 0) fail("its operand " + std::to_string(i) + " holds a negative size, " + std::to_string(size));
    return sizes;
}

bool OpContext::flag(std::string_view name) const {
    const Attribute* attribute = operation_.attributes.find(name);
    if (attribute == nullptr) return false;
    const bool* value = attribute->get<bool>();
    return value == nullptr || *value;
}

std::int64_t OpContext::integer(std::string_view name) const {
    const auto* value = operation_.get<Integer>(name);
    if (value == nullptr) fail("its attribute " + std::string(name) + ", an integer, is missing");
    return value->value;
}

std::int64_t OpContext::integer(std::string_view name, std::int64_t otherwise) const {
    const auto* value = operation_.get<Integer>(name);
    return value == nullptr ? otherwise : value->value;
}

double OpContext::number(std::string_view name) const {
    const auto* value = operation_.get<Float>(name);
    if (value == nullptr) fail("its attribute " + std::string(name) + ", a floating-point number, is missing");
    if (value->type == ElementType::F64) return std::bit_cast<double>(value->bits);
    if (value->type == ElementType::F32) return std::bit_cast<float>(static_cast<std::uint32_t>(value->bits));
    fail("its attribute " + std::string(name) + " must be f32 or f64");
}

std::string OpContext::text(std::string_view name) const {
    const auto* value = operation_.get<std::string>(name);
    return value == nullptr ? "" : *value;
}

Sizes OpContext::list(std::string_view name) const {
    return numbers(operation_.attributes, name);
}

Sizes OpContext::list(std::string_view name, std::size_t size, std::int64_t otherwise) const {
    Sizes values = list(name);
    if (operation_.attributes.find(name) == nullptr) values.assign(size, otherwise);
    if (values.size() != size)
        fail("its attribute " + std::string(name) + " has " + std::to_string(values.size()) + " items, not " +
             std::to_string(size));
    return values;
}

std::vector<Sizes> OpContext::rows(std::string_view name, std::size_t columns) const {
    const Sizes values = list(name);
    if (values.size() % columns != 0)
        fail("its attribute " + std::string(name) + " has rows that are not of " + std::to_string(columns) +
             " numbers");
    std::vector<Sizes> result;
    for (auto row = values.begin(); row != values.end(); row += static_cast<std::ptrdiff_t>(columns))
        result.emplace_back(row, row + static_cast<std::ptrdiff_t>(columns));
    return result;
}

Op OpContext::add(Opcode opcode, const Ops& operands, Attributes attributes, std::vector<ComputationId> called,
                  Shape shape) const {
    return builder().AddInstruction(
        {.opcode = opcode, .shape = std::move(shape), .called = std::move(called), .attributes = std::move(attributes)},
        operands);
}

ComputationId OpContext::region(std::size_t number, const std::vector<Shape>& parameters) const {
    if (number >= operation_.regions.size()) fail("it lacks a region");
    return conversion_.region(operation_.regions[number], parameters);
}

void OpContext::require(std::size_t operands, std::size_t regions) const {
    if (operand_count() != operands)
        fail("it takes " + std::to_string(operands) + " operands, not " + std::to_string(operand_count()));
    if (operation_.regions.size() != regions)
        fail("it has " + std::to_string(operation_.regions.size()) + " regions, not " + std::to_string(regions));
}

void OpContext::fail(const std::string& message) const {
    throw InputError(message);
}

Sizes numbers(const Dictionary& dictionary, std::string_view name) {
    const Attribute* attribute = dictionary.find(name);
    if (attribute == nullptr) return {};
    if (const auto* list = attribute->get<Integers>()) return list->values;
    if (const auto* items = attribute->get<Attribute::List>()) {
        Sizes values;
        for (const Attribute& item : *items)
            if (const auto* value = item.get<Integer>()) values.push_back(value->value);
        if (values.size() == items->size()) return values;
    }
    throw InputError("its attribute " + std::string(name) + " is no list of integers");
}

std::int64_t number(const Dictionary& dictionary, std::string_view name, std::int64_t otherwise) {
    const Attribute* attribute = dictionary.find(name);
    const auto* value = attribute == nullptr ? nullptr : attribute->get<Integer>();
    return value == nullptr ? otherwise : value->value;
}

} // namespace hlo2cpp::stablehlo
