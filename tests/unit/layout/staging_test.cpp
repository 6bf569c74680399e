// Convolutions on arrays with other layouts, and their forms with a copy of the operand, beside what they mean.
#include "layout/staging.h"

#include <random>

#include "fuse/kernel_verify.h"
#include "layout/kernel_cycles.h"
#include "layout/kernel_layout.h"
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
        for (const Staging& form : stagings_of(kernel)) {
            std::vector<ArrayLayout> layouts;
            for (const KernelArgument& argument : kernel.arguments)
                layouts.push_back(some_order(argument.dims.size(), random));
            if (!form.result.order.empty()) {
                layouts[kernel.outputs[0].argument.index()] = form.result;
                for (const ArgumentId argument : form.alike) layouts[argument.index()] = form.result;
            }
            const Numbers found = written(kernel, arrays, layouts, [&](std::vector<Numbers>& memory) {
                std::int64_t elements = 1;
                for (const std::int64_t size : form.dims) elements *= size;
                Numbers copy(static_cast<std::size_t>(elements), 1e9);
                for (const Kernel& part : form.copies) {
                    std::vector<Numbers*> of_copy = {&copy, &memory[form.operand.index()], &copy};
                    of_copy.resize(part.arguments.size());
                    run_on(with_layouts(part, layouts_of_copy(form, layouts)), of_copy);
                }
                std::vector<Numbers*> of_sum = pointers(memory);
                of_sum.push_back(&copy);
                run_on(with_layouts(form.sum, layouts_of_sum(form, layouts)), of_sum);
            });
            CHECK(found == arrays.expected(kernel, kernel.outputs[0].argument.index()));
            ++forms;
            if (form.result.pitch > 0) ++pitched;
        }
    }
    CHECK(forms > 60);
    CHECK(pitched > 20);
}
