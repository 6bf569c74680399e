// Short forms of the operations of stablehlo and chlo that have one of their own.
#include <array>
#include <cstring>

#include "read/stablehlo/constant.h"
#include "read/stablehlo/text_forms.h"

namespace hlo2cpp::stablehlo {
namespace {

// constant {ATTRIBUTES} dense<..> : T, or, where the type is another one, () <{value = ..}> {..} : () -> T
void parse_constant_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    if (lexer.accept("(")) {
        lexer.expect(")", "of a constant, which has no operands");
        if (lexer.accept("<")) {
            parser.parse_attributes(operation);
            lexer.expect(">", "after the properties");
        }
        parser.parse_attributes(operation);
        parser.parse_function_type(parsed);
        return;
    }
    parser.parse_attributes(operation);
    const std::size_t start = lexer.position();
    Attribute value = parse_attribute(parser.context());
    const TypePtr type = type_of_attribute(value);
    if (type == nullptr) lexer.fail_at(start, "expected the elements of the constant, dense<..> : T");
    parsed.result_types = {type};
    operation.attributes.set("value", std::move(value));
}

// compare LT, %a, %b, SIGNED : FUNCTION
void parse_compare_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    operation.attributes.set("comparison_direction", {std::string(lexer.name("the direction of the comparison"))});
    lexer.expect(",", "after the direction of the comparison");
    operation.operands.push_back(parser.parse_operand());
    lexer.expect(",", "after the first operand");
    operation.operands.push_back(parser.parse_operand());
    if (lexer.accept(","))
        operation.attributes.set("compare_type", {std::string(lexer.name("the type of the comparison"))});
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
}

// slice %a [0:3, 1:5:2] : FUNCTION
void parse_slice_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    std::vector<std::int64_t> starts, limits, strides;
    operation.operands.push_back(parser.parse_operand());
    lexer.expect("[", "before the ranges of the slice");
    parse_items(lexer, "]", [&] {
        starts.push_back(lexer.integer("the start of a range"));
        lexer.expect(":", "after the start of a range");
        limits.push_back(lexer.integer("the limit of a range"));
        strides.push_back(lexer.accept(":") ? lexer.integer("the stride of a range") : 1);
    });
    set_integers(operation, "start_indices", std::move(starts));
    set_integers(operation, "limit_indices", std::move(limits));
    set_integers(operation, "strides", std::move(strides));
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
}

// get_tuple_element %t[0] : FUNCTION
void parse_element_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    parsed.operation.operands.push_back(parser.parse_operand());
    lexer.expect("[", "before the index of the element");
    parsed.operation.attributes.set("index", {Integer{lexer.integer("the index of the element"), ElementType::S32}});
    lexer.expect("]", "after the index of the element");
    parser.parse_attributes(parsed.operation);
    parser.parse_function_type(parsed);
}

// custom_call @target(%a) {..} : FUNCTION
void parse_custom_call_form(OperationParser& parser, ParsedOperation& parsed) {
    Operation& operation = parsed.operation;
    operation.attributes.set("call_target_name", {parser.lexer().symbol("the target of the call, @NAME")});
    parser.parse_operands_in_parentheses(operation);
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
}

// composite "name" %a, %b ({region}) {..} : FUNCTION
void parse_composite_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    operation.attributes.set("name", {lexer.string("the name of the composite")});
    parser.parse_operands(operation);
    if (lexer.accept("(")) parse_items(lexer, ")", [&] { operation.regions.push_back(parser.parse_region()); });
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
}

// [0, 1] x [1, 2], of an lhs and an rhs
void parse_two_lists(OperationParser& parser, Dictionary& dimensions, const std::string& name) {
    for (const std::string_view side : {"lhs_", "rhs_"}) {
        if (side == "rhs_") parser.lexer().expect("x", "between the dimensions of both operands");
        std::vector<std::int64_t> values = parse_integers(parser.context());
        const std::int64_t count = std::ssize(values);
        if (count > 0) dimensions.set(std::string(side) + name, {Integers{std::move(values), {count}}});
    }
}

