// Bands: which rows a kernel reads, when calls run a few rows at a time, and how much memory that takes.
#include "arrange/bands.h"

#include <algorithm>
#include <map>

#include "arrange/arrange.h"
#include "arrange/rows.h"
#include "kernel/rebuild.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// An image x of 32 x 16 points, with 8 channels of 4 bytes: 16 kB. `body` defines ROOT r.
std::string image_module(const std::string& body) {
    return "HloModule m\n"
           "sum { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n"
           "ENTRY e {\n x = f32[1,32,16,8] parameter(0)\n k = f32[3,3,8,8] parameter(1)\n zero = f32[] constant(0)\n" +
           body + "\n}\n";
}

std::string convolution(const std::string& name, const std::string& of, const std::string& shape = "f32[1,32,16,8]",
                        const std::string& window = "size=3x3 pad=1_1x1_1") {
    return " " + name + " = " + shape + " convolution(" + of + ", k), window={" + window +
           "}, dim_labels=b01f_01io->b01f\n";
}

const std::string kThree =
    convolution("c", "x") + " t = f32[1,32,16,8] tanh(c)\n" + convolution("d", "t") + convolution("ROOT r", "d");

Kernels arranged(const std::string& body, const char* target = "cortex-m7", Optimize optimize = Optimize::Balanced) {
    return arrange(fused(image_module(body)), *find_target(target), {.optimize = optimize});
}

std::vector<const While*> bands_of(const Kernels& kernels) {
    std::vector<const While*> loops;
    for (const StepNode& step : kernels[kernels.entries[0].region].steps)
        if (const While* loop = std::get_if<While>(&step)) loops.push_back(loop);
    CHECK(std::ranges::all_of(loops, &While::band));
    return loops;
}

// Of the largest array that steps write and the caller does not get.
std::int64_t largest_temporary(const Kernels& kernels) {
    std::int64_t most = 0;
    for (const Region& region : kernels.regions)
        for (const StepNode& step : region.steps)
            if (const Call* call = std::get_if<Call>(&step)) {
                const ValueId written = (*call)[kernels[call->kernel].outputs[0].argument];
                if (kernels[written].elements() < 32 * 16 * 8) most = std::max(most, kernels[written].bytes());
            }
    return most;
}

// Of the first argument of the only call.
std::optional<RowWindow> window_of_image(const std::string& body) {
    const Kernels kernels = fused(image_module(body));
    const Call& call = *calls_of(kernels).at(0);
    const Kernel& kernel = kernels[call.kernel];
    const auto row_dim = row_dim_of(kernel, *first_row_dim(kernels[call[kernel.outputs[0].argument]]));
    if (!row_dim) return std::nullopt;
    for (std::size_t a = 0; a < call.values.size(); ++a)
        if (kernels[call.values[a]].dims == std::vector<std::int64_t>{1, 32, 16, 8} && !kernel.arguments[a].written)
            return window_of(kernel, *row_dim, ArgumentId(a));
    return std::nullopt;
}

} // namespace

TEST_CASE("a convolution reads the rows of its window, as often as its stride is long") {
    const auto same = window_of_image(convolution("ROOT r", "x"));
    REQUIRE(same);
    CHECK(same->scale == 1);
    CHECK(same->low == -1);
    CHECK(same->high == 1);
    const auto strided =
        window_of_image(convolution("ROOT r", "x", "f32[1,15,16,8]", "size=3x3 stride=2x1 pad=0_0x1_1"));
    REQUIRE(strided);
    CHECK(strided->scale == 2);
    CHECK(strided->low == 0);
    CHECK(strided->high == 2);
}

TEST_CASE("what turns the order of rows around has no window of them, what makes columns of rows one of columns") {
    CHECK_FALSE(window_of_image(" ROOT r = f32[1,32,16,8] reverse(x), dimensions={1}"));
    const auto columns = window_of_image(" ROOT r = f32[1,16,32,8] transpose(x), dimensions={0,2,1,3}");
    REQUIRE(columns);
    CHECK(columns->dim == 2);
    CHECK(columns->low == 0);
    CHECK(columns->high == 0);
}

TEST_CASE("a pad reads the row that it moves, where its conditions let it") {
    const auto padded = window_of_image(" p = f32[1,35,18,8] pad(x, zero), padding=0_0x2_1x1_1x0_0\n"
                                        " ROOT r = f32[1,35,18,8] tanh(p)");
    REQUIRE(padded);
    CHECK(padded->scale == 1);
    CHECK(padded->low == -2);
    CHECK(padded->high == -2);
}

TEST_CASE("convolutions in a row hand on a few rows where memory is scarce") {
    const Kernels kernels = arranged(kThree);
    verify_kernels(kernels);
    const std::vector<const While*> loops = bands_of(kernels);
    REQUIRE(!loops.empty());
    CHECK(loops.back()->trip_count >= 3);
    CHECK(largest_temporary(kernels) < 32 * 16 * 8 * 4 / 2);
}

