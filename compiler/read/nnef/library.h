// The fragments that a text may call: the standard ones, and those that it has defined so far.
#pragma once

#include <string_view>
#include <unordered_map>

#include "read/nnef/syntax.h"

namespace hlo2cpp::nnef {

class Library {
public:
    // Adds the standard's fragments; with `provisional`, the provisional text's fragments replace those of 1.0.
    explicit Library(bool provisional);

    const Fragment* find(std::string_view name) const;
    // False where the name is taken. In the provisional text a standard name may get another meaning.
    bool add(const Fragment& fragment);

private:
    void add_text(const SourceText& source);

    const bool provisional_;
    std::vector<std::unique_ptr<Fragment>> standard_;
    std::unordered_map<std::string_view, const Fragment*> by_name_;
};

} // namespace hlo2cpp::nnef
