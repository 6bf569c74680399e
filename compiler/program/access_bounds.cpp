#include "program/access_bounds.h"

#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

void AccessBounds::fail(const std::string& what) const {
    throw InternalError("hlo2cpp has a bug: the program is wrong: function " + function + ": " + what);
}

Pointed AccessBounds::memory(const Expression& pointer, const std::string& otherwise) {
    std::optional<Pointed> memory = values.pointer(pointer);
    if (!memory) fail(otherwise);
    return *memory;
}

bool AccessBounds::is_within(const Index& index, std::int64_t last) {
    return values.facts.not_negative(index) && values.facts.not_negative(values.facts.sum(last, index, -1));
}

void AccessBounds::inside(const Pointed& memory, const Index& first, std::int64_t size) {
    const Index begin = values.facts.sum(memory.offset, first);
    if (memory.needed != nullptr) {
        const Range range = values.facts.range(begin);
        if (range.begin <= -kFar || range.end >= kFar) fail("no limit is known for a subscript of " + memory.name);
        const Range bytes = {range.begin, range.end - 1 + size};
        *memory.needed = memory.needed->size() == 0 ? bytes : hull(*memory.needed, bytes);
    } else if (!is_within(begin, memory.bytes - size)) {
        fail_outside(memory.name, begin, size, memory.bytes, "bytes");
    }
}

void AccessBounds::subscript(const Expression& a) {
    const std::optional<Pointed> lanes = values.lanes(a->operands[0]);
    const Pointed array = lanes ? *lanes : memory(a->operands[0], "a subscript of what is no array that is known");
    const Index index = values.number(a->operands[1]);
    if (a->kind == tree::ExpressionKind::VectorAt) {
        const std::int64_t bytes = bytes_of(a->type);
        return inside(array, values.facts.sum(0, index, bytes), bytes);
    }
    if (!array.sizes.empty() && !is_within(index, array.sizes.front() - 1))
        fail_outside(array.name, index, 1, array.sizes.front(), "elements");
    if (array.sizes.size() > 1 || array.element.pointer) return;
    const std::int64_t bytes = bytes_of(array.element);
    if (bytes == 0) fail("a subscript of " + array.name + ", whose elements have no size");
    inside(array, values.facts.sum(0, index, bytes), bytes);
}

void AccessBounds::in_range(const Index& value, const tree::Parameter& parameter) {
    const Range& range = parameter.range;
    if (!is_within(values.facts.sum(value, -range.begin), range.size() - 1))
        fail("an argument may be outside the range of parameter " + parameter.name);
}

void AccessBounds::no_pointers(const Expression& call, const std::string& name) {
    for (const Expression& operand : call->operands)
        if (values.pointer(operand)) fail("a call of " + name + " with a pointer: nobody knows how far it goes");
}

void AccessBounds::fail_outside(const std::string& array, const Index& first, std::int64_t size, std::int64_t limit,
                                const char* unit) {
    const Range range = values.facts.range(first);
    const auto text = [](std::int64_t number) {
        return number <= -kFar || number >= kFar ? "unknown" : std::to_string(number);
    };
    const std::int64_t end = range.end >= kFar ? kFar : range.end - 1 + size;
    fail(std::string(unit) + " [" + text(range.begin) + ", " + text(end) + ") of " + array + ", which has " +
         std::to_string(limit) + ", are not shown to be inside");
}

} // namespace hlo2cpp