// batching_dims = [..] x [..], contracting_dims = [..] x [..], precision = [..], algorithm = <..>
void parse_dot_item(OperationParser& parser, Operation& operation, Dictionary& dimensions) {
    TextLexer& lexer = parser.lexer();
    const std::size_t start = lexer.position();
    const std::string_view key = lexer.name("the dimensions, the precision or the algorithm");
    lexer.expect("=", "after the keyword");
    if (key == "batching_dims") {
        parse_two_lists(parser, dimensions, "batching_dimensions");
    } else if (key == "contracting_dims") {
        parse_two_lists(parser, dimensions, "contracting_dimensions");
    } else if (key == "precision") {
        operation.attributes.set("precision_config", {parse_enum_values(parser)});
    } else if (key == "algorithm") {
        lexer.expect("<", "before the algorithm");
        operation.attributes.set("algorithm", {parse_struct(parser.context())});
    } else {
        lexer.fail_at(start, "expected batching_dims, contracting_dims, precision or algorithm");
    }
}

// dot_general %a, %b, batching_dims = [..] x [..], .. : FUNCTION
void parse_dot_general_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    Dictionary dimensions;
    operation.operands.push_back(parser.parse_operand());
    lexer.expect(",", "after the first operand");
    operation.operands.push_back(parser.parse_operand());
    while (lexer.accept(",")) parse_dot_item(parser, operation, dimensions);
    operation.attributes.set("dot_dimension_numbers", {std::move(dimensions)});
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
}

// [[l, h], [l, h]]
Integers parse_padding(OperationParser& parser) {
    TextLexer& lexer = parser.lexer();
    Integers padding{{}, {0, 2}};
    lexer.expect("[", "before the padding");
    parse_items(lexer, "]", [&] {
        const std::vector<std::int64_t> pair = parse_integers(parser.context());
        if (pair.size() != 2) lexer.fail("the padding of a dimension is a pair [low, high]");
        padding.values.insert(padding.values.end(), pair.begin(), pair.end());
        ++padding.dims[0];
    });
    return padding;
}

Integers parse_bools(OperationParser& parser) {
    TextLexer& lexer = parser.lexer();
    Integers flags{{}, {0}};
    lexer.expect("[", "before the flags");
    parse_items(lexer, "]", [&] {
        const bool value = lexer.accept_word("true") || lexer.accept_word("1");
        if (!value && !lexer.accept_word("false") && !lexer.accept_word("0")) lexer.fail_expected("true or false");
        flags.values.push_back(value ? 1 : 0);
        ++flags.dims[0];
    });
    return flags;
}

void parse_window_item(OperationParser& parser, Operation& operation) {
    TextLexer& lexer = parser.lexer();
    const std::size_t start = lexer.position();
    const std::string_view key = lexer.name("a keyword of the window");
    lexer.expect("=", "after the keyword");
    if (key == "stride")
        set_integers(operation, "window_strides", parse_integers(parser.context()));
    else if (key == "lhs_dilate")
        set_integers(operation, "lhs_dilation", parse_integers(parser.context()));
    else if (key == "rhs_dilate")
        set_integers(operation, "rhs_dilation", parse_integers(parser.context()));
    else if (key == "pad")
        operation.attributes.set("padding", {parse_padding(parser)});
    else if (key == "reverse")
        operation.attributes.set("window_reversal", {parse_bools(parser)});
    else
        lexer.fail_at(start, "expected stride, pad, lhs_dilate, rhs_dilate or reverse");
}

