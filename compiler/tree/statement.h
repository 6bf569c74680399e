// Statements and functions of generated C++.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "support/range.h"
#include "tree/expression.h"

namespace hlo2cpp::tree {

struct Statement;
using Statements = std::vector<Statement>;

// type name[sizes] = value;
struct Declare {
    Type type;
    std::string name;
    std::vector<std::int64_t> sizes = {}; // of an array, which has no value
    Expression value = {};                // may be none
    std::string comment = {};
    std::int64_t elements = 0; // that a pointer points to; 0: all elements of its value
};

enum class Assignment : std::uint8_t { Set, Add, Multiply };

// target = value;
struct Assign {
    Expression target;
    Expression value;
    Assignment assignment = Assignment::Set;
    std::string comment = {};
};

// The expression alone: a call, a macro.
struct Evaluate {
    Expression expression;
    std::string comment = {};
};

// for (type name = begin; name < end; name += step), or name >= end where the step is negative.
struct For {
    Type type;
    std::string name;
    Expression begin, end;
    std::int64_t step = 1;
    // Unroll factor that the compiler is asked for; 0: its own choice.
    std::int64_t unroll = 0;
    bool rolled = false;   // Clang shall make no copies of the body: the macro NAME_ROLLED
    bool parallel = false; // its rounds, which begin at 0, may run at the same time
    Statements body;
};

// while (test), or for (;;) where there is no test.
struct While {
    Expression test = {};
    std::string comment = {};
    Statements body;
};

struct If {
    Expression test;
    Statements body;
    Statements otherwise;
};

// The last case runs if the selector is none of the cases' numbers 0, 1, ...
struct Switch {
    Expression selector;
    std::vector<Statements> cases = {};
    // How often each case runs in all calls that make one run, where a call runs one part of it; empty: once for all.
    std::vector<std::int64_t> rounds = {};
};

// { // comment
struct Block {
    std::string comment = {};
    Statements body;
};

// One line; text from the module is escaped already.
struct Comment {
    std::string text;
};

struct Break {};
struct Return {
    Expression value = {};
    std::string comment = {};
};

struct Function;

// struct name { members; functions };
struct Record {
    std::string comment = {};
    std::string name;
    std::vector<Declare> members = {};
    std::vector<Function> functions;
};

struct Statement {
    std::variant<Declare, Assign, Evaluate, For, While, If, Switch, Block, Comment, Break, Return, Record> node;
    template <typename Node>
    Statement(Node n) : node(std::move(n)) {} // NOLINT: each kind of statement is one
};

struct Parameter {
    Type type;
    std::string name;
    std::int64_t elements = 0; // that a pointer points to
    Range range = {};          // of an integer, from the callers' arguments; empty: not known
    bool used = true;
    std::string role = {}; // its name in a function of several steps
};

// Kind of member function of a Record.
enum class Member : std::uint8_t { None, Static, Const };

struct Function {
    std::string comment = {};    // lines without "// "
    std::string provenance = {}; // of a step that is called once: where it comes from, lines without "// "
    std::string computes = {};   // of a step, in words of HLO
    Member member = Member::None;
    bool helper = false;     // static inline, in the C of runtime_lib
    bool as_written = false; // a compiler shall not move loads to the front: there are no registers for them
    bool any_size = false;   // each call gives the ranges of its integers and the sizes behind its pointers
    Type result = {};
    std::string name;
    std::vector<Parameter> parameters = {};
    Statements body;
};

// Calls visit(const Expression&) for each expression of a statement itself, not of the statements inside it.
template <typename Visit>
void for_each_expression(const Statement& statement, Visit&& visit) {
    const auto show = [&](const Expression& expression) {
        if (expression.valid()) visit(expression);
    };
    std::visit(
        [&](const auto& node) {
            if constexpr (requires { node.value; }) show(node.value);
            if constexpr (requires { node.target; }) show(node.target);
            if constexpr (requires { node.expression; }) show(node.expression);
            if constexpr (requires { node.begin; }) show(node.begin);
            if constexpr (requires { node.end; }) show(node.end);
            if constexpr (requires { node.test; }) show(node.test);
            if constexpr (requires { node.selector; }) show(node.selector);
        },
        statement.node);
}

// Calls visit(body) for each list of statements directly inside a statement, the bodies of a record's functions too.
template <typename AnyStatement, typename Visit>
void for_each_body(AnyStatement& statement, Visit&& visit) {
    std::visit(
        [&](auto& node) {
            if constexpr (requires { node.body; }) visit(node.body);
            if constexpr (requires { node.otherwise; }) visit(node.otherwise);
            if constexpr (requires { node.cases; })
                for (auto& body : node.cases) visit(body);
            if constexpr (requires { node.functions; })
                for (auto& function : node.functions) visit(function.body);
        },
        statement.node);
}

} // namespace hlo2cpp::tree
