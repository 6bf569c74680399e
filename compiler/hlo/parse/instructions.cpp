#include "hlo/parse/instructions.h"

#include "hlo/parse/async.h"
#include "hlo/parse/infer.h"
#include "hlo/parse/literal.h"
#include "hlo/parse/shape.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/shape.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::ShapeProto;
using Operands = std::vector<const HloInstructionProto*>;

// Clears the element size in bits, as XLA does: a literal has whole bytes per element, whatever its shape says.
// Recursion is bounded by the shape's depth.
void unpack(ShapeProto& shape) {
    if (shape.has_layout()) shape.mutable_layout()->clear_element_size_in_bits();
    for (ShapeProto& element : *shape.mutable_tuple_shapes()) unpack(element);
}

class InstructionsParser {
public:
    InstructionsParser(TextModule& module, bool makes_parameters)
        : module_(module), lexer_(module.lexer), makes_parameters_(makes_parameters) {}

    ParsedInstructions parse_braced() {
        const std::size_t brace = lexer_.position();
        lexer_.expect("{", "before the instructions of the computation");
        while (!lexer_.accept("}")) {
            if (lexer_.at_end())
                lexer_.fail_at(brace, "this computation is not closed; expected } after its last instruction");
            parse_named();
        }
        if (computation_->instructions_size() == 0) lexer_.fail_at(brace, "the computation has no instructions");
        return finish();
    }

    ParsedInstructions parse_single() {
        if (next_is_shape(lexer_))
            parse_right_side({}, lexer_.position(), false);
        else
            parse_named();
        if (!lexer_.at_end()) lexer_.fail_expected("the end of the text after its only instruction");
        return finish();
    }

private:
    ParsedInstructions finish() {
        // The last instruction is the root if none has ROOT.
        computation_->set_root_id(root_ != nullptr ? root_->id() : computation_->instructions_size());
        return {.computation = std::move(computation_), .places = std::move(places_)};
    }

    // [ROOT] name = ...
    void parse_named() {
        const std::size_t start = lexer_.position();
        const bool root = lexer_.peek_identifier() == "ROOT";
        if (root) lexer_.identifier("ROOT");
        if (root && root_ != nullptr) lexer_.fail_at(start, "there is a second ROOT instruction in the computation");
        const std::size_t position = lexer_.position();
        const std::string name(lexer_.name("an instruction or }"));
        lexer_.expect("=", "after the name of the instruction");
        module_.names.unique(name);
        const HloInstructionProto& instruction = parse_right_side(name, position, false);
        if (root) root_ = &instruction;
    }

    // [shape] opcode(operands), attributes
    const HloInstructionProto& parse_right_side(const std::string& name, std::size_t position, bool nested) {
        const TextModule::Nesting nesting(module_);
        auto owned = std::make_unique<HloInstructionProto>();
        HloInstructionProto& instruction = *owned;
        if (next_is_shape(lexer_)) parse_checked_shape(*instruction.mutable_shape());
        const std::size_t opcode_position = lexer_.position();
        instruction.set_opcode(std::string(lexer_.identifier("an opcode")));
        const bool says_shape = instruction.opcode() == "parameter" || instruction.opcode() == "constant";
        if (says_shape && !instruction.has_shape())
            lexer_.fail_at(opcode_position, "a " + instruction.opcode() + " needs its shape before the opcode");
        Operands operands;
        parse_operands(instruction, operands);
        parse_attributes_of(instruction, operands, opcode_position, nested);
        instruction.set_name(name.empty() ? module_.names.unique(instruction.opcode() + ".anon") : name);
        return append(std::move(owned), position);
    }

    const HloInstructionProto& append(std::unique_ptr<HloInstructionProto> owned, std::size_t position) {
        HloInstructionProto& instruction = *owned;
        if (!names_.emplace(instruction.name(), &instruction).second)
            lexer_.fail_at(position, "there is a second instruction with the name '" + instruction.name() +
                                         "' in the computation");
        computation_->mutable_instructions()->AddAllocated(owned.release());
        instruction.set_id(computation_->instructions_size());
        places_.push_back(lexer_.place_at(position));
        return instruction;
    }

