#include "read/stablehlo/constant.h"

#include <algorithm>

namespace hlo2cpp::stablehlo {
namespace {

std::vector<std::byte> unpacked_bits(std::span<const std::byte> bytes, std::size_t count) {
    std::vector<std::byte> elements(count);
    for (std::size_t i = 0; i < count; ++i) elements[i] = bytes[i / 8] >> (i % 8) & std::byte{1};
    return elements;
}

// A byte with an element of fewer bits as HLO has it, whatever the file has in the other bits.
std::byte whole_byte(std::byte byte, ElementType type) {
    if (is_pred(type)) return byte == std::byte{0} ? std::byte{0} : std::byte{1};
    const int unused = 8 - info(type).bits;
    const auto high = static_cast<std::uint8_t>(std::to_integer<unsigned>(byte) << unused);
    return is_signed(type) ? static_cast<std::byte>(static_cast<std::int8_t>(high) >> unused)
                           : static_cast<std::byte>(high >> unused);
}

Dense with_bytes(TypePtr tensor, std::vector<std::byte> elements, bool splat) {
    const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(elements));
    Dense constant{std::move(tensor), *owner, owner, splat};
    normalize(constant);
    return constant;
}

} // namespace

std::optional<Dense> constant_of_bytes(TypePtr tensor, std::span<const std::byte> bytes,
                                       std::shared_ptr<const void> owner) {
    const ElementType type = tensor->element;
    const std::optional<std::int64_t> elements = element_count(*tensor);
    if (!elements) return std::nullopt;
    const auto count = static_cast<std::uint64_t>(*elements), size = static_cast<std::uint64_t>(byte_size(type));
    const bool splat = bytes.size() == size && count > 1;
    if (count == 0) return Dense{std::move(tensor), {}, nullptr, false};
    if (!splat && bytes.size() != count * size) {
        if (!is_pred(type) || bytes.size() != count / 8 + (count % 8 != 0 ? 1 : 0)) return std::nullopt;
        return with_bytes(std::move(tensor), unpacked_bits(bytes, count), false);
    }
    if (is_pred(type) || is_narrow_integer(type)) {
        std::vector<std::byte> whole(bytes.size());
        std::transform(bytes.begin(), bytes.end(), whole.begin(), [&](std::byte b) { return whole_byte(b, type); });
        return with_bytes(std::move(tensor), std::move(whole), splat);
    }
    Dense constant{std::move(tensor), bytes, std::move(owner), splat};
    normalize(constant);
    return constant;
}

Dense constant_of_elements(TypePtr tensor, std::vector<std::byte> elements) {
    const std::int64_t count = element_count(*tensor).value_or(0);
    if (count == 0) elements.clear();
    const bool splat = count > 1 && std::ssize(elements) == byte_size(tensor->element);
    return with_bytes(std::move(tensor), std::move(elements), splat);
}

} // namespace hlo2cpp::stablehlo
