#include "machine/target.h"

#include <algorithm>
#include <limits>

#include "machine/isa/isa.h"

// Facts about the machine that this program runs on, for the rows of the table.
#if defined(__x86_64__)
#define HOST_X86_64(level) __builtin_cpu_supports(level) != 0
#else
#define HOST_X86_64(level) false
#endif
#if defined(__aarch64__)
#define HOST_AARCH64 true
#else
#define HOST_AARCH64 false
#endif

namespace hlo2cpp {
namespace {

const std::vector<Target>& targets() {
    static const std::vector<Target> table = {
#define TARGET(...) Target{__VA_ARGS__},
#include "machine/targets.def"
    };
    return table;
}

// The last row of this machine: of each instruction set, the rows go from the least machine to the best one.
const Target& native_target() {
    return *std::ranges::find(targets().rbegin(), targets().rend(), true, &Target::runs_here);
}

} // namespace

Target::Unrolling Target::unrolling(Optimize optimize) const {
    switch (optimize) {
    case Optimize::Size: return {};
    case Optimize::Balanced: return balanced;
    case Optimize::Speed: return speed;
    }
    return {};
}

Target Target::with_integer_vectors() const {
    Target vectors = *this;
    vectors.vector_bytes = integer_vector_bytes;
    vectors.registers = vectors.accumulators = integer_vectors;
    vectors.word_terms = vectors.dot_terms = 0; // words are added up in scalars
    return vectors;
}

Target Target::without_vectors() const {
    Target scalars = *this;
    scalars.vector_bytes = scalars.masked_bytes = scalars.word_terms = scalars.dot_terms = 0;
    return scalars;
}

double Target::byte_cycles(Optimize optimize) const {
    switch (optimize) {
    case Optimize::Size: return std::numeric_limits<double>::infinity();
    case Optimize::Balanced: return flash_byte_cycles;
    case Optimize::Speed: return 0;
    }
    return 0;
}

std::string Target::host_flags() const {
    return vector_bytes == 0 ? "" : compiler_flags;
}

std::optional<Target> find_target(std::string_view name) {
    if (name == "native") return native_target();
    for (const Target& target : targets())
        if (target.name == name) return target;
    return std::nullopt;
}

std::vector<std::string> target_names() {
    std::vector<std::string> names;
    for (const Target& target : targets()) names.push_back(target.name);
    names.push_back("native");
    return names;
}

} // namespace hlo2cpp
