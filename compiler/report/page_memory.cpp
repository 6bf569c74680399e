// Contents of the arena while the steps run.
#include <algorithm>
#include <map>
#include <numeric>

#include "report/page_parts.h"
#include "report/page_picture.h"
#include "report/table.h"

namespace hlo2cpp {
namespace {

using Kind = HtmlTable::Kind;

constexpr std::size_t kMostBuffers = 600; // rows of all buffers

std::string bytes_text(std::int64_t count) {
    return counted(count, "byte", "bytes");
}

std::string step_text(const PageData& data, std::optional<std::size_t> step) {
    return step ? std::to_string(*step) + " " + html_text(data.steps[*step].name, 60) : "";
}

std::vector<std::int64_t> sizes(const PageData& data) {
    std::vector<std::int64_t> sizes;
    for (const PageBuffer& buffer : data.buffers) sizes.push_back(buffer.size);
    return sizes;
}

// Buffers that are alive at the peak, the largest first.
std::vector<std::size_t> peak_buffers(const PageData& data) {
    std::vector<std::size_t> alive = ranked(sizes(data));
    std::erase_if(alive, [&](std::size_t i) { return !data.at_peak(data.buffers[i]); });
    return alive;
}

std::string peak_sentence(const ReportInput& input, const PageData& data, std::size_t alive) {
    const std::int64_t bytes = data.live[static_cast<std::size_t>(data.peak)];
    const std::optional<std::size_t> step = data.step_at(data.peak);
    std::string text = "<p>Most is in use while step " + step_text(data, step) + " runs";
    if (step && !origin_text(data.steps[*step]).empty()) text += " (" + origin_text(data.steps[*step]) + ")";
    text += ": " + bytes_text(bytes) + " in " + counted(static_cast<std::int64_t>(alive), "buffer", "buffers") + ".";
    if (input.plan.arena_bytes() > bytes)
        text += " The arena has " + bytes_text(input.plan.arena_bytes() - bytes) +
                " more, for alignment and gaps that nothing fits into.";
    if (input.schedule.order == "proved") text += " No other order of these steps needs less.";
    return text + "</p>\n";
}

std::string peak_table(const PageData& data, const std::vector<std::size_t>& alive) {
    HtmlTable table("In use at the peak, the largest first",
                    {{"", Kind::Number}, {"value"}, {"bytes", Kind::Number}, {"", Kind::Bar}});
    const std::int64_t most = data.buffers[alive[0]].size;
    std::int64_t left = data.live[static_cast<std::size_t>(data.peak)];
    for (std::size_t i = 0; i < std::min(alive.size(), kMostRanked); ++i) {
        const PageBuffer& buffer = data.buffers[alive[i]];
        left -= buffer.size;
        std::string origin;
        if (buffer.written) origin = "written by step " + std::to_string(*buffer.written);
        if (buffer.written && !origin_text(data.steps[*buffer.written]).empty())
            origin += ", from " + origin_text(data.steps[*buffer.written]);
        table.add({std::to_string(i + 1), described(html_text(buffer.name, 80), buffer.shape, origin),
                   with_thousands(buffer.size), html_bar(buffer.size, most)});
    }
    if (alive.size() > kMostRanked)
        table.add({"", others(alive.size() - kMostRanked), with_thousands(left), html_bar(left, most)});
    return table.html();
}

std::string buffer_table(const PageData& data) {
    const std::vector<std::size_t> by_size = ranked(sizes(data));
    std::vector<char> shown(data.buffers.size());
    for (std::size_t i = 0; i < std::min(by_size.size(), kMostBuffers); ++i) shown[by_size[i]] = 1;
    const std::int64_t hidden =
        static_cast<std::int64_t>(data.buffers.size()) - std::accumulate(shown.begin(), shown.end(), std::int64_t{0});
    HtmlTable table("Bytes of the arena, and the steps between which a buffer holds them" +
                        (hidden > 0 ? ", without the " + with_thousands(hidden) + " smallest" : std::string()),
                    {{"value"},
                     {"first byte", Kind::Number},
                     {"bytes", Kind::Number},
                     {"first step", Kind::Number},
                     {"last step", Kind::Number}});
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown[i] == 0) continue;
        const PageBuffer& buffer = data.buffers[i];
        const std::string more = buffer.more > 0 ? "and " + others(buffer.more) + " in the same bytes" : "";
        const std::string region = buffer.region.empty() ? "" : buffer.region + " ";
        table.add({described(html_text(buffer.name, 80), buffer.shape, more), region + with_thousands(buffer.offset),
                   with_thousands(buffer.size), std::to_string(data.step_at(buffer.first).value_or(0)),
                   std::to_string(data.step_at(buffer.last).value_or(0))});
    }
    return html_details("All buffers, as a table", table.html());
}

// Regions of --memory and what is in them; empty without them.
std::string region_table(const ReportInput& input) {
    if (input.plan.regions.front().name.empty()) return "";
    HtmlTable table(
        "Memory regions, the fastest first; in the picture the arenas lie one above the other in this order",
        {{"region"}, {"budget", Kind::Number}, {"bytes of arena", Kind::Number}, {"bytes of constants", Kind::Number}});
    std::map<std::string, std::int64_t> weights = input.program.weights_by_region();
    for (const MemoryRegion& region : input.plan.regions)
        table.add({region.name, with_thousands(region.budget), with_thousands(region.arena_bytes),
                   with_thousands(weights[region.name])});
    return table.html();
}

} // namespace

std::string page_memory(const ReportInput& input, const PageData& data) {
    if (data.buffers.empty())
        return "<p>It needs no arena: all it computes goes to its results at once.</p>\n" + region_table(input);
    const std::vector<std::size_t> alive = peak_buffers(data);
    std::vector<std::size_t> numbered = alive;
    numbered.resize(std::min(numbered.size(), kMostRanked));
    const std::string wide =
        "<input type=\"checkbox\" id=\"wide\"> <label for=\"wide\">wide, to scroll through</label>\n";
    return peak_sentence(input, data, alive.size()) + region_table(input) +
           "<p class=\"quiet\"><span class=\"key peak\"></span> in use at the peak, numbered as in the table &nbsp; "
           "<span class=\"key\"></span> at other times</p>\n" +
           wide + arena_picture(data, input.plan.arena_bytes(), numbered) + peak_table(data, alive) +
           buffer_table(data);
}

} // namespace hlo2cpp
