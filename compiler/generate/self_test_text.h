// The text of --self-test: a function that checks the weights, runs the model and compares its results. All empty
// without the option.
#pragma once

#include <string>
#include <vector>

#include "generate/code.h"
#include "tree/uses.h"

namespace hlo2cpp {

class SelfTestText {
public:
    explicit SelfTestText(const GenerateInput& input) : input_(input) {}

    std::string header() const;
    // Parts of the source.
    std::string function() const; // with the arrays that it reads
    std::string
    own_definition(const std::string& memory,
                   const std::string& weights_check) const; // `memory`: arguments of `run` that are the file's own
    std::string definition(const std::string& context_check) const;
    void add_uses(Used& used) const;
    // All arrays that the test reads, if weights lie apart: arguments, expected sums, tolerances, the CRC.
    std::vector<NamedConstant> stored_arrays() const;
    // Bytes of the arrays in RAM, each element aligned to its size.
    std::int64_t memory_bytes() const;
    // Bytes of data in flash: arguments, expected sums, and the table that the CRC takes.
    std::int64_t flash_bytes() const;

private:
    std::string members() const;
    std::string arrays() const;
    std::uint32_t crc_of_weights() const;
    std::string crc() const;
    std::string arguments() const;
    std::string results() const;
    const Argument& holder(std::size_t result) const; // the argument that it is written to

    const GenerateInput& input_;
};

} // namespace hlo2cpp