TEST_CASE("each round computes the rows that are in the array, and all of them once") {
    const Kernels kernels = arranged(kThree);
    std::map<std::string, std::vector<std::int64_t>> rows; // by name: how often each is computed
    for (const While* const band : bands_of(kernels))
        for (std::int64_t round = band->first; round < band->first + band->trip_count; ++round)
            for (const StepNode& step : kernels[band->body].steps) {
                const Call& call = std::get<Call>(step);
                const Kernel& kernel = kernels[call.kernel];
                if (!kernel.reduction) continue; // keeps rows
                for (std::int64_t row = 0; row < kernel.dims[0]; ++row) {
                    std::int64_t at = call.band_rows->first + call.band_rows->step * round;
                    at = at / (16 * 8) + row;
                    const bool needed = std::ranges::all_of(kernel.needed, [&](const Condition& condition) {
                        Index index = condition.index;
                        std::int64_t value = index.constant;
                        for (const auto& [term, coefficient] : index.products)
                            value += coefficient * (kernel.space[term].kind == TermKind::Variable ? round : row);
                        return value >= condition.low && value < condition.high;
                    });
                    CHECK(needed == (at >= 0 && at < 32));
                    std::vector<std::int64_t>& counts = rows[call.name];
                    counts.resize(32);
                    if (needed) ++counts.at(static_cast<std::size_t>(at));
                }
            }
    CHECK(rows.size() == 3);
    for (const auto& [name, counts] : rows) CHECK(counts == std::vector<std::int64_t>(32, 1));
}

TEST_CASE("a pad that a window must see hands on a few rows, too") {
    const auto layer = [](const std::string& name, const std::string& of) {
        return " p" + name + " = f32[1,34,18,8] pad(" + of + ", one), padding=0_0x1_1x1_1x0_0\n" +
               convolution(name == "e" ? "ROOT e" : name, "p" + name, "f32[1,32,16,8]", "size=3x3");
    };
    const Kernels kernels =
        arranged(" one = f32[] constant(1)\n" + layer("c", "x") + layer("d", "c") + layer("e", "d"));
    verify_kernels(kernels);
    REQUIRE(!bands_of(kernels).empty());
    CHECK(largest_temporary(kernels) < 32 * 16 * 8 * 4 / 2);
}

TEST_CASE("an image whose planes lie one behind the other is read by a band, and nothing outside its rows") {
    const std::string first = " p = f32[1,8,34,16] parameter(2)\n c = f32[1,32,16,8] convolution(p, k), "
                              "window={size=3x3 pad=0_0x1_1}, dim_labels=bf01_01io->b01f\n";
    const Kernels kernels = arranged(first + convolution("d", "c") + convolution("ROOT r", "d"));
    verify_kernels(kernels);
    REQUIRE(!bands_of(kernels).empty());
    CHECK(largest_temporary(kernels) < 32 * 16 * 8 * 4 / 2);
}

TEST_CASE("the rows of a round are one walk where no index tells them apart") {
    const Kernels kernels =
        arranged(" p = f32[1,1,8,8] parameter(2)\n" + convolution("c", "x") +
                 " d = f32[1,32,16,8] convolution(c, p), window={size=1x1}, dim_labels=b01f_01io->b01f\n" +
                 convolution("ROOT r", "d"));
    bool found = false;
    for (const Kernel& kernel : kernels.kernels)
        if (kernel.reduction && kernel.reduction->dims.size() == 1) {
            found = true;
            CHECK(kernel.dims.size() == 2); // points of all rows, features
        }
    CHECK(found);
    CHECK(!bands_of(kernels).empty());
}

TEST_CASE("an application processor runs images in bands that its cache does not hold, in one thread") {
    const std::string image = "f32[1,256,64,16]";
    const auto layer = [&](const std::string& name, const std::string& of) {
        return " " + name + " = " + image + " convolution(" + of +
               ", w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f\n";
    };
    const std::string body = " p = " + image + " parameter(2)\n w = f32[3,3,16,16] parameter(3)\n" + layer("c", "p") +
                             layer("d", "c") + layer("ROOT r", "d");
    for (const char* const target : {"x86-64-v3", "cortex-a", "armv7", "rv64gc"}) {
        INFO(target);
        const Kernels kernels = arranged(body, target);
        verify_kernels(kernels);
        CHECK(!bands_of(kernels).empty());
    }
    CHECK(bands_of(arranged(body, "generic")).empty());
    const Goal threads = {.threads = 2};
    CHECK(bands_of(arrange(fused(image_module(body)), *find_target("cortex-a"), threads)).empty());
    CHECK(!bands_of(arrange(fused(image_module(body)), *find_target("cortex-m7"), threads)).empty());
}

TEST_CASE("weights that no cache holds are read in fewer rounds") {
    // Two products of 1,024 rows, whose sums take a cycle for 16 products.
    const auto rounds = [](int features) {
        const std::string n = std::to_string(features);
        const std::string product = ", lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
        const Kernels kernels =
            arrange(fused("HloModule m\nENTRY e {\n x = f32[1024,64] parameter(0)\n v = f32[64," + n +
                          "] parameter(1)\n w = f32[" + n + ",64] parameter(2)\n c = f32[1024," + n + "] dot(x, v)" +
                          product + " ROOT r = f32[1024,64] dot(c, w)" + product + "}\n"),
                    *find_target("x86-64-v3"), {}, [](const Kernel& kernel) {
                        double products = 1;
                        for (const std::int64_t size : all_dims(kernel)) products *= static_cast<double>(size);
                        return products / 16;
                    });
        const std::vector<const While*> bands = bands_of(kernels);
        return bands.size() == 1 ? bands[0]->trip_count : -1;
    };
    CHECK(rounds(256) == 1024); // 64 kB each
    CHECK(rounds(2048) == 64);  // 512 kB each
}