    void parse_checked_shape(ShapeProto& shape) {
        const std::size_t position = lexer_.position();
        parse_shape(lexer_, shape);
        try {
            shape_from_proto(shape);
        } catch (const InputError& error) {
            lexer_.fail_at(position, error.diagnostic.message);
        }
    }

    void parse_operands(HloInstructionProto& instruction, Operands& operands) {
        std::size_t last = lexer_.position(); // of the operands
        lexer_.expect("(", "before the operands");
        if (instruction.opcode() == "parameter") {
            const std::size_t position = lexer_.position();
            instruction.set_parameter_number(lexer_.integer("the number of the parameter"));
            if (instruction.parameter_number() < 0) lexer_.fail_at(position, "the number of the parameter is negative");
        } else if (instruction.opcode() == "constant") {
            parse_literal(lexer_, instruction.shape(), *instruction.mutable_literal());
            unpack(*instruction.mutable_shape());
        } else if (!lexer_.next_is(")")) {
            do {
                last = lexer_.position();
                if (const HloInstructionProto* operand = parse_operand()) operands.push_back(operand);
            } while (lexer_.accept(","));
        }
        if (!lexer_.accept(")")) fail_not_closed(last);
        for (const HloInstructionProto* operand : operands) instruction.add_operand_ids(operand->id());
    }

    // If the next word is on another line, the error is at the last operand's line.
    [[noreturn]] void fail_not_closed(std::size_t last) {
        const int line = lexer_.place_at(last).line;
        if (lexer_.place_at(lexer_.position()).line != line)
            lexer_.fail_at(last, "the operands are not closed; expected , or ) after this");
        lexer_.fail_expected(", or ) after the operands");
    }

    // [shape] name, or an instruction without a name. Null for a lone shape, which XLA skips.
    const HloInstructionProto* parse_operand() {
        const std::size_t start = lexer_.position();
        ShapeProto shape;
        const bool shaped = next_is_shape(lexer_);
        if (shaped) parse_checked_shape(shape);
        const std::size_t position = lexer_.position();
        if (shaped && (lexer_.next_is(",") || lexer_.next_is(")")))
            return makes_parameters_ ? &add_parameter("", shape, start) : nullptr;
        const std::string_view name = lexer_.name("the name of an operand");
        if (lexer_.next_is("(")) {
            lexer_.rewind(start);
            return &parse_right_side({}, start, true);
        }
        if (makes_parameters_ && shaped && !names_.contains(name)) return &add_parameter(name, shape, start);
        const HloInstructionProto& operand = find({name, position}, "operand");
        if (shaped && !same_shape(shape_from_proto(shape), shape_from_proto(operand.shape())))
            lexer_.fail_at(start, "the operand '" + std::string(name) + "' is declared as " +
                                      to_string(shape_from_proto(shape)) + " here, but it is " +
                                      to_string(shape_from_proto(operand.shape())));
        return &operand;
    }

    const HloInstructionProto& add_parameter(std::string_view name, const ShapeProto& shape, std::size_t position) {
        auto parameter = std::make_unique<HloInstructionProto>();
        parameter->set_name(name.empty() ? "_" + std::to_string(parameters_) : std::string(name));
        parameter->set_opcode("parameter");
        parameter->set_parameter_number(parameters_++);
        *parameter->mutable_shape() = shape;
        return append(std::move(parameter), position);
    }

