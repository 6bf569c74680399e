#include "generate/stack.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

#include "generate/runtime_text.h"

namespace hlo2cpp {
namespace {

enum Term : std::size_t {
#define STACK_TERM(name, arm, scalar, vector, meaning) name,
#include "generate/stack_model.def"
    kTerms
};

// One column of the model for each kind of machine.
enum Machine { Arm, Scalar, Vector };

Machine machine_of(const Target& target) {
    return target.vector_bytes > 0 ? Vector : target.word_bytes == 4 ? Arm : Scalar;
}

constexpr double kModel[kTerms][3] = {
#define STACK_TERM(name, arm, scalar, vector, meaning) {arm, scalar, vector},
#include "generate/stack_model.def"
};

using Terms = std::array<double, kTerms>;

std::int64_t weighed(const Target& target, const Terms& terms) {
    double bytes = 0;
    for (std::size_t i = 0; i < kTerms; ++i) bytes += terms[i] * kModel[i][machine_of(target)];
    return static_cast<std::int64_t>(std::ceil(bytes / 8)) * 8;
}

double above(std::int64_t value, std::int64_t from, std::int64_t to) {
    return static_cast<double>(std::clamp(value, from, to) - from);
}

std::string_view without_indent(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line;
}

bool holds(const std::vector<std::string>& lines, std::string_view text) {
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(text) != line.npos; });
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

// "    uint32_t x = ...": a variable of a helper.
bool declares(std::string_view line) {
    if (!line.starts_with(' ')) return false;
    line = without_indent(line);
    if (line.starts_with("const ")) line.remove_prefix(6);
    const std::string_view type = line.substr(0, line.find(' '));
    if (type != "float" && type != "double" && type != "bool" && !type.ends_with("int32_t") && !type.ends_with("int64_t") &&
        !type.ends_with("int16_t") && !type.ends_with("int8_t"))
        return false;
    line.remove_prefix(std::min(type.size() + 1, line.size()));
    std::size_t end = 0;
    while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_')) ++end;
    line.remove_prefix(end);
    return end > 0 && (line.starts_with(" =") || line.starts_with(";") || line.starts_with("["));
}

// Variables of the helpers that a step uses, and of those that they use: compilers inline them, and keep what lives around them.
std::int64_t helper_variables(const std::string& text) {
    const std::string helpers = runtime_text(text).helpers;
    std::int64_t count = 0;
    for (std::size_t begin = 0; begin < helpers.size();) {
        const std::size_t end = std::min(helpers.find('\n', begin), helpers.size());
        count += declares(std::string_view(helpers).substr(begin, end - begin)) ? 1 : 0;
        begin = end + 1;
    }
    return count;
}

struct Nest {
    std::int64_t alive = 0; // named values that one point of the text sees
    std::int64_t depth = 0, loops = 0; // of loops that stay loops
    std::int64_t accumulators = 0, tile_dims = 0;
    bool vectors = false;
};

// "f32x4 acc[3][2];"
void add_tile(std::string_view line, Nest& nest) {
    const std::size_t name = line.find(" acc");
    if (name == line.npos || name != line.find(' ')) return;
    const std::size_t end = line.find(';'), first = line.find('[');
    if (end == line.npos || first > end) return;
    std::int64_t count = 1, dims = 0;
    for (std::size_t at = first; at < end; at = line.find('[', at + 1), ++dims)
        count *= std::stoll(std::string(line.substr(at + 1)));
    if (count <= nest.accumulators) return;
    nest.accumulators = count;
    nest.tile_dims = dims;
    nest.vectors = line.substr(0, name).find('x') != line.npos;
}

Nest nest_of(const std::vector<std::string>& lines) {
    struct Scope {
        std::int64_t named = 0;
        bool loop = false;
    };
    Nest nest;
    std::vector<Scope> scopes(1);
    std::int64_t alive = 0, depth = 0;
    bool unrolled = false; // by the line before
    for (const std::string& full : lines) {
        const std::string_view line = without_indent(full);
        add_tile(line, nest);
        if (line.starts_with("const ")) {
            ++scopes.back().named;
            nest.alive = std::max(nest.alive, ++alive);
        }
        if (line.starts_with("for (") || line.ends_with('{') || line.starts_with('{')) {
            scopes.push_back({.loop = line.starts_with("for (") && !unrolled});
            nest.loops += scopes.back().loop ? 1 : 0;
            depth += scopes.back().loop ? 1 : 0;
            nest.depth = std::max(nest.depth, depth);
        }
        if (line.starts_with('}') && scopes.size() > 1) {
            alive -= scopes.back().named;
            depth -= scopes.back().loop ? 1 : 0;
            scopes.pop_back();
        }
        unrolled = line.starts_with("#pragma GCC unroll") && !line.ends_with(" 1");
    }
    return nest;
}

} // namespace

