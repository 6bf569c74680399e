#include "hlo/parse/header.h"

#include <unordered_map>
#include <unordered_set>

#include "hlo/parse/metadata.h"
#include "hlo/parse/origin.h"
#include "hlo/parse/shape.h"
#include "hlo/proto/hlo.pb.h"
#include "ir/module.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloModuleProto;

struct HeaderContext {
    HloTextLexer& lexer;
    HloModuleProto& module;
    ModuleHeader& header;
    int depth;
};
using HeaderParser = void (*)(HeaderContext&);

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
        for (std::int64_t i : lexer.integer_list("{", "}", "the index in the parameter"))
            entry.add_parameter_shape_index(i);
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
        for (std::int64_t i : lexer.integer_list("{", "}", "the index in the parameter"))
            entry.add_parameter_shape_index(i);
        lexer.expect(")", "after a buffer donor");
    } while (lexer.accept(","));
    lexer.expect("}", "after the buffer donors");
}

// true, or {true,false}
template <typename Repeated>
void parse_booleans(HloTextLexer& lexer, Repeated* values) {
    if (!lexer.accept("{")) return values->Add(lexer.boolean("a module attribute"));
    while (!lexer.accept("}")) {
        values->Add(lexer.boolean("a module attribute"));
        if (!lexer.next_is("}")) lexer.expect(",", "or } after a value");
    }
}

const std::unordered_map<std::string_view, HeaderParser> kHeaderParsers = {
    {"entry_computation_layout", [](HeaderContext& c) { parse_entry_layout(c.lexer, c.module); }},
    {"input_output_alias", [](HeaderContext& c) { parse_aliases(c.lexer, c.module); }},
    {"buffer_donor", [](HeaderContext& c) { parse_donors(c.lexer, c.module); }},
    {"frontend_attributes",
     [](HeaderContext& c) { parse_frontend_attributes(c.lexer, *c.module.mutable_frontend_attributes()); }},
    {"is_scheduled", [](HeaderContext& c) { c.header.is_scheduled = c.lexer.boolean("is_scheduled"); }},
    {"replica_count", [](HeaderContext& c) { c.module.set_replica_count(c.lexer.integer("the number of replicas")); }},
    {"num_partitions",
     [](HeaderContext& c) { c.module.set_num_partitions(c.lexer.integer("the number of partitions")); }},
    {"alias_passthrough_params",
     [](HeaderContext& c) { c.module.set_alias_passthrough_params(c.lexer.boolean("alias_passthrough_params")); }},
    {"use_auto_spmd_partitioning",
     [](HeaderContext& c) { c.module.set_use_auto_spmd_partitioning(c.lexer.boolean("use_auto_spmd_partitioning")); }},
    {"allow_spmd_sharding_propagation_to_parameters",
     [](HeaderContext& c) {
         parse_booleans(c.lexer, c.module.mutable_allow_spmd_sharding_propagation_to_parameters());
     }},
    {"allow_spmd_sharding_propagation_to_output",
     [](HeaderContext& c) { parse_booleans(c.lexer, c.module.mutable_allow_spmd_sharding_propagation_to_output()); }},
    {"origin_recovery_table",
     [](HeaderContext& c) {
         parse_recovery_table(c.lexer, *c.module.mutable_original_value_recovery_table(), c.depth);
     }},
};

} // namespace

ModuleHeader parse_module_attributes(HloTextLexer& lexer, HloModuleProto& module, int depth) {
    ModuleHeader header;
    HeaderContext context{.lexer = lexer, .module = module, .header = header, .depth = depth};
    std::unordered_set<std::string_view> seen;
    while (lexer.accept(",")) {
        const std::size_t position = lexer.position();
        const std::string_view name = lexer.identifier("the name of a module attribute");
        lexer.expect("=", "after the attribute's name");
        const auto parser = kHeaderParsers.find(name);
        if (parser == kHeaderParsers.end())
            lexer.fail_at(position, "unknown attribute '" + printable(name, 40) + "' of the module");
        if (!seen.insert(name).second)
            lexer.fail_at(position, "the attribute '" + printable(name, 40) + "' is there twice");
        parser->second(context);
    }
    return header;
}

} // namespace hlo2cpp
