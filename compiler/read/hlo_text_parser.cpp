#include "read/hlo_text_parser.h"

#include <unordered_map>

#include "read/hlo.pb.h"
#include "read/hlo_text_async.h"
#include "read/hlo_text_attributes.h"
#include "read/hlo_text_header.h"
#include "read/hlo_text_lexer.h"
#include "read/hlo_text_literal.h"
#include "read/hlo_text_metadata.h"
#include "read/hlo_text_shape.h"
#include "read/proto_shape.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::HloModuleProto;

class TextParser {
public:
    explicit TextParser(std::string_view text) : lexer_(text), module_(std::make_shared<HloModuleProto>()) {}

    ProtoModule parse() {
        if (lexer_.accept("HloModule")) {
            module_->set_name(std::string(lexer_.run_until(",")));
            if (module_->name().empty()) lexer_.fail_expected("the name of the module");
            parse_module_attributes(lexer_, *module_);
            parse_stack_frames(lexer_, *module_->mutable_stack_frame_index());
        }
        if (lexer_.at_end()) lexer_.fail_expected("a computation");
        while (!lexer_.at_end()) parse_computation();
        // Without ENTRY the last computation is it.
        const HloComputationProto& entry = module_->computations(entry_ >= 0 ? entry_ : module_->computations_size() - 1);
        module_->set_entry_computation_id(entry.id());
        module_->set_entry_computation_name(entry.name());
        for (const CallUse& use : calls_) resolve(use);
        for (std::unique_ptr<HloComputationProto>& wrapper : wrappers_) {
            lines_.emplace_back(static_cast<std::size_t>(wrapper->instructions_size()), 0);
            module_->mutable_computations()->AddAllocated(wrapper.release());
        }
        return {.proto = module_, .lines = std::move(lines_)};
    }

private:
    struct CallUse {
        HloInstructionProto* instruction;
        NameUse name;
    };

    void parse_computation() {
        const std::size_t start = lexer_.position();
        bool entry = false;
        if (lexer_.peek_identifier() == "ENTRY") {
            lexer_.identifier("ENTRY");
            entry = true;
            if (entry_ >= 0) lexer_.fail_at(start, "there is a second ENTRY computation");
            entry_ = module_->computations_size();
        }
        const std::size_t position = lexer_.position();
        const std::string_view name = lexer_.name(entry ? "the name of a computation" : "a computation or the end of the text");
        HloComputationProto& computation = *module_->add_computations();
        computation.set_name(std::string(name));
        computation.set_id(module_->computations_size());
        if (!computations_.emplace(name, computation.id()).second)
            lexer_.fail_at(position, "there is a second computation with the name '" + std::string(name) + "'");
        if (lexer_.next_is("(")) parse_program_shape(lexer_, *computation.mutable_program_shape());
        const std::size_t brace = lexer_.position();
        lexer_.expect("{", "before the instructions of the computation");
        lines_.emplace_back();
        names_.clear();
        root_ = 0;
        while (!lexer_.accept("}")) {
            if (lexer_.at_end()) lexer_.fail_at(brace, "this computation is not closed; expected } after its last instruction");
            parse_instruction(computation);
        }
        if (lexer_.accept(",")) parse_computation_attribute(computation);
        if (computation.instructions_size() == 0) lexer_.fail_at(brace, "the computation has no instructions");
        computation.set_root_id(root_ != 0 ? root_ : computation.instructions().rbegin()->id()); // the last one without ROOT
    }

    void parse_computation_attribute(HloComputationProto& computation) {
        lexer_.expect("execution_thread=", "after the computation");
        computation.set_execution_thread(lexer_.quoted("the name of the thread"));
    }

    // [ROOT] name = shape opcode(operands), attributes
    void parse_instruction(HloComputationProto& computation) {
        const std::size_t start = lexer_.position();
        bool root = false;
        if (lexer_.peek_identifier() == "ROOT") {
            lexer_.identifier("ROOT");
            root = true;
            if (root_ != 0) lexer_.fail_at(start, "there is a second ROOT instruction in the computation");
        }
        const std::size_t position = lexer_.position();
        const std::string_view name = lexer_.name("an instruction or }");
        lexer_.expect("=", "after the name of the instruction");
        HloInstructionProto& instruction = *computation.add_instructions();
        lines_.back().push_back(lexer_.line_at(position));
        instruction.set_name(std::string(name));
        instruction.set_id(++last_id_);
        if (root) root_ = last_id_;
        if (!next_is_shape(lexer_)) lexer_.fail_expected("the shape of the instruction");
        const std::size_t shape_position = lexer_.position();
        parse_shape(lexer_, *instruction.mutable_shape());
        check_shape(instruction, shape_position);
        const std::size_t opcode_position = lexer_.position();
        instruction.set_opcode(std::string(lexer_.identifier("an opcode")));
        parse_operands(instruction);
        AttributeContext context{.lexer = lexer_,
                                 .instruction = described_by_attributes(instruction, opcode_position),
                                 .position = opcode_position,
                                 .computations = {},
                                 .control_predecessors = {}};
        parse_attributes(context);
        for (const NameUse& use : context.control_predecessors)
            instruction.add_control_predecessor_ids(find(use, "control predecessor").id());
        for (std::string_view attribute : kComputationAttributes)
            for (const NameUse& use : context.computations[attribute]) calls_.push_back({&context.instruction, use});
        if (!names_.emplace(name, &instruction).second)
            lexer_.fail_at(position, "there is a second instruction with the name '" + std::string(name) + "' in the computation");
    }

