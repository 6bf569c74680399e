// Values at compile time: numbers, strings, tensors of the module that is being built, arrays and tuples of these.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "ir/builder/builder.h"
#include "read/nnef/type.h"

namespace hlo2cpp::nnef {

class Value;
using Values = std::vector<Value>;

class Value {
public:
    Value() = default; // none
    explicit Value(std::int64_t integer) : value_(integer) {}
    explicit Value(double scalar) : value_(scalar) {}
    explicit Value(bool logical) : value_(logical) {}
    explicit Value(std::string text) : value_(std::make_shared<const std::string>(std::move(text))) {}
    explicit Value(builder::Op tensor) : value_(tensor) {}
    static Value array(Values items) { return Value(Items{std::make_shared<const Values>(std::move(items)), false}); }
    static Value tuple(Values items) { return Value(Items{std::make_shared<const Values>(std::move(items)), true}); }

    bool is_none() const { return std::holds_alternative<std::monostate>(value_); }
    bool is_integer() const { return std::holds_alternative<std::int64_t>(value_); }
    bool is_scalar() const { return std::holds_alternative<double>(value_); }
    bool is_logical() const { return std::holds_alternative<bool>(value_); }
    bool is_string() const { return std::holds_alternative<Text>(value_); }
    bool is_tensor() const { return std::holds_alternative<builder::Op>(value_); }
    bool has_items() const { return std::holds_alternative<Items>(value_); }
    bool is_array() const { return has_items() && !std::get<Items>(value_).tuple; }

    std::int64_t integer() const { return std::get<std::int64_t>(value_); }
    double scalar() const { return std::get<double>(value_); }
    bool logical() const { return std::get<bool>(value_); }
    const std::string& text() const { return *std::get<Text>(value_); }
    builder::Op tensor() const { return std::get<builder::Op>(value_); }
    const Values& items() const { return *std::get<Items>(value_).items; }

private:
    using Text = std::shared_ptr<const std::string>;
    struct Items {
        std::shared_ptr<const Values> items;
        bool tuple;
    };
    explicit Value(Items items) : value_(std::move(items)) {}

    std::variant<std::monostate, std::int64_t, double, bool, Text, builder::Op, Items> value_;
};

// Compares numbers, strings, arrays and tuples by value; tensors are equal if they are the same instruction.
bool equal(const Value& a, const Value& b);
// Text of a literal: 1.0, [1,2], 'text'. A long one is cut.
std::string to_string(const Value& value);
std::string to_string(const std::vector<std::int64_t>& extents); // "[2,3]"
// A literal's type.
Type type_of(const Value& literal);

} // namespace hlo2cpp::nnef
