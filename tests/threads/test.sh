#!/bin/bash
# What --threads promises: results have the bits of the file without it, whatever the number of threads, by each pool of
# samples/threads and by OpenMP; the thread sanitizer finds nothing; without --threads nothing is divided.
#
#     test.sh BUILD_FOLDER
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tool="$1/hlo2cpp"
root="$here/../.."
pools="$root/samples/threads"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }
warnings="-Wall -Wextra -Wpedantic -Werror"
cc -std=c11 -O2 $warnings -c "$pools"/{pool_tasks,tasks_host,pool_pthreads}.c

# MODULE TARGET THREADS: the two files of a module.
generate() {
    "$tool" compile "$1" --target "$2" --name serial --output-dir .
    "$tool" compile "$1" --target "$2" --threads "$3" --name divided --output-dir .
    grep -Eq '^ \*     threads [1-9][0-9]* steps? runs? in '"$3"' chunks' divided.h || fail "$1 for $2: no step is divided"
    [ "$2" = generic ] && machine="" || machine="-march=$2"
}
# FLAGS...: builds both with them, and runs them.
compare() {
    g++ -std=c++17 -O2 $warnings -pthread $machine -I"$pools" -I. "$here/compare.cpp" serial.cpp divided.cpp "$@" -o compare
    ./compare || fail "$module for $target, $threads threads, built with: $*"
}

targets=(generic)
grep -q avx2 /proc/cpuinfo && targets+=(x86-64-v3)
programs="$root/tests/firmware/programs"
turn=0 # each module takes one of the targets
for module in "$pools/network.hlo" \
    "$programs"/{attention,attention_of_bytes,depthwise,features_second,half_layers,image_to_image,packed_bits,train_step,words}.hlo \
    "$root"/samples/keyword/{ds_cnn_f32,ds_cnn_int8,spectrogram}.pb; do
    target="${targets[turn++ % ${#targets[@]}]}"
    # Too small to be divided with vectors.
    case "$(basename "$module")" in attention.hlo | depthwise* | half* | packed*) target=generic ;; esac
    [ $target = generic ] && threads=3 || threads=2
    generate "$module" $target $threads
    compare
done
echo "good: the bits of the serial file"

module="$pools/network.hlo" target=generic
for threads in 2 7 64; do
    generate "$module" $target $threads
    compare
    compare -DBY_PTHREADS pool_pthreads.o
done
threads=2
generate "$module" $target $threads
compare -DBY_TASKS pool_tasks.o tasks_host.o
compare -DDIVIDED_OPENMP -fopenmp
compare -DDIVIDED_OPENMP
cc -std=c11 -O2 $warnings -DPOOL_LOOKS=0 -c "$pools/pool_pthreads.c" -o pool_asleep.o
compare -DBY_PTHREADS pool_asleep.o
echo "good: many threads, threads that sleep, tasks and OpenMP"

for module in "$pools/network.hlo" "$root/samples/keyword/ds_cnn_f32.pb"; do
    target="${targets[-1]}"
    generate "$module" $target $threads
    compare -fsanitize=thread -g
    for looks in 0 20000; do
        cc -std=c11 -O1 -g -fsanitize=thread -DPOOL_LOOKS=$looks -c "$pools/pool_pthreads.c" -o pool_traced.o
        compare -fsanitize=thread -g -DBY_PTHREADS pool_traced.o
    done
done
echo "good: nothing for the thread sanitizer"

# Without an arena the context is for the chunks alone, of which a self-test needs none.
cat >large.hlo <<'X'
HloModule large
ENTRY e {
  x = f32[100000] parameter(0)
  ROOT y = f32[100000] exponential(x)
}
X
for language in c c++; do
    "$tool" compile large.hlo --name large --language $language --threads 2 --self-test --cooperative --output-dir .
    [ $language = c ] && cc -std=c99 $warnings -O1 -c large.c || g++ -std=c++11 $warnings -O1 -c large.cpp
done
echo "good: a self-test without an arena"

for number in 0 65 -1 two 1.5 99999999999999999999; do
    if "$tool" compile "$module" --threads $number --output-dir . 2>message; then fail "--threads $number is taken"; fi
    grep -q "is no integer from 1 to 64" message || fail "--threads $number: $(cat message)"
done
"$tool" compile "$pools/network.hlo" --name serial --output-dir .
"$tool" compile "$pools/network.hlo" --name serial --threads 1 --output-dir one
cmp serial.h one/serial.h && cmp serial.cpp one/serial.cpp || fail "--threads 1 changes the code"
! grep -Eq "parallel|chunk|THREADS" serial.h serial.cpp || fail "the serial file knows of threads"
echo "good: --threads is refused where it is wrong, and changes nothing where it is 1"
