// Small programs, written as trees by hand.
#pragma once

#include <catch2/catch.hpp>

#include "program/program_verify.h"
#include "support/diagnostics.h"

namespace hlo2cpp::testing {

using tree::Expression;
using tree::Statement;
using tree::Statements;

inline const tree::Type kInt = tree::value_type(ElementType::S32);
inline const tree::Type kFloat = tree::value_type(ElementType::F32);
inline const tree::Type kFloats = tree::pointer_to(tree::memory_type(ElementType::F32));
inline const tree::Type kBytes = tree::pointer_to({.kind = tree::TypeKind::Byte});

inline Expression n(const char* name) {
    return tree::name(name);
}
inline Expression n(std::int64_t number) {
    return tree::integer(number);
}
inline Expression n(int number) { // 0 is no pointer
    return tree::integer(number);
}
inline Expression operator+(const Expression& a, const Expression& b) {
    return tree::add(a, b);
}
inline Expression operator-(const Expression& a, const Expression& b) {
    return tree::subtract(a, b);
}
inline Expression operator*(const Expression& a, const Expression& b) {
    return tree::multiply(a, b);
}
inline Expression at(const char* array, const Expression& index) {
    return tree::subscript(n(array), index);
}
inline Statement set(const Expression& target, const Expression& value) {
    return tree::Assign{.target = target, .value = value};
}
// out[index] = 0
inline Statement store(const Expression& index) {
    return set(at("out", index), n(0));
}
inline Statement loop(const char* name, const Expression& begin, const Expression& end, Statements body,
                      std::int64_t step = 1) {
    return tree::For{.type = kInt, .name = name, .begin = begin, .end = end, .step = step, .body = std::move(body)};
}
inline Statement constant(const char* name, const Expression& value) {
    return tree::Declare{.type = tree::constant(kInt), .name = name, .value = value};
}
inline Statement when(const Expression& test, Statements body, Statements otherwise = {}) {
    return tree::If{.test = test, .body = std::move(body), .otherwise = std::move(otherwise)};
}
inline Expression helper(const char* name, const Expression& a, const Expression& b) {
    return tree::call(name, ElementType::S32, {a, b});
}

// A program of one step f(float* out), of 10 elements, with these statements. `run` calls it.
inline Program program_of(Statements statements) {
    const tree::Parameter out{.type = kFloats, .name = "out", .elements = 10};
    Program program{.prefix = "M"};
    program.steps.push_back({.name = "f", .parameters = {out}, .body = std::move(statements)});
    program.run = {.result = {.kind = tree::TypeKind::Named, .name = "int"}, .name = "run", .parameters = {out}};
    program.run.body = {tree::Evaluate{.expression = tree::call("f", {n("out")})}, tree::Return{.value = n("M_OK")}};
    return program;
}

inline void accepts(const Program& program) {
    CHECK_NOTHROW(verify_program(program));
}
inline void accepts(Statements statements) {
    accepts(program_of(std::move(statements)));
}
inline void rejects(const Program& program, const std::string& why) {
    CHECK_THROWS_WITH(verify_program(program), Catch::Matchers::Contains(why));
}
inline void rejects(Statements statements, const std::string& why = "are not shown to be inside") {
    rejects(program_of(std::move(statements)), why);
}

} // namespace hlo2cpp::testing
