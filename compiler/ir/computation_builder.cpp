#include "ir/computation_builder.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// Later instructions of a name that is taken get a number behind it.
void make_names_unique(std::vector<Instruction>& instructions) {
    std::unordered_set<std::string_view> taken;
    std::unordered_map<std::string, std::int64_t> numbers; // of the names that occur more than once
    taken.reserve(instructions.size());
    for (Instruction& instruction : instructions) {
        if (taken.insert(instruction.name).second) continue;
        const std::string base = instruction.name;
        std::int64_t& number = numbers[base];
        do instruction.name = base + "." + std::to_string(++number);
        while (!taken.insert(instruction.name).second);
    }
}

} // namespace

ComputationBuilder::ComputationBuilder(std::string name, std::size_t expected_instructions) {
    computation_.name = std::move(name);
    computation_.instructions.reserve(expected_instructions);
}

InstructionId ComputationBuilder::add(Instruction instruction) {
    computation_.instructions.push_back(std::move(instruction));
    return InstructionId(computation_.instructions.size() - 1);
}

void ComputationBuilder::stand_for(const Instruction& source) {
    source_.name = source.name;
    source_.metadata = source.metadata;
    source_.origins = source.origins;
    source_.place = source.place;
}

Instruction ComputationBuilder::make(Opcode opcode, Shape shape, std::vector<InstructionId> operands) const {
    Instruction instruction = source_;
    instruction.opcode = opcode;
    instruction.shape = std::move(shape);
    instruction.operands = std::move(operands);
    return instruction;
}

InstructionId ComputationBuilder::apply(Opcode opcode, Shape shape, std::vector<InstructionId> operands) {
    return add(make(opcode, std::move(shape), std::move(operands)));
}

InstructionId ComputationBuilder::parameter(Shape shape) {
    Instruction instruction = make(Opcode::Parameter, std::move(shape), {});
    instruction.attributes.parameter_number = parameters_++;
    return add(std::move(instruction));
}

InstructionId ComputationBuilder::constant(LiteralPtr literal) {
    Instruction instruction = make(Opcode::Constant, literal->shape, {});
    instruction.shape.layout = {};
    instruction.literal = std::move(literal);
    return add(std::move(instruction));
}

InstructionId ComputationBuilder::reshape(InstructionId operand, std::vector<std::int64_t> dims) {
    return add(make(Opcode::Reshape, Shape::array(computation_[operand].shape.type, std::move(dims)), {operand}));
}

InstructionId ComputationBuilder::transpose(InstructionId operand, std::vector<std::int64_t> permutation) {
    const Shape& from = computation_[operand].shape;
    Instruction instruction =
        make(Opcode::Transpose, Shape::array(from.type, permuted(from.dims, permutation)), {operand});
    instruction.attributes.dimensions = std::move(permutation);
    return add(std::move(instruction));
}

InstructionId ComputationBuilder::broadcast(InstructionId operand, std::vector<std::int64_t> dims,
                                            std::vector<std::int64_t> dimensions) {
    Instruction instruction =
        make(Opcode::Broadcast, Shape::array(computation_[operand].shape.type, std::move(dims)), {operand});
    instruction.attributes.dimensions = std::move(dimensions);
    return add(std::move(instruction));
}

InstructionId ComputationBuilder::get_tuple_element(InstructionId operand, std::size_t index) {
    Instruction instruction = make(Opcode::GetTupleElement, computation_[operand].shape.tuple[index], {operand});
    instruction.attributes.tuple_index = static_cast<std::int64_t>(index);
    return add(std::move(instruction));
}

InstructionId ComputationBuilder::tuple(std::vector<InstructionId> elements) {
    std::vector<Shape> shapes;
    for (InstructionId element : elements) shapes.push_back(computation_[element].shape);
    return add(make(Opcode::Tuple, Shape::tuple_of(std::move(shapes)), std::move(elements)));
}

Computation ComputationBuilder::build(InstructionId root) && {
    make_names_unique(computation_.instructions);
    computation_.root = root;
    for (std::size_t i = 0; i < computation_.instructions.size(); ++i) {
        const Instruction& instruction = computation_.instructions[i];
        if (instruction.opcode != Opcode::Parameter) continue;
        const auto number = static_cast<std::size_t>(instruction.attributes.parameter_number);
        if (computation_.parameters.size() <= number) computation_.parameters.resize(number + 1);
        computation_.parameters[number] = InstructionId(i);
    }
    for (InstructionId parameter : computation_.parameters)
        check_internal(parameter.valid(), "a parameter number is missing");
    return std::move(computation_);
}

void merge_origins(Instruction& into, const Instruction& from) {
    constexpr std::size_t kMaxOrigins = 16; // keeps chains of merges linear
    for (const std::string& origin : from.origins) {
        if (into.origins.size() >= kMaxOrigins) return;
        const bool known = std::find(into.origins.begin(), into.origins.end(), origin) != into.origins.end();
        if (!known) into.origins.push_back(origin);
    }
}

std::vector<std::int64_t> inverse_permutation(const std::vector<std::int64_t>& permutation) {
    std::vector<std::int64_t> inverse(permutation.size());
    for (std::size_t d = 0; d < permutation.size(); ++d)
        inverse[static_cast<std::size_t>(permutation[d])] = static_cast<std::int64_t>(d);
    return inverse;
}

bool is_identity(const std::vector<std::int64_t>& permutation) {
    for (std::size_t d = 0; d < permutation.size(); ++d)
        if (permutation[d] != static_cast<std::int64_t>(d)) return false;
    return true;
}

std::vector<std::int64_t> permuted(const std::vector<std::int64_t>& dims,
                                   const std::vector<std::int64_t>& permutation) {
    std::vector<std::int64_t> result;
    result.reserve(permutation.size());
    for (std::int64_t d : permutation) result.push_back(dims[static_cast<std::size_t>(d)]);
    return result;
}

} // namespace hlo2cpp
