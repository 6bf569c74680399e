// Arguments by the names that people and files give them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// A name finds an argument
// 1. where it is one of the argument's names, in the module, in JAX or in the header;
// 2. else where its words, which are runs of letters and digits, are those of the argument's name:
//    "params/dense/kernel", "params.dense.kernel" and "params_dense_kernel" are params['dense']['kernel'];
//    "params__dense____kernel__.1" of HLO text, too, where the number is XLA's;
// 3. else where its words are the last ones: "dense/kernel". Of several such arguments it is the one with the
//    fewest words more.
class ArgumentNames {
public:
    explicit ArgumentNames(const Computation& entry);
    // The number of the argument. Throws InputError that begins with `what` where there is none or more than one; with
    // `advise` it names the argument that is meant, which takes a comparison with all of them.
    std::size_t find(const std::string& name, const std::string& what, bool advise = true) const;

private:
    struct Found {
        std::size_t number = 0, more_words = 0;
        bool several = false;
    };
    using Table = std::unordered_map<std::string, Found>;
    void add_words(std::string words, std::size_t number);
    static void add(Table& table, const std::string& name, const Found& found);
    std::string advice(const std::string& name) const;
    std::string alike(const std::string& name) const;
    bool are_numbers() const;

    Table names_, words_;
    std::vector<std::string> shown_; // for messages, one an argument
};

} // namespace hlo2cpp
