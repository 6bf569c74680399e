// Convolutions on arrays with other layouts, and their forms with a copy of the operand, beside what they mean.
#include "layout/staging.h"

#include <random>

#include "fuse/kernel_verify.h"
#include "layout/kernel_cycles.h"
#include "layout/kernel_layout.h"
#include "layout/window_extremes.h"
#include "support/floor_divide.h"
#include "unit/fuse/fused.h"
#include "unit/layout/run_kernels.h"

using namespace hlo2cpp;

namespace {

std::string dims_text(const std::vector<std::int64_t>& dims) {
    std::string text;
    for (const std::int64_t size : dims) text += (text.empty() ? "" : ",") + std::to_string(size);
    return "f32[" + text + "]";
}

// A convolution of random sizes, with a bias and an array of the result's sizes behind it.
std::string some_convolution(std::mt19937& random) {
    const auto number = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    const std::int64_t batch = number(1, 2), groups = number(1, 2), inputs = groups * number(1, 3),
                       outputs = groups * number(1, 3);
    std::vector<std::int64_t> image, taps, result;
    std::string size, stride, pad, dilate;
    for (int d = 0; d < 2; ++d) {
        const std::int64_t window = number(1, 4), step = number(1, 3), dilation = number(1, 2), low = number(0, 2),
                           high = number(0, 2), length = number(6, 11);
        const char* const x = d == 0 ? "" : "x";
        size += x + std::to_string(window), stride += x + std::to_string(step), dilate += x + std::to_string(dilation);
        pad += x + std::to_string(low) + "_" + std::to_string(high);
        image.push_back(length), taps.push_back(window);
        result.push_back(floor_divide(length + low + high - dilation * (window - 1) - 1, step) + 1);
    }
    const bool last = number(0, 1) == 0;
    const auto dims = [&](const std::vector<std::int64_t>& pixels, std::int64_t features) {
        return last ? std::vector{batch, pixels[0], pixels[1], features}
                    : std::vector{batch, features, pixels[0], pixels[1]};
    };
    const std::string y = dims_text(dims(result, outputs)), labels = last ? "b01f_01io->b01f" : "bf01_01io->bf01";
    return "HloModule m\nENTRY e {\nx = " + dims_text(dims(image, inputs)) +
           " parameter(0)\nw = " + dims_text({taps[0], taps[1], inputs / groups, outputs}) +
           " parameter(1)\nb = " + dims_text({outputs}) + " parameter(2)\nr = " + y + " parameter(3)\nc = " + y +
           " convolution(x, w), window={size=" + size + " stride=" + stride + " pad=" + pad + " rhs_dilate=" + dilate +
           "}, dim_labels=" + labels + ", feature_group_count=" + std::to_string(groups) + "\ns = " + y +
           " broadcast(b), dimensions={" + (last ? "3" : "1") + "}\nt = " + y + " add(c, s)\nROOT u = " + y +
           " add(t, r)\n}\n";
}

ArrayLayout some_order(std::size_t rank, std::mt19937& random) {
    ArrayLayout layout = row_major(rank);
    std::ranges::shuffle(layout.order, random);
    return layout;
}

// KernelArrays of a kernel, and what they hold when it has run.
struct KernelArrays {
    std::vector<std::vector<std::int64_t>> dims;
    std::vector<Numbers> numbers;

    explicit KernelArrays(const Kernel& kernel) {
        for (const KernelArgument& argument : kernel.arguments) {
            dims.push_back(argument.dims);
            numbers.push_back(some_numbers(argument.elements(), static_cast<std::int64_t>(dims.size())));
        }
    }

    // What the kernel writes into argument `a`.
    Numbers expected(const Kernel& kernel, std::size_t a) const {
        std::vector<Numbers> memory = numbers;
        std::vector<Numbers*> all;
        for (Numbers& array : memory) all.push_back(&array);
        KernelRun(kernel, all).run();
        return memory[a];
    }

