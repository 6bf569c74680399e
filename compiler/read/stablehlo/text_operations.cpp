#include "read/stablehlo/text_operations.h"

#include <limits>
#include <utility>

#include "ir/module.h"

namespace hlo2cpp::stablehlo {
namespace {

// Puts an operation's name into the errors while it is read.
class Subject {
public:
    Subject(TextLexer& lexer, std::string_view operation) : lexer_(lexer), before_(lexer.set_subject(operation)) {}
    ~Subject() { lexer_.set_subject(before_); }
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;

private:
    TextLexer& lexer_;
    std::string_view before_;
};

// Operations of the dialects `func` and `builtin` may be written without these.
std::string full_name(std::string_view name) {
    if (name == "func" || name == "call" || name == "return")
        return name == "func" ? "func.func" : "func." + std::string(name);
    return name == "module" ? "builtin.module" : std::string(name);
}

// Both returns end bodies of functions in texts of jax.
void name_returns(Operation& operation) {
    const bool is_function = operation.name == "func.func";
    for (Region& region : operation.regions) {
        if (region.operations.empty()) continue;
        std::string& last = region.operations.back().name;
        if (last == "stablehlo.return" || last == "func.return")
            last = is_function ? "func.return" : "stablehlo.return";
    }
}

// The short forms have no locations of arguments but for functions.
void drop_argument_locations(Document& document, const Operation& operation) {
    if (operation.name == "func.func") return;
    for (const Region& region : operation.regions)
        for (const ValueId argument : region.arguments) document.values[argument].location = 0;
}

// 0, arg0: what MLIR prints where nobody gave a name.
bool is_number(std::string_view name) {
    constexpr std::string_view kArgument = "arg";
    if (name.starts_with(kArgument) && name.size() > kArgument.size()) name.remove_prefix(kArgument.size());
    return name.find_first_not_of("0123456789") == name.npos;
}

void finish(Document& document, Operation& operation) {
    normalize(operation);
    name_returns(operation);
    drop_argument_locations(document, operation);
    const bool is_declaration = operation.name == "func.func" && operation.regions.size() == 1 &&
                                operation.regions[0].operations.empty() && operation.regions[0].arguments.empty();
    if (is_declaration) operation.regions.clear();
}

} // namespace

ValueId OperationParser::new_value(TypePtr type, std::uint32_t location) {
    auto& values = context_.document.values;
    if (values.size() == std::numeric_limits<ValueId>::max()) lexer_.fail("the text has too many values");
    values.push_back({std::move(type), location});
    return static_cast<ValueId>(values.size() - 1);
}

ValueId OperationParser::parse_operand() {
    const ValueName name = lexer_.value_name("an operand, %NAME");
    const std::int64_t number = lexer_.accept("#") ? lexer_.integer("the number of a result after '#'") : 0;
    const NamedValues* found = names_.find(name.name);
    if (found == nullptr)
        lexer_.fail_at(name.position, "no value %" + printable(name.name, 40) + " is defined before this place");
    if (number < 0 || number >= static_cast<std::int64_t>(found->count))
        lexer_.fail_at(name.position, "%" + printable(name.name, 40) + " has " + std::to_string(found->count) +
                                          (found->count == 1 ? " result" : " results, numbered from 0"));
    return found->first + static_cast<ValueId>(number);
}

void OperationParser::parse_operands(Operation& operation) {
    if (!lexer_.next_is("%")) return;
    do operation.operands.push_back(parse_operand());
    while (lexer_.accept(","));
}

void OperationParser::parse_operands_in_parentheses(Operation& operation) {
    lexer_.expect("(", "before the operands");
    parse_items(lexer_, ")", [&] { operation.operands.push_back(parse_operand()); });
}

void OperationParser::parse_attributes(Operation& operation) {
    if (lexer_.next_is("{")) operation.attributes.merge(parse_dictionary(context_));
}

void OperationParser::parse_function_type(ParsedOperation& parsed) {
    lexer_.expect(":", "and the types of operands and results");
    lexer_.expect("(", "before the types of the operands");
    std::vector<TypePtr> types;
    parse_items(lexer_, ")", [&] { types.push_back(parse_type(context_)); });
    check_operand_types(parsed.operation, types);
    lexer_.expect("->", "after the types of the operands");
    parsed.result_types = parse_result_types(context_);
}

void OperationParser::check_operand_types(const Operation& operation, const std::vector<TypePtr>& types) {
    if (types.size() != operation.operands.size())
        lexer_.fail("there are " + std::to_string(operation.operands.size()) + " operands, but types of " +
                    std::to_string(types.size()));
    for (std::size_t i = 0; i < types.size(); ++i) {
        const Type& defined = context_.document.type_of(operation.operands[i]);
        if (types[i].get() != &defined && *types[i] != defined)
            lexer_.fail("operand " + std::to_string(i) + " is " + to_string(defined).substr(0, 100) +
                        " where it is defined, but " + to_string(*types[i]).substr(0, 100) + " here");
    }
}

void OperationParser::parse_location_of(Operation& operation) {
    if (lexer_.next_is_word("loc")) operation.location = parse_location(context_);
}

BlockArgument OperationParser::parse_block_argument() {
    const ValueName name = lexer_.value_name("an argument of the block, %NAME");
    lexer_.expect(":", "and the type after an argument");
    BlockArgument argument{name.name, name.position, parse_type(context_)};
    if (lexer_.next_is_word("loc")) argument.location = parse_location(context_);
    return argument;
}

std::vector<BlockArgument> OperationParser::parse_block_arguments() {
    std::vector<BlockArgument> arguments;
    parse_items(lexer_, ")", [&] { arguments.push_back(parse_block_argument()); });
    return arguments;
}

void OperationParser::define_argument(Region& region, const BlockArgument& argument) {
    region.arguments.push_back(new_value(argument.type, argument.location));
    if (names_.in_outermost_region() && !is_number(argument.name))
        context_.document.parameter_names.emplace(region.arguments.back(), argument.name);
    if (!names_.define(argument.name, region.arguments.back(), 1))
        lexer_.fail_at(argument.position, "the argument %" + printable(argument.name, 40) + " is defined twice");
}

// ^bb0(%a: T): at the beginning of a region
void OperationParser::parse_label(Region& region) {
    lexer_.expect("^");
    lexer_.name_or_number("the name of a block");
    if (lexer_.accept("("))
        for (const BlockArgument& argument : parse_block_arguments()) define_argument(region, argument);
    lexer_.expect(":", "after the block's arguments");
}

Region OperationParser::parse_region(const std::vector<BlockArgument>& arguments) {
    const Nesting nesting(context_);
    Region region;
    lexer_.expect("{", "before a region");
    names_.enter_region();
    for (const BlockArgument& argument : arguments) define_argument(region, argument);
    if (arguments.empty() && lexer_.next_is("^")) parse_label(region);
    while (!lexer_.accept("}")) {
        if (lexer_.next_is("^")) lexer_.fail("hlo2cpp reads regions of one block, but here begins another one");
        region.operations.push_back(parse_operation());
    }
    names_.leave_region();
    return region;
}

Region OperationParser::parse_isolated_region(const std::vector<BlockArgument>& arguments) {
    ValueNames outer = std::exchange(names_, ValueNames());
    Region region = parse_region(arguments);
    names_ = std::move(outer);
    return region;
}

// %a, %b:2 =
std::vector<OperationParser::ResultName> OperationParser::parse_result_names() {
    std::vector<ResultName> names;
    do {
        const ValueName name = lexer_.value_name("the name of a result, %NAME");
        const std::int64_t count = lexer_.accept(":") ? lexer_.integer("the number of results") : 1;
        if (count < 1) lexer_.fail_at(name.position, "a name stands for one result at least");
        names.push_back({name, static_cast<std::size_t>(count)});
    } while (lexer_.accept(","));
    lexer_.expect("=", "after the names of the results");
    return names;
}

void OperationParser::define_results(ParsedOperation& parsed, const std::vector<ResultName>& names) {
    const std::vector<TypePtr>& types = parsed.result_types;
    std::size_t named = 0;
    for (const TypePtr& type : types) parsed.operation.results.push_back(new_value(type));
    for (const ResultName& result : names) {
        if (result.count > types.size() - named)
            lexer_.fail_at(result.name.position,
                           "there are names for more results than " + std::to_string(types.size()));
        if (!names_.define(result.name.name, parsed.operation.results[named], result.count))
            lexer_.fail_at(result.name.position, "the value %" + printable(result.name.name, 40) + " is defined twice");
        named += result.count;
    }
    if (!names.empty() && named != types.size())
        lexer_.fail_at(names[0].name.position,
                       "there are names for " + std::to_string(named) + " results of " + std::to_string(types.size()));
}

Operation OperationParser::parse_operation() {
    std::vector<ResultName> names;
    const std::size_t start = lexer_.position();
    const TextPlace place = lexer_.place_at(start);
    if (lexer_.next_is("%")) names = parse_result_names();
    ParsedOperation parsed = lexer_.next_is("\"") ? parse_generic() : parse_pretty();
    const Subject subject(lexer_, parsed.operation.name);
    define_results(parsed, names);
    parse_location_of(parsed.operation);
    parsed.operation.place = place;
    parsed.operation.offset = start;
    finish(context_.document, parsed.operation);
    return std::move(parsed.operation);
}

// <{..}>
void OperationParser::parse_properties(Operation& operation) {
    if (!lexer_.accept("<")) return;
    parse_attributes(operation);
    lexer_.expect(">", "after the properties");
}

// "d.op"(%a) <{properties}> ({region}) {attributes} : (T) -> T
ParsedOperation OperationParser::parse_generic() {
    ParsedOperation parsed;
    Operation& operation = parsed.operation;
    operation.name = lexer_.string("the name of an operation");
    const Subject subject(lexer_, operation.name);
    parse_operands_in_parentheses(operation);
    if (lexer_.next_is("[")) lexer_.fail("hlo2cpp reads no branches between blocks");
    parse_properties(operation);
    if (lexer_.accept("(")) {
        const bool is_isolated = operation.name == "func.func" || operation.name == "builtin.module";
        parse_items(lexer_, ")",
                    [&] { operation.regions.push_back(is_isolated ? parse_isolated_region({}) : parse_region()); });
    }
    parse_attributes(operation);
    parse_function_type(parsed);
    return parsed;
}

ParsedOperation OperationParser::parse_pretty() {
    const std::size_t start = lexer_.position();
    ParsedOperation parsed;
    parsed.operation.name = full_name(lexer_.name("an operation"));
    const FormParser* form = find_form(parsed.operation.name);
    const Subject subject(lexer_, parsed.operation.name);
    if (form == nullptr)
        lexer_.fail_at(start, "hlo2cpp knows no short form of this operation; print the module in the generic form");
    (*form)(*this, parsed);
    return parsed;
}

} // namespace hlo2cpp::stablehlo
