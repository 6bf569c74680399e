// Exchanges between devices in the body of `run`: calls of the functions of a table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/device_tables.h"
#include "tree/expression.h"

namespace hlo2cpp {

// The table of functions that move bytes between devices.
constexpr const char* kCollectivesType = "hlo2cpp_collectives";

// The bytes that a call of a function of the table touches behind its operands, for program_verify; `fault` says what
// is wrong with its numbers, if something is.
struct ExchangeAccess {
    std::size_t operand = 0;
    std::int64_t bytes = 0;
};
std::vector<ExchangeAccess> accesses_of(const tree::Expression& call, const DeviceTables& tables, std::string& fault);

} // namespace hlo2cpp