    // Mostly the instruction itself; of "negate-start" the negate in the computation that it starts.
    HloInstructionProto& described_by_attributes(HloInstructionProto& instruction, std::size_t position) {
        const std::optional<AsyncForm> form = async_form(instruction.opcode());
        if (!form) return instruction;
        instruction.set_opcode(form->opcode);
        if (!form->starts) return instruction; // it goes on with what its operand started
        wrappers_.push_back(wrap_async(instruction, form->wrapped, operands_, last_id_));
        if (wrappers_.back() == nullptr) lexer_.fail_at(position, "the shape of an async start is a tuple of operands, results and contexts");
        constexpr std::int64_t kWrapperIds = std::int64_t{1} << 32; // after those of all computations of the text
        wrappers_.back()->set_id(kWrapperIds + static_cast<std::int64_t>(wrappers_.size()));
        instruction.add_called_computation_ids(wrappers_.back()->id());
        return *wrappers_.back()->mutable_instructions()->rbegin();
    }

    void check_shape(const HloInstructionProto& instruction, std::size_t position) {
        try {
            shape_from_proto(instruction.shape());
        } catch (const InputError& error) {
            lexer_.fail_at(position, error.diagnostic.message);
        }
    }

    void parse_operands(HloInstructionProto& instruction) {
        operands_.clear();
        lexer_.expect("(", "before the operands");
        if (instruction.opcode() == "parameter") {
            const std::size_t position = lexer_.position();
            instruction.set_parameter_number(lexer_.integer("the number of the parameter"));
            if (instruction.parameter_number() < 0) lexer_.fail_at(position, "the number of the parameter is negative");
        } else if (instruction.opcode() == "constant") {
            parse_literal(lexer_, instruction.shape(), *instruction.mutable_literal());
        } else if (!lexer_.next_is(")")) {
            do parse_operand(instruction);
            while (lexer_.accept(","));
        }
        if (!lexer_.accept(")")) lexer_.fail_expected(instruction.operand_ids_size() > 0 ? ", or ) after an operand" : ") after the operands");
    }

    // [shape] name
    void parse_operand(HloInstructionProto& instruction) {
        if (next_is_shape(lexer_)) {
            hlo2cpp_proto::ShapeProto ignored; // the operand itself has it
            parse_shape(lexer_, ignored);
        }
        const std::size_t position = lexer_.position();
        operands_.push_back(&find({lexer_.name("the name of an operand"), position}, "operand"));
        instruction.add_operand_ids(operands_.back()->id());
    }

    const HloInstructionProto& find(const NameUse& use, std::string_view what) {
        const auto found = names_.find(use.name);
        if (found == names_.end())
            lexer_.fail_at(use.position, "the " + std::string(what) + " '" + std::string(use.name) +
                                             "' is not defined above; instructions come after those that they use");
        return *found->second;
    }

    void resolve(const CallUse& use) {
        const auto found = computations_.find(use.name.name);
        if (found == computations_.end())
            lexer_.fail_at(use.name.position, "there is no computation with the name '" + std::string(use.name.name) + "'");
        use.instruction->add_called_computation_ids(found->second);
    }

    HloTextLexer lexer_;
    std::shared_ptr<HloModuleProto> module_;
    std::vector<std::vector<int>> lines_;
    std::vector<CallUse> calls_;
    std::unordered_map<std::string_view, std::int64_t> computations_; // ids by name
    int entry_ = -1;                                                  // place of the entry computation
    std::vector<std::unique_ptr<HloComputationProto>> wrappers_;      // those that the text does not spell out
    std::int64_t last_id_ = 0;
    // Of the computation or the instruction that is being read:
    std::unordered_map<std::string_view, const HloInstructionProto*> names_;
    std::int64_t root_ = 0; // id; 0: none yet
    std::vector<const HloInstructionProto*> operands_;
};

} // namespace

ProtoModule parse_hlo_text(std::string_view text) {
    return TextParser(text).parse();
}

} // namespace hlo2cpp
