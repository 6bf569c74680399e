#include "tree/type.h"

namespace hlo2cpp::tree {
namespace {

std::string base_text(const Type& type) {
    switch (type.kind) {
    case TypeKind::Void: return "void";
    case TypeKind::Byte: return "unsigned char";
    case TypeKind::Value: return std::string(info(type.element).value_type);
    case TypeKind::Memory: return std::string(info(type.element).memory_type);
    case TypeKind::Arena: return arena_typedef(type.element);
    case TypeKind::Vector: return name_of(VectorType{type.element, type.lanes});
    case TypeKind::Named: return type.name;
    }
    return {};
}

} // namespace

Type value_type(ElementType element) {
    return {.kind = TypeKind::Value, .element = element};
}

Type memory_type(ElementType element) {
    return {.kind = TypeKind::Memory, .element = element};
}

Type arena_type(ElementType element) {
    if (is_complex(element)) return memory_type(element); // may alias as it is
    return {.kind = TypeKind::Arena, .element = element};
}

Type vector_type(ElementType element, std::int64_t lanes) {
    return {.kind = TypeKind::Vector, .element = element, .lanes = lanes};
}

Type constant(Type type) {
    type.constant = true;
    return type;
}

Type pointer_to(Type type) {
    type.pointer = true;
    return type;
}

Type fixed(Type pointer) {
    pointer.fixed_pointer = true;
    return pointer;
}

std::string arena_typedef(ElementType element) {
    return std::string(info(element).name) + "_mem";
}

std::set<std::string> typedef_names() {
    std::set<std::string> names = intrinsic_names();
    for (int i = 0; i <= static_cast<int>(ElementType::C128); ++i)
        names.insert(arena_typedef(static_cast<ElementType>(i)));
    return names;
}

std::string to_text(const Type& type) {
    std::string text = (type.constant ? "const " : "") + base_text(type);
    if (type.pointer) text += "*";
    if (type.alone) text += " __restrict";
    if (type.fixed_pointer) text += " const";
    return text;
}

} // namespace hlo2cpp::tree
