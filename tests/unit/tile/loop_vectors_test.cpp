// Which loops of the module run in vectors.
#include "tile/loop_vectors.h"

#include <array>
#include <map>
#include <random>

#include "unit/tile/module_loops.h"

using namespace hlo2cpp;

namespace {

// Lanes of the module's only loop.
std::int64_t lanes_of(const std::string& text, const char* target = "x86-64-v3") {
    const Kernels kernels = addressed(text);
    const LoopNests nests = checked_nests(kernels, target);
    const ModuleLoop* const loop = nests.loop(only_while(kernels).body);
    return loop == nullptr ? 1 : loop->lanes;
}

const std::string kOwn = product_from("i");

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("rounds that touch elements of their own run in vectors") {
    CHECK(lanes_of(loop_of(kOwn)) == 8);
    CHECK(lanes_of(loop_of(kOwn, 3, 50)) == 8);
}

TEST_CASE("rounds that read what is one element away run one by one, those that read a vector away in vectors") {
    CHECK(lanes_of(loop_of(product_from("next"))) == 1);
    CHECK(lanes_of(loop_of(product_from("far"))) == 8);
}

TEST_CASE("an element that all rounds read and one of them writes is read in each round") {
    CHECK(lanes_of(loop_of("zero = s32[] constant(0)\n " + product_from("zero"))) == 1);
}

TEST_CASE("vectors are as wide as the rounds fill, and none where the machine has none") {
    CHECK(lanes_of(loop_of(kOwn, 0, 9)) == 4);
    CHECK(lanes_of(loop_of(kOwn, 0, 7)) == 1);
    CHECK(lanes_of(loop_of(kOwn), "cortex-a") == 4);
    CHECK(lanes_of(loop_of(kOwn), "cortex-m7") == 1);
}

TEST_CASE("rounds that count by twos or downwards run one by one") {
    const std::string by_twos =
        replaced(loop_of(kOwn), "next = s32[] add(i, one)", "two = s32[] constant(2)\n next = s32[] add(i, two)");
    CHECK(lanes_of(by_twos) == 1);
    const std::string down = replaced(replaced(loop_of(kOwn, 48, 0), "direction=LT", "direction=GT"),
                                      "next = s32[] add(i, one)", "next = s32[] subtract(i, one)");
    CHECK(lanes_of(down) == 1);
}

TEST_CASE("rounds whose number is not known run one by one") {
    CHECK(lanes_of(replaced(loop_of(kOwn), "first = s32[] constant(0)", "first = s32[] parameter(2)")) == 1);
}

TEST_CASE("a counter that begins at the end of its type could overflow in a loop over vectors") {
    Kernels kernels = addressed(loop_of(kOwn));
    const While loop = only_while(kernels);
    const Target target = *find_target("x86-64-v3");
    CHECK(loop_in_vectors(kernels, loop, only(48), target).has_value());
    kernels.values[loop.variable.index()].counts.range = {INT32_MIN, INT32_MIN + 48};
    CHECK_FALSE(loop_in_vectors(kernels, loop, only(48), target).has_value());
}

TEST_CASE("rounds that compute with their number, choose or call functions run one by one") {
    const auto with = [](const std::string& made) {
        return loop_of("a = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}\n " + made +
                       " x2 = f32[64] dynamic-update-slice(x, c, i)\n ");
    };
    CHECK(lanes_of(with("c = f32[1] divide(a, b)\n")) == 8);
    CHECK(lanes_of(with("n = f32[1] negate(a)\n c = f32[1] subtract(n, b)\n")) == 8);
    CHECK(lanes_of(with("j = f32[] convert(i)\n k = f32[1] reshape(j)\n c = f32[1] add(a, k)\n")) == 1);
    CHECK(lanes_of(with("l = pred[1] compare(a, b), direction=LT\n c = f32[1] select(l, a, b)\n")) == 1);
    CHECK(lanes_of(with("c = f32[1] exponential(a)\n")) == 1);
    CHECK(lanes_of(with("h = f16[1] convert(a)\n g = f16[1] add(h, h)\n c = f32[1] convert(g)\n")) == 1);
}

TEST_CASE("a scalar that differs from round to round is a vector, another one is a number") {
    // x[i] = 3 x[i] y[5], of which the square of y[5] is the same in all rounds.
    const Kernels kernels =
        addressed(loop_of("five = s32[] constant(5)\n s = f32[1] dynamic-slice(y, five), dynamic_slice_sizes={1}\n"
                          " q = f32[1] multiply(s, s)\n t = f32[] reshape(q)\n"
                          " a = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}\n"
                          " u = f32[1] broadcast(t), dimensions={}\n c = f32[1] multiply(a, u)\n"
                          " x2 = f32[64] dynamic-update-slice(x, c, i)\n "));
    const LoopNests nests = checked_nests(kernels, "x86-64-v3");
    const ModuleLoop* const loop = nests.loop(only_while(kernels).body);
    REQUIRE(loop != nullptr);
    REQUIRE(loop->calls.size() == 1); // the call that makes the square has no lanes
    const Kernel& kernel = loop->calls[0].kernel;
    CHECK(kernel.dims == std::vector<std::int64_t>{8});
    for (const Output& output : kernel.outputs) CHECK(kernel.space.coefficient(output.index, 0) == 1);
}

namespace {

// A running sum that the module itself has.
const std::string kState = "(s32[], f32[1], f32[64])";
const std::string kParts = "p = " + kState +
                           " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
                           " s = f32[1] get-tuple-element(p), index=1\n x = f32[64] get-tuple-element(p), index=2\n ";
const std::string kOwnSum =
    "HloModule m\ncond { " + kParts +
    "n = s32[] constant(64)\n ROOT c = pred[] compare(i, n), direction=LT }\nbody { " + kParts +
    "one = s32[] constant(1)\n next = s32[] add(i, one)\n"
    " a = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}\n t = f32[1] add(s, a)\n"
    " y = f32[64] dynamic-update-slice(x, t, i)\n ROOT r = " +
    kState +
    " tuple(next, t, y) }\n"
    "ENTRY e { first = s32[] constant(0)\n s0 = f32[1] parameter(0)\n x0 = f32[64] parameter(1)\n"
    " q = " +
    kState + " tuple(first, s0, x0)\n w = " + kState +
    " while(q), condition=cond, body=body\n ROOT r = f32[64] get-tuple-element(w), index=2 }";

} // namespace

TEST_CASE("a sum of the module's own keeps its order") {
    CHECK(lanes_of(kOwnSum) == 1);
}

namespace {

// Statements z[i + c] = x[i + a] * y[i + b] of a round, over arrays that are x or y, with random distances.
struct RandomRound {
    explicit RandomRound(unsigned seed) : random_(seed) {
        const int statements = number(1, 3);
        for (int i = 0; i < statements; ++i) add_statement(std::to_string(i));
    }
    // True if a round touches an element that another round of a vector with so many lanes writes.
    bool conflicts(int lanes) const {
        for (const Place& write : places_)
            for (const Place& other : places_) {
                const int distance = std::abs(other.distance - write.distance);
                if (write.written && other.array == write.array && distance > 0 && distance < lanes) return true;
            }
        return false;
    }
    std::string text() const {
        const std::string now_x = version_.at('x'), now_y = version_.at('y');
        std::string whole = loop_of(lines_ + "x2 = f32[64] copy(" + now_x + ")\n ", 0, 40);
        whole = replaced(std::move(whole), "tuple(next, x2, y)", "tuple(next, x2, " + now_y + ")");
        return replaced(std::move(whole), "ROOT r = f32[64] get-tuple-element(w), index=1 }",
                        "x3 = f32[64] get-tuple-element(w), index=1\n y3 = f32[64] get-tuple-element(w), index=2\n "
                        "ROOT r = (f32[64], f32[64]) tuple(x3, y3) }");
    }

private:
    struct Place {
        char array;
        int distance;
        bool written;
    };
    int number(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }

