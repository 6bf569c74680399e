// Values of attributes that have a form of their own.
#pragma once

#include <google/protobuf/descriptor.h>

#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class ConvolutionDimensionNumbers;
class HloInstructionProto;
class PaddingConfig;
class PrecisionConfig;
class ResultAccuracy;
class SparsityConfig;
class Window;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// Number of the proto's enumerator named by the word, in any case, with or without `prefix`: RNG_UNIFORM for
// "rng_uniform".
int parse_enum_number(HloTextLexer& lexer, const google::protobuf::EnumDescriptor* descriptor,
                      std::string_view prefix = "");

template <typename Enum>
Enum parse_enum(HloTextLexer& lexer, const google::protobuf::EnumDescriptor* descriptor, std::string_view prefix = "") {
    return static_cast<Enum>(parse_enum_number(lexer, descriptor, prefix));
}

// "text" without its quotes, or {anything balanced} with its braces.
std::string parse_string_or_braced(HloTextLexer& lexer);

// {size=3x3 stride=2x2 pad=0_1x0_1 lhs_dilate=1x1 rhs_dilate=1x1 rhs_reversal=0x0}
void parse_window(HloTextLexer& lexer, hlo2cpp_proto::Window& window);
// b01f_01io->b01f
void parse_dim_labels(HloTextLexer& lexer, hlo2cpp_proto::ConvolutionDimensionNumbers& dimensions);
// {[0:4:2], [1:3]}
void parse_slice(HloTextLexer& lexer, hlo2cpp_proto::HloInstructionProto& instruction);
// 0_1x2_3_1: low, high and interior padding of each dimension
void parse_padding(HloTextLexer& lexer, hlo2cpp_proto::PaddingConfig& padding);
// {highest, default}
void parse_operand_precision(HloTextLexer& lexer, hlo2cpp_proto::PrecisionConfig& precision);
// {mode=highest} or {tolerance={atol=0,rtol=1e-3,ulps=2}}
void parse_result_accuracy(HloTextLexer& lexer, hlo2cpp_proto::ResultAccuracy& accuracy);
// {lhs={sparsity=2x4 dimension=1 stride=1} rhs={...}}: 2 of 4 elements are no zeros
void parse_sparsity(HloTextLexer& lexer, hlo2cpp_proto::SparsityConfig& sparsity);
// {{0}: (1, {}), {1}: (0, {2})}
void parse_operand_aliasing(HloTextLexer& lexer, hlo2cpp_proto::HloInstructionProto& instruction);

} // namespace hlo2cpp