// convolution(%a, %w) dim_numbers = .., window = {stride = [..], ..} {..} : FUNCTION
void parse_convolution_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    parser.parse_operands_in_parentheses(operation);
    lexer.expect_word("dim_numbers");
    lexer.expect("=", "after dim_numbers");
    operation.attributes.set("dimension_numbers", {parse_convolution_dimensions(parser.context())});
    lexer.expect(",", "after the dimensions");
    lexer.expect_word("window");
    lexer.expect("=", "after window");
    lexer.expect("{", "before the window");
    parse_items(lexer, "}", [&] { parse_window_item(parser, operation); });
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
}

// while(%it = %init, ..) : T, .. attributes {..} cond {..} do {..}
void parse_while_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    std::vector<BlockArgument> arguments;
    lexer.expect("(", "before the state of the loop");
    parse_items(lexer, ")", [&] {
        const ValueName name = lexer.value_name("the name of a value of the state");
        arguments.push_back({name.name, name.position});
        lexer.expect("=", "after the name of a value of the state");
        operation.operands.push_back(parser.parse_operand());
    });
    if (lexer.accept(":")) parsed.result_types = parse_types(parser.context());
    parser.check_operand_types(operation, parsed.result_types);
    for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i].type = parsed.result_types[i];
    if (lexer.accept_word("attributes")) parser.parse_attributes(operation);
    parser.parse_location_of(operation);
    lexer.expect_word("cond");
    operation.regions.push_back(parser.parse_region(arguments));
    lexer.expect_word("do");
    operation.regions.push_back(parser.parse_region(arguments));
}

TypePtr scalar_tensor_of(const Type& type) {
    Type scalar = type;
    scalar.dims.clear();
    scalar.bounds.clear();
    return std::make_shared<const Type>(std::move(scalar));
}

// The body that `applies stablehlo.add` stands for: one application to two scalars.
Region applied_body(OperationParser& parser, const Operation& reduce, const std::string& name, const TypePtr& scalar) {
    Operation apply{.name = name, .location = reduce.location};
    Operation end{.name = "stablehlo.return", .location = reduce.location};
    Region body{.arguments = {parser.new_value(scalar), parser.new_value(scalar)}};
    apply.operands = body.arguments;
    apply.results = end.operands = {parser.new_value(scalar)};
    body.operations.push_back(std::move(apply));
    body.operations.push_back(std::move(end));
    return body;
}

// reducer(%x: T, %acc: T) (%y: T, %acc2: T) {..}: the arguments of the region are all first ones, then all second ones.
Region parse_reducer(OperationParser& parser) {
    TextLexer& lexer = parser.lexer();
    std::vector<BlockArgument> arguments, seconds;
    while (lexer.accept("(")) {
        arguments.push_back(parser.parse_block_argument());
        lexer.expect(",", "after the first argument of a pair");
        seconds.push_back(parser.parse_block_argument());
        lexer.expect(")", "after a pair of arguments");
        lexer.accept(",");
    }
    arguments.insert(arguments.end(), seconds.begin(), seconds.end());
    return parser.parse_region(arguments);
}

// (%a init: %i), (%b init: %j)
void parse_reduced_operands(OperationParser& parser, Operation& operation) {
    TextLexer& lexer = parser.lexer();
    std::vector<ValueId> initial;
    do {
        lexer.expect("(", "before an operand and its initial value");
        operation.operands.push_back(parser.parse_operand());
        lexer.expect_word("init");
        lexer.expect(":", "after init");
        initial.push_back(parser.parse_operand());
        lexer.expect(")", "after the initial value");
    } while (lexer.accept(","));
    operation.operands.insert(operation.operands.end(), initial.begin(), initial.end());
}

// reduce(%a init: %i), .. applies OPERATION across dimensions = [..] {..} : FUNCTION, or with a reducer at the end
void parse_reduce_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    parse_reduced_operands(parser, operation);
    std::string applied;
    if (lexer.accept_word("applies")) applied = lexer.key("the operation that the reduction applies");
    lexer.expect_word("across");
    lexer.expect_word("dimensions");
    lexer.expect("=", "after dimensions");
    set_integers(operation, "dimensions", parse_integers(parser.context()));
    parser.parse_attributes(operation);
    parser.parse_function_type(parsed);
    parser.parse_location_of(operation);
    if (applied.empty()) {
        lexer.expect_word("reducer");
        operation.regions.push_back(parse_reducer(parser));
        return;
    }
    const Type& first = parser.context().document.type_of(operation.operands[0]);
    operation.regions.push_back(applied_body(parser, operation, applied, scalar_tensor_of(first)));
}

