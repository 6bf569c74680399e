// Short forms of modules, functions and calls, and of shardings.
#include "read/stablehlo/text_forms.h"

namespace hlo2cpp::stablehlo {
namespace {

void set_symbol_name(OperationParser& parser, Operation& operation) {
    operation.attributes.set("sym_name", {parser.lexer().symbol("a name, @NAME")});
}

void parse_attributes_word(OperationParser& parser, Operation& operation) {
    if (!parser.lexer().accept_word("attributes")) return;
    if (!parser.lexer().next_is("{")) parser.lexer().fail_expected("'{' after the word attributes");
    parser.parse_attributes(operation);
}

// module @name attributes {..} {..}
void parse_module_form(OperationParser& parser, ParsedOperation& parsed) {
    if (parser.lexer().next_is("@")) set_symbol_name(parser, parsed.operation);
    parse_attributes_word(parser, parsed.operation);
    parsed.operation.regions.push_back(parser.parse_isolated_region({}));
}

// Parameters or results of a function, with an attribute dictionary each.
struct Signature {
    std::vector<BlockArgument> arguments; // without names in declarations and of results
    std::vector<TypePtr> types;
    Attribute::List attributes;
};

void parse_signature_item(OperationParser& parser, Signature& signature) {
    TextLexer& lexer = parser.lexer();
    BlockArgument argument;
    if (lexer.next_is("%")) {
        const ValueName name = lexer.value_name("a parameter");
        argument.name = name.name;
        argument.position = name.position;
        lexer.expect(":", "and the type after a parameter");
    }
    argument.type = parse_type(parser.context());
    signature.types.push_back(argument.type);
    signature.attributes.push_back({lexer.next_is("{") ? parse_dictionary(parser.context()) : Dictionary()});
    if (lexer.next_is_word("loc")) argument.location = parse_location(parser.context());
    signature.arguments.push_back(std::move(argument));
}

Signature parse_results_of_function(OperationParser& parser) {
    TextLexer& lexer = parser.lexer();
    Signature results;
    if (!lexer.accept("->")) return results;
    if (lexer.accept("(")) {
        parse_items(lexer, ")", [&] { parse_signature_item(parser, results); });
    } else {
        results.types.push_back(parse_type(parser.context()));
        results.attributes.push_back({Dictionary()});
    }
    return results;
}

// func.func private @name(%a: T {..} loc(..)) -> (T {..}) attributes {..} {..}
void parse_function_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    for (const std::string_view visibility : {"public", "private", "nested"})
        if (lexer.accept_word(visibility)) operation.attributes.set("sym_visibility", {std::string(visibility)});
    set_symbol_name(parser, operation);
    lexer.expect("(", "before the parameters");
    Signature parameters;
    parse_items(lexer, ")", [&] { parse_signature_item(parser, parameters); });
    Signature results = parse_results_of_function(parser);
    parse_attributes_word(parser, operation);
    operation.attributes.set("function_type", {function_type(parameters.types, results.types)});
    operation.attributes.set("arg_attrs", {std::move(parameters.attributes)});
    operation.attributes.set("res_attrs", {std::move(results.attributes)});
    const bool has_body = lexer.next_is("{");
    for (const BlockArgument& argument : parameters.arguments) {
        if (has_body && argument.name.empty()) lexer.fail("a parameter of a function with a body needs a name, %NAME");
        if (!has_body && !argument.name.empty()) lexer.fail_expected("'{' and the body, because parameters have names");
    }
    if (!has_body) return;
    operation.regions.push_back(parser.parse_isolated_region(parameters.arguments));
}

// call @f(%a) {..} : FUNCTION
void parse_call_form(OperationParser& parser, ParsedOperation& parsed) {
    Operation& operation = parsed.operation;
    operation.attributes.set("callee", {parser.lexer().symbol("the name of a function, @NAME")});
    parser.parse_operands_in_parentheses(operation);
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
}

Attribute parse_opaque(OperationParser& parser, std::string_view name, char open, char close) {
    parser.lexer().expect(std::string_view(&open, 1), "before the " + std::string(name));
    return {Opaque{std::string(name), parser.lexer().balanced(close)}};
}

// sdy.mesh @mesh = <["x"=1]> {..}
void parse_mesh_form(OperationParser& parser, ParsedOperation& parsed) {
    set_symbol_name(parser, parsed.operation);
    parser.lexer().expect("=", "after the name of the mesh");
    parsed.operation.attributes.set("mesh", parse_opaque(parser, "sdy.mesh", '<', '>'));
    parser.parse_attributes(parsed.operation);
}

// sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> {..} : T
void parse_sharding_form(OperationParser& parser, ParsedOperation& parsed) {
    Operation& operation = parsed.operation;
    operation.operands.push_back(parser.parse_operand());
    operation.attributes.set("sharding", parse_opaque(parser, "sdy.sharding", '<', '>'));
    parser.parse_attributes(operation);
    parser.lexer().expect(":", "and the type");
    parsed.result_types = {parse_type(parser.context())};
    parser.check_operand_types(operation, parsed.result_types);
}

// sdy.manual_computation(%a) in_shardings=[..] out_shardings=[..] manual_axes={..} (%b: T) {..} : FUNCTION
void parse_manual_computation_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    parser.parse_operands_in_parentheses(operation);
    for (const std::string_view name : {"in_shardings", "out_shardings", "manual_axes"}) {
        const bool is_axes = name == "manual_axes";
        lexer.expect_word(name);
        lexer.expect("=", "after " + std::string(name));
        operation.attributes.set(name, is_axes ? parse_opaque(parser, "sdy.manual_axes", '{', '}')
                                               : parse_opaque(parser, "sdy.sharding_per_value", '[', ']'));
    }
    parser.parse_attributes(operation);
    lexer.expect("(", "before the arguments of the region");
    operation.regions.push_back(parser.parse_region(parser.parse_block_arguments()));
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
}

} // namespace

const std::vector<NamedForm>& structure_forms() {
    static const std::vector<NamedForm> kStructureForms{
        {"builtin.module", parse_module_form},
        {"func.func", parse_function_form},
        {"func.call", parse_call_form},
        {"sdy.mesh", parse_mesh_form},
        {"sdy.sharding_constraint", parse_sharding_form},
        {"sdy.manual_computation", parse_manual_computation_form},
    };
    return kStructureForms;
}

} // namespace hlo2cpp::stablehlo