TEST_CASE("other targets, and who wants speed, keep whole arrays") {
    CHECK(bands_of(arranged(kThree, "x86-64-v3")).empty());
    CHECK(bands_of(arranged(kThree, "cortex-m7", Optimize::Speed)).empty());
}

TEST_CASE("arrays that are small, or wanted as a whole, stay whole") {
    CHECK(bands_of(arranged(convolution("ROOT r", "x"))).empty());
    // The mean is of all elements, and the next step wants it.
    CHECK(bands_of(arranged(convolution("c", "x") + " s = f32[] reduce(c, zero), dimensions={0,1,2,3}, to_apply=sum\n"
                                                    " b = f32[1,32,16,8] broadcast(s), dimensions={}\n"
                                                    " ROOT r = f32[1,32,16,8] subtract(c, b)"))
              .empty());
}

TEST_CASE("a mean of each feature is handed on with the features' own points, a few features at a time") {
    const Kernels kernels =
        arranged(convolution("c", "x") + " s = f32[8] reduce(c, zero), dimensions={0,1,2}, to_apply=sum\n"
                                         " b = f32[1,32,16,8] broadcast(s), dimensions={3}\n"
                                         " ROOT r = f32[1,32,16,8] subtract(c, b)");
    verify_kernels(kernels);
    REQUIRE(bands_of(kernels).size() == 1);
    CHECK(largest_temporary(kernels) == 32 * 16 * 4);
}

TEST_CASE("attention runs by queries, all heads of each; keys and values are there before") {
    const Kernels kernels = arrange(
        fused("HloModule m\n"
              "sum { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n"
              "ENTRY e {\n q = f32[4,64,8] parameter(0)\n x = f32[4,64,8] parameter(1)\n zero = f32[] constant(0)\n"
              " s = f32[4,64,64] dot(q, x), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, "
              "rhs_contracting_dims={2}\n"
              " v = f32[4,64,8] tanh(x)\n"
              " p = f32[4,64,64] exponential(s)\n"
              " t = f32[4,64] reduce(p, zero), dimensions={2}, to_apply=sum\n"
              " b = f32[4,64,64] broadcast(t), dimensions={0,1}\n"
              " w = f32[4,64,64] divide(p, b)\n"
              " ROOT r = f32[4,64,8] dot(w, v), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, "
              "rhs_contracting_dims={1}\n}\n"),
        *find_target("cortex-m4"));
    verify_kernels(kernels);
    const std::vector<const While*> bands = bands_of(kernels);
    REQUIRE(bands.size() == 1);
    CHECK(bands[0]->trip_count == 64);
    for (const StepNode& step : kernels[bands[0]->body].steps) {
        const Call& call = std::get<Call>(step);
        CHECK(call.name != "v");
        CHECK(kernels[call[kernels[call.kernel].outputs[0].argument]].bytes() <= 4 * 64 * 8 * 4);
        if (call.name == "t" || call.name == "p") { // a number, and a line, of each head
            REQUIRE(call.band_rows);
            CHECK(call.band_rows->lines == 4);
        }
    }
}

TEST_CASE("an array without elements has no rows") {
    const Kernels kernels = arranged(convolution("c", "x") + convolution("d", "c") + convolution("f", "d") +
                                     " y = f32[8,0] parameter(2)\n t = f32[8,0] tanh(y)\n u = f32[8,0] exponential(t)\n"
                                     " v = f32[8,0] add(u, t)\n ROOT r = (f32[1,32,16,8], f32[8,0]) tuple(f, v)");
    verify_kernels(kernels);
    CHECK(bands_of(kernels).size() >= 1);
}

TEST_CASE("rounds of a product of bytes have rows enough for a copy of the columns they share") {
    const auto rounds = [](const std::string& type, const std::string& sums) {
        const std::string product = ", w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
        const Kernels kernels =
            arrange(fused("HloModule m\nENTRY e {\n x = " + type + "[512,64] parameter(0)\n w = " + type +
                          "[64,64] parameter(1)\n a = " + sums + "[512,64] dot(x" + product +
                          " f = f32[512,64] convert(a)\n t = f32[512,64] tanh(f)\n b = " + type +
                          "[512,64] convert(t)\n ROOT r = " + sums + "[512,64] dot(b" + product + "}\n"),
                    *find_target("cortex-m7"));
        const std::vector<const While*> bands = bands_of(kernels);
        return bands.size() == 1 ? bands[0]->trip_count : -1;
    };
    CHECK(rounds("s8", "s32") == 512 / 16);
    CHECK(rounds("f32", "f32") == 512); // there is no copy
}
