#include "driver/device_arguments.h"

#include <filesystem>

#include "check/inputs.h"
#include "driver/feed.h"
#include "driver/run_devices.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;

// DIR/in0.npy, DIR/in1.npy and on, as far as there are.
std::vector<std::string> numbered_files(const fs::path& folder) {
    std::vector<std::string> files;
    for (;;) {
        const fs::path file = folder / ("in" + std::to_string(files.size()) + ".npy");
        if (!fs::exists(file)) return files;
        files.push_back(file.string());
    }
}

} // namespace

std::vector<Arguments> read_device_arguments(const Compilation& compilation, const Options& options) {
    const auto devices = static_cast<std::size_t>(compilation.module.devices.count());
    if (options.device_inputs.empty())
        return std::vector<Arguments>(devices, read_arguments(compilation.module, compilation.state, options.inputs));
    if (!options.inputs.empty())
        throw InputError("--input and --device-inputs both give arguments: choose one of them");
    std::vector<Arguments> arguments;
    for (std::size_t device = 0; device < devices; ++device) {
        const fs::path folder = fs::path(options.device_inputs) / ("in" + std::to_string(device));
        if (!fs::is_directory(folder))
            throw InputError("--device-inputs " + options.device_inputs + ": there is no folder " + folder.string() +
                             " with the arguments of device " + std::to_string(device));
        try {
            arguments.push_back(
                read_arguments(compilation.module, compilation.state, numbered_files(folder), "--device-inputs"));
        } catch (const InputError& error) {
            throw InputError("device " + std::to_string(device) + ", whose arguments are in " + folder.string() + ": " +
                             error.diagnostic.message);
        }
    }
    return arguments;
}

std::vector<Arguments> made_up_device_arguments(const Compilation& compilation, const std::string& infeed) {
    const std::int64_t devices = compilation.module.devices.count();
    if (devices <= 1) return {made_up_arguments(compilation.module, compilation.state, infeed)};
    for (const bool positive : {false, true})
        for (const bool differ : {true, false}) {
            std::vector<Arguments> arguments;
            for (std::int64_t device = 0; device < devices; ++device) {
                Arguments& own = arguments.emplace_back(
                    Arguments{.leaves = sample_arguments(compilation.module, positive, differ ? device : 0),
                              .state_given = false,
                              .positive = positive});
                for (std::size_t i = 0; i < own.leaves.size(); ++i)
                    if (const LiteralPtr initial = initial_value(compilation.module, compilation.state, i))
                        own.leaves[i] = *initial;
            }
            try {
                const std::vector<GeneratedRun> runs =
                    evaluate_devices(compilation.module, arguments, infeed, kMaxMadeUpRounds);
                const auto has_nan = [](const GeneratedRun& run) { return any_nan(run.results); };
                if (std::ranges::none_of(runs, has_nan) || (positive && !differ)) return arguments;
            } catch (const InputError&) { // endless loops, or devices that wait for each other
                if (positive && !differ) throw;
            }
        }
    return {};
}

std::string device_folder(const Module& module, std::int64_t device) {
    return module.devices.count() > 1 ? "out" + std::to_string(device) : "";
}

} // namespace hlo2cpp
