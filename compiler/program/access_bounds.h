// The proof that one access to memory is inside its array, or one argument in the range of its parameter.
#pragma once

#include <string>

#include "program/program_values.h"

namespace hlo2cpp {

class AccessBounds {
public:
    ProgramValues values;
    std::string function; // for messages

    // The array that a pointer points into; fails with the message if it is not known.
    Pointed memory(const tree::Expression& pointer, const std::string& otherwise);
    // Proves that bytes [first, first + size) from the place that the pointer points to are inside its array.
    void inside(const Pointed& memory, const Index& first, std::int64_t size);
    // array[index], or a vector.
    void subscript(const tree::Expression& a);
    void in_range(const Index& value, const tree::Parameter& parameter);
    // Fails where an operand of the call is a pointer.
    void no_pointers(const tree::Expression& call, const std::string& name);
    [[noreturn]] void fail(const std::string& what) const;

private:
    // True if 0 <= index <= last.
    bool is_within(const Index& index, std::int64_t last);
    [[noreturn]] void fail_outside(const std::string& array, const Index& first, std::int64_t size, std::int64_t limit,
                                   const char* unit);
};

} // namespace hlo2cpp