    Numbers in_memory(std::size_t a, const ArrayLayout& layout) const {
        Numbers memory(static_cast<std::size_t>(product(dims_in_memory(dims[a], layout))), 1e9);
        scatter_elements(std::as_bytes(std::span(numbers[a])), {dims[a], layout}, sizeof(double),
                         std::as_writable_bytes(std::span(memory)));
        return memory;
    }
    Numbers from_memory(std::size_t a, const ArrayLayout& layout, const Numbers& memory) const {
        Numbers elements(numbers[a].size());
        gather_elements(std::as_bytes(std::span(memory)), {dims[a], layout}, sizeof(double),
                        std::as_writable_bytes(std::span(elements)));
        return elements;
    }

private:
    static std::int64_t product(const std::vector<std::int64_t>& sizes) {
        std::int64_t all = 1;
        for (const std::int64_t size : sizes) all *= size;
        return all;
    }
};

// What the kernel writes on arrays with these layouts, by `run`, in the module's order.
template <typename Run>
Numbers written(const Kernel& kernel, const KernelArrays& arrays, const std::vector<ArrayLayout>& layouts, Run&& run) {
    std::vector<Numbers> memory;
    for (std::size_t a = 0; a < layouts.size(); ++a) memory.push_back(arrays.in_memory(a, layouts[a]));
    run(memory);
    const std::size_t result = kernel.outputs[0].argument.index();
    return arrays.from_memory(result, layouts[result], memory[result]);
}

void run_on(const Kernel& kernel, std::vector<Numbers*> memory) {
    ExpressionTypes types;
    CHECK(wrong_with(kernel, types).value_or("nothing") == "nothing");
    KernelRun(kernel, std::move(memory)).run();
}

std::vector<Numbers*> pointers(std::vector<Numbers>& memory) {
    std::vector<Numbers*> all;
    for (Numbers& array : memory) all.push_back(&array);
    return all;
}

// What the copies of a form, and its reader behind them, write.
Numbers written_by(const Staging& form, const Kernel& kernel, const KernelArrays& arrays,
                   const std::vector<ArrayLayout>& layouts) {
    const std::vector<ArrayLayout> all = layouts_of_reader(form, kernel, layouts);
    return written(kernel, arrays, layouts, [&](std::vector<Numbers>& memory) {
        memory.reserve(all.size());
        for (std::size_t i = 0; i < form.operands.size(); ++i) {
            const StagedOperand& operand = form.operands[i];
            Numbers& copy = memory.emplace_back(static_cast<std::size_t>(operand.copy().elements()), 1e9);
            for (const Kernel& part : operand.copies) {
                std::vector<Numbers*> of_copy = {&copy, &memory[operand.operand.index()], &copy};
                of_copy.resize(part.arguments.size());
                run_on(with_layouts(part, layouts_of_copy(form, i, all)), of_copy);
            }
        }
        run_on(with_layouts(form.reader, all), pointers(memory));
    });
}

std::vector<ArrayLayout> layouts_for(const Staging& form, const Kernel& kernel, std::mt19937& random) {
    std::vector<ArrayLayout> layouts;
    for (const KernelArgument& argument : kernel.arguments) layouts.push_back(some_order(argument.dims.size(), random));
    if (form.result.order.empty()) return layouts;
    layouts[kernel.outputs[0].argument.index()] = form.result;
    for (const ArgumentId argument : form.alike) layouts[argument.index()] = form.result;
    return layouts;
}

// The maximum of random windows of four dimensions, of which the first may be no window.
std::string some_maximum(std::mt19937& random) {
    const auto number = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    std::vector<std::int64_t> image, result;
    std::string size, stride, pad, dilate;
    for (int d = 0; d < 4; ++d) {
        const bool looks = d > 0;
        const std::int64_t window = looks ? number(1, 3) : 1, step = looks ? number(1, 3) : 1,
                           dilation = looks ? number(1, 2) : 1, low = looks ? number(0, 2) : 0,
                           high = looks ? number(0, 2) : 0, length = number(5, 8);
        const char* const x = d == 0 ? "" : "x";
        size += x + std::to_string(window), stride += x + std::to_string(step), dilate += x + std::to_string(dilation);
        pad += x + std::to_string(low) + "_" + std::to_string(high);
        image.push_back(length);
        result.push_back(floor_divide(length + low + high - dilation * (window - 1) - 1, step) + 1);
    }
    return "HloModule m\nmax {\na = f32[] parameter(0)\nb = f32[] parameter(1)\nROOT c = f32[] maximum(a, b)\n}\n"
           "ENTRY e {\nx = " +
           dims_text(image) + " parameter(0)\ni = f32[] constant(-1000)\nROOT r = " + dims_text(result) +
           " reduce-window(x, i), window={size=" + size + " stride=" + stride + " pad=" + pad +
           " rhs_dilate=" + dilate + "}, to_apply=max\n}\n";
}

} // namespace

