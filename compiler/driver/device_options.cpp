#include "driver/device_options.h"

#include <charconv>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::function<void(const std::string&)> set_count(const char* option, std::int64_t& to) {
    return [option, &to](const std::string& text) {
        constexpr std::int64_t kMost = 1 << 20;
        const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), to);
        if (error != std::errc() || rest != text.data() + text.size() || to < 1 || to > kMost)
            throw InputError(std::string(option) + ": '" + text + "' is no integer from 1 to " + std::to_string(kMost));
    };
}

} // namespace

OptionGroup device_group(Options& options) {
    Devices& devices = options.compile.devices;
    return {"On several devices",
            {{.name = "--replicas",
              .value = "R",
              .text = "copies of the program that work on other data",
              .detail = "They are needed where the module does not say its own number and its values depend on it. "
                        "Device number = replica x P + partition.",
              .set = set_count("--replicas", devices.replicas)},
             {.name = "--partitions",
              .value = "P",
              .text = "devices that share the work of one replica",
              .set = set_count("--partitions", devices.partitions)}}};
}

OptionGroup running_device_group(Options& options) {
    const auto set_text = [](std::string& to) { return [&to](const std::string& text) { to = text; }; };
    OptionGroup group = device_group(options);
    group.options.push_back({.name = "--device-inputs",
                             .value = "DIR",
                             .text = "arguments of device D: DIR/in<D>/in0.npy, in1.npy and on",
                             .detail = "Without it all devices take the arguments of --input.",
                             .set = set_text(options.device_inputs)});
    group.options.push_back({.name = "--launch",
                             .value = "COMMAND",
                             .text = "start {n} processes over MPI, one for each device",
                             .detail = "For example \"mpirun -np {n}\", with --cxx mpicxx. Without it the devices are "
                                       "threads of one process.",
                             .set = set_text(options.launch)});
    group.options.push_back({.name = "--cxx",
                             .value = "COMMAND",
                             .text = "the C++ compiler; otherwise $CXX, else c++",
                             .set = set_text(options.compiler)});
    return group;
}

} // namespace hlo2cpp
