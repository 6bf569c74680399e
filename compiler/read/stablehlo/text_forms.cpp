// Short forms of operations: a table of their operands, keywords and types.
#include "read/stablehlo/text_forms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace hlo2cpp::stablehlo {
namespace {

enum class ItemKind : std::uint8_t {
    Integers,  // [0, 1]
    Integer,   // 0
    Word,      // UNIFORM
    Words,     // [DEFAULT, HIGH]
    Bool,      // true
    String,    // "ij,jk->ik"
    Precision, // e5m10: exponent_bits and mantissa_bits
    Any,       // an attribute
};

struct Keyword {
    std::string_view keyword; // empty: the attribute has none
    ItemKind kind = ItemKind::Any;
    std::string_view attribute = {}; // empty: none
};

// Types after the colon, where they are no function type `(T) -> T`; that is read for all but None.
enum class TypesKind : std::uint8_t {
    None,     // no types
    Function, // nothing else
    Same,     // T: of all operands and of the result
    Result,   // T, T: of the results; there are no operands with types
    Operands, // T, T, or nothing: no results
    Both,     // T, T: of the operands, which are the results
    Tuple,    // tuple<T, T>: of the result
    Select,   // PRED, T: of the predicate; of the others and of the result
    Complex,  // T: of the result, whose parts are the operands
    Arrow,    // T, T [-> T]: of the operands; of the result, else as the first operand
};

// OPERANDS and KEYWORD = VALUE, between commas; {ATTRIBUTES}; TYPES. The attributes may come first.
struct TableForm {
    std::string_view dialect;
    std::string_view operations; // between blanks
    TypesKind types = TypesKind::Function;
    std::array<Keyword, 3> keywords{};
};

constexpr Keyword kDims{"dims", ItemKind::Integers, "broadcast_dimensions"};
constexpr Keyword kDimension{"dim", ItemKind::Integer, "dimension"};

constexpr TableForm kTableForms[] = {
    {"stablehlo",
     "abs cbrt ceil convert count_leading_zeros cosine exponential exponential_minus_one floor imag log log_plus_one "
     "logistic negate not popcnt real round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh "
     "uniform_dequantize uniform_quantize add and atan2 divide maximum minimum multiply or power remainder shift_left "
     "shift_right_arithmetic shift_right_logical subtract xor clamp after_all",
     TypesKind::Same},
    {"stablehlo",
     "bitcast_convert dynamic_pad dynamic_reshape dynamic_update_slice is_finite real_dynamic_slice reshape"},
    {"stablehlo", "reverse", TypesKind::Same, {{{"dims", ItemKind::Integers, "dimensions"}}}},
    {"stablehlo", "cholesky", TypesKind::Same, {{{"lower", ItemKind::Bool, "lower"}}}},
    {"stablehlo", "reduce_precision", TypesKind::Same, {{{"format", ItemKind::Precision}}}},
    {"stablehlo", "complex", TypesKind::Complex},
    {"stablehlo", "select", TypesKind::Select},
    {"stablehlo", "broadcast", TypesKind::Function, {{{"sizes", ItemKind::Integers, "broadcast_sizes"}}}},
    {"stablehlo", "broadcast_in_dim dynamic_broadcast_in_dim", TypesKind::Function, {{kDims}}},
    {"stablehlo", "transpose", TypesKind::Function, {{{"dims", ItemKind::Integers, "permutation"}}}},
    {"stablehlo", "concatenate get_dimension_size set_dimension_size", TypesKind::Function, {{kDimension}}},
    {"stablehlo", "dynamic_slice", TypesKind::Function, {{{"sizes", ItemKind::Integers, "slice_sizes"}}}},
    {"stablehlo", "iota", TypesKind::Result, {{{"dim", ItemKind::Integer, "iota_dimension"}}}},
    {"stablehlo", "dynamic_iota", TypesKind::Function, {{{"dim", ItemKind::Integer, "iota_dimension"}}}},
    {"stablehlo",
     "pad",
     TypesKind::Function,
     {{{"low", ItemKind::Integers, "edge_padding_low"},
       {"high", ItemKind::Integers, "edge_padding_high"},
       {"interior", ItemKind::Integers, "interior_padding"}}}},
    {"stablehlo", "dot", TypesKind::Function, {{{"precision", ItemKind::Words, "precision_config"}}}},
    {"stablehlo",
     "fft",
     TypesKind::Function,
     {{{"type", ItemKind::Word, "fft_type"}, {"length", ItemKind::Integers, "fft_length"}}}},
    {"stablehlo", "rng", TypesKind::Function, {{{"distribution", ItemKind::Word, "rng_distribution"}}}},
    {"stablehlo", "rng_bit_generator", TypesKind::Function, {{{"algorithm", ItemKind::Word, "rng_algorithm"}}}},
    {"stablehlo", "einsum unary_einsum", TypesKind::Function, {{{"config", ItemKind::String, "einsum_config"}}}},
    {"stablehlo", "create_token partition_id replica_id", TypesKind::Result},
    {"stablehlo", "tuple", TypesKind::Tuple},
    {"stablehlo", "optimization_barrier", TypesKind::Both},
    {"stablehlo", "return", TypesKind::Operands},
    {"func", "return", TypesKind::Operands},
    {"sdy", "return", TypesKind::Operands},
    {"chlo",
     "acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc is_inf is_neg_inf is_pos_inf "
     "lgamma "
     "sinh square tan next_after polygamma zeta mulhi broadcast_add broadcast_and broadcast_atan2 broadcast_divide "
     "broadcast_maximum broadcast_minimum broadcast_multiply broadcast_or broadcast_power broadcast_remainder "
     "broadcast_shift_left broadcast_shift_right_arithmetic broadcast_shift_right_logical broadcast_subtract "
     "broadcast_xor broadcast_next_after broadcast_polygamma broadcast_zeta",
     TypesKind::Arrow},
    {"mhlo", "copy", TypesKind::Same},
    {"mhlo", "bitcast"},
    {"check", "expect_eq_const", TypesKind::None, {{{"", ItemKind::Any, "value"}}}},
    {"check",
     "expect_almost_eq_const",
     TypesKind::None,
     {{{"tolerance", ItemKind::Any, "tolerance"}, {"", ItemKind::Any, "value"}}}},
    {"check", "expect_eq expect_almost_eq", TypesKind::Same},
    {"check",
     "expect_close",
     TypesKind::Operands,
     {{{"max_ulp_difference", ItemKind::Integer, "max_ulp_difference"},
       {"min_ulp_difference", ItemKind::Integer, "min_ulp_difference"}}}},
};

std::int64_t parse_bits(TextLexer& lexer, std::string_view digits, std::size_t start) {
    std::int64_t bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (error != std::errc() || end != digits.data() + digits.size())
        lexer.fail_at(start, "expected a format like e5m10");
    return bits;
}

// e5m10
void parse_precision(OperationParser& parser, Operation& operation) {
    TextLexer& lexer = parser.lexer();
    const std::size_t start = lexer.position();
    const std::string_view format = lexer.name("a format like e5m10");
    const std::size_t m = format.find('m');
    if (!format.starts_with('e') || m == std::string_view::npos) lexer.fail_at(start, "expected a format like e5m10");
    const auto set = [&](std::string_view name, std::string_view digits) {
        operation.attributes.set(name, {Integer{parse_bits(lexer, digits, start), ElementType::S32}});
    };
    set("exponent_bits", format.substr(1, m - 1));
    set("mantissa_bits", format.substr(m + 1));
}

void parse_item(OperationParser& parser, Operation& operation, const Keyword& keyword) {
    TextLexer& lexer = parser.lexer();
    const auto set = [&](Attribute value) { operation.attributes.set(keyword.attribute, std::move(value)); };
    switch (keyword.kind) {
    case ItemKind::Integers: set_integers(operation, keyword.attribute, parse_integers(parser.context())); return;
    case ItemKind::Integer: set({Integer{lexer.integer("an integer")}}); return;
    case ItemKind::Word: set({std::string(lexer.name("a value"))}); return;
    case ItemKind::Words: set({parse_enum_values(parser)}); return;
    case ItemKind::String: set({lexer.string("a string")}); return;
    case ItemKind::Precision: parse_precision(parser, operation); return;
    case ItemKind::Bool:
    case ItemKind::Any: set(parse_attribute(parser.context())); return;
    }
}

const Keyword* next_keyword(TextLexer& lexer, const TableForm& form) {
    for (const Keyword& keyword : form.keywords)
        if (!keyword.keyword.empty() && lexer.accept_word(keyword.keyword)) return &keyword;
    return nullptr;
}

const Keyword* bare_attribute(const TableForm& form) {
    for (const Keyword& keyword : form.keywords)
        if (keyword.keyword.empty() && !keyword.attribute.empty()) return &keyword;
    return nullptr;
}

void fail_item(TextLexer& lexer, const TableForm& form) {
    std::string expected = "an operand";
    for (const Keyword& keyword : form.keywords)
        if (!keyword.keyword.empty()) expected += " or '" + std::string(keyword.keyword) + " ='";
    lexer.fail_expected(expected);
}

// An operand, `keyword = value` or an attribute; false where the next word is none of them.
bool parse_table_item(OperationParser& parser, Operation& operation, const TableForm& form) {
    TextLexer& lexer = parser.lexer();
    if (lexer.next_is("%")) {
        operation.operands.push_back(parser.parse_operand());
    } else if (const Keyword* keyword = next_keyword(lexer, form)) {
        lexer.expect("=", "after the keyword");
        parse_item(parser, operation, *keyword);
    } else if (const Keyword* bare = bare_attribute(form)) {
        parse_item(parser, operation, *bare);
    } else {
        return false;
    }
    return true;
}

void parse_table_items(OperationParser& parser, Operation& operation, const TableForm& form) {
    TextLexer& lexer = parser.lexer();
    if (form.types == TypesKind::Both && lexer.accept("(")) {
        lexer.expect(")", "where there are no operands");
        return;
    }
    if (!parse_table_item(parser, operation, form)) {
        if (lexer.next_is_name() && form.keywords[0].kind != ItemKind::Any) fail_item(lexer, form);
        return;
    }
    while (lexer.accept(","))
        if (!parse_table_item(parser, operation, form)) fail_item(lexer, form);
}

void expect_types(TextLexer& lexer, const std::vector<TypePtr>& types, std::size_t count) {
    if (types.size() != count) lexer.fail("expected " + std::to_string(count) + " types");
}

TypePtr part_of(const TypePtr& complex) {
    Type part = *complex;
    part.element = part_type(part.element);
    return std::make_shared<const Type>(std::move(part));
}

// The types of operands and results, by what is written.
void set_types(OperationParser& parser, ParsedOperation& parsed, TypesKind kind, const std::vector<TypePtr>& types) {
    TextLexer& lexer = parser.lexer();
    const std::size_t operands = parsed.operation.operands.size();
    const auto check = [&](const std::vector<TypePtr>& of_operands) {
        parser.check_operand_types(parsed.operation, of_operands);
    };
    if (kind == TypesKind::Function) lexer.fail("expected the types as (OPERANDS) -> RESULTS");
    if (kind == TypesKind::Operands || kind == TypesKind::Both || kind == TypesKind::Arrow) check(types);
    if (kind == TypesKind::Same || kind == TypesKind::Tuple || kind == TypesKind::Complex)
        expect_types(lexer, types, 1);
    if (kind == TypesKind::Result || kind == TypesKind::Both) parsed.result_types = types;
    if (kind == TypesKind::Same) check(std::vector<TypePtr>(operands, types[0]));
    if (kind == TypesKind::Complex) check({part_of(types[0]), part_of(types[0])});
    if (kind == TypesKind::Tuple) check(types[0]->items);
    if (kind == TypesKind::Same || kind == TypesKind::Complex || kind == TypesKind::Tuple) parsed.result_types = types;
    if (kind == TypesKind::Select) {
        expect_types(lexer, types, 2);
        check({types[0], types[1], types[1]});
        parsed.result_types = {types[1]};
    }
    if (kind == TypesKind::Arrow) {
        const bool has_arrow = lexer.accept("->");
        if (!has_arrow && types.empty()) lexer.fail_expected("the type of the operand");
        parsed.result_types = has_arrow ? parse_result_types(parser.context()) : std::vector<TypePtr>{types[0]};
    }
}

void parse_table_types(OperationParser& parser, ParsedOperation& parsed, TypesKind kind) {
    TextLexer& lexer = parser.lexer();
    const bool may_have_none = kind == TypesKind::Operands || kind == TypesKind::Both;
    if (kind == TypesKind::None || (may_have_none && parsed.operation.operands.empty() && !lexer.next_is(":"))) return;
    const std::size_t start = lexer.position();
    lexer.expect(":", "and the types");
    if (lexer.next_is("(")) {
        lexer.rewind(start);
        parser.parse_function_type(parsed);
    } else {
        set_types(parser, parsed, kind, parse_types(parser.context()));
    }
    // Checks of tests give nothing.
    if (kind == TypesKind::Same && parsed.operation.name.starts_with("check.")) parsed.result_types.clear();
}

void parse_table_form(const TableForm& form, OperationParser& parser, ParsedOperation& parsed) {
    parser.parse_attributes(parsed.operation);
    parse_table_items(parser, parsed.operation, form);
    parser.parse_attributes(parsed.operation);
    parse_table_types(parser, parsed, form.types);
}

using Forms = std::unordered_map<std::string, FormParser>;

void add_table_form(Forms& forms, const TableForm& form) {
    for (std::string_view rest = form.operations; !rest.empty();) {
        const std::size_t blank = std::min(rest.find(' '), rest.size());
        forms.emplace(
            std::string(form.dialect) + "." + std::string(rest.substr(0, blank)),
            [&form](OperationParser& parser, ParsedOperation& parsed) { parse_table_form(form, parser, parsed); });
        rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
}

Forms all_forms() {
    Forms forms;
    for (const TableForm& form : kTableForms) add_table_form(forms, form);
    for (const NamedForm& form : own_forms()) forms.emplace(form.operation, form.parse);
    for (const NamedForm& form : structure_forms()) forms.emplace(form.operation, form.parse);
    return forms;
}

} // namespace

void set_integers(Operation& operation, std::string_view name, std::vector<std::int64_t> values) {
    const std::int64_t count = std::ssize(values);
    operation.attributes.set(name, {Integers{std::move(values), {count}}});
}

std::vector<Attribute> parse_enum_values(OperationParser& parser) {
    TextLexer& lexer = parser.lexer();
    std::vector<Attribute> values;
    lexer.expect("[", "before a list of values");
    parse_items(lexer, "]", [&] { values.push_back({std::string(lexer.name("a value of the list"))}); });
    return values;
}

// The dialect mhlo has the operations of stablehlo and chlo, in their forms, and few of its own.
const FormParser* find_form(std::string_view operation) {
    static const Forms kForms = all_forms();
    const auto find = [&](const std::string& name) {
        const auto found = kForms.find(name);
        return found == kForms.end() ? nullptr : &found->second;
    };
    const FormParser* form = find(std::string(operation));
    if (form != nullptr || !operation.starts_with("mhlo.")) return form;
    const std::string name(operation.substr(4));
    form = find("stablehlo" + name);
    return form != nullptr ? form : find("chlo" + name);
}

} // namespace hlo2cpp::stablehlo
