// The constants of the program: arrays in flash, each content once.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "program/names.h"
#include "program/program.h"

namespace hlo2cpp {

class Weights {
public:
    // Up to `most` names are added to `globals`, none of them in `avoid`.
    Weights(std::size_t most, const Names& avoid, Names& globals);
    // The array that holds the literal; it is in the file because it is asked for.
    tree::Expression array(const LiteralPtr& literal, const std::string& name);
    std::vector<ConstantArray> take() { return std::move(arrays_); }

private:
    std::size_t number_of(const LiteralPtr& literal);

    std::vector<std::string> names_;
    std::vector<ConstantArray> arrays_;
    std::unordered_map<const Literal*, std::size_t> known_;
    std::unordered_multimap<std::size_t, std::size_t> by_hash_; // of the bytes
};

} // namespace hlo2cpp
