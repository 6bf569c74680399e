// The generated code of every fixture against what the oracle said.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "fixture.h"
#include "generated_code.h"
#include "ir/layout_order.h"

namespace hlo2cpp::testing {
namespace {

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

std::vector<Shape> leaves(const std::vector<Shape>& shapes) {
    std::vector<Shape> all;
    for (const Shape& shape : shapes) for_each_leaf(shape, [&](const Shape& leaf) { all.push_back(leaf); });
    return all;
}

// Runs it through the entry with its own arena, or with one of ours.
void check_once(const GeneratedCode& code, const Fixture& fixture, const Module& module, bool own_arena) {
    const std::vector<Shape> parameters = leaves(module.parameter_shapes), results = leaves({module.result_shape});
    REQUIRE(parameters.size() == fixture.arguments.size());
    REQUIRE(results.size() == fixture.results.size());
    REQUIRE(results.size() == code.result_count);
    std::vector<Buffer> in, out;
    std::vector<void*> pointers;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        in.emplace_back(to_layout(fixture.arguments[i].bytes, parameters[i]));
    for (const Shape& result : results) out.emplace_back(result.bytes());
    for (Buffer& buffer : in) pointers.push_back(buffer.data());
    for (std::size_t i = 0; i < out.size(); ++i)
        if (code.aliased[i] < 0) pointers.push_back(out[i].data());
    pointers.push_back(nullptr);
    Buffer arena(static_cast<std::int64_t>(code.arena_bytes));
    REQUIRE((own_arena ? code.run(pointers.data()) : code.run_in(arena.data(), pointers.data())) == 0);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Buffer& buffer = code.aliased[i] < 0 ? out[i] : in[static_cast<std::size_t>(code.aliased[i])];
        Literal got{.shape = Shape::array(results[i].type, results[i].dims),
                    .bytes = from_layout(buffer.bytes(), results[i]),
                    .tuple = {}};
        INFO("result " << i);
        CHECK(difference(got, fixture.results[i], fixture) == "");
    }
}

} // namespace

TEST_CASE("generated code agrees with the oracle") {
    for (std::size_t batch = 0; batch < generated_batch_count; ++batch)
        for (const GeneratedCode* code = generated_batches[batch]; code->fixture != nullptr; ++code) {
            const Fixture fixture = read_fixture(code->fixture);
            INFO(fixture.name);
            if (code->error != nullptr) {
                FAIL_CHECK(code->error);
                continue;
            }
            const Module module = fixture_module(fixture);
            check_once(*code, fixture, module, true);
            check_once(*code, fixture, module, true); // nothing may be left over from a call
            check_once(*code, fixture, module, false);
            if (code->arena_bytes > 0) {
                std::vector<void*> pointers(fixture.arguments.size() + fixture.results.size() + 1);
                CHECK(code->run_in(nullptr, pointers.data()) != 0); // refused before anything is touched
            }
        }
}

} // namespace hlo2cpp::testing
