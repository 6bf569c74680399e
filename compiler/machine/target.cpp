#include "machine/target.h"

#include <algorithm>
#include <limits>

#ifdef __linux__
#include <sys/auxv.h>
#include <sys/prctl.h>
#endif

#include "machine/isa/isa.h"

// Facts about the machine that this program runs on, for the rows of the table.
#if defined(__x86_64__)
#define HOST_X86_64(level) __builtin_cpu_supports(level) != 0
#else
#define HOST_X86_64(level) false
#endif
#if defined(__aarch64__) && defined(__linux__)
#define HOST_AARCH64 true
#define HOST_SVE_BYTES (prctl(51 /* PR_SVE_GET_VL */) & 0xffff) // without SVE an error, which is no length
#else
#define HOST_AARCH64 false
#define HOST_SVE_BYTES 0
#endif
#if defined(__arm__)
#define HOST_ARMV7 (HOST_HAS(12) && HOST_HAS(16)) // HWCAP_NEON, HWCAP_VFPv4
#else
#define HOST_ARMV7 false
#endif
#if defined(__riscv) && __riscv_xlen == 64
#define HOST_RISCV64 true
#else
#define HOST_RISCV64 false
#endif
#if defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define HOST_PPC64LE true // by its ABI a POWER8 at least
#else
#define HOST_PPC64LE false
#endif
#if defined(__s390x__)
#define HOST_S390X true
#else
#define HOST_S390X false
#endif
// A bit of what the kernel says of the processor, whose meaning depends on the architecture.
#if defined(__linux__)
#define HOST_HAS(bit) ((getauxval(AT_HWCAP) >> (bit)&1) != 0)
#else
#define HOST_HAS(bit) false
#endif

namespace hlo2cpp {
namespace {

const Target& named(const std::vector<Target>& table, std::string_view name) {
    return *std::ranges::find(table, name, &Target::name);
}

// A row that is like another one is a copy whose fields are assigned anew.
std::vector<Target> read_table() {
    std::vector<Target> table;
#define TARGET(...) table.push_back(Target{__VA_ARGS__});
#define LIKE(other, ...)                                                                                               \
    {                                                                                                                  \
        struct Row : Target {                                                                                          \
            explicit Row(const Target& like) : Target(like) { __VA_ARGS__; }                                           \
        };                                                                                                             \
        table.push_back(Row(named(table, other)));                                                                     \
    }
#include "machine/targets.def"
    return table;
}

const std::vector<Target>& targets() {
    static const std::vector<Target> table = read_table();
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

Target Target::with_vectors_of_sums() const {
    Target vectors = *this;
    vectors.vector_bytes = sum_vector_bytes;
    vectors.registers = vectors.accumulators = sum_vectors;
    vectors.word_terms = vectors.dot_terms = 0; // words are added up in scalars
    return vectors;
}

Target Target::with_fpu() const {
    Target other = *this;
    other.float_cycles = 0;
    return other;
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
