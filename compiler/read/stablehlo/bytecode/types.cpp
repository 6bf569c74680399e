// Types that several dialects encode in the same way.
#include "read/stablehlo/bytecode/fields.h"

namespace hlo2cpp::stablehlo::bytecode {
namespace {

TypePtr make_type(Type type) {
    return std::make_shared<const Type>(std::move(type));
}

// Stored integers of a quantised type are signed or not by a flag, not by their type.
ElementType stored_type(ByteReader& reader, Decoder& decoder, bool is_stored_signed) {
    const TypePtr storage = decoder.type(reader);
    const ElementType element = storage->element;
    if (storage->kind != TypeKind::Scalar || !is_integer(element))
        reader.fail("a quantised type stores integers, not " + to_string(*storage));
    if (is_stored_signed || !is_signed(element)) return element;
    return unsigned_type(info(element).bits);
}

TypePtr quantized_type(ElementType stored, Quantization quantization) {
    return make_type({.kind = TypeKind::Scalar,
                      .element = stored,
                      .quantization = std::make_shared<const Quantization>(std::move(quantization))});
}

ElementType expressed_type(ByteReader& reader, Decoder& decoder) {
    const TypePtr expressed = decoder.type(reader);
    if (expressed->kind != TypeKind::Scalar || !is_float(expressed->element))
        reader.fail("a quantised type stands for floating-point numbers, not for " + to_string(*expressed));
    return expressed->element;
}

} // namespace

TypePtr simple_type(TypeKind kind) {
    return make_type({.kind = kind});
}

TypePtr index_type() {
    return make_type({.kind = TypeKind::Scalar, .element = ElementType::S64, .is_index = true});
}

TypePtr other_type(std::string text) {
    return make_type({.kind = TypeKind::Other, .text = std::move(text)});
}

TypePtr complex_type(const TypePtr& part, const ByteReader& reader) {
    if (part->kind == TypeKind::Scalar && part->element == ElementType::F32) return scalar_type(ElementType::C64);
    if (part->kind == TypeKind::Scalar && part->element == ElementType::F64) return scalar_type(ElementType::C128);
    reader.fail("complex<" + to_string(*part) + "> is not supported; expected complex<f32> or complex<f64>");
}

TypePtr read_array_type(TypeKind kind, std::vector<std::int64_t> bounds, ByteReader& reader, Decoder& decoder) {
    Type array{.kind = kind, .bounds = std::move(bounds)};
    if (kind != TypeKind::Unranked) array.dims = read_numbers(reader);
    for (std::int64_t& size : array.dims) {
        if (size < 0) size = kDynamic;
    }
    const TypePtr element = decoder.type(reader);
    if (element->kind != TypeKind::Scalar)
        reader.fail("a tensor of " + to_string(*element) + " elements is not supported");
    array.element = element->element;
    array.is_index = element->is_index;
    array.quantization = element->quantization;
    return make_type(std::move(array));
}

TypePtr read_encoded_tensor_type(ByteReader& reader, Decoder& decoder) {
    const Attribute encoding = decoder.attribute(reader);
    const auto* bounds = encoding.get<Integers>();
    if (bounds == nullptr) reader.fail("a tensor's encoding other than #stablehlo.bounds is not supported");
    return read_array_type(TypeKind::Tensor, bounds->values, reader, decoder);
}

TypePtr read_tuple_type(ByteReader& reader, Decoder& decoder) {
    return make_type({.kind = TypeKind::Tuple, .items = decoder.type_list(reader)});
}

TypePtr read_future_type(ByteReader& reader, Decoder& decoder) {
    std::string text = "!stablehlo.future<";
    for (const TypePtr& item : decoder.type_list(reader)) text += (text.back() == '<' ? "" : ", ") + to_string(*item);
    return other_type(text + ">");
}

TypePtr read_function_type(ByteReader& reader, Decoder& decoder) {
    Type function{.kind = TypeKind::Function, .items = decoder.type_list(reader)};
    function.parameters = function.items.size();
    for (TypePtr& result : decoder.type_list(reader)) function.items.push_back(std::move(result));
    return make_type(std::move(function));
}

TypePtr read_quantized_type(ByteReader& reader, Decoder& decoder) {
    const bool is_stored_signed = (reader.varint() & 1) != 0;
    const ElementType stored = stored_type(reader, decoder, is_stored_signed);
    Quantization quantization{.expressed = expressed_type(reader, decoder)};
    quantization.scales = {read_double(reader)};
    quantization.zero_points = {reader.signed_varint()};
    quantization.minimum = reader.signed_varint();
    quantization.maximum = reader.signed_varint();
    return quantized_type(stored, std::move(quantization));
}

TypePtr read_quantized_type_per_axis(ByteReader& reader, Decoder& decoder) {
    const bool is_stored_signed = (reader.varint() & 1) != 0;
    const ElementType stored = stored_type(reader, decoder, is_stored_signed);
    Quantization quantization{.expressed = expressed_type(reader, decoder)};
    quantization.axis = static_cast<std::int64_t>(reader.varint());
    quantization.minimum = reader.signed_varint();
    quantization.maximum = reader.signed_varint();
    quantization.scales.resize(reader.count());
    for (double& scale : quantization.scales) scale = read_double(reader);
    quantization.zero_points = read_numbers(reader);
    if (quantization.scales.size() != quantization.zero_points.size())
        reader.fail("a quantised type has " + std::to_string(quantization.scales.size()) + " scales, but " +
                    std::to_string(quantization.zero_points.size()) + " zero points");
    return quantized_type(stored, std::move(quantization));
}

} // namespace hlo2cpp::stablehlo::bytecode
