// Fingerprints: what an element is computed from, as a number.
//
// Two elements have one fingerprint if they are the same function of the same elements of given arrays, whatever lies
// between. A conversion counts for nothing: the copy of an array may do it before its readers. The terms of a sum have
// no order, and one that is a product with a zero is none: padding is skipped here and stored there. The elements of an
// extreme have no order, and each counts once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ir/module.h"
#include "kernel/index.h"

namespace hlo2cpp {

// Why there is no fingerprint, the worst last.
enum class NoFingerprint : std::uint8_t {
    None,      // there is one
    InOrder,   // points follow each other, or change places
    TooMany,   // terms, or arrays after each other
    NotFound,  // nobody knows the point that computes it
    NoTime,    // the verifier has done enough
    Undefined, // nobody writes the element
};

struct Fingerprint {
    std::uint64_t hash = 0;
    NoFingerprint fault = NoFingerprint::None;
    Opcode combiner = Opcode::Add;                             // of the members
    std::shared_ptr<const std::vector<std::uint64_t>> members; // of an extreme of several elements, in order
    std::optional<double> number = {};                         // of an element of a constant

    bool is_known() const { return fault == NoFingerprint::None; }
    friend bool operator==(const Fingerprint& a, const Fingerprint& b) {
        return a.hash == b.hash && a.fault == b.fault;
    }
};

// Depends on the order of the numbers.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b);

Fingerprint without_fingerprint(NoFingerprint why);
// Hash of a number, which counts and not its type; `element` is as a Literal stores it.
Fingerprint of_constant(ElementType type, std::span<const std::byte> element);
// The same of an element of a given constant, which is unlike a zero that is padding.
Fingerprint of_constant_element(ElementType type, std::span<const std::byte> element);
// The fingerprint of an element of a constant that holds the product in f32 of two such elements: a constant may be
// multiplied out, or not. None where one is something else.
std::optional<Fingerprint> product_of_constants(const Fingerprint& a, const Fingerprint& b);
// Fingerprint of some bits of such an element, as an s32 is shifted by a number; none for other operations.
std::optional<Fingerprint> bits_of_constant(Opcode opcode, const Fingerprint& element, std::int64_t by);
// Hash of an element of a given array that is no constant.
Fingerprint of_element(ValueId array, std::int64_t element);
// Hash of an index as a number.
Fingerprint of_index(std::int64_t index);

// Terms of a sum, in any order.
class SumOfTerms {
public:
    explicit SumOfTerms(Fingerprint initial) : initial_(std::move(initial)) {}
    void add(const Fingerprint& term);
    Fingerprint result() const;

private:
    Fingerprint initial_;
    std::uint64_t sum_ = 0;
    bool empty_ = true;
};

// Elements of an extreme, in any order.
class ExtremeOfTerms {
public:
    ExtremeOfTerms(Opcode combiner, const Fingerprint& initial) : combiner_(combiner) { add(initial); }
    void add(const Fingerprint& term);
    Fingerprint result();

private:
    Opcode combiner_;
    NoFingerprint fault_ = NoFingerprint::None;
    std::vector<std::uint64_t> members_;
};

bool is_zero(const Fingerprint& print);

} // namespace hlo2cpp
