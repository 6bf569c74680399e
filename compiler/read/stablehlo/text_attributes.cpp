// Attributes of StableHLO text.
#include <algorithm>

#include "ir/module.h"
#include "read/stablehlo/text_context.h"
#include "read/stablehlo/text_numbers.h"

namespace hlo2cpp::stablehlo {
namespace {

Attribute number_attribute(TextContext& context, std::string_view number, const Type& type, std::size_t start) {
    const bool has_numbers = type.kind == TypeKind::Scalar && !type.quantization && !is_complex(type.element);
    if (!has_numbers) context.lexer.fail_at(start, "the type of a number cannot be " + to_string(type).substr(0, 60));
    const std::optional<std::uint64_t> bits = number_bits(number, type.element);
    if (!bits) context.lexer.fail_at(start, printable(number, 40) + " is no number of the type " + to_string(type));
    if (is_float(type.element)) return {Float{*bits, type.element}};
    if (is_pred(type.element)) return {*bits != 0};
    return {Integer{static_cast<std::int64_t>(*bits), type.element}};
}

// 1, 2.0 : f32, 0x7F800000 : f32
Attribute parse_number(TextContext& context) {
    const std::size_t start = context.lexer.position();
    const std::string_view number = context.lexer.number("a number");
    if (context.lexer.accept(":")) return number_attribute(context, number, *parse_type(context), start);
    const bool is_hex = number.find('x') != std::string_view::npos;
    const bool is_real = !is_hex && number.find_first_of(".eE") != std::string_view::npos;
    return number_attribute(context, number, *scalar_type(is_real ? ElementType::F64 : ElementType::S64), start);
}

Attribute parse_string_attribute(TextContext& context) {
    std::string text = context.lexer.string("a string");
    if (!context.lexer.next_is("::") && context.lexer.accept(":")) parse_type(context);
    return {std::move(text)};
}

Attribute parse_list(TextContext& context) {
    Attribute::List list;
    context.lexer.expect("[");
    parse_items(context.lexer, "]", [&] { list.push_back(parse_attribute(context)); });
    return {std::move(list)};
}

bool is_enum_value(std::string_view word) {
    return std::all_of(word.begin(), word.end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; });
}

Attribute parse_struct_value(TextContext& context) {
    TextLexer& lexer = context.lexer;
    if (lexer.next_is("[")) {
        std::vector<std::int64_t> values = parse_integers(context);
        const std::int64_t count = std::ssize(values);
        return {Integers{std::move(values), {count}}};
    }
    const std::size_t start = lexer.position();
    if (lexer.next_is_name() && is_enum_value(lexer.name("a value"))) {
        const std::size_t end = lexer.position();
        return {std::string(context.text.substr(start, end - start))};
    }
    lexer.rewind(start);
    return parse_attribute(context);
}

bool is_left_out(std::string_view key, const Attribute& value) {
    const Integers* integers = value.get<Integers>();
    const Integer* integer = value.get<Integer>();
    return (integers != nullptr && integers->values.empty()) ||
           (key == "index_vector_dim" && integer != nullptr && integer->value == 0);
}

using StructParser = Dictionary (*)(TextContext&);

Dictionary parse_convolution_struct(TextContext& context) {
    Dictionary dimensions = parse_convolution_dimensions(context);
    context.lexer.expect(">", "after the dimensions of a convolution");
    return dimensions;
}

StructParser struct_parser(std::string_view name) {
    constexpr std::string_view kStructs[] = {"gather",          "scatter",        "dot",
                                             "dot_algorithm",   "channel_handle", "output_operand_alias",
                                             "result_accuracy", "ragged_dot"};
    if (name == "conv") return parse_convolution_struct;
    return std::find(std::begin(kStructs), std::end(kStructs), name) != std::end(kStructs) ? parse_struct : nullptr;
}

bool has_known_attributes(std::string_view dialect) {
    return dialect == "stablehlo" || dialect == "mhlo" || dialect == "chlo";
}

// After #dialect<: `precision HIGH>` or `gather<..>>`; nothing where it is neither.
std::optional<Attribute> parse_short_form(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    if (lexer.next_is_name()) {
        const std::string_view kind = lexer.name("the kind of an attribute");
        const StructParser parser = struct_parser(kind);
        if (parser != nullptr && lexer.accept("<")) {
            Attribute value{parser(context)};
            lexer.expect(">", "after the attribute");
            return value;
        }
        std::string word = lexer.next_is_name() ? std::string(lexer.name("a value")) : std::string();
        if (!word.empty() && lexer.accept(">")) return Attribute{std::move(word)};
    }
    lexer.rewind(start);
    return std::nullopt;
}

// After #dialect.kind<: the fields of a struct, or `HIGH>`; nothing where it is neither.
std::optional<Attribute> parse_long_form(TextContext& context, std::string_view kind) {
    TextLexer& lexer = context.lexer;
    if (const StructParser parser = struct_parser(kind)) return Attribute{parser(context)};
    const std::size_t start = lexer.position();
    if (lexer.next_is_name()) {
        const std::string_view word = lexer.name("a value");
        if (is_enum_value(word) && lexer.accept(">")) return Attribute{std::string(word)};
    }
    lexer.rewind(start);
    return std::nullopt;
}

// #alias, #dialect.kind<BODY>, #dialect<kind BODY>
Attribute parse_hash(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    lexer.skip_character();
    const std::string_view name = lexer.name_or_number("the name of an attribute");
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos && lexer.character() != '<') {
        lexer.rewind(start);
        return parse_alias(context).attribute;
    }
    if (lexer.character() != '<') return {Opaque{std::string(name), {}}};
    lexer.skip_character();
    std::optional<Attribute> known;
    if (has_known_attributes(name.substr(0, dot)))
        known =
            dot == std::string_view::npos ? parse_short_form(context) : parse_long_form(context, name.substr(dot + 1));
    if (known) return *std::move(known);
    return {Opaque{std::string(name), lexer.balanced('>')}};
}

