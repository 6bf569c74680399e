#include "generate/stack/features.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

#include "generate/runtime_text.h"
#include "generate/stack/address.h"
#include "generate/text_lines.h"

namespace hlo2cpp {
namespace {

using enum StackFeatures::Name;

constexpr std::int64_t kMostCopies = 1 << 20; // of a line, by unrolled loops

std::string_view without_indent(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line;
}

template <typename Visit>
void for_each_word(std::string_view line, Visit&& visit) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!is_word_character(line[i]) || (i > 0 && line[i - 1] == '.')) continue;
        std::size_t end = i;
        while (end < line.size() && (is_word_character(line[end]) || line[end] == '.')) ++end;
        visit(line.substr(i, end - i), end < line.size() ? line[end] : '\0');
        i = end;
    }
}

bool is_float_constant(std::string_view word) {
    const bool hexadecimal = word.starts_with("0x");
    return std::isdigit(static_cast<unsigned char>(word[0])) && word.find(hexadecimal ? 'p' : '.') != word.npos;
}

std::int64_t operators_in(std::string_view line) {
    std::int64_t count = 0;
    for (std::size_t begin = line.find(' '); begin != line.npos;) {
        const std::size_t end = line.find(' ', ++begin);
        const std::string_view token = line.substr(begin, end - begin);
        count += !token.empty() && token != "=" && token.find_first_not_of("+-*/%&|^<>=!") == token.npos ? 1 : 0;
        begin = end;
    }
    return count;
}

std::int64_t element_bytes(std::string_view type) {
    if (type.find("64") != type.npos || type.find("double") != type.npos) return 8;
    if (type.find("16") != type.npos) return 2;
    return type.find("int8") != type.npos || type.starts_with("u8") || type.starts_with("s8") || type == "char" ? 1 : 4;
}

// "const float* __restrict x, f32_mem* out": bytes of an element by name.
std::map<std::string, std::int64_t> pointers_in(std::string_view parameters) {
    std::map<std::string, std::int64_t> pointers;
    while (!parameters.empty()) {
        const std::size_t end = std::min(parameters.find(','), parameters.size());
        const std::string_view one = parameters.substr(0, end);
        if (const std::size_t star = one.find('*'); star != one.npos) {
            std::string_view type = one.substr(0, star);
            type.remove_prefix(type.rfind(' ') == type.npos ? 0 : type.rfind(' ') + 1);
            pointers.emplace(one.substr(one.rfind(' ') + 1), element_bytes(type));
        }
        parameters.remove_prefix(std::min(end + 1, parameters.size()));
    }
    return pointers;
}

struct Declaration {
    std::int64_t words = 0;
    bool floating = false;
    bool array = false;
};

// "const float x = ...", "f32x4 acc[3][2];"; no words: the line declares nothing.
Declaration declaration_in(std::string_view line) {
    if (line.starts_with("const ")) line.remove_prefix(6);
    const std::string_view type = line.substr(0, line.find(' '));
    const bool vector =
        type.size() > 3 && type.find('x') != type.npos && std::isdigit(static_cast<unsigned char>(type.back()));
    const bool floating = type == "float" || type == "double" || (vector && type.starts_with('f'));
    if (!floating && !vector && type != "bool" && !type.ends_with("int8_t") && !type.ends_with("int16_t") &&
        !type.ends_with("int32_t") && !type.ends_with("int64_t"))
        return {};
    line.remove_prefix(std::min(type.size() + 1, line.size()));
    std::size_t end = 0;
    while (end < line.size() && is_word_character(line[end])) ++end;
    if (end == 0) return {};
    line.remove_prefix(end);
    Declaration declaration{.words = element_bytes(type) == 8 ? 2 : 1, .floating = floating};
    while (line.starts_with('[') && line.size() > 1 && std::isdigit(static_cast<unsigned char>(line[1])) &&
           line.find(']') < 8) {
        declaration.array = true;
        declaration.words *= std::stoll(std::string(line.substr(1)));
        line.remove_prefix(line.find(']') + 1);
    }
    return line.starts_with(" =") || line.starts_with(';') || line.starts_with('{') ? declaration : Declaration{};
}

struct Scope {
    bool loop = false, unrolled = false;
    std::int64_t floats = 0, integers = 0;
};

