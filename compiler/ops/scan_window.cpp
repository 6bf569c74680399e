#include "ops/scan_window.h"

#include <algorithm>

#include "ops/combiner.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastLength = 8;

bool sees_one(const WindowDimension& w) {
    return w.size == 1 && w.stride == 1 && w.padding_low == 0 && w.padding_high == 0 && w.base_dilation == 1;
}

bool sees_all_up_to(const WindowDimension& w, std::int64_t length) {
    const bool plain = w.stride == 1 && w.base_dilation == 1 && w.window_dilation == 1 && w.size >= length;
    return plain && std::minmax(w.padding_low, w.padding_high) == std::minmax<std::int64_t>(0, w.size - 1);
}

} // namespace

std::optional<ScanWindow> scan_window(const Module& module, const Instruction& instruction) {
    if (instruction.opcode != Opcode::ReduceWindow) return std::nullopt;
    const Window& window = instruction.attributes.window;
    const Shape& result = instruction.shape.is_tuple() ? instruction.shape.tuple[0] : instruction.shape;
    const auto along = std::ranges::find_if_not(window, sees_one);
    if (along == window.end() || !std::all_of(along + 1, window.end(), sees_one)) return std::nullopt;
    const auto dimension = static_cast<std::size_t>(along - window.begin());
    const std::int64_t length =
        result.dims[dimension]; // of the operand, too, where the windows see all up to an element
    if (length < kLeastLength || !sees_all_up_to(*along, length)) return std::nullopt;
    const bool reverse = along->padding_low == 0;
    if (reverse && !simple_combiner(module[instruction.called[0]])) return std::nullopt;
    return ScanWindow{dimension, reverse};
}

} // namespace hlo2cpp
