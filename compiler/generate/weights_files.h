// Places of constants (--weights): their text in the source, and the files beside it.
//
// `inline`: constexpr arrays in NAME.cpp.
// `source`: NAME_weights.cpp defines the arrays, NAME.cpp declares them.
// `incbin`: NAME_weights.cpp takes them from NAME_weights.bin, NAME.cpp declares them.
// `external`: pointers into NAME_weights.bin, which NAME_set_weights checks.
//
// Declared arrays are in a namespace whose name has the hash, so that files of different runs do not link. All places
// but `inline` leave NAME.cpp and NAME.h unchanged if only values of weights change.
#pragma once

#include <string>
#include <vector>

#include "generate/code.h"

namespace hlo2cpp {

std::string name_of(WeightsPlace place); // as --weights has it

class WeightsFiles {
public:
    explicit WeightsFiles(const GenerateInput& input);

    // Parts of NAME.cpp.
    std::string shared_declarations() const;          // in front of the unnamed namespace
    std::string declarations() const;                 // in it
    void append_long_arrays(std::string& text) const; // at the end of the file
    std::string set_definition() const;
    std::string set_check() const; // checks that NAME_set_weights was called
    // Part of NAME.h.
    std::string set_declaration() const;
    // The other files, empty if the place has none.
    std::string source() const;
    std::string binary() const;

private:
    struct Array {
        std::string name, comment;
        LiteralPtr literal;
        std::string place;                   // the macro in front of it
        ElementType type = ElementType::F32; // as the program reads it
        bool as_bytes = false;               // in C++: a string
        bool in_parts = false;               // complex numbers, declared as reals
        std::int64_t offset = 0;             // in the binary
        std::string declared_name() const { return in_parts ? name + "_parts" : name; }
    };
    std::string declared(const Array& array) const; // "float w0[20]"
    std::string qualified_type(ElementType type) const;
    std::string space() const;                         // the namespace
    std::string global_name(const Array& array) const; // in C, which has no namespaces
    std::string names_for_c() const;                   // macros for these names
    std::string definitions() const;
    std::string incbin() const;
    std::string file_order_check() const;
    bool in_other_file() const;
    bool set_by_program() const;

    const GenerateInput& input_;
    const std::vector<NamedConstant> tested_; // arrays of the self-test, if they lie apart
    std::vector<Array> arrays_;
    std::int64_t binary_bytes_ = 0;
};

} // namespace hlo2cpp
