#include "layout/fingerprint.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ir/float_format.h"

namespace hlo2cpp {
namespace {

// Kinds of hashed things.
constexpr std::uint64_t kNumber = 1, kBytes = 2, kElement = 3, kIndex = 4, kSum = 5, kExtreme = 6;

Fingerprint hashed(std::uint64_t kind, std::uint64_t what) {
    return {.hash = mixed(kind, what), .fault = NoFingerprint::None, .combiner = Opcode::Add, .members = nullptr};
}

// An element that is not complex.
double number_of(ElementType type, std::span<const std::byte> element) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, element.data(), element.size());
    if (is_float(type)) return decode_float(type, bits);
    const auto unused = static_cast<int>(64 - 8 * element.size());
    if (is_signed(type)) return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
    return static_cast<double>(bits);
}

Fingerprint of_number(double number) {
    return hashed(kNumber, std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number));
}

} // namespace

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9e3779b97f4a7c15u + b + 0x7f4a7c159e3779b9u; // the rounds of splitmix64
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

Fingerprint without_fingerprint(NoFingerprint why) {
    return {.hash = 0, .fault = why, .combiner = Opcode::Add, .members = nullptr};
}

Fingerprint of_constant(ElementType type, std::span<const std::byte> element) {
    if (!is_complex(type)) return of_number(number_of(type, element));
    std::uint64_t hash = 0;
    for (const std::byte byte : element) hash = mixed(hash, static_cast<std::uint64_t>(byte));
    const bool zero = std::ranges::all_of(element, [](std::byte byte) { return byte == std::byte(0); });
    return zero ? of_number(0) : hashed(kBytes, hash);
}

Fingerprint of_constant_element(ElementType type, std::span<const std::byte> element) {
    Fingerprint print = of_element(ValueId(), static_cast<std::int64_t>(of_constant(type, element).hash));
    if (!is_complex(type)) print.number = number_of(type, element);
    return print;
}

std::optional<Fingerprint> product_of_constants(const Fingerprint& a, const Fingerprint& b) {
    if (!a.number || !b.number) return std::nullopt;
    const float product = static_cast<float>(*a.number) * static_cast<float>(*b.number);
    return of_constant_element(ElementType::F32, std::as_bytes(std::span(&product, 1)));
}

std::optional<Fingerprint> bits_of_constant(Opcode opcode, const Fingerprint& element, std::int64_t by) {
    if (!element.number || by < 0 || by >= 32) return std::nullopt;
    const auto bits = static_cast<std::uint32_t>(static_cast<std::int64_t>(*element.number));
    std::int32_t some = 0;
    switch (opcode) {
    case Opcode::ShiftLeft: some = static_cast<std::int32_t>(bits << by); break;
    case Opcode::ShiftRightLogical: some = static_cast<std::int32_t>(bits >> by); break;
    case Opcode::ShiftRightArithmetic: some = static_cast<std::int32_t>(bits) >> by; break;
    default: return std::nullopt;
    }
    return of_constant_element(ElementType::S32, std::as_bytes(std::span(&some, 1)));
}

Fingerprint of_element(ValueId array, std::int64_t element) {
    return hashed(kElement, mixed(array.index(), static_cast<std::uint64_t>(element)));
}

Fingerprint of_index(std::int64_t index) {
    return hashed(kIndex, static_cast<std::uint64_t>(index));
}

bool is_zero(const Fingerprint& print) {
    static const std::uint64_t zero = of_number(0).hash;
    return print.is_known() && print.hash == zero;
}

void SumOfTerms::add(const Fingerprint& term) {
    initial_.fault = std::max(initial_.fault, term.fault);
    if (is_zero(term)) return;
    sum_ += mixed(kSum, term.hash);
    empty_ = false;
}

Fingerprint SumOfTerms::result() const {
    if (empty_ || !initial_.is_known()) return initial_;
    return hashed(kSum, mixed(initial_.hash, sum_));
}

void ExtremeOfTerms::add(const Fingerprint& term) {
    fault_ = std::max(fault_, term.fault);
    if (term.members != nullptr && term.combiner == combiner_)
        members_.insert(members_.end(), term.members->begin(), term.members->end());
    else
        members_.push_back(term.hash);
}

Fingerprint ExtremeOfTerms::result() {
    if (fault_ != NoFingerprint::None) return without_fingerprint(fault_);
    std::ranges::sort(members_);
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    Fingerprint made{.hash = members_[0], .fault = fault_, .combiner = combiner_, .members = nullptr};
    if (members_.size() == 1) return made;
    made.hash = mixed(kExtreme, static_cast<std::uint64_t>(combiner_));
    for (const std::uint64_t member : members_) made.hash = mixed(made.hash, member);
    made.members = std::make_shared<const std::vector<std::uint64_t>>(std::move(members_));
    return made;
}

} // namespace hlo2cpp
