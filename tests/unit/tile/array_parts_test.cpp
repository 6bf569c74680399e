// What it costs that the chunks of a step read what other cores have stored.
#include "tile/array_parts.h"

#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// Two products, of which the second one reads the rows of the first.
struct Chain {
    Kernels kernels = addressed("HloModule m\nENTRY e {\n x = f32[64,96] parameter(0)\n"
                                " b = f32[96,128] parameter(1)\n c = f32[128,80] parameter(2)\n"
                                " y = f32[64,128] dot(x, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                                " ROOT z = f32[64,80] dot(y, c), lhs_contracting_dims={1}, "
                                "rhs_contracting_dims={0}\n}\n");

    const Call& call(std::size_t step) const { return std::get<Call>(kernels[kernels.entries[0].region].steps[step]); }
    const Kernel& kernel(std::size_t step) const { return kernels[call(step).kernel]; }
    ArrayParts parts(const char* target = "x86-64-v3") const { return {kernels, *find_target(target), 2}; }
};

} // namespace

TEST_CASE("chunks that read the rows which they have stored wait for no other core") {
    const Chain chain;
    ArrayParts parts = chain.parts();
    parts.run(chain.kernel(0), chain.call(0), 0);
    CHECK(parts.divided_cycles(chain.kernel(1), chain.call(1), 0) == 0);
}

TEST_CASE("chunks that divide the columns read all rows, half of which another core has stored") {
    const Chain chain;
    ArrayParts parts = chain.parts();
    parts.run(chain.kernel(0), chain.call(0), 0);
    CHECK(parts.divided_cycles(chain.kernel(1), chain.call(1), 1) > 0);
}

TEST_CASE("what one thread has stored moves to the others, and what they have stored to it") {
    const Chain chain;
    ArrayParts whole = chain.parts(), divided = chain.parts();
    whole.run(chain.kernel(0), chain.call(0), -1);
    divided.run(chain.kernel(0), chain.call(0), 0);
    CHECK(whole.divided_cycles(chain.kernel(1), chain.call(1), 0) > 0);
    CHECK(whole.whole_cycles(chain.kernel(1), chain.call(1)) == 0);
    CHECK(divided.whole_cycles(chain.kernel(1), chain.call(1)) > 0);
}

TEST_CASE("what a thread has read is in its cache from then on") {
    const Chain chain;
    ArrayParts parts = chain.parts();
    parts.run(chain.kernel(0), chain.call(0), 0);
    parts.run(chain.kernel(1), chain.call(1), -1);
    CHECK(parts.whole_cycles(chain.kernel(1), chain.call(1)) == 0);
}

TEST_CASE("without caches nothing moves") {
    const Chain chain;
    ArrayParts parts = chain.parts("cortex-m7");
    parts.run(chain.kernel(0), chain.call(0), 0);
    CHECK(parts.whole_cycles(chain.kernel(1), chain.call(1)) == 0);
    CHECK(parts.divided_cycles(chain.kernel(1), chain.call(1), 1) == 0);
}
