#include "fixture.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bound/dimensions.h"
#include "bound/known_powers.h"
#include "bound/random_state.h"
#include "evaluate/evaluator.h"
#include "evaluate/tensor.h"
#include "examples/examples.h"
#include "hlo/write.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "verify/devices.h"
#include "verify/verify.h"

namespace hlo2cpp::testing {
namespace {

namespace fs = std::filesystem;

// "f32[2,3]"
Shape parse_shape(const std::string& text) {
    const std::size_t open = text.find('[');
    const auto type = element_type_from_name(text.substr(0, open));
    if (!type || open == std::string::npos || text.back() != ']')
        throw std::runtime_error("'" + text + "' is no shape");
    std::vector<std::int64_t> dims;
    std::istringstream list(text.substr(open + 1, text.size() - open - 2));
    for (std::string dim; std::getline(list, dim, ',');) dims.push_back(std::stoll(dim));
    return Shape::array(*type, dims);
}

void set_element(Tensor& tensor, std::int64_t at, const std::string& word) {
    const ElementType type = tensor.shape.type;
    if (is_complex(type)) { // "re,im"
        const std::string im = word.substr(word.find(',') + 1);
        tensor.complexes()(at) = round_to(type, {std::strtod(word.c_str(), nullptr), std::strtod(im.c_str(), nullptr)});
    } else if (is_float(type)) {
        tensor.reals()(at) = type == ElementType::F64 ? std::strtod(word.c_str(), nullptr)
                                                      : static_cast<double>(std::strtof(word.c_str(), nullptr));
    } else {
        tensor.integers()(at) = is_unsigned(type) ? static_cast<std::int64_t>(std::stoull(word))
                                                  : static_cast<std::int64_t>(std::stoll(word));
    }
}

Literal parse_elements(const Shape& shape, const std::string& elements) {
    Tensor tensor(shape);
    std::istringstream words(elements);
    std::int64_t count = 0;
    for (std::string word; words >> word; ++count) {
        if (count == shape.elements()) throw std::runtime_error("more elements than " + to_string(shape) + " has");
        set_element(tensor, count, word);
    }
    if (count != shape.elements()) throw std::runtime_error("fewer elements than " + to_string(shape) + " has");
    return to_literal(tensor);
}

struct Tolerance {
    double relative, absolute;
};

Tolerance tolerance_of(ElementType type) {
    switch (type) {
    case ElementType::F64: return {1e-12, 1e-13};
    case ElementType::F32: return {5e-6, 4e-6};
    case ElementType::F16: return {2e-3, 1e-3};
    default: return {1.6e-2, 4e-3};
    }
}

bool close(double got, double want, const Tolerance& tolerance, const Fixture& fixture) {
    if (std::isnan(want)) return std::isnan(got);
    if ((fixture.signed_zeros || fixture.exact) && got == 0 && want == 0)
        return std::signbit(got) == std::signbit(want);
    if (got == want) return true;
    if (fixture.exact || !std::isfinite(want) || !std::isfinite(got)) return false;
    return std::fabs(got - want) <=
           tolerance.relative * std::fabs(want) + (fixture.relative ? 0.0 : tolerance.absolute);
}

template <typename Elements, typename Equal>
std::string first_difference(const Elements& got, const Elements& want, Equal&& equal) {
    std::int64_t wrong = 0, first = -1;
    for (std::int64_t i = 0; i < want.size(); ++i) {
        if (equal(got(i), want(i))) continue;
        if (wrong++ == 0) first = i;
    }
    if (wrong == 0) return {};
    std::ostringstream text;
    text.precision(17);
    text << wrong << " of " << want.size() << " elements, first at " << first << ": " << got(first) << ", expected "
         << want(first);
    return text.str();
}

constexpr std::string_view kExample = "example/";

// "integer x / 0 is -1" as the name of a file.
std::string file_name(const std::string& sentence) {
    std::string name;
    for (const char c : sentence) {
        const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (letter || (!name.empty() && name.back() != '_')) name += letter ? c : '_';
    }
    return name;
}

Fixture built_fixture(const Example& example) {
    Builder builder("example");
    Ops parameters;
    for (const Literal& argument : example.arguments) {
        const auto number = static_cast<std::int64_t>(parameters.size());
        parameters.push_back(Parameter(builder, number, argument.shape, "x" + std::to_string(number)));
    }
    return {.name = example.name,
            .text = write_text(builder.Build(example.build(builder, parameters))),
            .arguments = example.arguments,
            .results = example.results};
}

Fixture example_at(const std::string& path) {
    for (const Example& example : examples())
        if (std::string(kExample) + file_name(example.name) + ".hlo" == path) return built_fixture(example);
    throw std::runtime_error(path + ": there is no such example");
}

Fixture parse_fixture(std::istream& in, const std::string& path) {
    Fixture fixture;
    const fs::path file(path);
    fixture.name = (file.parent_path().filename() / file.stem()).string();
    std::string label, shape, elements;
    const auto finish = [&] {
        if (label.empty()) return;
        try {
            (label.starts_with("in") ? fixture.arguments : fixture.results)
                .push_back(parse_elements(parse_shape(shape), elements));
        } catch (const std::exception& error) {
            throw std::runtime_error(path + ": " + label + ": " + error.what());
        }
        label.clear();
        elements.clear();
    };
    for (std::string line; std::getline(in, line);) {
        fixture.text += line + "\n";
        if (!line.starts_with("// ")) continue;
        if (line.starts_with("//   ")) {
            elements += line.substr(4);
            continue;
        }
        finish();
        std::istringstream words(line.substr(3));
        words >> label >> shape;
        if (label == "relative") fixture.relative = true;
        if (label == "signed-zeros") fixture.signed_zeros = true;
        if (label == "exact") fixture.exact = true;
        if (!label.starts_with("in") && !label.starts_with("out")) label.clear();
    }
    finish();
    return fixture;
}

} // namespace

Fixture read_fixture(const std::string& path) {
    if (path.starts_with(kExample)) return example_at(path);
    std::ifstream in(path);
    return parse_fixture(in, path);
}

std::vector<Fixture> read_device_fixtures(const std::string& path) {
    std::string common;
    std::vector<std::string> own;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("// device "))
            own.emplace_back();
        else
            (own.empty() ? common : own.back()) += line + "\n";
    }
    std::vector<Fixture> fixtures;
    for (const std::string& lines : own) {
        std::istringstream text(common + lines);
        fixtures.push_back(parse_fixture(text, path));
    }
    return fixtures;
}

