// The encodings of types and attributes by each dialect that has one.
#pragma once

#include "read/stablehlo/bytecode/decoder.h"

namespace hlo2cpp::stablehlo::bytecode {

// Kinds of locations among the attributes of the builtin dialect.
enum BuiltinLocation : std::uint64_t {
    kCallSiteLocation = 10,
    kFileLocation = 11,
    kFusedLocation = 12,
    kFusedLocationWithMetadata = 13,
    kNameLocation = 14,
    kUnknownLocation = 15,
    kFileRangeLocation = 22,
};

// Read from the number of the kind on. All throw ByteError.
TypePtr decode_builtin_type(ByteReader& reader, Decoder& decoder);
Attribute decode_builtin_attribute(ByteReader& reader, Decoder& decoder);
TypePtr decode_vhlo_type(ByteReader& reader, Decoder& decoder);
Attribute decode_vhlo_attribute(ByteReader& reader, Decoder& decoder);
TypePtr decode_stablehlo_type(ByteReader& reader, Decoder& decoder);
Attribute decode_stablehlo_attribute(ByteReader& reader, Decoder& decoder);
TypePtr decode_quantized_type(ByteReader& reader, Decoder& decoder);

} // namespace hlo2cpp::stablehlo::bytecode
