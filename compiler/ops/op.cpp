#include "ops/op.h"

#include <array>

#include "evaluate/tensor.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

const OpDefinition* definition_of(Opcode opcode) {
    static const std::array kDefinitions = {
#define OP(name, text, symbol) &op_##symbol,
#define NOT_SUPPORTED_OP(name, text) static_cast<const OpDefinition*>(nullptr),
#include "ir/ops.def"
    };
    return kDefinitions[static_cast<std::size_t>(opcode)];
}

namespace {

template <typename T>
const T* form_as(Opcode opcode) {
    const OpDefinition* definition = definition_of(opcode);
    return definition == nullptr ? nullptr : std::get_if<T>(&definition->form);
}

Callees callees_of(Opcode opcode) {
    const auto* structure = form_as<StructureForm>(opcode);
    return structure == nullptr ? Callees::None : structure->callees;
}

} // namespace

ElementFunction element_of(Opcode opcode) {
    if (const auto* form = form_as<ElementwiseForm>(opcode)) return form->element;
    if (const auto* form = form_as<ElementForm>(opcode)) return form->element;
    if (const auto* form = form_as<UpdateForm>(opcode)) return form->element;
    return nullptr;
}

PrintFunction print_of(Opcode opcode) {
    if (const auto* form = form_as<ElementwiseForm>(opcode)) return form->print;
    if (const auto* form = form_as<ElementForm>(opcode)) return form->print;
    return nullptr;
}

PrintFunction vector_print_of(Opcode opcode, ElementType type) {
    const auto* form = form_as<ElementwiseForm>(opcode);
    if (form != nullptr && is_integer(type)) return form->print_integers;
    const bool missing = form == nullptr || (form->single_vectors && type != ElementType::F32);
    return missing ? nullptr : form->print_vector;
}

IndexFunction index_of(Opcode opcode) {
    const auto* form = form_as<ElementwiseForm>(opcode);
    return form == nullptr ? nullptr : form->index;
}

RangeFunction range_of(Opcode opcode) {
    const auto* form = form_as<ElementwiseForm>(opcode);
    return form == nullptr ? nullptr : form->range;
}

const UpdateForm* update_of(Opcode opcode) {
    return form_as<UpdateForm>(opcode);
}

ExpandFunction expand_of(Opcode opcode) {
    const auto* form = form_as<ExpandForm>(opcode);
    return form == nullptr ? nullptr : form->expand;
}

const CollectiveForm* collective_of(Opcode opcode) {
    if (const auto* start = form_as<StartForm>(opcode)) return std::get_if<CollectiveForm>(&start->op->form);
    return form_as<CollectiveForm>(opcode);
}

bool is_start(Opcode opcode) {
    return form_as<StartForm>(opcode) != nullptr;
}

const DrawForm* draw_of(Opcode opcode) {
    return form_as<DrawForm>(opcode);
}

bool is_elementwise(Opcode opcode) {
    return form_as<ElementwiseForm>(opcode) != nullptr;
}

bool is_inlined(Opcode opcode) {
    return callees_of(opcode) == Callees::Inlined;
}

bool has_regions(Opcode opcode) {
    return callees_of(opcode) == Callees::Regions;
}

bool is_host_call(Opcode opcode) {
    return form_as<HostForm>(opcode) != nullptr;
}

bool is_barrier(Opcode opcode) {
    const OpDefinition* definition = definition_of(opcode);
    return definition != nullptr && definition->barrier;
}

bool moves_bits(Opcode opcode) {
    const OpDefinition* definition = definition_of(opcode);
    return definition != nullptr && definition->moves_bits;
}

const Computation& InferContext::called(std::size_t i) const {
    require(i < instruction.called.size(), "it calls no computation, but this op needs one");
    return module[instruction.called[i]];
}

void InferContext::fail(const std::string& message) const {
    throw InputError(Diagnostic{.message = message,
                                .instruction = describe(computation, instruction),
                                .op_name = describe_origin(instruction.metadata),
                                .place = instruction.place});
}

void InferContext::require_operands(std::size_t count) const {
    require(operand_count() == count,
            "expected " + std::to_string(count) + " operands, found " + std::to_string(operand_count()));
}

const Shape& InferContext::array_operand(std::size_t i) const {
    require(i < operand_count(), "operand " + std::to_string(i) + " is missing");
    require(operand(i).is_array(),
            "operand " + std::to_string(i) + " must be an array, found " + to_string(operand(i)));
    return operand(i);
}

Tensor EvaluateContext::take(std::size_t i) const {
    if (i < dying.size() && dying[i] != nullptr) return std::move(*dying[i]);
    return operand(i);
}

} // namespace hlo2cpp
