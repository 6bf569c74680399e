// Runs every program of the table and prints the bytes of its results, of each element from the least on, in
// hexadecimal:
//
//     mlp 0: 1f85ab3d...                                         result, or argument that holds one
//     # mlp: stack 212 of 208, arena 160, instructions 8120      on a board; `stack` painted, of what --measure says
//
// The same lines without # on every machine. Exit status 0: every program returned 0.
#include "runner.h"
#include "program.h"
#include "values.h"

namespace {

constexpr int32_t kPoolBytes = 1024 * 1024, kMostArguments = 32;
alignas(64) unsigned char pool[kPoolBytes];

void put_number(uint64_t number) {
    char text[24];
    char* at = text + sizeof text - 1;
    *at = 0;
    do *--at = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    put(at);
}

void put_hex(const unsigned char* bytes, int32_t count, int32_t element_bytes) {
    char text[129];
    int32_t length = 0;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t of_element = i % element_bytes;
        const unsigned char byte = bytes[i - of_element + place_of_byte(of_element, element_bytes)];
        text[length++] = "0123456789abcdef"[byte >> 4];
        text[length++] = "0123456789abcdef"[byte & 15];
        if (length < 128 && i + 1 < count) continue;
        text[length] = 0;
        put(text);
        length = 0;
    }
}

// Gives every argument its place in the pool; false where they do not fit.
bool place(const Program& program, void** pointers) {
    int32_t used = 0;
    if (program.argument_count > kMostArguments) return false;
    for (int32_t i = 0; i < program.argument_count; ++i) {
        const ProgramArgument& argument = program.arguments[i];
        pointers[i] = pool + used;
        used += (argument.elements * argument.element_bytes + 63) / 64 * 64;
        if (used > kPoolBytes) return false;
        unsigned char* const bytes = static_cast<unsigned char*>(pointers[i]);
        if (!argument.result)
            fill_argument(bytes, argument, i);
        else
            for (int32_t b = 0; b < argument.elements * argument.element_bytes; ++b)
                bytes[b] = 0xcb; // what is left out shows
    }
    return true;
}

void put_measured(const Program& program, const Measured& measured) {
    if (measured.instructions == 0) return;
    put("# ");
    put(program.name);
    put(": stack ");
    put_number(measured.stack_bytes);
    put(" of ");
    put_number(static_cast<uint64_t>(program.stack_bytes));
    put(", arena ");
    put_number(static_cast<uint64_t>(program.arena_bytes));
    put(", instructions ");
    put_number(measured.instructions);
    put("\n");
}

// Of the program itself, before anything has run.
bool self_test_agrees(const Program& program) {
    int32_t output = -1;
    const int status = program.self_test == nullptr ? 0 : program.self_test(&output);
    if (status == 0) return true;
    put("# self-test of ");
    put(program.name);
    put(" returns ");
    put_number(static_cast<uint64_t>(status));
    put(", output ");
    put_number(static_cast<uint64_t>(static_cast<uint32_t>(output)));
    put("\n");
    return false;
}

bool run(const Program& program) {
    static void* pointers[kMostArguments];
    Measured measured = {};
    if (!self_test_agrees(program) || !place(program, pointers) || measured_run(program, pointers, measured) != 0) {
        put(program.name);
        put(": failed\n");
        return false;
    }
    put_measured(program, measured);
    for (int32_t i = 0; i < program.argument_count; ++i) {
        const ProgramArgument& argument = program.arguments[i];
        if (!argument.result && !argument.written) continue;
        put(program.name);
        put(" ");
        put_number(static_cast<uint64_t>(i));
        put(": ");
        put_hex(static_cast<const unsigned char*>(pointers[i]), argument.elements * argument.element_bytes,
                argument.element_bytes);
        put("\n");
    }
    return true;
}

} // namespace

int run_all() {
    bool good = true;
    for (int32_t i = 0; i < program_count; ++i) good = run(programs[i]) && good;
    return good ? 0 : 1;
}
