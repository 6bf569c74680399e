// Values of attributes that have a form of their own, as hlo/parse/attribute_values.h reads them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace hlo2cpp_proto {
class ConvolutionDimensionNumbers;
class HloInstructionProto;
class PaddingConfig;
class SparsityConfig;
class Window;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

std::string window_text(const hlo2cpp_proto::Window& window);
std::string dim_labels_text(const hlo2cpp_proto::ConvolutionDimensionNumbers& dimensions);
std::string slice_text(const hlo2cpp_proto::HloInstructionProto& instruction);
std::string padding_text(const hlo2cpp_proto::PaddingConfig& padding);
std::string sparsity_text(const hlo2cpp_proto::SparsityConfig& sparsity);
std::string operand_aliasing_text(const hlo2cpp_proto::HloInstructionProto& instruction);
// {{1,8},{2,8}}: the proto's one list, cut by the ranks of the permuted arrays.
std::string permuted_slices_text(const hlo2cpp_proto::HloInstructionProto& instruction,
                                 std::span<const hlo2cpp_proto::HloInstructionProto* const> operands);
// JSON as it is, anything else in quotes.
std::string backend_config_text(const std::string& config);
// The attribute of each called computation; empty if one list has them all.
std::vector<std::string_view> called_attributes(const hlo2cpp_proto::HloInstructionProto& instruction,
                                                std::span<const hlo2cpp_proto::HloInstructionProto* const> operands);

} // namespace hlo2cpp