Module fixture_module(const Fixture& fixture) {
    Module module = read_module_bytes(fixture.text);
    Diagnostics diagnostics;
    resolve_devices(module, {}, diagnostics);
    verify(module, diagnostics);
    if (diagnostics.has_errors()) throw InputError(diagnostics.render(fixture.name));
    module = bound_dimensions(std::move(module));
    fold_known_powers(module);
    add_random_state(module);
    return module;
}

std::vector<std::string> fixture_paths(const std::string& folder) {
    std::vector<std::string> paths;
    for (const auto& op : fs::directory_iterator(folder)) {
        if (!op.is_directory()) continue;
        for (const auto& file : fs::directory_iterator(op))
            if (file.path().extension() == ".hlo") paths.push_back(file.path().string());
    }
    std::ranges::sort(paths);
    for (const Example& example : examples()) paths.push_back(std::string(kExample) + file_name(example.name) + ".hlo");
    return paths;
}

std::string difference(const Literal& got, const Literal& want, const Fixture& fixture) {
    if (!same_shape(got.shape, want.shape)) return "is " + to_string(got.shape) + ", expected " + to_string(want.shape);
    const Tensor g = to_tensor(got), w = to_tensor(want);
    if (is_complex(want.shape.type)) {
        const Tolerance tolerance = tolerance_of(part_type(want.shape.type));
        using Complex = std::complex<double>;
        return first_difference(g.complexes(), w.complexes(), [&](const Complex& a, const Complex& b) {
            if (!fixture.exact && std::abs(a - b) <= tolerance.relative * std::abs(b)) return true; // of the modulus
            return close(a.real(), b.real(), tolerance, fixture) && close(a.imag(), b.imag(), tolerance, fixture);
        });
    }
    if (!is_float(want.shape.type)) return first_difference(g.integers(), w.integers(), std::equal_to<>());
    const Tolerance tolerance = tolerance_of(want.shape.type);
    return first_difference(g.reals(), w.reals(), [&](double a, double b) { return close(a, b, tolerance, fixture); });
}

std::string difference_of_evaluated(const Module& module, const Fixture& fixture) {
    std::vector<Tensor> arguments;
    for (const Literal& argument : fixture.arguments) arguments.push_back(to_tensor(argument));
    const std::vector<Tensor> results = evaluate(module, arguments);
    if (results.size() != fixture.results.size()) return std::to_string(results.size()) + " results";
    for (std::size_t i = 0; i < results.size(); ++i) {
        const std::string wrong = difference(to_literal(results[i]), fixture.results[i], fixture);
        if (!wrong.empty()) return "result " + std::to_string(i) + ": " + wrong;
    }
    return {};
}

} // namespace hlo2cpp::testing
