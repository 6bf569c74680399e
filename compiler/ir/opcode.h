// Opcodes, from the one list of ops.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo2cpp {

enum class Opcode : std::uint8_t {
#define OP(name, ...) name,
#define NOT_SUPPORTED_OP(name, ...) name,
#include "ir/ops.def"
};

std::string_view name_of(Opcode opcode);
std::optional<Opcode> opcode_from_name(std::string_view name);

} // namespace hlo2cpp
