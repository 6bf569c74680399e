// Types and fields that several dialects encode in the same way. All functions throw ByteError.
#pragma once

#include <initializer_list>

#include "read/stablehlo/bytecode/decoder.h"

namespace hlo2cpp::stablehlo::bytecode {

TypePtr simple_type(TypeKind kind);
TypePtr index_type();
TypePtr other_type(std::string text);
TypePtr complex_type(const TypePtr& part, const ByteReader& reader);
// A tensor or a buffer: sizes, then the element type. Of an unranked one: the element type alone.
TypePtr read_array_type(TypeKind kind, std::vector<std::int64_t> bounds, ByteReader& reader, Decoder& decoder);
// A tensor with an encoding, which is written first.
TypePtr read_encoded_tensor_type(ByteReader& reader, Decoder& decoder);
TypePtr read_tuple_type(ByteReader& reader, Decoder& decoder);
TypePtr read_future_type(ByteReader& reader, Decoder& decoder);
TypePtr read_function_type(ByteReader& reader, Decoder& decoder);
TypePtr read_quantized_type(ByteReader& reader, Decoder& decoder);
TypePtr read_quantized_type_per_axis(ByteReader& reader, Decoder& decoder);

std::vector<std::int64_t> read_numbers(ByteReader& reader); // a count, then signed numbers
double read_double(ByteReader& reader);
Attribute read_integer(ByteReader& reader, Decoder& decoder); // its type, then its value; i1 is a bool
Attribute read_float(ByteReader& reader, Decoder& decoder);   // its type, then its bits
Attribute read_enum(ByteReader& reader, std::initializer_list<const char*> names, const char* what);
Attribute read_bounds(ByteReader& reader);
// Names of lists of numbers, of which those with items are set.
void read_lists(ByteReader& reader, Dictionary& dictionary, std::initializer_list<const char*> names);
Attribute read_output_alias(ByteReader& reader);
Attribute read_accuracy(ByteReader& reader, Decoder& decoder);

Attribute integer(std::int64_t value, ElementType type = ElementType::S64);
Attribute integers(std::vector<std::int64_t> values);

// Enumerations of StableHLO, whichever dialect has them.
Attribute read_comparison_direction(ByteReader& reader);
Attribute read_comparison_type(ByteReader& reader);
Attribute read_fft_type(ByteReader& reader);
Attribute read_precision(ByteReader& reader);
Attribute read_rng_algorithm(ByteReader& reader);
Attribute read_rng_distribution(ByteReader& reader);
Attribute read_transpose(ByteReader& reader);
Attribute read_accuracy_mode(ByteReader& reader);

} // namespace hlo2cpp::stablehlo::bytecode
