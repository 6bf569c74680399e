// The operators and conversions of compile-time values.
#pragma once

#include "read/nnef/value.h"

namespace hlo2cpp::nnef {

// These functions throw InputError without a place. Types were checked before.
Value apply_unary(const std::string& op, const Value& value);
Value apply_binary(const std::string& op, const Value& left, const Value& right);
Value apply_conversion(const std::string& to, const Value& value); // integer, scalar, logical, string
// sequence[index], and sequence[begin:end], where these may be none.
Value item_of(const Value& sequence, const Value& index);
Value range_of(const Value& sequence, const Value& begin, const Value& end);
std::int64_t length_of(const Value& sequence);

} // namespace hlo2cpp::nnef
