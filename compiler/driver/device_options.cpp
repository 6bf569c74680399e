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

} // namespace hlo2cpp
