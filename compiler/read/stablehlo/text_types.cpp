// Types of StableHLO text.
#include <charconv>

#include "read/stablehlo/text_context.h"
#include "read/stablehlo/text_numbers.h"

namespace hlo2cpp::stablehlo {
namespace {

TypePtr type_of_kind(TypeKind kind, std::string text = {}) {
    return std::make_shared<const Type>(Type{.kind = kind, .text = std::move(text)});
}

// "i1", "ui8", "f8E4M3FN"; nothing where HLO has no such type.
std::optional<ElementType> element_named(std::string_view name) {
    if (name.starts_with("si")) return element_named(name.substr(1));
    if (name == "i1") return ElementType::Pred;
    std::string hlo_name(name);
    for (char& c : hlo_name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (name.starts_with("i")) hlo_name[0] = 's';
    if (name.starts_with("ui")) hlo_name.erase(1, 1);
    const std::optional<ElementType> found = element_type_from_name(hlo_name);
    const bool is_number = found && (is_integer(*found) || is_float(*found));
    return is_number && to_string(Type{.kind = TypeKind::Scalar, .element = *found}) == name ? found : std::nullopt;
}

ElementType parse_element_name(TextContext& context, std::string_view what) {
    const std::size_t start = context.lexer.position();
    const std::string_view name = context.lexer.name(what);
    const std::optional<ElementType> element = element_named(name);
    if (!element) context.lexer.fail_at(start, "hlo2cpp has no element type " + std::string(name.substr(0, 40)));
    return *element;
}

ElementType parse_storage(TextContext& context) {
    const std::size_t start = context.lexer.position();
    const std::string_view name = context.lexer.name("the storage type");
    const std::optional<ElementType> element = name.starts_with('u') && !name.starts_with("ui")
                                                   ? element_named("ui" + std::string(name.substr(1)))
                                                   : element_named(name);
    if (!element || !is_integer(*element)) context.lexer.fail_at(start, "expected an integer type as the storage type");
    return *element;
}

void parse_scale(TextContext& context, Quantization& quantization) {
    const std::size_t start = context.lexer.position();
    const std::string_view text = context.lexer.number("the scale");
    double scale = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), scale);
    if (error != std::errc() || end != text.data() + text.size()) context.lexer.fail_at(start, "expected a scale");
    quantization.scales.push_back(scale);
    quantization.zero_points.push_back(context.lexer.accept(":") ? context.lexer.integer("the zero point") : 0);
}

void set_storage_limits(Quantization& quantization, ElementType storage) {
    const int bits = info(storage).bits;
    quantization.minimum = is_signed(storage) ? -(std::int64_t{1} << (bits - 1)) : 0;
    quantization.maximum =
        static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - bits + (is_signed(storage) || bits == 64 ? 1 : 0)));
}

// !quant.uniform<i8<-128:127>:f32:0, {0.1:-30,0.5:-20}>, after the bracket that opens.
TypePtr parse_quantized(TextContext& context) {
    TextLexer& lexer = context.lexer;
    Quantization quantization;
    Type type{.kind = TypeKind::Scalar, .element = parse_storage(context)};
    set_storage_limits(quantization, type.element);
    if (lexer.accept("<")) {
        quantization.minimum = lexer.integer("the least stored number");
        lexer.expect(":", "between the limits of storage");
        quantization.maximum = lexer.integer("the greatest stored number");
        lexer.expect(">", "after the limits of storage");
    }
    lexer.expect(":", "before the expressed type");
    quantization.expressed = parse_element_name(context, "the expressed type");
    if (lexer.accept(":")) quantization.axis = lexer.integer("the quantised dimension");
    lexer.expect(",", "before the scale");
    if (quantization.axis) {
        lexer.expect("{", "before the scales");
        parse_items(lexer, "}", [&] { parse_scale(context, quantization); });
    } else {
        parse_scale(context, quantization);
    }
    lexer.expect(">", "after the quantised type");
    type.quantization = std::make_shared<const Quantization>(std::move(quantization));
    return std::make_shared<const Type>(std::move(type));
}

TypePtr parse_complex(TextContext& context) {
    const std::size_t start = context.lexer.position();
    const ElementType part = parse_element_name(context, "the type of the parts");
    if (part != ElementType::F32 && part != ElementType::F64)
        context.lexer.fail_at(start, "hlo2cpp has complex numbers of f32 and f64 alone");
    context.lexer.expect(">", "after the type of the parts");
    return scalar_type(part == ElementType::F32 ? ElementType::C64 : ElementType::C128);
}

std::int64_t parse_bound(TextLexer& lexer) {
    return lexer.accept("?") ? kDynamic : lexer.integer("a bound");
}

// #stablehlo.bounds<4, ?>, or type_extensions<bounds = [4, ?]> of old files.
void parse_encoding(TextContext& context, Type& type) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    const auto add = [&] { type.bounds.push_back(parse_bound(lexer)); };
    lexer.expect("#", "before the encoding of the tensor");
    const std::string_view name = lexer.name("the encoding of the tensor");
    if (name.ends_with(".bounds")) {
        lexer.expect("<");
        parse_items(lexer, ">", add);
    } else if (name.ends_with(".type_extensions")) {
        lexer.expect("<");
        lexer.expect_word("bounds");
        lexer.expect("=");
        lexer.expect("[");
        parse_items(lexer, "]", add);
        lexer.expect(">");
    } else {
        lexer.fail_at(start, "hlo2cpp knows no encoding of a tensor but #stablehlo.bounds");
    }
    if (type.bounds.size() != type.dims.size()) lexer.fail_at(start, "the tensor needs a bound for each dimension");
    for (std::size_t d = 0; d < type.dims.size(); ++d)
        if (type.bounds[d] != kDynamic && (type.bounds[d] < 0 || type.dims[d] != kDynamic))
            lexer.fail_at(start, "a bound is a size of a dimension that is '?'");
}

