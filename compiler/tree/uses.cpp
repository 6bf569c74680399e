#include "tree/uses.h"

#include <cstring>

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;

// Adds the uses of a statement without its inner statements.
struct Adder {
    Used& used;

    void operator()(const tree::Declare& declare) {
        used.add(declare.type);
        used.add(declare.value);
        used.arrays_of_floats = used.arrays_of_floats || (!declare.sizes.empty() && is_float(declare.type.element) &&
                                                          declare.type.kind == tree::TypeKind::Value);
    }
    void operator()(const tree::Assign& assign) {
        if (!tree::is_name(assign.target)) used.add(assign.target); // a variable that is only set is not used
        used.add(assign.value);
    }
    void operator()(const tree::Evaluate& evaluate) { used.add(evaluate.expression); }
    void operator()(const tree::For& loop) {
        used.rolled_loops = used.rolled_loops || loop.rolled;
        used.parallel_loops = used.parallel_loops || loop.parallel;
        used.unrolled_loops = used.unrolled_loops || loop.unroll > 0;
        used.add(loop.type);
        used.add(loop.begin);
        used.add(loop.end);
        used.add(loop.body);
    }
    void operator()(const tree::While& loop) {
        used.add(loop.test);
        used.add(loop.body);
    }
    void operator()(const tree::If& choice) {
        used.add(choice.test);
        used.add(choice.body);
        used.add(choice.otherwise);
    }
    void operator()(const tree::Switch& choice) {
        used.add(choice.selector);
        for (const tree::Statements& body : choice.cases) used.add(body);
    }
    void operator()(const tree::Block& block) { used.add(block.body); }
    void operator()(const tree::Return& result) { used.add(result.value); }
    void operator()(const tree::Record& record) {
        for (const tree::Declare& member : record.members) (*this)(member);
        for (const tree::Function& function : record.functions) used.add(function);
    }
    void operator()(const tree::Comment&) {}
    void operator()(const tree::Break&) {}
};

} // namespace

void Used::add(const tree::Type& type) {
    restricted_pointers = restricted_pointers || type.alone;
    if (type.kind == tree::TypeKind::Arena) arena_types.insert(type.element);
    if (type.kind == tree::TypeKind::Vector) vectors.types.insert({type.element, type.lanes});
    const bool has_element =
        type.kind != tree::TypeKind::Void && type.kind != tree::TypeKind::Byte && type.kind != tree::TypeKind::Named;
    if (!has_element) return;
    doubles = doubles || type.element == ElementType::F64 || type.element == ElementType::C128;
    if (is_complex(type.element)) functions.insert(std::string(info(type.element).value_type));
}

void Used::add(ElementType type, const std::vector<std::byte>& elements) {
    // In infinities and NaNs all exponent bits are set; the mantissa of an infinity is zero.
    const auto find = [&]<typename Bits>(ElementType printed, Bits exponent, Bits mantissa) {
        for (std::size_t at = 0; at + sizeof(Bits) <= elements.size(); at += sizeof(Bits)) {
            Bits bits;
            std::memcpy(&bits, elements.data() + at, sizeof bits);
            if ((bits & exponent) == exponent) ((bits & mantissa) == 0 ? infinities : nans).insert(printed);
        }
    };
    switch (type) {
    case ElementType::F16: find(ElementType::F32, std::uint16_t{0x7c00}, std::uint16_t{0x3ff}); break;
    case ElementType::BF16: find(ElementType::F32, std::uint16_t{0x7f80}, std::uint16_t{0x7f}); break;
    case ElementType::F32:
    case ElementType::C64: find(ElementType::F32, std::uint32_t{0x7f800000}, std::uint32_t{0x7fffff}); break;
    case ElementType::F64:
    case ElementType::C128:
        find(ElementType::F64, std::uint64_t{0x7ff0000000000000}, std::uint64_t{0xfffffffffffff});
        break;
    default: break;
    }
}

void Used::add(const Expression& expression) {
    tree::for_each_part(expression, [&](const Expression& part) {
        add(part->type);
        switch (part->kind) {
        case ExpressionKind::Name: names.insert(part->name); break;
        case ExpressionKind::Call: functions.insert(part->name); break;
        case ExpressionKind::Intrinsic: vectors.intrinsics.insert(part->intrinsic); break;
        case ExpressionKind::VectorAt:
            (part->written ? vectors.writes : vectors.reads).insert({part->type.element, part->type.lanes});
            break;
        case ExpressionKind::Literal: // without C++ literals for the type: bits
            if (part->type.kind == tree::TypeKind::Value && is_narrow_float(part->type.element) &&
                info(part->type.element).bits < 16)
                functions.insert("f32_from_" + std::string(info(part->type.element).name));
            if (part->type.kind == tree::TypeKind::Value || !is_narrow_float(part->type.element))
                add(part->type.element, part->bits);
            break;
        default: break;
        }
    });
}

void Used::add(const tree::Statements& statements) {
    for (const tree::Statement& statement : statements) std::visit(Adder{*this}, statement.node);
}

void Used::add(const tree::Function& function) {
    add(function.result);
    for (const tree::Parameter& parameter : function.parameters) add(parameter.type);
    add(function.body);
}

} // namespace hlo2cpp