    void parse_attributes_of(HloInstructionProto& instruction, const Operands& operands, std::size_t position,
                             bool nested) {
        const std::optional<AsyncForm> form = async_form(instruction.opcode());
        std::unique_ptr<HloComputationProto> wrapper;
        HloInstructionProto repeated; // attributes of the start that an update or a done repeats
        HloInstructionProto* described = &instruction;
        if (form) {
            instruction.set_opcode(form->opcode);
            repeated.set_opcode(form->wrapped);
            described = &repeated;
            if (form->starts) {
                wrapper = wrap_async(instruction, form->wrapped, operands);
                if (wrapper == nullptr)
                    lexer_.fail_at(position,
                                   "the shape of an async start is a tuple of operands, results and contexts");
                described = wrapper->mutable_instructions(wrapper->instructions_size() - 1);
            }
        }
        AttributeContext context{.lexer = lexer_,
                                 .instruction = *described,
                                 .operands = operands,
                                 .position = position,
                                 .nested = nested,
                                 .repeats = form && !form->starts,
                                 .spell_out = [&] { return &spell_out(); },
                                 .computations = {},
                                 .control_predecessors = {}};
        parse_attributes(context);
        for (const NameUse& use : context.control_predecessors)
            instruction.add_control_predecessor_ids(find(use, "control predecessor").id());
        if (form) share_async_attributes(*described, instruction);
        if (!form || form->starts) add_calls(*described, context);
        if (wrapper != nullptr) start(instruction, std::move(wrapper), context, position);
        if (!instruction.has_shape()) infer(instruction, operands, context, position);
    }

    void add_calls(HloInstructionProto& caller, const AttributeContext& context) {
        for (std::string_view attribute : kComputationAttributes) {
            const auto uses = context.computations.find(attribute);
            if (uses == context.computations.end()) continue;
            for (const ComputationUse& use : uses->second) module_.add_call(caller, use);
        }
    }

    void start(HloInstructionProto& instruction, std::unique_ptr<HloComputationProto> wrapper,
               const AttributeContext& context, std::size_t position) {
        wrapper->set_execution_thread(instruction.async_execution_thread());
        for (const auto& [attribute, uses] : context.computations)
            for (const ComputationUse& use : uses)
                if (use.spelled_out != nullptr)
                    module_.set_thread(*use.spelled_out, instruction.async_execution_thread());
        const auto count = static_cast<std::size_t>(wrapper->instructions_size());
        const HloComputationProto& added = module_.add_unnamed(
            std::move(wrapper), std::vector<TextPlace>(count, lexer_.place_at(position)), "async_wrapped");
        module_.add_call(instruction, {.use = {}, .spelled_out = &added});
    }

    void infer(HloInstructionProto& instruction, const Operands& operands, const AttributeContext& context,
               std::size_t position) {
        std::vector<const HloComputationProto*> called;
        for (std::string_view attribute : kComputationAttributes) {
            const auto uses = context.computations.find(attribute);
            if (uses == context.computations.end()) continue;
            for (const ComputationUse& use : uses->second) {
                called.push_back(use.spelled_out != nullptr ? use.spelled_out : module_.find_computation(use.use.name));
                if (called.back() == nullptr)
                    lexer_.fail_at(use.use.position,
                                   "the computation '" + std::string(use.use.name) +
                                       "' is not defined above, so the shape of this instruction has to be given");
            }
        }
        try {
            *instruction.mutable_shape() = infer_shape(instruction, operands, called);
        } catch (const InputError& error) {
            lexer_.fail_at(position, error.diagnostic.message);
        }
    }

    const HloComputationProto& spell_out() {
        const TextModule::Nesting nesting(module_);
        ParsedInstructions parsed = InstructionsParser(module_, false).parse_braced();
        return module_.add_unnamed(std::move(parsed.computation), std::move(parsed.places), "_");
    }

    const HloInstructionProto& find(const NameUse& use, std::string_view what) {
        const auto found = names_.find(use.name);
        if (found == names_.end())
            lexer_.fail_at(use.position, "the " + std::string(what) + " '" + std::string(use.name) +
                                             "' is not defined above; instructions come after those that they use");
        return *found->second;
    }

    TextModule& module_;
    HloTextLexer& lexer_;
    bool makes_parameters_; // for operands that have a shape and are not defined
    int parameters_ = 0;
    std::unique_ptr<HloComputationProto> computation_ = std::make_unique<HloComputationProto>();
    std::vector<TextPlace> places_;
    std::unordered_map<std::string_view, const HloInstructionProto*> names_;
    const HloInstructionProto* root_ = nullptr;
};

} // namespace

ParsedInstructions parse_instructions(TextModule& module) {
    return InstructionsParser(module, false).parse_braced();
}

ParsedInstructions parse_single_instruction(TextModule& module) {
    return InstructionsParser(module, true).parse_single();
}

} // namespace hlo2cpp
