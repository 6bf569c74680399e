#include "driver/constant_arguments.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "driver/argument_names.h"
#include "driver/files.h"
#include "driver/npy.h"
#include "program/parameter_names.h"
#include "support/input_errors.h"
#include "support/sha256.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostAdvice = 20; // errors with the nearest name

struct NameAndFile {
    std::string name, file;
};

NameAndFile split_request(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    if (equals == text.npos || equals == 0 || equals + 1 == text.size())
        throw InputError("--constant " + text + ": expected NAME=FILE.npy");
    return {.name = text.substr(0, equals), .file = text.substr(equals + 1)};
}

// The values of arguments, and with what they fail.
class ConstantValues {
public:
    explicit ConstantValues(const Module& module)
        : module_(module), entry_(module.entry_computation()), names_(entry_), values_(entry_.parameters.size()),
          places_(entry_.parameters.size()), donated_(entry_.parameters.size()) {
        std::vector<std::size_t> parameter_of_leaf;
        for (std::size_t i = 0; i < module.parameter_shapes.size(); ++i)
            for_each_leaf(module.parameter_shapes[i], [&](const Shape&) { parameter_of_leaf.push_back(i); });
        for (const Alias& alias : module.aliases)
            if (const auto leaf = static_cast<std::size_t>(alias.parameter_leaf); leaf < parameter_of_leaf.size())
                donated_.at(parameter_of_leaf[leaf]) = true;
    }

    void take(const NamedArray& array) {
        try {
            set(array);
        } catch (const InputError& error) {
            errors_.push_back(error.diagnostic);
        }
    }
    // One for each argument; null: it stays an argument.
    std::vector<LiteralPtr> finish() {
        if (errors_.empty()) return std::move(values_);
        const Diagnostic first = errors_.front();
        errors_.erase(errors_.begin());
        throw InputErrors(first, std::move(errors_));
    }

private:
    void set(const NamedArray& array) {
        const std::size_t number = names_.find(array.name, array.place, errors_.size() < kMostAdvice);
        const Shape& shape = module_.parameter_shapes.at(number);
        const auto refuse = [&](const std::string& why) {
            const std::string& name = name_of_parameter(entry_[entry_.parameters[number]]);
            throw InputError(array.place + ": the argument " + printable(name, 80) + " " + why);
        };
        if (!shape.is_array()) refuse("is " + to_string(shape) + ", no array");
        if (shape.is_dynamic()) refuse("is " + to_string(shape) + ", and its size is given at run time");
        if (donated_[number]) refuse("is donated: a result is written into it, so that it is no constant");
        if (!places_[number].empty()) refuse("has a value from " + places_[number] + ", too");
        places_[number] = array.place;
        values_[number] =
            std::make_shared<Literal>(to_literal(parse_npy(array.read(), array.place), shape, array.place));
    }

    const Module& module_;
    const Computation& entry_;
    ArgumentNames names_;
    std::vector<LiteralPtr> values_;
    std::vector<std::string> places_; // where values come from; empty: there is none
    std::vector<bool> donated_;
    std::vector<Diagnostic> errors_;
};

// The aliases of the arguments that stay.
void renumber_aliases(Module& module, const std::vector<LiteralPtr>& values) {
    std::vector<std::int64_t> now; // by the number of a leaf before
    std::int64_t count = 0;
    for (std::size_t i = 0; i < module.parameter_shapes.size(); ++i)
        for_each_leaf(module.parameter_shapes[i], [&](const Shape&) { now.push_back(values[i] ? -1 : count++); });
    for (Alias& alias : module.aliases)
        if (static_cast<std::size_t>(alias.parameter_leaf) < now.size())
            alias.parameter_leaf = now[static_cast<std::size_t>(alias.parameter_leaf)];
}

void make_constant(Instruction& instruction, const Shape& shape, const LiteralPtr& value) {
    instruction.literal = value;
    instruction.opcode = Opcode::Constant;
    instruction.shape = Shape::array(shape.type, shape.dims);
    instruction.attributes = {};
}

// False: the verifier says what is missing.
bool has_all_parameters(const Module& module) {
    const std::vector<InstructionId>& parameters = module.entry_computation().parameters;
    return parameters.size() == module.parameter_shapes.size() &&
           std::ranges::all_of(parameters, [](InstructionId id) { return id.valid(); });
}

std::string digest(const Literal& literal) {
    return sha256_hex(std::string_view(reinterpret_cast<const char*>(literal.bytes.data()), literal.bytes.size()));
}

} // namespace

NamedArray parse_constant(const std::string& text) {
    const NameAndFile request = split_request(text);
    return {.name = request.name,
            .place = "--constant " + printable(request.name, 80) + "=" + request.file,
            .read = [file = request.file] { return read_file(file); }};
}

Module with_constants(Module module, const std::vector<NamedArray>& arrays) {
    if (arrays.empty() || !has_all_parameters(module)) return module;
    ConstantValues all(module);
    for (const NamedArray& array : arrays) all.take(array);
    const std::vector<LiteralPtr> values = all.finish();
    renumber_aliases(module, values);
    Computation& entry = module[module.entry];
    std::vector<InstructionId> parameters;
    std::vector<Shape> shapes;
    std::string digests;
    for (std::size_t i = 0; i < values.size(); ++i) {
        Instruction& instruction = entry[entry.parameters[i]];
        if (values[i]) {
            make_constant(instruction, module.parameter_shapes[i], values[i]);
            digests += std::to_string(i) + digest(*values[i]);
            continue;
        }
        instruction.attributes.parameter_number = static_cast<std::int64_t>(parameters.size());
        parameters.push_back(entry.parameters[i]);
        shapes.push_back(module.parameter_shapes[i]);
    }
    entry.parameters = std::move(parameters);
    module.parameter_shapes = std::move(shapes);
    module.constants_sha256 = sha256_hex(digests);
    module.source = nullptr; // it holds the arguments
    return module;
}

Module with_constants(Module module, const ConstantOptions& options) {
    std::vector<NamedArray> arrays;
    for (const std::string& text : options.arrays) arrays.push_back(parse_constant(text));
    for (const std::string& set : options.sets)
        for (NamedArray& array : list_arrays(set)) arrays.push_back(std::move(array));
    return with_constants(std::move(module), arrays);
}

std::string constant_options_text(const ConstantOptions& options) {
    const auto file_name = [](const fs::path& path) {
        return (path.has_filename() ? path : path.parent_path()).filename().string();
    };
    std::string text;
    for (const std::string& array : options.arrays) {
        const NameAndFile request = split_request(array);
        text += " --constant " + request.name + "=" + file_name(request.file);
    }
    for (const std::string& set : options.sets) text += " --constants " + file_name(set);
    return text;
}

} // namespace hlo2cpp
