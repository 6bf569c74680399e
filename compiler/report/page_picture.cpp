#include "report/page_picture.h"

#include <algorithm>
#include <cmath>

#include "report/html.h"
#include "report/page_parts.h"
#include "report/table.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLoopRow = 18, kArena = 340, kAxis = 24, kLive = 56, kGap = 22; // pixels of height
constexpr std::int32_t kLoopRows = 4;                                                  // deeper loops are not drawn
constexpr std::size_t kMostBoxes = 500; // of their own, with a text; smaller ones are one shape
constexpr std::size_t kMostLoops = 200;
constexpr std::int32_t kMostLevels = 2000; // of the curve of live bytes

// Percent with three places, as text.
std::string percent(double part, double whole) {
    const auto thousandths = static_cast<std::int64_t>(std::llround(part / whole * 100'000));
    std::string digits = std::to_string(thousandths % 1000);
    digits.insert(0, 3 - digits.size(), '0');
    return std::to_string(thousandths / 1000) + "." + digits + "%";
}

std::string attribute(const char* name, std::int64_t value) {
    return std::string(" ") + name + "=\"" + std::to_string(value) + "\"";
}

// 1, 2 or 5 times a power of ten: at most `most` of them in `whole`.
std::int64_t tick(std::int64_t whole, std::int64_t most) {
    std::int64_t step = 1;
    for (int i = 0; whole / step > most; ++i) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

std::string shortened(const std::string& name) {
    return printable(name, 40);
}

class Picture {
public:
    Picture(const PageData& data, std::int64_t arena_bytes, const std::vector<std::size_t>& numbered)
        : data_(data), arena_(arena_bytes), numbers_(data.buffers.size(), 0) {
        for (std::size_t i = 0; i < numbered.size(); ++i) numbers_[numbered[i]] = i + 1;
        std::int32_t depth = 0;
        for (const PageLoop& loop : data.loops) depth = std::max(depth, std::min(loop.depth + 1, kLoopRows));
        top_ = kGap + depth * kLoopRow;
    }

    std::string html() const {
        return "<figure>\n" + byte_axis() + "<div class=\"scroll\" tabindex=\"0\" role=\"region\" " +
               "aria-label=\"Picture of the arena\">\n<svg class=\"plot\" role=\"img\" " +
               "aria-labelledby=\"arena-title arena-text\" width=\"100%\"" + attribute("height", height()) + ">\n" +
               "<title id=\"arena-title\">The arena while the steps run</title>\n<desc id=\"arena-text\">" + summary() +
               "</desc>\n" + loops() + arena() + labels() + step_axis() + live() + "</svg>\n</div>\n</figure>\n";
    }

private:
    std::int64_t live_top() const { return top_ + kArena + kAxis + kGap; }
    std::int64_t height() const { return live_top() + kLive + 2; }
    std::string at(std::int32_t position) const { return percent(position, data_.end); }

    std::string summary() const {
        return "A box for each of the " + with_thousands(static_cast<std::int64_t>(data_.buffers.size())) +
               " buffers in " + with_thousands(arena_) +
               " bytes; from left to right the steps in their order, upwards " +
               "the bytes. The tables below it say the same in words.";
    }

    // A nested picture in bytes and positions, stretched over the whole width.
    std::string stretched(std::int64_t y, std::int64_t pixels, std::int64_t units, const std::string& content) const {
        return "<svg x=\"0\"" + attribute("y", y) + " width=\"100%\"" + attribute("height", pixels) +
               " viewBox=\"0 0 " + std::to_string(data_.end) + " " + std::to_string(units) +
               "\" preserveAspectRatio=\"none\">\n" + content + "</svg>\n";
    }

    // The first of the texts that has room in a box; on a narrow page that may be a later one, or none.
    std::string label(std::int32_t first, std::int32_t last, std::int64_t y, std::int64_t pixels,
                      const std::vector<std::string>& texts, const std::string& type) const {
        constexpr std::int64_t kCharacter = 7, kMargin = 8, kPhone = 280, kRoomy = 780; // pixels
        const auto fits = [&](const std::string& text, std::int64_t page) {
            const std::int64_t needed = static_cast<std::int64_t>(text.size()) * kCharacter + kMargin;
            return !text.empty() && pixels >= 13 && needed * data_.end <= page * (last + 1 - first);
        };
        const auto best = [&](std::int64_t page) {
            const auto found = std::ranges::find_if(texts, [&](const std::string& text) { return fits(text, page); });
            return found == texts.end() ? std::string() : *found;
        };
        const auto print = [&](const std::string& text, const std::string& page) {
            if (text.empty()) return text;
            const std::string classes = type + page; // each empty or with a blank in front
            return "<text" + (classes.empty() ? "" : " class=\"" + classes.substr(1) + "\"") + " x=\"" + at(first) +
                   "\" dx=\"4\"" + attribute("y", y + std::min<std::int64_t>(pixels / 2 + 4, 15)) + ">" +
                   html_text(text) + "</text>\n";
        };
        const std::string narrow = best(kPhone), roomy = best(kRoomy);
        return narrow == roomy ? print(roomy, "") : print(roomy, " roomy") + print(narrow, " tight");
    }

    std::string byte_axis() const {
        std::string text =
            "<svg class=\"axis\" aria-hidden=\"true\" width=\"72\"" + attribute("height", height()) + ">\n";
        const auto add = [&](std::int64_t y, const std::string& words) {
            text += "<text x=\"66\" text-anchor=\"end\"" + attribute("y", y) + ">" + words + "</text>\n";
        };
        add(top_ - 8, "bytes");
        const std::int64_t step = tick(arena_, 6);
        for (std::int64_t bytes = 0; bytes <= arena_; bytes += step)
            add(top_ + kArena - y_pixels(bytes) + 4, with_thousands(bytes));
        add(top_ + kArena + 17, "step");
        add(live_top() + 12, "bytes");
        add(live_top() + 27, "in use");
        return text + "</svg>\n";
    }
    std::int64_t y_pixels(std::int64_t bytes) const {
        return static_cast<std::int64_t>(static_cast<double>(bytes) / static_cast<double>(arena_) *
                                         static_cast<double>(kArena));
    }

    std::string loops() const {
        std::string boxes, texts;
        std::size_t drawn = 0;
        for (const PageLoop& loop : data_.loops) {
            if (loop.depth >= kLoopRows || ++drawn > kMostLoops) continue;
            const std::string rounds = loop.rounds >= 0       ? counted(loop.rounds, "round", "rounds")
                                       : loop.max_rounds >= 0 ? "at most " + counted(loop.max_rounds, "round", "rounds")
                                                              : "rounds unknown";
            boxes += "<rect class=\"loop\"" + attribute("x", loop.first) + attribute("y", loop.depth * kLoopRow) +
                     attribute("width", loop.last + 1 - loop.first) + attribute("height", kLoopRow - 2) + "><title>" +
                     html_text(loop.name) + ", " + rounds + "</title></rect>\n";
            const std::string name = shortened(loop.name);
            texts += label(loop.first, loop.last, kGap + loop.depth * kLoopRow - 2, kLoopRow - 2,
                           {name + ", " + rounds, name}, "");
        }
        return boxes.empty() ? "" : stretched(kGap - 2, top_ - kGap, top_ - kGap, boxes) + texts;
    }

    std::string position_text(const PageBuffer& buffer) const {
        const std::optional<std::size_t> first = data_.step_at(buffer.first), last = data_.step_at(buffer.last);
        const auto number = [](std::optional<std::size_t> step) { return std::to_string(step.value_or(0)); };
        return first == last ? "during step " + number(first) : "from step " + number(first) + " to " + number(last);
    }

    // The largest first, as many as may have a box of their own.
    std::vector<std::size_t> own_boxes() const {
        std::vector<std::size_t> order(data_.buffers.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto area = [&](std::size_t i) {
            const PageBuffer& buffer = data_.buffers[i];
            return static_cast<double>(buffer.size) * (buffer.last + 1 - buffer.first);
        };
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            return std::pair(numbers_[a] == 0, -area(a)) < std::pair(numbers_[b] == 0, -area(b));
        });
        if (order.size() > kMostBoxes) order.resize(kMostBoxes);
        return order;
    }

    std::string arena() const {
        std::vector<char> own(data_.buffers.size());
        std::string boxes, rest;
        for (const std::size_t i : own_boxes()) own[i] = 1;
        for (std::size_t i = 0; i < own.size(); ++i) {
            const PageBuffer& buffer = data_.buffers[i];
            const std::int64_t y = arena_ - buffer.place() - buffer.size, width = buffer.last + 1 - buffer.first;
            if (own[i] == 0) {
                rest += "M" + std::to_string(buffer.first) + " " + std::to_string(y) + "h" + std::to_string(width) +
                        "v" + std::to_string(buffer.size) + "h-" + std::to_string(width) + "z";
                continue;
            }
            boxes += std::string("<rect class=\"buffer") + (data_.at_peak(buffer) ? " peak\"" : "\"") +
                     attribute("x", buffer.first) + attribute("y", y) + attribute("width", width) +
                     attribute("height", buffer.size) + "><title>" + html_text(buffer.name, 80) + " " + buffer.shape +
                     ": " + (buffer.region.empty() ? "" : buffer.region + " ") + "bytes " +
                     with_thousands(buffer.offset) + " to " + with_thousands(buffer.offset + buffer.size) + ", " +
                     position_text(buffer) + "</title></rect>\n";
        }
        if (!rest.empty()) rest = "<path class=\"buffer\" d=\"" + rest + "\"/>\n";
        return stretched(top_, kArena, arena_, grid() + rest + boxes + peak_line(arena_));
    }

    std::string grid() const {
        std::string text;
        const std::int64_t step = tick(arena_, 6);
        for (std::int64_t bytes = 0; bytes <= arena_; bytes += step)
            text += "<line class=\"grid\" x1=\"0\"" + attribute("x2", data_.end) + attribute("y1", arena_ - bytes) +
                    attribute("y2", arena_ - bytes) + "/>\n";
        return text;
    }

    std::string peak_line(std::int64_t units) const {
        const std::string x = std::to_string(data_.peak) + ".5";
        return "<line class=\"now\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"0\"" + attribute("y2", units) + "/>\n";
    }

    std::string labels() const {
        std::string text;
        for (const std::size_t i : own_boxes()) {
            const PageBuffer& buffer = data_.buffers[i];
            const std::int64_t y = top_ + y_pixels(arena_ - buffer.place() - buffer.size);
            const std::int64_t pixels = top_ + y_pixels(arena_ - buffer.place()) - y;
            const std::string number = numbers_[i] > 0 ? std::to_string(numbers_[i]) : "";
            text += label(buffer.first, buffer.last, y, pixels,
                          {(number.empty() ? "" : number + ": ") + shortened(buffer.name), number},
                          data_.at_peak(buffer) ? " on-peak" : "");
        }
        const double at_peak = (data_.peak + 0.5) / data_.end;
        const std::string anchor = at_peak < 0.07 ? "start" : at_peak > 0.93 ? "end" : "middle";
        return text + "<text text-anchor=\"" + anchor + "\" y=\"12\" x=\"" + percent(at_peak, 1) + "\">peak</text>\n";
    }

    std::string step_axis() const {
        const auto count = static_cast<std::int64_t>(data_.steps.size());
        std::string text = "<g class=\"axis\" aria-hidden=\"true\">\n";
        for (std::int64_t i = 0, step = tick(count, 12); i < count; i += step)
            text += std::string("<text text-anchor=\"") + (i == 0 ? "start" : "middle") + "\" x=\"" +
                    percent(data_.steps[static_cast<std::size_t>(i)].position + (i == 0 ? 0.0 : 0.5), data_.end) +
                    "\"" + attribute("y", top_ + kArena + 17) + ">" + std::to_string(i) + "</text>\n";
        return text + "</g>\n";
    }

    std::string live() const {
        const std::int32_t bundle = (data_.end + kMostLevels - 1) / kMostLevels;
        const std::int64_t most = std::max<std::int64_t>(1, *std::ranges::max_element(data_.live));
        std::string path = "M0 " + std::to_string(most);
        std::int64_t before = -1;
        for (std::int32_t first = 0; first < data_.end; first += bundle) {
            const auto begin = data_.live.begin() + first;
            const std::int64_t bytes = *std::max_element(begin, begin + std::min(bundle, data_.end - first));
            if (bytes == before) continue;
            path += "H" + std::to_string(first) + "V" + std::to_string(most - bytes);
            before = bytes;
        }
        path += "H" + std::to_string(data_.end) + "V" + std::to_string(most) + "z";
        return stretched(live_top(), kLive, most, "<path class=\"live\" d=\"" + path + "\"/>\n" + peak_line(most));
    }

    const PageData& data_;
    std::int64_t arena_;               // bytes
    std::vector<std::size_t> numbers_; // by buffer; 0: none
    std::int64_t top_ = 0;             // pixels above the arena
};

} // namespace

std::string arena_picture(const PageData& data, std::int64_t arena_bytes, const std::vector<std::size_t>& numbered) {
    return Picture(data, arena_bytes, numbered).html();
}

std::int64_t wide_width(const PageData& data) {
    return std::min<std::int64_t>(data.end * 16, 30'000);
}

} // namespace hlo2cpp