TEST_CASE("a kernel on arrays in any order of dimensions computes what it computes on row-major ones", "[layout]") {
    std::mt19937 random(2);
    for (int round = 0; round < 40; ++round) {
        const std::string text = some_convolution(random);
        INFO(text);
        const Kernel kernel = fused(text).kernels.back();
        const KernelArrays arrays(kernel);
        std::vector<ArrayLayout> layouts;
        for (const KernelArgument& argument : kernel.arguments)
            layouts.push_back(some_order(argument.dims.size(), random));
        const Numbers found = written(kernel, arrays, layouts, [&](std::vector<Numbers>& memory) {
            run_on(with_layouts(kernel, layouts), pointers(memory));
        });
        CHECK(found == arrays.expected(kernel, kernel.outputs[0].argument.index()));
    }
}

TEST_CASE("forms with a copy of the operand compute what the convolution does", "[layout]") {
    std::mt19937 random(3);
    int forms = 0, pitched = 0;
    for (int round = 0; round < 60; ++round) {
        const std::string text = some_convolution(random);
        INFO(text);
        const Kernel kernel = fused(text).kernels.back();
        const KernelArrays arrays(kernel);
        for (const Staging& form : stagings_of_image(kernel)) {
            const Numbers found = written_by(form, kernel, arrays, layouts_for(form, kernel, random));
            CHECK(found == arrays.expected(kernel, kernel.outputs[0].argument.index()));
            ++forms;
            if (form.result.pitch > 0) ++pitched;
        }
    }
    CHECK(forms > 60);
    CHECK(pitched > 20);
}

TEST_CASE("extremes of windows are those of one dimension after the other", "[layout]") {
    std::mt19937 random(5);
    int forms = 0, of_three = 0;
    for (int round = 0; round < 200; ++round) {
        const std::string text = some_maximum(random);
        INFO(text);
        const Kernel kernel = fused(text).kernels.back();
        const std::optional<Staging> form = extremes_along_dimensions(kernel);
        if (!form) continue;
        const KernelArrays arrays(kernel);
        const Numbers found = written_by(*form, kernel, arrays, layouts_for(*form, kernel, random));
        CHECK(found == arrays.expected(kernel, kernel.outputs[0].argument.index()));
        ++forms;
        if (form->operands.size() > 1) ++of_three;
    }
    CHECK(forms > 30);
    CHECK(of_three > 5);
}

TEST_CASE("a window whose strides leave out most places is not cut into its dimensions", "[layout]") {
    const auto form = [](const std::string& result, const std::string& window) {
        return extremes_along_dimensions(
            fused(
                "HloModule m\nmax {\na = f32[] parameter(0)\nb = f32[] parameter(1)\nROOT c = f32[] maximum(a, b)\n}\n"
                "ENTRY e {\nx = f32[12,12] parameter(0)\ni = f32[] constant(-1000)\nROOT r = f32[" +
                result + "] reduce-window(x, i), window={" + window + "}, to_apply=max\n}\n")
                .kernels.back());
    };
    CHECK(form("10,10", "size=3x3"));
    CHECK_FALSE(form("4,4", "size=2x2 stride=3x3"));
}
