#include "ir/builder/builder.h"

#include "ops/op.h"
#include "support/diagnostics.h"

namespace hlo2cpp::builder {
namespace {

// The number, among all leaves, of the one at this index of a tuple, behind `before` others.
std::int64_t leaf_at(const Shape& shape, const Sizes& index, std::int64_t before) {
    const Shape* inside = &shape;
    for (const std::int64_t i : index) {
        if (i < 0 || i >= static_cast<std::int64_t>(inside->tuple.size()))
            throw InputError("an alias is at an index that " + to_string(shape) + " does not have");
        for (std::int64_t j = 0; j < i; ++j)
            for_each_leaf(inside->tuple[static_cast<std::size_t>(j)], [&](const Shape&) { ++before; });
        inside = &inside->tuple[static_cast<std::size_t>(i)];
    }
    if (!inside->is_array()) throw InputError("an alias is no array of " + to_string(shape) + ", but a tuple");
    return before;
}

std::int64_t leaf_of_parameter(const Module& module, std::int64_t number, const Sizes& index) {
    if (number < 0 || number >= static_cast<std::int64_t>(module.parameter_shapes.size()))
        throw InputError("an alias is of parameter " + std::to_string(number) + ", which the module does not have");
    std::int64_t before = 0;
    for (std::int64_t i = 0; i < number; ++i)
        for_each_leaf(module.parameter_shapes[static_cast<std::size_t>(i)], [&](const Shape&) { ++before; });
    return leaf_at(module.parameter_shapes[static_cast<std::size_t>(number)], index, before);
}

void check_parameter_numbers(const Computation& computation) {
    std::vector<bool> there;
    for (const Instruction& instruction : computation.instructions) {
        if (instruction.opcode != Opcode::Parameter) continue;
        const auto number = static_cast<std::size_t>(instruction.attributes.parameter_number);
        if (number >= computation.instructions.size())
            throw InputError("computation " + computation.name + " has a parameter " + std::to_string(number) +
                             ", but not those before it");
        if (there.size() <= number) there.resize(number + 1);
        if (there[number])
            throw InputError("computation " + computation.name + " has two parameters " + std::to_string(number));
        there[number] = true;
    }
    for (std::size_t i = 0; i < there.size(); ++i)
        if (!there[i]) throw InputError("computation " + computation.name + " has no parameter " + std::to_string(i));
}

} // namespace

Builder& Op::builder() const {
    if (builder_ == nullptr) throw InputError("an operation is given a value that nothing made");
    return *builder_;
}

const Shape& Op::shape() const {
    return builder().GetShape(*this);
}

Builder::Builder(std::string computation_name, std::size_t expected_instructions)
    : Builder(std::move(computation_name), expected_instructions, std::make_shared<Module>()) {}

Builder::Builder(std::string computation_name, std::size_t expected_instructions, std::shared_ptr<Module> module)
    : module_(std::move(module)), computation_(std::move(computation_name), expected_instructions) {}

std::unique_ptr<Builder> Builder::CreateSubBuilder(std::string computation_name, std::size_t expected_instructions) {
    return std::unique_ptr<Builder>(new Builder(std::move(computation_name), expected_instructions, module_));
}

const Shape& Builder::GetShape(Op op) const {
    if (&op.builder() != this)
        throw InputError("an operation of computation " + computation_.computation().name +
                         " is given a value of another one");
    return shapes_[op.id().index()];
}

void Builder::set_operands(Instruction& instruction, const Ops& operands) const {
    for (const Op operand : operands) {
        GetShape(operand); // complains where it is no value of this builder
        instruction.operands.push_back(operand.id());
    }
    if (instruction.name.empty()) instruction.name = name_of(instruction.opcode);
    instruction.metadata = metadata_;
    instruction.notes = notes_;
    instruction.place = place_;
}

Op Builder::AddDeclared(Instruction instruction, const Ops& operands) {
    set_operands(instruction, operands);
    shapes_.push_back(instruction.shape);
    return {*this, computation_.add(std::move(instruction))};
}

Op Builder::AddInstruction(Instruction instruction, const Ops& operands) {
    set_operands(instruction, operands);
    const InferContext context{*module_, computation_.computation(), instruction};
    if (definition_of(instruction.opcode) == nullptr)
        context.fail(std::string(name_of(instruction.opcode)) + " is not supported");
    std::vector<bool> dynamic = std::move(instruction.shape.dynamic);
    Shape shape = infer_shape(context);
    if (shape.dynamic.empty()) shape.dynamic = std::move(dynamic);
    shapes_.push_back(shape);
    instruction.shape = std::move(shape);
    return {*this, computation_.add(std::move(instruction))};
}

void Builder::SetUpAlias(const Sizes& output_index, std::int64_t param_number, const Sizes& param_index) {
    aliases_.push_back({output_index, param_number, param_index});
}

Computation Builder::finish(Op root) {
    GetShape(root);
    check_parameter_numbers(computation_.computation());
    return std::move(computation_).build(root.id());
}

ComputationId Builder::BuildSubComputation(Op root) {
    module_->computations.push_back(finish(root));
    return ComputationId(module_->computations.size() - 1);
}

Module Builder::Build(Op root) {
    Module module = *module_;
    module.computations.push_back(finish(root));
    module.entry = ComputationId(module.computations.size() - 1);
    const Computation& entry = module.entry_computation();
    module.name = entry.name;
    for (const InstructionId parameter : entry.parameters) module.parameter_shapes.push_back(entry[parameter].shape);
    module.result_shape = entry[entry.root].shape;
    for (const AliasPlace& place : aliases_)
        module.aliases.push_back({.output_leaf = leaf_at(module.result_shape, place.output_index, 0),
                                  .parameter_leaf = leaf_of_parameter(module, place.param_number, place.param_index)});
    return module;
}

} // namespace hlo2cpp::builder
