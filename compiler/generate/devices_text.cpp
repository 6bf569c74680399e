#include "generate/devices_text.h"

#include "generate/text_lines.h"
#include "support/embedded.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

using Rows = std::vector<std::vector<std::int32_t>>; // by list, then by device

// "constexpr int32_t group_of[2][4] = {...}": flat, as the interface has it; empty where there is no row.
std::string array_text(const char* name, const Rows& rows) {
    if (rows.empty()) return "";
    std::string numbers;
    for (const std::vector<std::int32_t>& row : rows)
        for (const std::int32_t number : row) numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
    const std::string count = std::to_string(rows.size() * rows[0].size());
    return wrap_code("constexpr int32_t " + std::string(name) + "[" + count + "] = {" + numbers + "};") + "\n";
}

struct Tables {
    Rows group_of, place_in, source_of, target_of;
};

Tables tables_of(const DeviceTables& devices) {
    const auto count = static_cast<std::size_t>(devices.devices.count());
    Tables tables;
    for (const DeviceGroupList& groups : devices.group_lists) {
        std::vector<std::int32_t>& group_of = tables.group_of.emplace_back(count, -1);
        std::vector<std::int32_t>& place_in = tables.place_in.emplace_back(count, 0);
        for (std::size_t g = 0; g < groups.size(); ++g)
            for (std::size_t place = 0; place < groups[g].size(); ++place) {
                const auto device = static_cast<std::size_t>(groups[g][place]);
                group_of[device] = static_cast<std::int32_t>(g);
                place_in[device] = static_cast<std::int32_t>(place);
            }
    }
    for (const std::vector<SourceTarget>& pairs : devices.permutations) {
        std::vector<std::int32_t>& source_of = tables.source_of.emplace_back(count, -1);
        std::vector<std::int32_t>& target_of = tables.target_of.emplace_back(count, -1);
        for (const auto& [source, target] : pairs) {
            source_of[static_cast<std::size_t>(target)] = static_cast<std::int32_t>(source);
            target_of[static_cast<std::size_t>(source)] = static_cast<std::int32_t>(target);
        }
    }
    return tables;
}

} // namespace

std::string DevicesText::interface() const {
    if (!input_.has_devices()) return "";
    const std::string_view file = embedded_file("hlo2cpp_collectives.h");
    const std::size_t begin = file.find("#ifndef");
    return std::string(file.substr(begin, file.rfind("#endif") - begin)) + "#endif /* HLO2CPP_COLLECTIVES_1 */\n";
}

std::string DevicesText::declaration() const {
    if (!input_.has_devices()) return "";
    const Devices& devices = input_.program.devices->devices;
    return fill_template(
        "devices_declaration.tmpl",
        {{"name", input_.options.name},
         {"prefix", prefix_},
         {"devices", std::to_string(devices.count())},
         {"tickets", std::to_string(input_.program.devices->tickets)},
         {"device",
          for_all() ? ""
                    : fill_template("device_number.tmpl",
                                    {{"prefix", prefix_}, {"device", std::to_string(input_.module.devices.device)}})},
         {"counts", std::to_string(devices.replicas) + " x " + std::to_string(devices.partitions)}});
}

std::string DevicesText::members() const {
    if (!input_.has_devices()) return "";
    return std::string(embedded_file(for_all() ? "devices_members.tmpl" : "device_members.tmpl"));
}

std::string DevicesText::error() const {
    if (!input_.has_devices()) return "";
    return fill_template("devices_error.tmpl", {{"prefix", prefix_}});
}

std::string DevicesText::promises() const {
    if (!input_.has_devices()) return "";
    const std::string whose = for_all() ? "\"device\" is the number of the device that runs, and \"collectives\" its"
                                        : "\"collectives\" is the device's";
    return whose +
           " table of functions. A result of theirs other than 0 ends the call, which returns it. Devices that run in "
           "one program call " +
           input_.options.name + "_run_in, each with an arena of its own. ";
}

std::string DevicesText::definition() const {
    if (!input_.has_devices()) return "";
    const DeviceTables& devices = *input_.program.devices;
    const Tables tables = tables_of(devices);
    const auto name = [&](const char* array, const Rows& rows) {
        return rows.empty() ? std::string("nullptr") : input_.options.name + "_detail::" + array;
    };
    const std::string arrays = array_text("group_of", tables.group_of) + array_text("place_in", tables.place_in) +
                               array_text("source_of", tables.source_of) + array_text("target_of", tables.target_of);
    const TemplateValues in_namespace = {{"name", input_.options.name}, {"arrays", arrays}};
    return fill_template("devices_definition.tmpl",
                         {{"name", input_.options.name},
                          {"arrays", arrays.empty() ? "" : fill_template("devices_arrays.tmpl", in_namespace)},
                          {"devices", std::to_string(devices.devices.count())},
                          {"replicas", std::to_string(devices.devices.replicas)},
                          {"partitions", std::to_string(devices.devices.partitions)},
                          {"group_lists", std::to_string(devices.group_lists.size())},
                          {"group_of", name("group_of", tables.group_of)},
                          {"place_in", name("place_in", tables.place_in)},
                          {"permutations", std::to_string(devices.permutations.size())},
                          {"source_of", name("source_of", tables.source_of)},
                          {"target_of", name("target_of", tables.target_of)},
                          {"tickets", std::to_string(devices.tickets)}});
}

std::string DevicesText::check(const std::string& object) const {
    if (!input_.has_devices()) return "";
    const std::string none = " return " + prefix_ + "_NO_DEVICE;\n", device = object + "device";
    const std::string number =
        for_all() ? "if (" + device + " < 0 || " + device + " >= " + prefix_ + "_DEVICES)" + none : "";
    return "if (" + object + "collectives == nullptr)" + none + number;
}

bool DevicesText::for_all() const {
    return input_.module.devices.device < 0;
}

std::string DevicesText::parameters() const {
    if (!input_.has_devices()) return "";
    return std::string(for_all() ? "int32_t device, " : "") + "const hlo2cpp_collectives* collectives";
}

std::string DevicesText::arguments(const std::string& object) const {
    if (!input_.has_devices()) return "";
    return (for_all() ? object + "device, " : "") + object + "collectives";
}

} // namespace hlo2cpp