// Sizes are followed by an x without a blank, but 0x4 is no hexadecimal number here.
void parse_sizes(TextContext& context, Type& type) {
    TextLexer& lexer = context.lexer;
    for (;;) {
        const std::size_t start = lexer.position();
        const std::size_t digits = context.text.find_first_not_of("0123456789", start);
        if (lexer.accept("?")) {
            type.dims.push_back(kDynamic);
        } else if (digits == start || digits == std::string_view::npos) {
            return;
        } else {
            std::int64_t size = 0;
            if (std::from_chars(context.text.data() + start, context.text.data() + digits, size).ec != std::errc())
                lexer.fail_at(start, "this size of a dimension does not fit in 64 bits");
            type.dims.push_back(size);
            lexer.rewind(digits);
        }
        lexer.expect("x", "after the size of a dimension");
    }
}

void check_size(TextContext& context, const Type& type, std::size_t start) {
    for (const std::int64_t size : type.dims)
        if (size == kDynamic) return;
    if (!element_count(type)) context.lexer.fail_at(start, "the tensor has more than 2^63 bytes");
}

// After `tensor<` or `memref<`.
TypePtr parse_shaped(TextContext& context, TypeKind kind) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    Type type{.kind = kind};
    if (lexer.accept("*")) {
        type.kind = TypeKind::Unranked;
        lexer.expect("x", "after '*'");
    } else {
        parse_sizes(context, type);
    }
    const TypePtr element = parse_type(context);
    if (element->kind != TypeKind::Scalar)
        lexer.fail_at(start, "hlo2cpp has no tensors of " + to_string(*element).substr(0, 60));
    type.element = element->element;
    type.is_index = element->is_index;
    type.quantization = element->quantization;
    if (lexer.accept(",")) {
        if (kind == TypeKind::Buffer) lexer.fail("hlo2cpp knows no memory layout of a memref");
        parse_encoding(context, type);
    }
    lexer.expect(">", "after the tensor's element type");
    check_size(context, type, start);
    return std::make_shared<const Type>(std::move(type));
}

TypePtr parse_tuple(TextContext& context) {
    Type type{.kind = TypeKind::Tuple};
    parse_items(context.lexer, ">", [&] { type.items.push_back(parse_type(context)); });
    return std::make_shared<const Type>(std::move(type));
}

TypePtr parse_function_type(TextContext& context) {
    std::vector<TypePtr> parameters;
    parse_items(context.lexer, ")", [&] { parameters.push_back(parse_type(context)); });
    context.lexer.expect("->", "after the types of the operands");
    return function_type(parameters, parse_result_types(context));
}

// !stablehlo.token, !quant.uniform<..>, or an alias.
TypePtr parse_dialect_type(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    lexer.expect("!");
    const std::string_view name = lexer.name_or_number("the name of a type");
    if (name.find('.') == std::string_view::npos && lexer.character() != '<') {
        lexer.rewind(start);
        return parse_alias(context).type;
    }
    if (name.ends_with(".token")) return type_of_kind(TypeKind::Token);
    if (lexer.character() != '<') return type_of_kind(TypeKind::Other, "!" + std::string(name));
    lexer.skip_character();
    if (name == "quant.uniform") return parse_quantized(context);
    std::string text = "!" + std::string(name) + "<";
    text += lexer.balanced('>');
    return type_of_kind(TypeKind::Other, text + ">");
}

TypePtr parse_named_type(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    const std::string_view name = lexer.name("a type");
    if (name == "none") return type_of_kind(TypeKind::None);
    if (name == "tf32") return type_of_kind(TypeKind::Other, "tf32");
    if (name == "index")
        return std::make_shared<const Type>(
            Type{.kind = TypeKind::Scalar, .element = ElementType::S64, .is_index = true});
    if (const std::optional<ElementType> element = element_named(name)) return scalar_type(*element);
    if (lexer.accept("<")) {
        if (name == "tensor") return parse_shaped(context, TypeKind::Tensor);
        if (name == "memref") return parse_shaped(context, TypeKind::Buffer);
        if (name == "complex") return parse_complex(context);
        if (name == "tuple") return parse_tuple(context);
    }
    lexer.fail_at(start, "'" + std::string(name.substr(0, 40)) + "' is no type that hlo2cpp knows");
}

} // namespace

TypePtr parse_type(TextContext& context) {
    const Nesting nesting(context);
    if (context.lexer.accept("(")) return parse_function_type(context);
    if (context.lexer.next_is("!")) return parse_dialect_type(context);
    return parse_named_type(context);
}

std::vector<TypePtr> parse_types(TextContext& context) {
    std::vector<TypePtr> types;
    do types.push_back(parse_type(context));
    while (context.lexer.accept(","));
    return types;
}

std::vector<TypePtr> parse_result_types(TextContext& context) {
    if (!context.lexer.accept("(")) return {parse_type(context)};
    std::vector<TypePtr> types;
    parse_items(context.lexer, ")", [&] { types.push_back(parse_type(context)); });
    return types;
}

TypePtr function_type(const std::vector<TypePtr>& parameters, const std::vector<TypePtr>& results) {
    Type type{.kind = TypeKind::Function, .items = parameters, .parameters = parameters.size()};
    type.items.insert(type.items.end(), results.begin(), results.end());
    return std::make_shared<const Type>(std::move(type));
}

} // namespace hlo2cpp::stablehlo
