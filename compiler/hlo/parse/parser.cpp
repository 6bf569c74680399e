#include "hlo/parse/parser.h"

#include "hlo/parse/header.h"
#include "hlo/parse/instructions.h"
#include "hlo/parse/metadata.h"
#include "hlo/parse/module.h"
#include "hlo/parse/shape.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/shape.h"
#include "ir/shape.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloModuleProto;

class TextParser {
public:
    TextParser(std::string_view text, int depth) : module_(text), lexer_(module_.lexer), depth_(depth) {}

    ProtoModule parse() {
        HloModuleProto& proto = *module_.proto;
        ModuleHeader header;
        if (lexer_.accept("HloModule")) {
            lexer_.accept("%");
            std::string_view name = lexer_.run_until(",");
            if (name.ends_with(':')) name.remove_suffix(1);
            proto.set_name(std::string(name));
            if (proto.name().empty()) lexer_.fail_expected("the name of the module");
            header = parse_module_attributes(lexer_, proto, depth_);
            parse_stack_frames(lexer_, *proto.mutable_stack_frame_index());
            if (proto.stack_frame_index().file_names().empty()) proto.clear_stack_frame_index();
        }
        if (lexer_.at_end()) lexer_.fail_expected("a computation");
        if (proto.name().empty() && next_is_single_instruction()) {
            parse_only_instruction();
            header.is_scheduled = true; // as XLA has it
        } else {
            while (!lexer_.at_end()) parse_computation();
        }
        module_.finish(header.is_scheduled);
        set_entry();
        return {.proto = module_.proto, .places = std::move(module_.places)};
    }

private:
    bool next_is_single_instruction() {
        if (next_is_shape(lexer_) || lexer_.peek_identifier() == "ROOT") return true;
        if (!lexer_.next_is("%") && !lexer_.next_is_identifier()) return false;
        const std::size_t start = lexer_.position();
        lexer_.name("a name");
        const bool found = lexer_.next_is("=");
        lexer_.rewind(start);
        return found;
    }

    void parse_only_instruction() {
        ParsedInstructions parsed = parse_single_instruction(module_);
        module_.proto->set_name("_");
        parsed.computation->set_name("entry");
        module_.add(std::move(parsed.computation), std::move(parsed.places));
    }

    // [ENTRY] name [(a: f32[]) -> f32[]] { instructions } [, execution_thread="name"]
    void parse_computation() {
        const std::size_t start = lexer_.position();
        const bool entry = lexer_.peek_identifier() == "ENTRY";
        if (entry) lexer_.identifier("ENTRY");
        if (entry && entry_ >= 0) lexer_.fail_at(start, "there is a second ENTRY computation");
        const std::size_t position = lexer_.position();
        const std::string name(
            lexer_.name(entry ? "the name of a computation" : "a computation or the end of the text"));
        hlo2cpp_proto::ProgramShapeProto signature;
        const std::size_t signature_position = lexer_.position();
        const bool has_signature = lexer_.next_is("(");
        if (has_signature) parse_program_shape(lexer_, signature);
        ParsedInstructions parsed = parse_instructions(module_);
        if (module_.has_computation(name))
            lexer_.fail_at(position, "there is a second computation with the name '" + name + "'");
        parsed.computation->set_name(name);
        while (lexer_.accept(",")) {
            lexer_.expect("execution_thread=", "after the computation");
            parsed.computation->set_execution_thread(lexer_.quoted("the name of the thread"));
        }
        const HloComputationProto& added = module_.add(std::move(parsed.computation), std::move(parsed.places));
        if (entry) entry_ = module_.proto->computations_size() - 1;
        if (has_signature) check_result(signature, added, signature_position);
    }

    void check_result(const hlo2cpp_proto::ProgramShapeProto& signature, const HloComputationProto& computation,
                      std::size_t position) {
        try {
            const Shape declared = shape_from_proto(signature.result());
            const Shape root = shape_from_proto(computation.program_shape().result());
            if (!same_shape(declared, root))
                lexer_.fail_at(position, "the computation is declared to return " + to_string(declared) +
                                             ", but its root instruction is " + to_string(root));
        } catch (const InputError& error) {
            if (error.diagnostic.place.line > 0) throw;
            lexer_.fail_at(position, error.diagnostic.message);
        }
    }

    void set_entry() {
        HloModuleProto& proto = *module_.proto;
        // The last computation is the entry if none has ENTRY.
        const HloComputationProto& entry = proto.computations(entry_ >= 0 ? entry_ : proto.computations_size() - 1);
        proto.set_entry_computation_id(entry.id());
        proto.set_entry_computation_name(entry.name());
        if (proto.name().empty()) proto.set_name("module_" + entry.name());
        if (!proto.has_host_program_shape()) *proto.mutable_host_program_shape() = entry.program_shape();
        auto& host = *proto.mutable_host_program_shape();
        host.clear_parameter_names();
        for (int i = 0; i < host.parameters_size(); ++i) host.add_parameter_names("p" + std::to_string(i));
    }

    TextModule module_;
    HloTextLexer& lexer_;
    int depth_;
    int entry_ = -1; // place of the entry computation
};

} // namespace

ProtoModule parse_hlo_text(std::string_view text, int depth) {
    return TextParser(text, depth).parse();
}

} // namespace hlo2cpp