    // The index of a random element, in lines of its own.
    std::string place(char array, bool written, const std::string& name) {
        constexpr std::array<int, 8> kDistances = {0, 0, 0, 8, 16, 7, 9, 1};
        const int distance = kDistances[static_cast<std::size_t>(number(0, 7))];
        places_.push_back({array, distance, written});
        lines_ += "k" + name + " = s32[] constant(" + std::to_string(distance) + ")\n j" + name + " = s32[] add(i, k" +
                  name + ")\n ";
        return "j" + name;
    }
    std::string load(const std::string& name) {
        const char array = number(0, 1) == 0 ? 'x' : 'y';
        const std::string index = place(array, false, name);
        lines_ +=
            "l" + name + " = f32[1] dynamic-slice(" + version_[array] + ", " + index + "), dynamic_slice_sizes={1}\n ";
        return "l" + name;
    }
    void add_statement(const std::string& name) {
        const std::string a = load(name + "a"), b = load(name + "b");
        const char array = number(0, 1) == 0 ? 'x' : 'y';
        const std::string index = place(array, true, name + "c");
        lines_ += "m" + name + " = f32[1] multiply(" + a + ", " + b + ")\n u" + name +
                  " = f32[64] dynamic-update-slice(" + version_[array] + ", m" + name + ", " + index + ")\n ";
        version_[array] = "u" + name;
    }

    std::minstd_rand random_;
    std::string lines_;
    std::map<char, std::string> version_ = {{'x', "x"}, {'y', "y"}};
    std::vector<Place> places_;
};

} // namespace

TEST_CASE("random rounds run in vectors where no round meets another one of its vector") {
    int vectors = 0;
    for (unsigned seed = 1; seed <= 300; ++seed) {
        const RandomRound round(seed);
        INFO(round.text());
        const bool expected = !round.conflicts(8);
        CHECK(lanes_of(round.text()) == (expected ? 8 : 1));
        CHECK(lanes_of(round.text(), "cortex-a") == (round.conflicts(4) ? 1 : 4));
        vectors += expected ? 1 : 0;
    }
    CHECK(vectors > 30);
    CHECK(vectors < 270);
}