// chlo.top_k(%a, k = 3, is_stable = true) {..} : T -> (T, T)
void parse_top_k_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    lexer.expect("(", "before the operand");
    operation.operands.push_back(parser.parse_operand());
    lexer.expect(",", "after the operand");
    lexer.expect_word("k");
    lexer.expect("=", "after k");
    operation.attributes.set("k", {Integer{lexer.integer("the number of largest elements")}});
    if (lexer.accept(",")) {
        lexer.expect_word("is_stable");
        lexer.expect("=", "after is_stable");
        operation.attributes.set("is_stable", parse_attribute(parser.context()));
    }
    lexer.expect(")", "after k");
    parser.parse_attributes(operation);
    lexer.expect(":", "and the type of the operand");
    parser.check_operand_types(operation, {parse_type(parser.context())});
    lexer.expect("->", "after the type of the operand");
    parsed.result_types = parse_result_types(parser.context());
}

// The sizes of the two groups that a list of operands or results consists of.
void set_segments(Operation& operation, std::string_view name, std::size_t first, std::size_t second) {
    std::vector<std::byte> bytes(2 * sizeof(std::int32_t));
    const std::array<std::int32_t, 2> sizes{static_cast<std::int32_t>(first), static_cast<std::int32_t>(second)};
    std::memcpy(bytes.data(), sizes.data(), bytes.size());
    operation.attributes.set(name, {constant_of_elements(tensor_type(ElementType::S32, {2}), std::move(bytes))});
}

// chlo.scan(%a) inits(%i) dimension=0 attributes {..} {region} : FUNCTION
void parse_scan_form(OperationParser& parser, ParsedOperation& parsed) {
    TextLexer& lexer = parser.lexer();
    Operation& operation = parsed.operation;
    parser.parse_operands_in_parentheses(operation);
    const std::size_t inputs = operation.operands.size();
    lexer.expect_word("inits");
    parser.parse_operands_in_parentheses(operation);
    const std::size_t carries = operation.operands.size() - inputs;
    lexer.expect_word("dimension");
    lexer.expect("=", "after dimension");
    operation.attributes.set("dimension", {Integer{lexer.integer("the dimension of the scan")}});
    if (lexer.accept_word("attributes")) parser.parse_attributes(operation);
    operation.regions.push_back(parser.parse_region());
    parser.parse_function_type(parsed);
    if (parsed.result_types.size() < carries) lexer.fail("the scan has fewer results than initial values");
    set_segments(operation, "operandSegmentSizes", inputs, carries);
    set_segments(operation, "resultSegmentSizes", parsed.result_types.size() - carries, carries);
}

} // namespace

const std::vector<NamedForm>& own_forms() {
    static const std::vector<NamedForm> kOwnForms{
        {"stablehlo.constant", parse_constant_form},
        {"chlo.constant", parse_constant_form},
        {"stablehlo.compare", parse_compare_form},
        {"stablehlo.slice", parse_slice_form},
        {"stablehlo.get_tuple_element", parse_element_form},
        {"stablehlo.custom_call", parse_custom_call_form},
        {"stablehlo.composite", parse_composite_form},
        {"stablehlo.dot_general", parse_dot_general_form},
        {"stablehlo.convolution", parse_convolution_form},
        {"stablehlo.while", parse_while_form},
        {"stablehlo.reduce", parse_reduce_form},
        {"chlo.top_k", parse_top_k_form},
        {"chlo.scan", parse_scan_form},
    };
    return kOwnForms;
}

} // namespace hlo2cpp::stablehlo
