// The builtin dialect: what every MLIR file has.
#include "read/stablehlo/bytecode/dialects.h"
#include "read/stablehlo/bytecode/fields.h"

namespace hlo2cpp::stablehlo::bytecode {
namespace {

enum BuiltinType : std::uint64_t {
    kInteger = 0,
    kIndex = 1,
    kFunction = 2,
    kBF16 = 3,
    kF16 = 4,
    kF32 = 5,
    kF64 = 6,
    kComplex = 9,
    kNone = 12,
    kTensor = 13,
    kEncodedTensor = 14,
    kTuple = 15,
    kUnrankedTensor = 18,
    kTF32 = 21,
    kF8E5M2 = 22,
    kF8E4M3 = 23,
    kF8E4M3FN = 24,
    kF8E5M2FNUZ = 25,
    kF8E4M3FNUZ = 26,
    kF8E4M3B11FNUZ = 27,
    kF8E3M4 = 28,
    kF4E2M1FN = 29,
    kF6E2M3FN = 30,
    kF6E3M2FN = 31,
    kF8E8M0FNU = 32,
};

enum BuiltinAttribute : std::uint64_t {
    kArray = 0,
    kDictionary = 1,
    kString = 2,
    kTypedString = 3,
    kFlatSymbol = 4,
    kSymbol = 5,
    kType = 6,
    kUnit = 7,
    kIntegerValue = 8,
    kFloatValue = 9,
    kResource = 16,
    kDenseArray = 17,
    kDenseElements = 18,
};

TypePtr integer_type(ByteReader& reader) {
    const std::uint64_t fields = reader.varint();
    const bool is_unsigned = (fields & 3) == 2;
    switch (fields >> 2) {
    case 1: return scalar_type(is_unsigned ? ElementType::U1 : ElementType::Pred);
    case 2: return scalar_type(is_unsigned ? ElementType::U2 : ElementType::S2);
    case 4: return scalar_type(is_unsigned ? ElementType::U4 : ElementType::S4);
    case 8: return scalar_type(is_unsigned ? ElementType::U8 : ElementType::S8);
    case 16: return scalar_type(is_unsigned ? ElementType::U16 : ElementType::S16);
    case 32: return scalar_type(is_unsigned ? ElementType::U32 : ElementType::S32);
    case 64: return scalar_type(is_unsigned ? ElementType::U64 : ElementType::S64);
    default: reader.fail("integers of " + std::to_string(fields >> 2) + " bits are not supported");
    }
}

// @a::@b is "a::b".
std::string symbol_path(ByteReader& reader, Decoder& decoder) {
    std::string path = decoder.string_attribute(reader);
    for (std::size_t left = reader.count(); left > 0; --left) path += "::" + decoder.string_attribute(reader);
    return path;
}

} // namespace

TypePtr decode_builtin_type(ByteReader& reader, Decoder& decoder) {
    const std::uint64_t kind = reader.varint();
    switch (kind) {
    case kInteger: return integer_type(reader);
    case kIndex: return index_type();
    case kFunction: return read_function_type(reader, decoder);
    case kBF16: return scalar_type(ElementType::BF16);
    case kF16: return scalar_type(ElementType::F16);
    case kF32: return scalar_type(ElementType::F32);
    case kF64: return scalar_type(ElementType::F64);
    case kComplex: return complex_type(decoder.type(reader), reader);
    case kNone: return simple_type(TypeKind::None);
    case kTensor: return read_array_type(TypeKind::Tensor, {}, reader, decoder);
    case kEncodedTensor: return read_encoded_tensor_type(reader, decoder);
    case kTuple: return read_tuple_type(reader, decoder);
    case kUnrankedTensor: return read_array_type(TypeKind::Unranked, {}, reader, decoder);
    case kTF32: return other_type("tf32");
    case kF8E5M2: return scalar_type(ElementType::F8E5M2);
    case kF8E4M3: return scalar_type(ElementType::F8E4M3);
    case kF8E4M3FN: return scalar_type(ElementType::F8E4M3FN);
    case kF8E5M2FNUZ: return scalar_type(ElementType::F8E5M2FNUZ);
    case kF8E4M3FNUZ: return scalar_type(ElementType::F8E4M3FNUZ);
    case kF8E4M3B11FNUZ: return scalar_type(ElementType::F8E4M3B11FNUZ);
    case kF8E3M4: return scalar_type(ElementType::F8E3M4);
    case kF4E2M1FN: return scalar_type(ElementType::F4E2M1FN);
    case kF6E2M3FN: return scalar_type(ElementType::F6E2M3FN);
    case kF6E3M2FN: return scalar_type(ElementType::F6E3M2FN);
    case kF8E8M0FNU: return scalar_type(ElementType::F8E8M0FNU);
    default: reader.fail("the builtin type with the number " + std::to_string(kind) + " is not supported");
    }
}

Attribute decode_builtin_attribute(ByteReader& reader, Decoder& decoder) {
    const std::uint64_t kind = reader.varint();
    switch (kind) {
    case kArray: return {decoder.list(reader)};
    case kDictionary: return {decoder.dictionary(reader)};
    case kString: return {decoder.string(reader)};
    case kTypedString: {
        std::string string = decoder.string(reader);
        decoder.type(reader);
        return {std::move(string)};
    }
    case kFlatSymbol: return {decoder.string_attribute(reader)};
    case kSymbol: return {symbol_path(reader, decoder)};
    case kType: return {decoder.type(reader)};
    case kUnit: return {Unit{}};
    case kIntegerValue: return read_integer(reader, decoder);
    case kFloatValue: return read_float(reader, decoder);
    case kResource: return decoder.resource_constant(reader);
    case kDenseArray: return decoder.dense_array(reader);
    case kDenseElements: return decoder.constant(reader);
    default: reader.fail("the builtin attribute with the number " + std::to_string(kind) + " is not supported");
    }
}

} // namespace hlo2cpp::stablehlo::bytecode