// Reads a function line by line.
class TextScan {
public:
    TextScan(const std::set<std::string>& helpers, std::map<std::string, std::int64_t> pointers)
        : helpers_(helpers), pointers_(std::move(pointers)) {}

    void read(const std::string& text) {
        const std::string_view line = without_indent(text);
        if (line.starts_with("//") || line.ends_with("ROLLED")) return;
        if (line.starts_with("#pragma GCC unroll ")) {
            pragma_ = std::stoll(std::string(line.substr(19)));
            return;
        }
        if (line.starts_with('}')) close_scope();
        if (line.ends_with('{')) open_scope(line);
        if (line.starts_with("for (") && !line.ends_with('{')) count_loop();
        pragma_ = 0;
        read_statement(line);
    }

    void add_to(StackFeatures& features) const {
        std::map<std::int64_t, std::int64_t> in_loop;
        std::set<std::string> strides;
        for (const auto& [place, offsets] : elements_) {
            const auto& [loop, array, stride] = place;
            in_loop[loop] += static_cast<std::int64_t>(offsets.size());
            strides.insert(stride);
        }
        for (const auto& [loop, count] : in_loop) features[LoopElements] = std::max(features[LoopElements], count);
        features[Strides] = static_cast<std::int64_t>(strides.size());
        add_windows(features);
        features[Loops] = loops_;
        features[Depth] = most_depth_;
        features[Statements] = statements;
        features[Operators] = operators_;
        features[Variables] = variables_;
        features[Floats] = most_floats;
        features[Integers] = most_integers;
        features[Accumulators] = accumulators_;
        features[FloatsAtCall] = floats_at_call_;
    }

    std::map<std::string, std::int64_t> calls; // of helpers, unrolled
    std::set<std::string> constants;
    std::int64_t statements = 0, most_floats = 0, most_integers = 0;

private:
    void count_loop() {
        ++loops_;
        most_depth_ = std::max(most_depth_, depth_ + 1);
    }

    void open_scope(std::string_view line) {
        Scope scope;
        const bool loop = line.starts_with("for (") || line.starts_with("while (") || line.starts_with("do ");
        scope.unrolled = loop && pragma_ > 1;
        scope.loop = loop && !scope.unrolled;
        if (scope.unrolled) {
            const std::size_t begin = std::min(line.find(' ', 5) + 1, line.size());
            unrolled_.push_back({std::string(line.substr(begin, line.find(' ', begin) - begin)), pragma_});
            copies_.push_back(std::min(copies_.back() * pragma_, kMostCopies));
        }
        if (scope.loop) {
            count_loop();
            ++depth_;
            open_loops_.push_back(loops_);
        }
        scopes_.push_back(scope);
    }

    void close_scope() {
        if (scopes_.size() == 1) return;
        const Scope scope = scopes_.back();
        scopes_.pop_back();
        floats_ -= scope.floats;
        integers_ -= scope.integers;
        if (scope.unrolled) {
            unrolled_.pop_back();
            copies_.pop_back();
        }
        if (scope.loop) {
            --depth_;
            open_loops_.pop_back();
        }
    }

    void read_statement(std::string_view line) {
        const std::int64_t copies = copies_.back();
        statements += copies;
        operators_ += copies * operators_in(line);
        if (const Declaration declared = declaration_in(line); declared.words > 0) {
            variables_ += copies;
            (declared.floating ? floats_ : integers_) += declared.words;
            (declared.floating ? scopes_.back().floats : scopes_.back().integers) += declared.words;
            if (declared.array) accumulators_ = std::max(accumulators_, declared.words);
            most_floats = std::max(most_floats, floats_);
            most_integers = std::max(most_integers, integers_);
        }
        for_each_word(line, [&](std::string_view word, char next) {
            if (is_float_constant(word)) constants.emplace(word);
            if (next != '(' || !helpers_.contains(std::string(word))) return;
            calls[std::string(word)] += copies;
            floats_at_call_ = std::max(floats_at_call_, floats_);
        });
        for (Access& access : accesses_of(line, unrolled_))
            elements_[{open_loops_.back(), access.array, access.stride}].merge(access.offsets);
    }

