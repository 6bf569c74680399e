// Syntax tree of an NNEF text.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "read/nnef/error.h"
#include "read/nnef/type.h"
#include "read/nnef/value.h"

namespace hlo2cpp::nnef {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct Argument {
    std::string name; // empty: by position
    TextPlace place;
    ExprPtr value;
};

// for NAMES in `iterable`; the names are a name, or a tuple of them.
struct Loop {
    ExprPtr names, iterable;
};

enum class ExprKind : std::uint8_t {
    Literal, // also an array of numbers
    Name,
    Array,
    Tuple,
    Item,          // items[0][items[1]]
    Range,         // items[0][items[1]:items[2]], where these may be null
    Unary,         // text items[0]
    Binary,        // items[0] text items[1]
    Select,        // items[1] if items[0] else items[2]
    Comprehension, // for `loops` if items[1] (may be null) yield items[0]
    Builtin,       // text(items[0])
    Call,          // text<type_argument>(arguments)
};

struct Fragment;

struct Expr {
    ExprKind kind = ExprKind::Literal;
    TextPlace place;
    TextPlace end;    // of a call: its closing parenthesis
    int depth = 1;    // of the tree
    std::string text; // of a name, an operator, or a called fragment
    Value literal;
    std::vector<ExprPtr> items;
    std::vector<Argument> arguments;
    std::vector<Loop> loops;
    std::optional<Base> type_argument;
    // The checker fills these in for a call: the type that ? stands for, the called fragment, and the argument of each
    // parameter (null: its default).
    Base base = Base::Any;
    const Fragment* callee = nullptr;
    std::vector<const Expr*> by_parameter;
};

struct Parameter {
    std::string name;
    Type type;
    TextPlace place;
    ExprPtr initial; // its default, a literal; null: none
};

struct Assignment {
    ExprPtr left, right;
};

struct Fragment {
    std::string name;
    TextPlace place;
    bool is_generic = false;
    std::optional<Base> generic_default;
    std::vector<Parameter> parameters, results;
    bool has_body = false;
    std::vector<Assignment> body;
    TextPlace end;                      // of the body
    const SourceText* source = nullptr; // the text that defines it
    bool is_standard = false;
};

// A graph.nnef.
struct Document {
    std::string version;
    bool provisional = false;
    bool allows_fragments = false, allows_expressions = false;
    std::vector<std::unique_ptr<Fragment>> fragments;
    Fragment graph;
};

} // namespace hlo2cpp::nnef
