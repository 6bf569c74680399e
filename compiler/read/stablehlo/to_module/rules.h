// The rules that make HLO of operations, one an operation.
#pragma once

#include <span>
#include <string_view>
#include <variant>

#include "ir/opcode.h"
#include "read/stablehlo/to_module/op_context.h"

namespace hlo2cpp::stablehlo {

using Unary = builder::Op (*)(builder::Op);
using Binary = builder::Op (*)(builder::Op, builder::Op);
using Convert = builder::Ops (*)(const OpContext&); // returns the results

// A function of f32 and f64: narrower floats are computed in f32.
struct WideUnary {
    Unary function;
};
struct WideBinary {
    Binary function;
};

struct Rule {
    std::string_view name;
    // An opcode: the instruction has the same operands, no attributes and no regions.
    std::variant<Opcode, Unary, Binary, WideUnary, WideBinary, Convert> how;
};

// Tables of rules, by theme.
std::span<const Rule> elementwise_rules();
std::span<const Rule> array_rules();
std::span<const Rule> contraction_rules();
std::span<const Rule> fold_rules();
std::span<const Rule> control_rules();
std::span<const Rule> host_rules(); // custom calls, feeds, tokens
std::span<const Rule> device_rules();
std::span<const Rule> dynamic_rules(); // operations whose sizes are operands

const Rule* find_rule(std::string_view name); // null: not supported
builder::Ops apply_rule(const OpContext& context);

} // namespace hlo2cpp::stablehlo
