#include "hlo/parse/origin.h"

#include "hlo/parse/parser.h"
#include "hlo/proto/hlo.pb.h"
#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// {"name" {1,2}}; {} is none
void parse_original_array(HloTextLexer& lexer, hlo2cpp_proto::OriginalArrayProto& array) {
    lexer.expect("{", "before an original array");
    if (lexer.next_is("\"")) {
        array.set_instruction_name(lexer.quoted("the name of an instruction"));
        if (lexer.next_is("{"))
            for (std::int64_t i : lexer.integer_list("{", "}", "a shape index")) array.add_shape_index(i);
    }
    lexer.expect("}", "after an original array");
}

} // namespace

void parse_original_value(HloTextLexer& lexer, hlo2cpp_proto::OriginalValueProto& value) {
    lexer.expect("{", "before the origin");
    if (lexer.accept("[")) {
        lexer.expect("synthetic_call]", "in the origin");
        value.set_is_synthetic_call(true);
        return lexer.expect("}", "after the origin");
    }
    std::vector<std::int64_t> index; // of the leaf
    while (!lexer.accept("}")) {
        if (lexer.accept("(")) {
            if (index.size() == static_cast<std::size_t>(kMaxTupleDepth))
                lexer.fail("the origin is nested more than " + std::to_string(kMaxTupleDepth) + " deep");
            index.push_back(0);
        } else if (!index.empty() && lexer.accept(")")) {
            index.pop_back();
        } else if (!index.empty() && lexer.accept(",")) {
            ++index.back();
        } else {
            auto& element = *value.add_elements();
            element.mutable_shape_index()->Assign(index.begin(), index.end());
            parse_original_array(lexer, *element.mutable_original_array());
            if (element.original_array().instruction_name().empty()) element.clear_original_array();
        }
    }
}

void parse_recovery_table(HloTextLexer& lexer, hlo2cpp_proto::OriginalValueRecoveryTableProto& table, int depth) {
    constexpr int kMaxDepth = 4; // modules in the tables of modules
    if (depth == kMaxDepth) lexer.fail("recovery modules are nested more than " + std::to_string(kMaxDepth) + " deep");
    lexer.expect("{", "before the recovery table");
    while (!lexer.accept("}")) {
        auto& entry = *table.add_entries();
        parse_original_array(lexer, *entry.mutable_old_original_array());
        lexer.expect(":", "after an original array");
        parse_original_array(lexer, *entry.mutable_new_original_array());
        lexer.accept(",");
        if (!lexer.next_is("\"")) continue;
        const std::size_t position = lexer.position();
        const std::string text = lexer.quoted("the text of a module");
        try {
            *entry.mutable_recovery_module() = *parse_hlo_text(text, depth + 1).proto;
        } catch (const InputError& error) {
            lexer.fail_at(position, "in line " + std::to_string(error.diagnostic.place.line) +
                                        " of this module: " + error.diagnostic.message);
        }
        lexer.accept(",");
    }
}

} // namespace hlo2cpp
