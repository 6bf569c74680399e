// Facts of program_verify about the variables at a place: numbers are indices, pointers are places in arrays.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "program/index_facts.h"
#include "tree/statement.h"

namespace hlo2cpp {

// The array that a pointer points into, and where.
struct Pointed {
    std::string name;                     // of the array, for messages
    std::int64_t bytes = 0;               // of the array
    Index offset = 0;                     // bytes from its first one
    tree::Type element = {};              // type of the element at that place
    std::vector<std::int64_t> sizes = {}; // of an array that is not subscripted yet
    Range* needed = nullptr;              // bytes that a member of a Record needs; its array is not known yet
};

struct Variable {
    tree::Type type = {};
    std::optional<Index> number = {};   // of a constant integer
    std::optional<Pointed> memory = {}; // of an array, or a pointer that stays where it is
    tree::Expression definition = {};   // of a constant pred
};

// Bytes of an element as a variable of the type, or in an array of it; 0 for a type without a size here.
std::int64_t bytes_of(const tree::Type& type);
// The values that a variable of the type may have.
Range values_of(const tree::Type& type);

class ProgramValues {
public:
    IndexFacts facts;

    void declare(const std::string& name, Variable variable);
    // An array of the state, in all functions.
    void declare_state(Pointed array) { state_.insert_or_assign(array.name, array); }
    std::size_t scope() const { return declared_.size(); }
    void leave(std::size_t scope); // forgets later declarations

    Index number(const tree::Expression& a);
    // Place that a pointer points to; none if the expression is no pointer.
    std::optional<Pointed> pointer(const tree::Expression& a);
    // Elements of a vector in an array, as an array of their own.
    std::optional<Pointed> lanes(const tree::Expression& a);
    // The variable of a loop, which is between its begin and end until facts.forget.
    Index loop_variable(const tree::For& loop);
    // Assumes that the test is true, or false, until facts.forget.
    void assume(const tree::Expression& test, bool truth);

private:
    const Variable* find(const tree::Expression& a) const;
    Index binary(const tree::Expression& a);
    Index call(const tree::Expression& a);
    std::vector<Index> facts_of(const tree::Expression& comparison, bool truth);
    void assume_not_equal(const tree::Expression& test);
    // Assumes that not all operands of && are true, or not all of || are false: if the others are known to be, the last
    // one is not.
    void assume_exception(const tree::Expression& test);
    bool holds(const tree::Expression& test, bool truth);

    std::unordered_map<std::string, Variable> variables_;
    std::vector<std::string> declared_;
    std::unordered_map<std::string, Pointed> state_; // by the name of the array
};

// Forgets the declarations and assumptions of a block at its end.
class ValuesScope {
public:
    explicit ValuesScope(ProgramValues& values)
        : values_(values), declared_(values.scope()), assumed_(values.facts.assumed()) {}
    ~ValuesScope() {
        values_.leave(declared_);
        values_.facts.forget(assumed_);
    }
    ValuesScope(const ValuesScope&) = delete;
    ValuesScope& operator=(const ValuesScope&) = delete;

private:
    ProgramValues& values_;
    std::size_t declared_, assumed_;
};

} // namespace hlo2cpp
