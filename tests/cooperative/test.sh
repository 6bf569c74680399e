#!/bin/bash
# Shows that NAME_begin and NAME_step compute what NAME_run does, one step a call: in C++ and C, with a loop, threads, and state.
#
#     test.sh BUILD_FOLDER       of hlo2cpp, with the tool built
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tool="$(cd "$1" && pwd)/hlo2cpp"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
warnings="-Wall -Wextra -pedantic-errors -Wconversion -Wshadow -Werror"

fail() { echo "FAILED: $*" >&2; exit 1; }
compile() { "$tool" compile "$@" --name net --cooperative --output-dir . 2>log || { cat log; fail "hlo2cpp compile $*"; }; }

use=(-I. '-DHEADER="net.h"' '-DMODEL(x)=net_##x' '-DBIG(x)=NET_##x')
hook=('-DNET_PROGRESS(step)=count_progress(step)')
for options in "" "--threads 2" "--poison" "--deterministic" "--optimize speed"; do
    compile "$here/net.hlo" --language c $options
    gcc -std=c99 $warnings -O1 "${use[@]}" "$here/main.c" -c -o main.o
    echo "void count_progress(int step);" >hook.h
    gcc -std=c99 $warnings -O1 "${hook[@]}" -include hook.h net.c main.o -o net && ./net || fail "C $options"
    gcc -std=c99 $warnings -O1 -fsyntax-only net.c || fail "C $options without the hook"
    compile "$here/net.hlo" $options
    sed -i 's/void count/extern "C" void count/' hook.h
    g++ -std=c++17 $warnings -O1 "${hook[@]}" -include hook.h net.cpp main.o -o net && ./net || fail "C++ $options"
    g++ -std=c++11 $warnings -Wold-style-cast -O1 -fsyntax-only net.cpp || fail "C++ $options without the hook"
    echo "good: begin and step ${options:-}"
done

# State stays with the context, and NAME_init makes one that has begun nothing.
filter="$here/../../samples/control_loop/filter.pb"
compile "$filter" --state state_x --state state_P
cat >filter.cpp <<'X'
#include <cstring>

#include "net.h"

int main() {
    net_state at_once, in_steps;
    net_context one, other;
    std::memset(&other, 0x55, sizeof other);
    if (net_init(&one, nullptr, &at_once) != NET_OK || net_init(&other, nullptr, &in_steps) != NET_OK) return 1;
    if (net_step(&other) != NET_NOT_BEGUN) return 2;
    for (int i = 0; i < 5; ++i) {
        const float measured[NET_MEASURED_ELEMENTS] = {static_cast<float>(i), 0.5f};
        float out[NET_OUT2_ELEMENTS], out_of_steps[NET_OUT2_ELEMENTS];
        if (net_run_in(&one, measured, out) != NET_OK) return 3;
        if (net_begin(&other, measured, out_of_steps) != NET_OK) return 4;
        int status = NET_MORE;
        while (status == NET_MORE) status = net_step(&other);
        if (status != NET_OK || std::memcmp(out, out_of_steps, sizeof out) != 0) return 5;
        if (std::memcmp(&at_once, &in_steps, sizeof at_once) != 0) return 6;
    }
    return 0;
}
X
g++ -std=c++17 $warnings filter.cpp net.cpp -o filter && ./filter || fail "a filter with state: $?"
echo "good: state"

# A loop that --max-trips stops does not stop the steps behind it; the last step says so.
cat >stopped.hlo <<'X'
HloModule stopped
body { s = (f32[8], f32[]) parameter(0)
  v = f32[8] get-tuple-element(s), index=0
  e = f32[] get-tuple-element(s), index=1
  n = f32[8] sine(v)
  ROOT r = (f32[8], f32[]) tuple(n, e) }
condition { s = (f32[8], f32[]) parameter(0)
  e = f32[] get-tuple-element(s), index=1
  z = f32[] constant(0)
  ROOT l = pred[] compare(e, z), direction=GE }
ENTRY e { x = f32[8] parameter(0)
  first = f32[1] slice(x), slice={[0:1]}
  e0 = f32[] reshape(first)
  s = (f32[8], f32[]) tuple(x, e0)
  w = (f32[8], f32[]) while(s), condition=condition, body=body
  v = f32[8] get-tuple-element(w), index=0
  ROOT out = f32[8] negate(v) }
X
compile stopped.hlo --max-trips 3
cat >stopped.cpp <<'X'
#include <cstring>

#include "net.h"

int main() {
    alignas(NET_ARENA_ALIGNMENT) static unsigned char arena[NET_ARENA_BYTES + 1];
    net_context context = {};
    context.arena = arena;
    const float x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    float at_once[8], in_steps[8];
    if (net_run_in(&context, x, at_once) != NET_TOO_MANY_ROUNDS) return 1;
    if (net_begin(&context, x, in_steps) != NET_OK) return 2;
    int status = NET_MORE;
    while (status == NET_MORE) status = net_step(&context);
    if (status != NET_TOO_MANY_ROUNDS) return 3;
    return std::memcmp(at_once, in_steps, sizeof at_once) == 0 ? 0 : 4;
}
X
g++ -std=c++17 $warnings stopped.cpp net.cpp -o stopped && ./stopped || fail "a loop that is stopped: $?"
echo "good: a loop that is stopped"