Attribute parse_symbol_attribute(TextContext& context) {
    return {context.lexer.symbol("the name of a function")};
}

Attribute parse_location_attribute(TextContext& context) {
    parse_location(context);
    return {Opaque{"loc", {}}};
}

Attribute parse_word(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    if (lexer.next_is_word("loc")) return parse_location_attribute(context);
    if (lexer.next_is_name()) {
        const std::string_view word = lexer.name("an attribute");
        if (word == "true" || word == "false") return {word == "true"};
        if (word == "unit") return {Unit{}};
        if (lexer.accept("<")) {
            if (word == "dense") return {parse_dense(context)};
            if (word == "dense_resource") return {parse_dense_resource(context)};
            if (word == "array") return parse_array(context);
            if (word == "affine_map" || word == "affine_set") return {Opaque{std::string(word), lexer.balanced('>')}};
            if (word == "sparse") lexer.fail_at(start, "hlo2cpp knows no sparse constants");
        }
    }
    lexer.rewind(start);
    return {parse_type(context)};
}

void sort_entries(TextContext& context, std::vector<NamedAttribute>& entries, std::size_t start) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const NamedAttribute& a, const NamedAttribute& b) { return a.name < b.name; });
    const auto twice = std::adjacent_find(entries.begin(), entries.end(),
                                          [](const auto& a, const auto& b) { return a.name == b.name; });
    if (twice != entries.end())
        context.lexer.fail_at(start, "the attribute " + printable(twice->name, 60) + " is there twice");
}

} // namespace

Attribute parse_attribute(TextContext& context) {
    const Nesting nesting(context);
    switch (context.lexer.peek()) {
    case '"': return parse_string_attribute(context);
    case '[': return parse_list(context);
    case '{': return {parse_dictionary(context)};
    case '@': return parse_symbol_attribute(context);
    case '#': return parse_hash(context);
    default: break;
    }
    return context.lexer.next_is_number() ? parse_number(context) : parse_word(context);
}

Dictionary parse_dictionary(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    Dictionary dictionary;
    lexer.expect("{", "before attributes");
    parse_items(lexer, "}", [&] {
        std::string name = lexer.key("the name of an attribute");
        Attribute value;
        if (lexer.accept("=")) value = parse_attribute(context);
        dictionary.entries().push_back({std::move(name), std::move(value)});
    });
    sort_entries(context, dictionary.entries(), start);
    return dictionary;
}

std::vector<std::int64_t> parse_integers(TextContext& context) {
    std::vector<std::int64_t> values;
    context.lexer.expect("[", "before a list of integers");
    parse_items(context.lexer, "]", [&] { values.push_back(context.lexer.integer("an integer of the list")); });
    return values;
}

Dictionary parse_struct(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    Dictionary fields;
    parse_items(lexer, ">", [&] {
        if (lexer.next_is(">")) return; // a comma may follow the last field
        std::string key(lexer.name("the name of a field"));
        lexer.expect("=", "after the name of a field");
        Attribute value = parse_struct_value(context);
        if (!is_left_out(key, value)) fields.entries().push_back({std::move(key), std::move(value)});
    });
    sort_entries(context, fields.entries(), start);
    return fields;
}

TypePtr type_of_attribute(const Attribute& attribute) {
    if (const Dense* dense = attribute.get<Dense>()) return dense->type;
    if (const Integer* integer = attribute.get<Integer>()) return scalar_type(integer->type);
    if (const Float* real = attribute.get<Float>()) return scalar_type(real->type);
    return attribute.get<bool>() != nullptr ? scalar_type(ElementType::Pred) : nullptr;
}

} // namespace hlo2cpp::stablehlo
