// The vectors of a generated file as C++: their types, how they are read from and written to arrays, and the functions
// of intrinsics other than mathematics. Each text is empty where the file uses none of it, else it ends with a blank
// line.
#pragma once

#include <map>
#include <set>
#include <string>

#include "machine/intrinsic_text.h"
#include "machine/target.h"
#include "machine/vector_use.h"

namespace hlo2cpp {

// The functions of the intrinsics that a file uses, each made once.
class VectorTexts {
public:
    VectorTexts(VectorUse closure, const Target& target);

    // Types, and intrinsics that need no function of runtime_lib.
    std::string vectors() const;
    // Intrinsics that may call functions of runtime_lib: they stand behind these. They are vectors of 16-bit floats,
    // which are computed with as f32 and lie in memory as uint16_t (their results are those of runtime_lib/f16.h and
    // bf16.h), and arithmetic that the machine lacks.
    std::string behind_helpers() const;
    // The functions of runtime_lib that the texts call.
    std::set<std::string> helpers() const;
    // The condition of the preprocessor under which the texts do not compile, though the compiler has the target; may
    // be empty.
    std::string unfit() const;
    // Lines of the preprocessor that include what the texts need.
    std::string includes() const;

private:
    template <typename Ids>
    std::string functions(const Ids& ids, const VectorType& type) const; // of the listed intrinsics of one type
    std::string conversions() const;
    std::string scalars() const;
    std::string halves() const;

    const VectorUse closure_;
    std::map<Intrinsic, IntrinsicText> functions_; // of all intrinsics but mathematics
};

} // namespace hlo2cpp
