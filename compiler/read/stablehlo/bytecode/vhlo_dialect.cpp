// VHLO, the dialect of portable artifacts. Its attributes and types keep their encoding for ever.
#include "read/stablehlo/bytecode/dialects.h"
#include "read/stablehlo/bytecode/fields.h"

namespace hlo2cpp::stablehlo::bytecode {
namespace {

struct VhloScalar {
    std::uint64_t kind;
    ElementType element;
};

constexpr VhloScalar kVhloScalars[] = {
    {0, ElementType::Pred},        {2, ElementType::BF16},
    {3, ElementType::F16},         {4, ElementType::F32},
    {5, ElementType::F64},         {6, ElementType::F8E4M3FN},
    {7, ElementType::F8E5M2},      {10, ElementType::S4},
    {11, ElementType::S8},         {12, ElementType::S16},
    {13, ElementType::S32},        {14, ElementType::S64},
    {15, ElementType::U4},         {16, ElementType::U8},
    {17, ElementType::U16},        {18, ElementType::U32},
    {19, ElementType::U64},        {27, ElementType::F8E4M3FNUZ},
    {28, ElementType::F8E5M2FNUZ}, {29, ElementType::F8E4M3B11FNUZ},
    {31, ElementType::S2},         {32, ElementType::U2},
    {35, ElementType::F8E4M3},     {36, ElementType::F8E3M4},
    {37, ElementType::F4E2M1FN},   {38, ElementType::F6E2M3FN},
    {39, ElementType::F6E3M2FN},   {40, ElementType::F8E8M0FNU},
};

enum VhloType : std::uint64_t {
    kComplexType = 1,
    kFunctionType = 8,
    kIndexType = 9,
    kTensorType = 20,
    kEncodedTensorType = 21,
    kTokenType = 22,
    kTupleType = 23,
    kQuantizedType = 24,
    kUnrankedTensorType = 25,
    kQuantizedTypePerAxis = 30,
    kNoneType = 33,
    kTF32Type = 34,
    kBufferType = 41,
    kFutureType = 42,
};

enum VhloAttribute : std::uint64_t {
    kVhloArray = 1,
    kVhloBool = 2,
    kVhloComparisonDirection = 3,
    kVhloComparisonType = 4,
    kVhloApiVersion = 5,
    kVhloDictionary = 6,
    kVhloFftType = 7,
    kVhloFloat = 8,
    kVhloInteger = 9,
    kVhloOutputAlias = 10,
    kVhloPrecision = 11,
    kVhloRngAlgorithm = 12,
    kVhloRngDistribution = 13,
    kVhloString = 14,
    kVhloTensor = 15,
    kVhloTranspose = 16,
    kVhloTypeAttribute = 17,
    kVhloBounds = 18,
    kVhloAccuracyMode = 19,
    kVhloAccuracy = 20,
    kVhloSubAxis = 21, // this and the rest are about groups of devices by the axes of their mesh
    kVhloAxis = 22,
    kVhloReplicaGroups = 23,
    kVhloMeshAxis = 24,
    kVhloMesh = 25,
};

Attribute skip_attribute(ByteReader& reader, const char* name) {
    reader.bytes(reader.remaining());
    return {Opaque{name, ""}};
}

} // namespace

TypePtr decode_vhlo_type(ByteReader& reader, Decoder& decoder) {
    const std::uint64_t kind = reader.varint();
    for (const VhloScalar& scalar : kVhloScalars)
        if (scalar.kind == kind) return scalar_type(scalar.element);
    switch (kind) {
    case kComplexType: return complex_type(decoder.type(reader), reader);
    case kFunctionType: return read_function_type(reader, decoder);
    case kIndexType: return index_type();
    case kTensorType: return read_array_type(TypeKind::Tensor, {}, reader, decoder);
    case kEncodedTensorType: return read_encoded_tensor_type(reader, decoder);
    case kTokenType: return simple_type(TypeKind::Token);
    case kTupleType: return read_tuple_type(reader, decoder);
    case kQuantizedType: return read_quantized_type(reader, decoder);
    case kUnrankedTensorType: return read_array_type(TypeKind::Unranked, {}, reader, decoder);
    case kQuantizedTypePerAxis: return read_quantized_type_per_axis(reader, decoder);
    case kNoneType: return simple_type(TypeKind::None);
    case kTF32Type: return other_type("tf32");
    case kBufferType: return read_array_type(TypeKind::Buffer, {}, reader, decoder);
    case kFutureType: return read_future_type(reader, decoder);
    default: reader.fail("the VHLO type with the number " + std::to_string(kind) + " is not supported");
    }
}

Attribute decode_vhlo_attribute(ByteReader& reader, Decoder& decoder) {
    const std::uint64_t kind = reader.varint();
    switch (kind) {
    case kVhloArray: return {decoder.list(reader)};
    case kVhloBool: return {reader.varint() != 0};
    case kVhloComparisonDirection: return read_comparison_direction(reader);
    case kVhloComparisonType: return read_comparison_type(reader);
    case kVhloApiVersion:
        return integer(static_cast<std::int64_t>(reader.index(5, "versions of custom calls")), ElementType::S32);
    case kVhloDictionary: return {decoder.dictionary(reader)};
    case kVhloFftType: return read_fft_type(reader);
    case kVhloFloat: return read_float(reader, decoder);
    case kVhloInteger: return read_integer(reader, decoder);
    case kVhloOutputAlias: return read_output_alias(reader);
    case kVhloPrecision: return read_precision(reader);
    case kVhloRngAlgorithm: return read_rng_algorithm(reader);
    case kVhloRngDistribution: return read_rng_distribution(reader);
    case kVhloString: return {decoder.string(reader)};
    case kVhloTensor: return decoder.constant(reader);
    case kVhloTranspose: return read_transpose(reader);
    case kVhloTypeAttribute: return {decoder.type(reader)};
    case kVhloBounds: return read_bounds(reader);
    case kVhloAccuracyMode: return read_accuracy_mode(reader);
    case kVhloAccuracy: return read_accuracy(reader, decoder);
    case kVhloSubAxis: return skip_attribute(reader, "stablehlo.sub_axis_info");
    case kVhloAxis: return skip_attribute(reader, "stablehlo.axis_ref");
    case kVhloReplicaGroups: return skip_attribute(reader, "stablehlo.replica_group_mesh_axes");
    case kVhloMeshAxis: return skip_attribute(reader, "stablehlo.mesh_axis");
    case kVhloMesh: return skip_attribute(reader, "stablehlo.mesh");
    default: reader.fail("the VHLO attribute with the number " + std::to_string(kind) + " is not supported");
    }
}

} // namespace hlo2cpp::stablehlo::bytecode
