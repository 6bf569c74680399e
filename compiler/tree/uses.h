// Names, helpers and types that functions use, collected from their statements.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "machine/vector_use.h"
#include "tree/statement.h"

namespace hlo2cpp {

struct Used {
    std::set<std::string> names;       // of variables, parameters and arrays
    std::set<std::string> functions;   // called: helpers, functions of the file, macros
    std::set<ElementType> arena_types; // as typedefs: f32_mem
    VectorUse vectors;
    std::set<ElementType> infinities, nans; // F32, F64: among the literals
    bool rolled_loops = false, unrolled_loops = false;
    bool parallel_loops = false;
    bool arrays_of_floats = false; // local ones, which are registers of a tile
    bool doubles = false;
    bool restricted_pointers = false;

    void add(const tree::Type& type);
    void add(ElementType type, const std::vector<std::byte>& elements); // literals, as they are stored
    void add(const tree::Expression& expression);
    void add(const tree::Statements& statements);
    void add(const tree::Function& function);
};

} // namespace hlo2cpp
