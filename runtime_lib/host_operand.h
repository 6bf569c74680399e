#pragma once

// An operand of a function of the host, which changes nothing of it, though its type would let it.
static inline void* host_operand(const void* operand) noexcept {
    return const_cast<void*>(operand);
}
