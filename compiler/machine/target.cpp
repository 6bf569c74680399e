#include "machine/target.h"

#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

const std::vector<Target>& targets() {
    static const std::vector<Target> table = {
#define TARGET(...) Target{__VA_ARGS__},
#include "machine/targets.def"
    };
    return table;
}

std::string_view native_name() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("x86-64-v4")) return "x86-64-v4";
    if (__builtin_cpu_supports("x86-64-v3")) return "x86-64-v3";
#elif defined(__aarch64__)
    return "cortex-a";
#endif
    return "generic";
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

std::optional<Target> find_target(std::string_view name) {
    if (name == "native") name = native_name();
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
