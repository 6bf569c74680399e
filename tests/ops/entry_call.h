// The memory of one call of generated code: arguments and results of a fixture.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "fixture.h"
#include "ir/layout_order.h"

namespace hlo2cpp::testing {

constexpr std::size_t kAlignment = 64;

// Memory of a caller: exactly as long as said, so that a sanitizer sees what goes beyond.
class Buffer {
public:
    explicit Buffer(std::int64_t bytes) : size_(static_cast<std::size_t>(bytes)) {
        void* memory = nullptr;
        if (posix_memalign(&memory, kAlignment, size_ > 0 ? size_ : 1) != 0) throw std::bad_alloc();
        memory_.reset(static_cast<std::byte*>(memory));
        std::memset(memory, 0xCB, size_); // what the entry leaves out shows
    }
    explicit Buffer(const std::vector<std::byte>& bytes) : Buffer(static_cast<std::int64_t>(bytes.size())) {
        if (!bytes.empty()) std::memcpy(memory_.get(), bytes.data(), bytes.size());
    }
    void* data() { return memory_.get(); }
    std::vector<std::byte> bytes() const { return {memory_.get(), memory_.get() + size_}; }

private:
    struct Free {
        void operator()(std::byte* memory) const { std::free(memory); }
    };
    std::unique_ptr<std::byte, Free> memory_;
    std::size_t size_;
};

inline std::vector<Shape> leaves(const std::vector<Shape>& shapes) {
    std::vector<Shape> all;
    for (const Shape& shape : shapes) for_each_leaf(shape, [&](const Shape& leaf) { all.push_back(leaf); });
    return all;
}

class EntryCall {
public:
    // `aliased`: for each result leaf the number of the parameter leaf that it is written to, or -1.
    EntryCall(const Module& module, const Fixture& fixture, const int* aliased)
        : results_(leaves({module.result_shape})), aliased_(aliased) {
        const std::vector<Shape> parameters = leaves(module.parameter_shapes);
        for (std::size_t i = 0; i < parameters.size(); ++i)
            in_.emplace_back(to_layout(fixture.arguments.at(i).bytes, parameters[i]));
        for (const Shape& result : results_) out_.emplace_back(result.bytes());
        for (Buffer& buffer : in_) pointers_.push_back(buffer.data());
        for (std::size_t i = 0; i < out_.size(); ++i)
            if (aliased_[i] < 0) pointers_.push_back(out_[i].data());
        pointers_.push_back(nullptr);
    }
    void** pointers() { return pointers_.data(); }
    std::vector<Literal> results() const {
        std::vector<Literal> all;
        for (std::size_t i = 0; i < results_.size(); ++i) {
            const Buffer& buffer = aliased_[i] < 0 ? out_[i] : in_[static_cast<std::size_t>(aliased_[i])];
            all.push_back({.shape = Shape::array(results_[i].type, results_[i].dims),
                           .bytes = from_layout(buffer.bytes(), results_[i]),
                           .tuple = {}});
        }
        return all;
    }

private:
    std::vector<Shape> results_;
    const int* aliased_;
    std::vector<Buffer> in_, out_;
    std::vector<void*> pointers_;
};

} // namespace hlo2cpp::testing
