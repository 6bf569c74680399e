#include "hlo/parse/module.h"

#include "hlo/parse/async.h"
#include "hlo/proto/hlo.pb.h"

namespace hlo2cpp {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::HloModuleProto;

namespace {

// Sets parameters and result of a computation from its instructions.
void set_program_shape(HloComputationProto& computation) {
    auto& shape = *computation.mutable_program_shape();
    shape.Clear();
    for (const HloInstructionProto& instruction : computation.instructions()) {
        if (instruction.id() == computation.root_id()) *shape.mutable_result() = instruction.shape();
        if (instruction.opcode() != "parameter" || instruction.parameter_number() >= computation.instructions_size())
            continue;
        const auto number = static_cast<int>(instruction.parameter_number());
        while (shape.parameters_size() <= number) {
            shape.add_parameters();
            shape.add_parameter_names();
        }
        *shape.mutable_parameters(number) = instruction.shape();
        shape.set_parameter_names(number, instruction.name());
    }
}

} // namespace

TextModule::TextModule(std::string_view text) : lexer(text), proto(std::make_shared<HloModuleProto>()) {}

const HloComputationProto& TextModule::add(std::unique_ptr<HloComputationProto> computation,
                                           std::vector<TextPlace> instruction_places) {
    for (HloInstructionProto& instruction : *computation->mutable_instructions()) {
        instruction.set_id(last_id_ + instruction.id());
        for (std::int64_t& id : *instruction.mutable_operand_ids()) id += last_id_;
        for (std::int64_t& id : *instruction.mutable_control_predecessor_ids()) id += last_id_;
    }
    computation->set_root_id(last_id_ + computation->root_id());
    last_id_ += computation->instructions_size();
    computation->set_id(proto->computations_size() + 1);
    set_program_shape(*computation);
    places.push_back(std::move(instruction_places));
    HloComputationProto& added = *computation;
    if (!added.name().empty()) by_name_.emplace(added.name(), &added);
    proto->mutable_computations()->AddAllocated(computation.release());
    return added;
}

const HloComputationProto& TextModule::add_unnamed(std::unique_ptr<HloComputationProto> computation,
                                                   std::vector<TextPlace> instruction_places, const std::string& name) {
    add(std::move(computation), std::move(instruction_places));
    HloComputationProto& added = *proto->mutable_computations()->rbegin();
    added.set_name(name);
    unnamed_.push_back(&added);
    return added;
}

void TextModule::set_thread(const HloComputationProto& computation, const std::string& thread) {
    proto->mutable_computations(static_cast<int>(computation.id() - 1))->set_execution_thread(thread);
}

const HloComputationProto* TextModule::find_computation(std::string_view name) const {
    const auto found = by_name_.find(std::string(name));
    return found == by_name_.end() ? nullptr : found->second;
}

// Copies the notes of an async-start to the instruction that it starts.
void TextModule::share_with_started() {
    for (const Call& call : calls_) {
        if (call.caller->opcode() != "async-start") continue;
        auto& computation = *proto->mutable_computations(static_cast<int>(call.caller->called_computation_ids(0) - 1));
        const std::int64_t root = computation.root_id() - computation.instructions(0).id(); // ids ascend by one
        copy_notes(*call.caller, *computation.mutable_instructions(static_cast<int>(root)));
    }
}

void TextModule::resolve_calls() {
    for (const Call& call : calls_) {
        const HloComputationProto* callee = call.callee.spelled_out;
        if (callee == nullptr) callee = find_computation(call.callee.use.name);
        if (callee == nullptr)
            lexer.fail_at(call.callee.use.position,
                          "there is no computation with the name '" + std::string(call.callee.use.name) + "'");
        call.caller->add_called_computation_ids(callee->id());
    }
}

void TextModule::name_unnamed() {
    std::unordered_set<std::string> used;
    for (const auto& [name, computation] : by_name_) used.insert(name);
    NameUniquer free_names;
    for (HloComputationProto* computation : unnamed_) {
        std::string name = computation->name();
        for (name = free_names.unique(name); used.contains(name);) name = free_names.unique(name);
        computation->set_name(name);
    }
}

void TextModule::mark_fusions() {
    for (const Call& call : calls_)
        if (call.caller->opcode() == "fusion")
            for (const std::int64_t id : call.caller->called_computation_ids())
                proto->mutable_computations(static_cast<int>(id - 1))->set_is_fusion_computation(true);
}

// The order of the text is the order of execution. A fusion's computation has no order of its own.
void TextModule::add_schedule() {
    for (const HloComputationProto& computation : proto->computations()) {
        if (computation.is_fusion_computation()) continue;
        auto& entry = *proto->mutable_schedule()->add_sequences();
        entry.set_key(computation.id());
        for (const HloInstructionProto& instruction : computation.instructions())
            entry.mutable_value()->add_instruction_ids(instruction.id());
    }
}

void TextModule::finish(bool is_scheduled) {
    resolve_calls();
    share_with_started();
    name_unnamed();
    mark_fusions();
    if (is_scheduled) add_schedule();
}

TextModule::Nesting::Nesting(TextModule& module) : module_(module) {
    constexpr int kMaxDepth = 200;
    if (module.depth_ == kMaxDepth)
        module.lexer.fail("this is nested more than " + std::to_string(kMaxDepth) +
                          " deep; give the inner instructions names of their own");
    ++module.depth_;
}

} // namespace hlo2cpp
