// Tiles where flash is scarce: layers of one kind share their tile, and no rest is left where that costs little.
#include "tile/few_functions.h"

#include <set>

#include "tile/candidate.h"
#include "tile/form.h"
#include "tile/tilings.h"
#include "unit/tile/kernels_of_all_kinds.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;

namespace {

std::string layer(int number, const std::string& input, int rows, int from, int to) {
    const std::string i = std::to_string(number), n = std::to_string(rows), k = std::to_string(from),
                      m = std::to_string(to);
    return " w" + i + " = f32[" + k + "," + m + "] parameter(" + i + ")\n y" + i + " = f32[" + n + "," + m + "] dot(" +
           input + ", w" + i + "), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
}

// Layers with these numbers of channels, of so many points.
Kernels layers(int rows, const std::vector<int>& channels) {
    std::string text = "HloModule m\nENTRY e {\n x = f32[" + std::to_string(rows) + "," + std::to_string(channels[0]) +
                       "] parameter(0)\n";
    for (std::size_t i = 1; i < channels.size(); ++i)
        text +=
            layer(static_cast<int>(i), i == 1 ? "x" : "y" + std::to_string(i - 1), rows, channels[i - 1], channels[i]);
    text.insert(text.rfind(" y") + 1, "ROOT ");
    return addressed(text + "}\n");
}

double cycles(const Kernels& kernels, const std::vector<Tiling>& nests) {
    double sum = 0;
    for (const Tiling& nest : nests) sum += estimate(kernels[nest.kernel], nest, *find_target("cortex-m7")).cycles;
    return sum;
}

std::set<std::size_t> forms(const LoopNests& nests) {
    std::set<std::size_t> forms;
    for (const LoopNest& nest : nests.nests) forms.insert(form_of(nest));
    return forms;
}

} // namespace

TEST_CASE("layers of one kind and unlike sizes get tiles of one size where flash is scarce") {
    std::size_t fewer = 0;
    for (const int rows : {9, 30, 36, 50}) {
        const Kernels kernels = layers(rows, {15, 32, 27, 64, 33, 96, 21});
        const std::vector<Tiling> few = tilings(kernels, *find_target("cortex-m7")),
                                  fast = tilings(kernels, *find_target("cortex-m7"), {.optimize = Optimize::Speed});
        const Target m7 = *find_target("cortex-m7");
        const LoopNests few_nests = nests_of(kernels, few, m7), fast_nests = nests_of(kernels, fast, m7);
        INFO(print(kernels, few_nests) << "\n" << print(kernels, fast_nests));
        CHECK(forms(few_nests).size() <= forms(fast_nests).size());
        CHECK(cycles(kernels, few) <= 1.01 * cycles(kernels, fast));
        fewer += forms(fast_nests).size() - forms(few_nests).size();
    }
    CHECK(fewer > 2);
}

TEST_CASE("a tile that leaves a rest gives way to one that leaves none where flash is scarce") {
    const Kernels kernels = layers(9, {256, 256});
    const std::vector<Tiling> few = tilings(kernels, *find_target("cortex-m7")),
                              fast = tilings(kernels, *find_target("cortex-m7"), {.optimize = Optimize::Speed});
    CHECK(fast[0].pieces.size() > 1);
    const Kernel& kernel = kernels.kernels[0];
    const Target m7 = *find_target("cortex-m7");
    CHECK(estimate(kernel, few[0], m7).bytes <= estimate(kernel, fast[0], m7).bytes);
}

TEST_CASE("kernels that differ in sizes have one outline, others have not") {
    const Kernels kernels = layers(36, {16, 32, 24});
    REQUIRE(kernels.kernels.size() == 2);
    CHECK(outline_of(kernels.kernels[0]) == outline_of(kernels.kernels[1]));
    const Kernels other =
        addressed("HloModule m\nENTRY e {\n x = f32[36,16] parameter(0)\n y = f32[36,16] parameter(1)\n"
                  " ROOT d = f32[36,36] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n}\n");
    CHECK(form_of(nests_for(kernels, "generic").nests[0]) != form_of(nests_for(other, "cortex-m7").nests[0]));
}