std::int64_t step_stack_bytes(const Target& target, const std::string& signature, const std::vector<std::string>& lines) {
    const std::string body = joined(lines), text = signature + body;
    const auto has = [](const std::string& in, const char* word) { return in.find(word) != in.npos ? 1.0 : 0.0; };
    const Nest nest = nest_of(lines);
    const std::int64_t variables = helper_variables(body), tile = nest.accumulators;
    const double is_tile = tile > 0, rows = nest.tile_dims > 1, f64 = has(text, "double"), i64 = has(text, "int64_t");
    const double soft = f64 * (target.word_bytes == 4 && !target.double_unit);
    const double bytes = std::max({has(body, "int8_t"), has(body, "s8"), has(body, "u8")}), loop = nest.depth > 0;
    Terms terms{};
    terms[One] = 1;
    terms[Loop] = loop;
    terms[Parameters] = above(std::ranges::count(signature, '*'), 2, 8);
    terms[Alive] = loop * above(nest.alive, 0, 16);
    terms[ManyAlive] = above(nest.alive, 16, 48);
    terms[Depth] = above(nest.depth, 1, 4);
    terms[Deeper] = above(nest.depth, 4, 64);
    terms[Loops] = above(nest.loops - nest.depth, 0, 8);
    terms[Tile] = is_tile;
    terms[TileOf12] = rows * above(tile, 4, 12);
    terms[TileBeyond] = rows * above(tile, 12, 64);
    terms[TileRow] = (1 - rows) * above(tile, 4, 64);
    terms[TileDepth] = is_tile * static_cast<double>(nest.depth);
    terms[TileAlive] = is_tile * above(nest.alive, 0, 30);
    terms[TileLoops] = is_tile * above(nest.loops, 0, 16);
    terms[VectorTile] = nest.vectors;
    terms[VectorsBeyond] = nest.vectors * above(tile, 8, 64) * static_cast<double>(target.vector_bytes) / 16;
    terms[Helpers] = above(variables, 3, 15);
    terms[LargeHelpers] = above(variables, 20, 30);
    terms[LargerHelpers] = above(variables, 30, 50);
    terms[HelpersF64] = f64 * above(variables, 3, 15);
    terms[LargeHelpersF64] = f64 * above(variables, 16, 46);
    terms[TileAroundHelpers] = variables > 8 ? static_cast<double>(tile) : 0;
    terms[F64] = f64;
    terms[F64Alive] = f64 * above(nest.alive, 0, 16);
    terms[I64] = i64;
    terms[I64Alive] = i64 * above(nest.alive, 0, 16);
    terms[SoftF64] = soft;
    terms[SoftF64Alive] = soft * above(nest.alive, 0, 16);
    terms[Narrow] = has(body, "f16");
    terms[NarrowTile] = has(body, "f16") * is_tile;
    terms[Bytes] = bytes;
    terms[BytesAlive] = bytes * above(nest.alive, 0, 30);
    terms[Long] = above(static_cast<std::int64_t>(lines.size()), 60, 300) / 10;
    return weighed(target, terms);
}

std::int64_t entry_stack_bytes(const Target& target, const EntryShape& shape, const std::vector<std::string>& lines) {
    const auto is_pointer = [](const std::string& line) { return line.find("* const ") != line.npos; };
    const auto pointers = std::ranges::count_if(lines, is_pointer);
    const auto passed = static_cast<std::int64_t>(shape.arguments) + 1;
    const std::int64_t in_registers = target.word_bytes == 4 ? 3 : target.vector_bytes == 16 ? 8 : 6;
    Terms terms{};
    terms[Entry] = 1;
    terms[EntryArguments] = above(passed, 0, 6);
    terms[EntryOnStack] = above(passed, in_registers, 1 << 20);
    terms[EntryMore] = above(passed, 10, 1 << 20);
    terms[EntryPointers] = above(pointers, 0, 8);
    terms[EntryMorePointers] = above(pointers, 8, 30);
    terms[EntryLoops] = holds(lines, "for (");
    terms[EntryStepParameters] = above(static_cast<std::int64_t>(shape.step_parameters), 2, 7);
    terms[EntryLong] = above(static_cast<std::int64_t>(lines.size()), 9, 97) / 10;
    return weighed(target, terms);
}

} // namespace hlo2cpp
