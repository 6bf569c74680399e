#include "read/stablehlo/text.h"

#include <utility>

#include "read/stablehlo/text_operations.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

// #name = or !name =, {-#, "func.func", module, func.func
bool begins_document(TextLexer& lexer) {
    if (lexer.next_is("{-#")) return true;
    if (lexer.next_is("#") || lexer.next_is("!")) {
        lexer.skip_character();
        lexer.name_or_number("the name of an alias");
        return lexer.accept("=");
    }
    for (const std::string_view name : {"\"func.func\"", "\"builtin.module\""})
        if (lexer.next_is(name)) return true;
    for (const std::string_view word : {"module", "builtin.module", "func.func", "func"}) {
        if (!lexer.accept_word(word)) continue;
        return lexer.next_is("@") || lexer.next_is("{") || lexer.next_is_word("attributes") ||
               lexer.next_is_word("private") || lexer.next_is_word("public");
    }
    return false;
}

Operation own_module(std::vector<Operation> operations) {
    if (operations.size() == 1 && operations[0].name == "builtin.module") return std::move(operations[0]);
    Operation module{.name = "builtin.module"};
    module.regions.emplace_back().operations = std::move(operations);
    return module;
}

} // namespace

bool is_stablehlo_text(std::string_view file) {
    TextLexer lexer(file);
    try {
        return begins_document(lexer);
    } catch (const InputError&) { // not even a comment or a name
        return false;
    }
}

Document parse_stablehlo_text(std::string_view text) {
    TextContext context(text);
    find_definitions(context);
    OperationParser parser(context);
    std::vector<Operation> operations;
    while (!context.lexer.at_end())
        if (!skip_definition(context)) operations.push_back(parser.parse_operation());
    if (operations.empty()) context.lexer.fail("the text has no operation");
    context.document.module = own_module(std::move(operations));
    return std::move(context.document);
}

} // namespace hlo2cpp::stablehlo
