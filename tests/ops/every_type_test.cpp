// Every op with every element type, for several targets: what is legal compiles or is refused by a message, and the
// evaluator computes it. Nothing ends with an error of our own.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "driver/compile.h"
#include "evaluate/evaluator.h"
#include "fixture.h"
#include "ops/op.h"
#include "verify/supported_types.h"
#include "verify/verify.h"

namespace hlo2cpp::testing {
namespace {

using Types = std::set<ElementType>;

void for_each_array(Shape& shape, const std::function<void(Shape&)>& visit) {
    if (shape.is_array()) visit(shape);
    for (Shape& element : shape.tuple) for_each_array(element, visit);
}

double number_at(const Tensor& tensor, std::int64_t i) {
    if (const auto* reals = std::get_if<Tensor::Reals>(&tensor.data)) return (*reals)(i);
    if (const auto* integers = std::get_if<Tensor::Integers>(&tensor.data)) return static_cast<double>((*integers)(i));
    return tensor.complexes()(i).real();
}

// The same numbers, as far as the type has them.
Literal with_type(const Literal& literal, ElementType type) {
    const Tensor from = to_tensor(literal);
    Tensor to(Shape::array(type, literal.shape.dims));
    for (std::int64_t i = 0; i < from.elements(); ++i) {
        const double number = number_at(from, i);
        if (is_float(type))
            to.reals()(i) = round_to(type, number);
        else if (is_complex(type))
            to.complexes()(i) = round_to(type, std::complex<double>(number));
        else
            to.integers()(i) = wrap_to(type, std::abs(number) < 1e9 ? static_cast<std::int64_t>(number) : 0);
    }
    return to_literal(to);
}

// The module with elements of one type in place of those of another.
Module with_type(Module module, ElementType from, ElementType to) {
    const auto change = [&](Shape& shape) { shape.type = shape.type == from ? to : shape.type; };
    module.source = nullptr;
    for (Shape& shape : module.parameter_shapes) for_each_array(shape, change);
    for_each_array(module.result_shape, change);
    for (Computation& computation : module.computations) {
        for (Instruction& instruction : computation.instructions) {
            for_each_array(instruction.shape, change);
            if (instruction.literal != nullptr && instruction.literal->shape.type == from)
                instruction.literal = std::make_shared<const Literal>(with_type(*instruction.literal, to));
        }
    }
    return module;
}

bool is_legal(const Module& module) {
    Diagnostics diagnostics;
    try {
        verify(module, diagnostics);
    } catch (const InputError&) {
        return false;
    }
    return !diagnostics.has_errors();
}

bool has(const Module& module, const std::function<bool(const Instruction&)>& what) {
    return std::ranges::any_of(module.computations, [&](const Computation& computation) {
        return std::ranges::any_of(computation.instructions, what);
    });
}

// The types of the operands and results of the op.
Types types_of(const Module& module, std::string_view op) {
    Types types;
    const auto add = [&](Shape shape) { for_each_array(shape, [&](Shape& array) { types.insert(array.type); }); };
    for (const Computation& computation : module.computations) {
        for (const Instruction& instruction : computation.instructions) {
            if (name_of(instruction.opcode) != op) continue;
            add(instruction.shape);
            for (const InstructionId operand : instruction.operands) add(computation[operand].shape);
        }
    }
    return types;
}

// The smallest fixtures of an op that have elements.
std::vector<Module> modules_of(const std::filesystem::path& folder, std::size_t most) {
    std::vector<std::filesystem::path> paths;
    for (const auto& file : std::filesystem::directory_iterator(folder)) paths.push_back(file.path());
    std::ranges::sort(
        paths, [](const auto& a, const auto& b) { return std::pair(file_size(a), a) < std::pair(file_size(b), b); });
    std::vector<Module> modules;
    for (const auto& path : paths) {
        Module module = fixture_module(read_fixture(path.string()));
        const bool empty =
            has(module, [](const Instruction& i) { return i.shape.is_array() && i.shape.elements() == 0; });
        if (!empty && modules.size() < most) modules.push_back(std::move(module));
    }
    return modules;
}

struct Setting {
    Target target;
    Optimize optimize;
};

std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const char* target : {"generic", "cortex-m7", "x86-64-v2", "x86-64-v3", "x86-64-v4"})
        for (const Optimize optimize : {Optimize::Size, Optimize::Balanced, Optimize::Speed})
            all.push_back({*find_target(target), optimize});
    return all;
}

