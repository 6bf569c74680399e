// What the functions of a program use, read off their statements.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "program/program.h"

namespace hlo2cpp {

struct Used {
    std::set<std::string> names;                            // of variables, parameters and arrays
    std::set<std::string> functions;                        // that are called: helpers, functions of the file, macros
    std::set<ElementType> arena_types;                      // as typedefs: f32_mem
    std::set<std::pair<ElementType, std::int64_t>> vectors; // element type and lanes: f32x8
    std::set<std::pair<ElementType, std::int64_t>> vector_reads, vector_writes; // of those, what is read and written
    std::set<ElementType> infinities, nans;                                     // F32, F64: among the literals
    bool rolled_loops = false;
    bool doubles = false;
    bool restricted_pointers = false;

    void add(const tree::Type& type);
    void call(const std::string& function);
    void add(ElementType type, const std::vector<std::byte>& elements); // literals, as they are stored
    void add(const tree::Expression& expression);
    void add(const tree::Statements& statements);
    void add(const tree::Function& function);
};

Used used_by(const Program& program, bool constants = true); // with the literals of its constants

} // namespace hlo2cpp