    void add_windows(StackFeatures& features) const {
        std::map<std::pair<std::string, std::string>, std::set<std::int64_t>> elements, windows;
        for (const auto& [place, offsets] : elements_) {
            const auto& [loop, array, stride] = place;
            const auto pointer = pointers_.find(array);
            const std::int64_t bytes = pointer == pointers_.end() ? 4 : pointer->second;
            elements[{array, stride}].insert(offsets.begin(), offsets.end());
            for (const std::int64_t offset : offsets) windows[{array, stride}].insert(offset * bytes / 1024);
        }
        for (const auto& [place, offsets] : elements) features[Elements] += static_cast<std::int64_t>(offsets.size());
        for (const auto& [place, offsets] : windows) features[Windows] += static_cast<std::int64_t>(offsets.size());
    }

    const std::set<std::string>& helpers_;
    std::map<std::string, std::int64_t> pointers_;
    std::vector<Scope> scopes_ = {Scope{}};
    std::vector<Unrolled> unrolled_;
    std::vector<std::int64_t> copies_ = {1}, open_loops_ = {0};
    std::map<std::tuple<std::int64_t, std::string, std::string>, std::set<std::int64_t>>
        elements_; // by loop, array, stride
    std::int64_t pragma_ = 0, loops_ = 0, depth_ = 0, most_depth_ = 0;
    std::int64_t operators_ = 0, variables_ = 0, accumulators_ = 0, floats_ = 0, integers_ = 0, floats_at_call_ = 0;
};

// Functions at the left margin of helper text, by name.
std::map<std::string, std::vector<std::string>> functions_in(const std::string& text) {
    std::map<std::string, std::vector<std::string>> functions;
    std::vector<std::string>* open = nullptr;
    for (const std::string& line : split_lines(text)) {
        if (line == "}") open = nullptr;
        if (open) open->push_back(line);
        const std::size_t bracket = line.find('(');
        if (line.empty() || !is_word_character(line[0]) || !line.ends_with('{') || bracket == line.npos) continue;
        std::size_t begin = bracket;
        while (begin > 0 && is_word_character(line[begin - 1])) --begin;
        open = &functions[line.substr(begin, bracket - begin)];
    }
    return functions;
}

void add_helpers(const std::map<std::string, std::vector<std::string>>& helpers,
                 const std::map<std::string, std::int64_t>& calls, StackFeatures& features) {
    const std::set<std::string> none;
    for (const auto& [name, lines] : helpers) {
        TextScan scan(none, {});
        for (const std::string& line : lines) scan.read(line);
        const auto constants = static_cast<std::int64_t>(scan.constants.size());
        features[HelperStatements] += scan.statements;
        features[HelperConstants] += constants;
        features[MostConstants] = std::max(features[MostConstants], constants);
        features[HelperFloats] = std::max(features[HelperFloats], scan.most_floats);
        features[HelperIntegers] = std::max(features[HelperIntegers], scan.most_integers);
        if (const auto call = calls.find(name); call != calls.end())
            features[InlinedStatements] += call->second * scan.statements;
    }
}

} // namespace

StackFeatures step_features(const Target& target, const std::string& parameters,
                            const std::vector<std::string>& lines) {
    std::string text = parameters;
    for (const std::string& line : lines) text += line + "\n";
    const std::string helper_text = runtime_text(text).helpers;
    text += helper_text;
    const auto helpers = functions_in(helper_text);
    std::set<std::string> names;
    for (const auto& [name, body] : helpers) names.insert(name);
    StackFeatures features;
    features[WordBytes] = target.word_bytes;
    features[VectorBytes] = target.vector_bytes;
    features[SoftDoubles] = !target.double_unit && text.find("double") != text.npos;
    features[LongIntegers] = text.find("int64_t") != text.npos;
    features[Parameters] = parameters.empty() ? 0 : std::ranges::count(parameters, ',') + 1;
    features[Lines] = static_cast<std::int64_t>(lines.size());
    TextScan scan(names, pointers_in(parameters));
    for (const std::string& line : lines) scan.read(line);
    scan.add_to(features);
    add_helpers(helpers, scan.calls, features);
    return features;
}

StackFeatures entry_features(const Target& target, std::size_t arguments, std::size_t step_parameters,
                             const std::vector<std::string>& lines) {
    StackFeatures features = step_features(target, "", lines);
    features[Entry] = 1;
    features[Parameters] = static_cast<std::int64_t>(arguments);
    features[StepParameters] = static_cast<std::int64_t>(step_parameters);
    features[Views] =
        std::ranges::count_if(lines, [](const std::string& line) { return line.find("* const ") != line.npos; });
    return features;
}

} // namespace hlo2cpp
