// What a module takes from its host while it runs, and gives to it; and what its devices give each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hlo2cpp {

struct Tensor;
struct Instruction;

// Which arrays of a device another one takes: those of a collective, or those that were sent on a channel.
struct ExchangeKey {
    const Instruction* collective = nullptr; // null: the channel's
    std::int64_t channel = 0;
    friend auto operator<=>(const ExchangeKey&, const ExchangeKey&) = default;
};

class HostData {
public:
    virtual ~HostData() = default;
    // Arrays as they lie in memory, one a call, in the order in which the module takes or gives them.
    virtual void infeed(std::span<std::byte> array) = 0;
    virtual void outfeed(std::span<const std::byte> array) = 0;

    // Of several devices that run the module together: the number of this one, arrays that each of `readers` takes
    // once, and those that `source` gave, in the order in which it gave them. `take` waits for them.
    virtual std::int64_t device() const { return 0; }
    virtual void give(const ExchangeKey& key, std::vector<Tensor> arrays, std::span<const std::int64_t> readers);
    virtual std::vector<Tensor> take(const ExchangeKey& key, std::int64_t source);
};

} // namespace hlo2cpp
