#include "read/hlo_text_header.h"

#include <unordered_map>
#include <unordered_set>

#include "ir/module.h"
#include "read/hlo.pb.h"
#include "read/hlo_text_metadata.h"
#include "read/hlo_text_shape.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloModuleProto;
using Parser = void (*)(HloTextLexer&, HloModuleProto&);

// {(f32[2]{0})->f32[2]{0}}
void parse_entry_layout(HloTextLexer& lexer, HloModuleProto& module) {
    lexer.expect("{", "before the layout of the entry computation");
    parse_program_shape(lexer, *module.mutable_host_program_shape());
    lexer.expect("}", "after the layout of the entry computation");
}

// { {0}: (1, {}, may-alias), {1}: (0, {2}, must-alias) }
void parse_aliases(HloTextLexer& lexer, HloModuleProto& module) {
    lexer.expect("{", "before the aliases");
    if (lexer.accept("}")) return;
    do {
        auto& entry = *module.mutable_input_output_alias()->add_entries();
        for (std::int64_t i : lexer.integer_list("{", "}", "the index of the output")) entry.add_output_shape_index(i);
        lexer.expect(":", "after the index of the output");
        lexer.expect("(", "before the parameter");
        entry.set_parameter_number(lexer.integer("the number of a parameter"));
        lexer.expect(",", "after the number of the parameter");
        for (std::int64_t i : lexer.integer_list("{", "}", "the index in the parameter")) entry.add_parameter_shape_index(i);
        entry.set_kind(hlo2cpp_proto::MAY_ALIAS);
        if (lexer.accept(",")) {
            const std::size_t position = lexer.position();
            const std::string_view kind = lexer.identifier("may-alias or must-alias");
            if (kind == "must-alias")
                entry.set_kind(hlo2cpp_proto::MUST_ALIAS);
            else if (kind != "may-alias")
                lexer.fail_at(position, "expected may-alias or must-alias");
        }
        lexer.expect(")", "after the parameter");
    } while (lexer.accept(","));
    lexer.expect("}", "after the aliases");
}

// { (0, {}), (1, {2}) }
void parse_donors(HloTextLexer& lexer, HloModuleProto& module) {
    lexer.expect("{", "before the buffer donors");
    if (lexer.accept("}")) return;
    do {
        auto& entry = *module.mutable_buffer_donor()->add_entries();
        lexer.expect("(", "before a buffer donor");
        entry.set_parameter_number(lexer.integer("the number of a parameter"));
        lexer.expect(",", "after the number of the parameter");
        for (std::int64_t i : lexer.integer_list("{", "}", "the index in the parameter")) entry.add_parameter_shape_index(i);
        lexer.expect(")", "after a buffer donor");
    } while (lexer.accept(","));
    lexer.expect("}", "after the buffer donors");
}

void skip_word(HloTextLexer& lexer, HloModuleProto&) {
    if (lexer.word().empty()) lexer.fail_expected("a value");
}

void skip_braced(HloTextLexer& lexer, HloModuleProto& module) {
    if (!lexer.next_is("{")) return skip_word(lexer, module);
    lexer.balanced("a value in braces");
}

// Those that only matter to several devices or to XLA's own passes are read over.
const std::unordered_map<std::string_view, Parser> kParsers = {
    {"entry_computation_layout", parse_entry_layout},
    {"input_output_alias", parse_aliases},
    {"buffer_donor", parse_donors},
    {"frontend_attributes",
     [](HloTextLexer& lexer, HloModuleProto& module) { parse_frontend_attributes(lexer, *module.mutable_frontend_attributes()); }},
    {"is_scheduled", skip_word}, // the order of the instructions is kept anyhow
    {"alias_passthrough_params", skip_word},
    {"allow_spmd_sharding_propagation_to_output", skip_braced},
    {"allow_spmd_sharding_propagation_to_parameters", skip_braced},
    {"num_partitions", skip_word},
    {"origin_recovery_table", skip_braced},
    {"replica_count", skip_word},
    {"use_auto_spmd_partitioning", skip_word},
};

} // namespace

void parse_module_attributes(HloTextLexer& lexer, HloModuleProto& module) {
    std::unordered_set<std::string_view> seen;
    while (lexer.accept(",")) {
        const std::size_t position = lexer.position();
        const std::string_view name = lexer.identifier("the name of a module attribute");
        lexer.expect("=", "after the attribute's name");
        const auto parser = kParsers.find(name);
        if (parser == kParsers.end()) lexer.fail_at(position, "unknown attribute '" + printable(name, 40) + "' of the module");
        if (!seen.insert(name).second) lexer.fail_at(position, "the attribute '" + printable(name, 40) + "' is there twice");
        parser->second(lexer, module);
    }
}

} // namespace hlo2cpp
