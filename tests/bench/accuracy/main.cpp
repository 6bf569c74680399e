// How far the functions of runtime_lib are from the true ones: ../README.md, "Accuracy".
#include "arguments.h"
#include "error.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <string>

namespace accuracy {
namespace {

struct Options {
    std::vector<std::string> functions;
    std::vector<std::string> types = {"f32", "f64", "c64", "c128"};
    std::uint64_t random = 1000000;
    std::uint64_t stride = 1;
    std::vector<double> curve;
};

template <class T>
struct Worst {
    double error = 0;
    T x = {};
    T y = {};
};

constexpr std::size_t kBlock = 4096;

// The errors first, on their own: that loop is one of vectors.
template <class T>
void add(Worst<T>& worst, const T* x, const T* y, const T* got, const Wide<T>* want, std::size_t count) {
    static double errors[kBlock];
    for (std::size_t i = 0; i < count; ++i) errors[i] = error_of(got[i], want[i]);
    for (std::size_t i = 0; i < count; ++i) {
        if (errors[i] > worst.error) worst = {errors[i], x[i], y[i]};
    }
}

std::string text(float x) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.9g", static_cast<double>(x));
    return buffer;
}
std::string text(double x) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.17g", x);
    return buffer;
}
template <class C>
std::string text(C x) {
    return "(" + text(x.re) + ", " + text(x.im) + ")";
}

template <class T>
std::string place(const Worst<T>& worst, bool binary) {
    return binary ? text(worst.x) + ", " + text(worst.y) : text(worst.x);
}

template <class T>
void measure(const Function<T>& plain, const Function<T>& fused, Arguments<T>& arguments, const char* type,
             const std::string& how) {
    static T x[kBlock], y[kBlock], got[kBlock];
    static Wide<T> want[kBlock];
    Worst<T> worst[2];
    std::uint64_t inputs = 0;
    while (const std::size_t count = arguments.next(x, y, kBlock)) {
        plain.reference(x, y, want, count);
        plain.helper(x, y, got, count);
        add(worst[0], x, y, got, want, count);
        fused.helper(x, y, got, count);
        add(worst[1], x, y, got, want, count);
        inputs += count;
    }
    std::printf("| %s | %s | %.3f | %s | %.3f | %s | %llu%s |\n", plain.name, type, worst[0].error,
                place(worst[0], plain.binary).c_str(), worst[1].error, place(worst[1], plain.binary).c_str(),
                static_cast<unsigned long long>(inputs), how.c_str());
    std::fflush(stdout);
}

template <class T>
void measure_all(const char* type, const Options& options) {
    const auto has = [](const std::vector<std::string>& list, const char* name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    if (!has(options.types, type)) return;
    const std::vector<Function<T>> plain = plain_functions<T>(), fused = fused_functions<T>();
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (!options.functions.empty() && !has(options.functions, plain[i].name)) continue;
        if constexpr (std::is_same_v<T, float>) {
            if (!plain[i].binary) {
                AllFloats arguments(options.stride);
                measure(plain[i], fused[i], arguments, type, options.stride == 1 ? ", all" : "");
                continue;
            }
        }
        HardAndRandom<T> arguments(plain[i], options.random);
        measure(plain[i], fused[i], arguments, type, "");
    }
}

// The worst error in each of 240 equal parts of an interval, of f32 without contraction: "x error" a line.
void print_curve(const std::string& name, double low, double high) {
    const std::vector<Function<float>> functions = plain_functions<float>();
    const auto function =
        std::find_if(functions.begin(), functions.end(), [&](const Function<float>& f) { return f.name == name; });
    if (function == functions.end()) return;
    const int parts = 240, blocks = 8;
    for (int part = 0; part < parts; ++part) {
        float x[kBlock], got[kBlock];
        double want[kBlock];
        Worst<float> worst;
        const double width = (high - low) / parts, start = low + part * width;
        for (std::size_t block = 0; block < blocks; ++block) {
            for (std::size_t i = 0; i < kBlock; ++i)
                x[i] = static_cast<float>(start + width * static_cast<double>(block * kBlock + i) / (kBlock * blocks));
            function->reference(x, x, want, kBlock);
            function->helper(x, x, got, kBlock);
            add(worst, x, x, got, want, kBlock);
        }
        std::printf("%g %.3f\n", start + width / 2, worst.error);
    }
}

} // namespace
} // namespace accuracy

int main(int argc, char** argv) {
    accuracy::Options options;
    CLI::App app("Prints the worst errors of runtime_lib's functions, in units in the last place");
    app.add_option("functions", options.functions, "names like exp and pow; default: all");
    app.add_option("--types", options.types, "of f32, f64, c64, c128")->delimiter(',');
    app.add_option("--random", options.random, "arguments beside the hard ones, of all but f32's functions of one");
    app.add_option("--stride", options.stride, "every how many f32 of all 2^32")->check(CLI::PositiveNumber);
    app.add_option("--curve", options.curve, "LOW HIGH: the errors of one f32 function there, for picture.py")
        ->expected(2);
    CLI11_PARSE(app, argc, argv);
    if (!options.curve.empty()) {
        if (options.functions.size() != 1) return app.exit(CLI::ValidationError("--curve needs one function"));
        accuracy::print_curve(options.functions[0], options.curve[0], options.curve[1]);
        return 0;
    }
    std::puts("| function | type | plain, ULP | at | fused, ULP | at | arguments |\n"
              "| --- | --- | --- | --- | --- | --- | --- |");
    accuracy::measure_all<float>("f32", options);
    accuracy::measure_all<double>("f64", options);
    accuracy::measure_all<c64>("c64", options);
    accuracy::measure_all<c128>("c128", options);
}