// Empty where there is no error of our own.
std::string internal_error(const std::function<void()>& run) {
    try {
        run();
    } catch (const InputError&) { // a message
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

std::string compile_error(const Module& module, const Setting& setting) {
    CompileOptions options;
    options.target = setting.target;
    options.generate.goal.optimize = setting.optimize;
    options.generate.name = "m";
    return internal_error([&] {
        Diagnostics diagnostics;
        compile(module, options, diagnostics);
    });
}

std::string evaluation_error(const Module& module) {
    // With other numbers, a loop may have no end.
    if (has(module, [](const Instruction& i) { return i.opcode == Opcode::While; })) return {};
    std::vector<Tensor> arguments;
    for (Shape shape : module.parameter_shapes)
        for_each_array(shape, [&](Shape& array) { arguments.emplace_back(array); });
    return internal_error([&] { evaluate(module, arguments); });
}

using Check = std::function<void(const Module&, const std::string& what)>;

// Calls check(module, "abs, abs_floats, f32 is bf16") for each other type that may stand for one of the types; with
// `pairs`, each that may then stand for another one of them, too.
void for_each_type(const Module& module, const std::string& what, Types types, bool pairs, const Check& check) {
    while (!types.empty()) {
        const ElementType from = *types.begin();
        types.erase(types.begin());
        for (const ElementType to : kSupportedTypes) {
            const Module other = with_type(module, from, to);
            const std::string change = what + ", " + std::string(info(from).name) + " is " + std::string(info(to).name);
            if (is_legal(other)) check(other, change);
            if (pairs) for_each_type(other, change, types, false, check);
        }
    }
}

// With some fixtures of each op. With `pairs` where the op says itself of what type its result is.
void for_each_op(std::size_t modules, bool pairs, const Check& check) {
    for (const auto& folder : std::filesystem::directory_iterator(HLO2CPP_FIXTURES)) {
        const std::string op = folder.path().filename().string();
        const auto opcode = opcode_from_name(op);
        if (!opcode) continue;
        for (const Module& module : modules_of(folder.path(), modules))
            for_each_type(module, op + ", " + module.name, types_of(module, op),
                          pairs && definition_of(*opcode)->declares_shape, check);
    }
}

void check_setting(const Module& module, const Setting& setting, const std::string& what) {
    INFO(what << ", target " << setting.target.name << ", level " << static_cast<int>(setting.optimize));
    CHECK(compile_error(module, setting) == "");
}

} // namespace

TEST_CASE("every op compiles or is refused with many types, on one target or another", "[every_type]") {
    constexpr std::size_t kEach = 5; // no divisor of the number of settings
    const std::vector<Setting> all = settings();
    std::size_t number = 0;
    for_each_op(1, false, [&](const Module& module, const std::string& what) {
        if (++number % kEach != 0) return;
        INFO(what);
        CHECK(evaluation_error(module) == "");
        check_setting(module, all[number % all.size()], what);
    });
}

TEST_CASE("every op compiles or is refused with every type, on five targets at all levels",
          "[.][every_type_and_target]") {
    for_each_op(3, true, [&](const Module& module, const std::string& what) {
        INFO(what);
        CHECK(evaluation_error(module) == "");
        for (const Setting& setting : settings()) check_setting(module, setting, what);
    });
}

} // namespace hlo2cpp::testing
