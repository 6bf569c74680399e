// The table of targets.
#include <set>

#include <catch2/catch.hpp>

#include "machine/target.h"

using namespace hlo2cpp;

TEST_CASE("native is the best target that runs on this machine", "[target]") {
    const Target native = *find_target("native");
    CHECK(native.runs_here);
    std::int64_t widest = 0;
    for (const std::string& name : target_names()) {
        const Target target = *find_target(name);
        if (target.runs_here) widest = std::max(widest, target.vector_bytes);
    }
    CHECK(native.vector_bytes == widest);
    CHECK(find_target("generic")->runs_here);
    CHECK_FALSE(find_target("cortex-m7")->runs_here);
}

TEST_CASE("a compiler of the host gets flags of targets with vectors alone", "[target]") {
    CHECK(find_target("generic")->host_flags().empty());
    CHECK(find_target("cortex-m7")->host_flags().empty());
    CHECK(find_target("x86-64-v3")->host_flags() == "-march=x86-64-v3");
}

TEST_CASE("code with the instructions of another machine takes its compilers, and an emulator", "[target]") {
    CHECK_FALSE(find_target("native")->is_another_machine());
    for (const char* const name : {"generic", "cortex-m7", "cortex-m55", "armv7", "rv64gc", "x86-64-v4"})
        CHECK_FALSE(find_target(name)->is_another_machine()); // scalars, guarded intrinsics, or this machine's compiler
    const Target sve = *find_target("aarch64-sve256");
    CHECK(sve.is_another_machine() == !sve.runs_here);
    CHECK(sve.emulator == "qemu-aarch64 -cpu max,sve256=on");
    CHECK(find_target("s390x")->emulator.empty()); // its bytes lie in the other order
}

TEST_CASE("a row that is like another one has its facts, and its own name", "[target]") {
    const Target m4 = *find_target("cortex-m4"), m33 = *find_target("cortex-m33");
    CHECK(m33.name == "cortex-m33");
    CHECK(m33.compiler_flags != m4.compiler_flags);
    CHECK(m33.unfit == m4.unfit);
    CHECK(m33.isa == m4.isa);
    CHECK(m33.balanced.statements == m4.balanced.statements);
}

TEST_CASE("targets have names of their own, and state how their compilers are called", "[target]") {
    std::set<std::string> names;
    for (const std::string& name : target_names()) CHECK(names.insert(name).second);
    for (const std::string& name : names) {
        INFO(name);
        const Target target = *find_target(name);
        const bool any_compiler = name == "generic" || target.runs_here || name.starts_with("esp32");
        CHECK((any_compiler || !target.compiler_flags.empty()));
        CHECK((target.vector_bytes == 0 || !target.unfit.empty()));
        CHECK((target.float_cycles == 0 || target.may_lack_fpu));
        CHECK((target.float_cycles == 0 || target.fused_bits == 0));
        CHECK(target.with_fpu().float_cycles == 0);
    }
}
