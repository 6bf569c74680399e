// Data that a module exchanges with its host, and its devices with each other, while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hlo2cpp {

struct Tensor;
struct Instruction;

// Key of arrays that pass between devices: operands of a collective, or arrays sent on a channel.
struct ExchangeKey {
    const Instruction* collective = nullptr; // null: of the channel
    std::int64_t channel = 0;
    friend auto operator<=>(const ExchangeKey&, const ExchangeKey&) = default;
};

class HostData {
public:
    virtual ~HostData() = default;
    // Arrays as they lie in memory, one a call, in the order in which the module takes or gives them.
    virtual void infeed(std::span<std::byte> array) = 0;
    virtual void outfeed(std::span<const std::byte> array) = 0;

    // Several devices may run the module together. `device` is the number of this one. Each of `readers` takes the
    // arrays that are given once, in the order in which `source` gave them; `take` waits for them.
    virtual std::int64_t device() const { return 0; }
    virtual void give(const ExchangeKey& key, std::vector<Tensor> arrays, std::span<const std::int64_t> readers);
    virtual std::vector<Tensor> take(const ExchangeKey& key, std::int64_t source);
};

} // namespace hlo2cpp
