// Types as StableHLO text spells them.
#include "read/stablehlo/structure.h"

#include <algorithm>

namespace hlo2cpp::stablehlo {
namespace {

// f8e4m3fn is f8E4M3FN: all letters but the first are capitals.
std::string small_float_text(std::string_view name) {
    std::string text(name);
    std::transform(text.begin() + 1, text.end(), text.begin() + 1,
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return text;
}

std::string element_text(ElementType element) {
    const std::string name(info(element).name);
    if (is_pred(element)) return "i1";
    if (is_signed(element)) return "i" + name.substr(1);
    if (is_unsigned(element)) return "ui" + name.substr(1);
    if (is_small_float(element)) return small_float_text(name);
    if (is_complex(element)) return element == ElementType::C64 ? "complex<f32>" : "complex<f64>";
    return name;
}

std::string number_text(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

std::string quantized_text(ElementType storage, const Quantization& q) {
    std::string text = "!quant.uniform<" + element_text(storage) + "<" + std::to_string(q.minimum) + ":" +
                       std::to_string(q.maximum) + ">:" + element_text(q.expressed);
    if (q.axis) text += ":" + std::to_string(*q.axis);
    text += q.axis ? ", {" : ", ";
    for (std::size_t i = 0; i < q.scales.size(); ++i)
        text += (i == 0 ? "" : ",") + number_text(q.scales[i]) + ":" + std::to_string(q.zero_points[i]);
    return text + (q.axis ? "}>" : ">");
}

std::string element_text(const Type& type) {
    if (type.quantization) return quantized_text(type.element, *type.quantization);
    return type.is_index ? "index" : element_text(type.element);
}

std::string size_text(std::int64_t size) {
    return size == kDynamic ? "?" : std::to_string(size);
}

std::string array_text(const Type& type) {
    std::string text = type.kind == TypeKind::Buffer ? "memref<" : "tensor<";
    if (type.kind == TypeKind::Unranked) text += "*x";
    for (const std::int64_t size : type.dims) text += size_text(size) + "x";
    text += element_text(type);
    for (std::size_t d = 0; d < type.bounds.size(); ++d)
        text += (d == 0 ? ", #stablehlo.bounds<" : ", ") + size_text(type.bounds[d]);
    return text + (type.bounds.empty() ? ">" : ">>");
}

std::string list_text(const std::vector<TypePtr>& items, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) text += (i == begin ? "" : ", ") + to_string(*items[i]);
    return text;
}

} // namespace

std::string to_string(const Type& type) {
    switch (type.kind) {
    case TypeKind::None: return "none";
    case TypeKind::Scalar: return element_text(type);
    case TypeKind::Tensor:
    case TypeKind::Unranked:
    case TypeKind::Buffer: return array_text(type);
    case TypeKind::Tuple: return "tuple<" + list_text(type.items, 0, type.items.size()) + ">";
    case TypeKind::Function:
        return "(" + list_text(type.items, 0, type.parameters) + ") -> (" +
               list_text(type.items, type.parameters, type.items.size()) + ")";
    case TypeKind::Token: return "!stablehlo.token";
    case TypeKind::Other: break;
    }
    return type.text;
}

} // namespace hlo2cpp::stablehlo
