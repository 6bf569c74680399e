// The constants of the program: arrays in flash, each content once.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "generate/names.h"
#include "ir/literal.h"

namespace hlo2cpp {

class Weights {
public:
    // `macro` is in front of each array, to place it. Up to `most` names are added to `globals`, none of them in
    // `avoid`.
    Weights(std::string macro, std::size_t most, const Names& avoid, Names& globals);
    // The name of the array that holds the literal; printed because it is asked for.
    std::string array(const LiteralPtr& literal, const std::string& name);
    std::string text() const;
    std::int64_t bytes() const { return bytes_; }

private:
    struct Array {
        LiteralPtr literal;
        std::string name;                // of the array
        std::vector<std::string> values; // of the module, which it stands for
    };
    std::string macro_;
    std::vector<std::string> names_;
    std::vector<Array> arrays_;
    std::unordered_map<const Literal*, std::size_t> known_;
    std::unordered_multimap<std::size_t, std::size_t> by_hash_; // of the bytes
    std::int64_t bytes_ = 0;
};

} // namespace hlo2cpp
