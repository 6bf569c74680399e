#include "driver/device_options.h"

#include "driver/option_values.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostDevices = 1 << 20;

std::function<void(const std::string&)> set_number(const char* option, std::int64_t least, std::int64_t& to) {
    return [option, least, &to](const std::string& text) { to = parse_integer(option, text, least, kMostDevices); };
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
              .set = set_number("--replicas", 1, devices.replicas)},
             {.name = "--partitions",
              .value = "P",
              .text = "devices that share the work of one replica",
              .set = set_number("--partitions", 1, devices.partitions)}}};
}

std::string device_options_text(const Devices& devices) {
    std::string text;
    if (devices.replicas > 0) text += " --replicas " + std::to_string(devices.replicas);
    if (devices.partitions > 0) text += " --partitions " + std::to_string(devices.partitions);
    if (devices.device >= 0) text += " --device " + std::to_string(devices.device);
    return text;
}

OptionGroup compiled_device_group(Options& options) {
    OptionGroup group = device_group(options);
    group.options.push_back({.name = "--device",
                             .value = "D",
                             .text = "code for device D alone; otherwise one file for all",
                             .detail = "The numbers of the device are constants, and branches of others are left out.",
                             .set = set_number("--device", 0, options.compile.devices.device)});
    return group;
}

OptionGroup running_device_group(Options& options) {
    const auto set_text = [](std::string& to) { return [&to](const std::string& text) { to = text; }; };
    OptionGroup group = device_group(options);
    group.options.push_back({.name = "--device-inputs",
                             .value = "DIR",
                             .text = "arguments of device D: DIR/in<D>/in0.npy and on",
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
                             .detail = "Code with the instructions of another machine is compiled with that machine's, "
                                       "and runs in QEMU (qemu-user).",
                             .set = set_text(options.compiler)});
    return group;
}

} // namespace hlo2cpp
