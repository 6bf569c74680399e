#include "program/nest_names.h"

#include <algorithm>

#include "program/affine.h"

namespace hlo2cpp {

using tree::Expression;

NestNames::NestNames(const nest::Body& body, Names& names) : body_(body), names_(names) {
    for (std::size_t i = 0; i < body.counters.size(); ++i)
        if (const nest::Counter& counter = body.counters[i]; counter.shared)
            counters_[nest::CounterId(i)] = tree::name(names.unique(counter.name));
}

void NestNames::define(nest::RegistersId registers, const std::string& name, std::int64_t lanes) {
    registers_[registers] = {name, lanes};
}

std::string NestNames::begin(nest::CounterId counter) {
    const nest::Counter& known = body_.counters[counter.index()];
    if (!known.shared) counters_[counter] = tree::name(names_.unique(known.name));
    return counters_.at(counter)->name;
}

std::string NestNames::declare(nest::RegistersId registers, std::int64_t lanes) {
    const std::string name = names_.unique(wanted(registers));
    define(registers, name, lanes);
    return name;
}

Expression NestNames::variable(const nest::Position& position) const {
    Expression sum;
    for (const auto& [counter, coefficient] : position.products) {
        const Expression& value = counters_.at(counter);
        const Expression part = coefficient == 1 ? value : multiple_of(value, coefficient);
        sum = sum.valid() ? sum_of(sum, part) : part;
    }
    return sum;
}

Expression NestNames::position(const nest::Position& position) const {
    const Expression sum = variable(position), constant = tree::integer(position.constant);
    return sum.valid() ? sum_of(sum, constant) : constant;
}

Expression NestNames::operator[](nest::RegistersId registers) const {
    return tree::name(registers_.at(registers).name);
}

Expression NestNames::element(const nest::Ref& ref, ElementType type, bool written) const {
    Expression element = (*this)[ref.registers];
    const std::int64_t all = registers_.at(ref.registers).lanes;
    if (ref.lanes > 1 && all == 1) {
        const tree::Type vector = tree::vector_type(type, ref.lanes);
        const Expression first = sum_of(element, tree::integer(ref.first)), number = position(ref.number);
        return written ? tree::vector_to(vector, first, number) : tree::vector_at(vector, first, number);
    }
    for (const nest::Position& at : ref.at) element = tree::subscript(element, position(at));
    return ref.lanes > 1 ? part_of_vector(element, {type, all}, ref) : element;
}

Expression NestNames::part_of_vector(Expression vector, VectorType type, const nest::Ref& ref) const {
    std::int64_t first = ref.first;
    for (; type.lanes > ref.lanes; type.lanes /= 2) {
        const std::int64_t begin = std::min(first, type.lanes / 2);
        vector = tree::intrinsic({IntrinsicId::Half, type}, {vector, tree::integer(begin)});
        first -= begin;
    }
    return vector;
}

std::int64_t NestNames::lanes(const nest::Ref& ref) const {
    return ref.lanes > 1 ? ref.lanes : registers_.at(ref.registers).lanes;
}

} // namespace hlo2cpp
