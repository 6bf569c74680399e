// Generated code of the fixtures on another machine: reads arguments and writes what the entries leave there.
//
//     runner list            a line for each fixture: its path, number of results, and the parameters that these alias
//     runner <calls >results
//
// A call is its number in the list, the number of its pointers, and the bytes behind each, with their count in front.
// Numbers are 32 bits, the lowest byte first.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "generated_code.h"

using namespace hlo2cpp::testing;

namespace {

struct Block {
    void* memory;
    uint32_t size;
};

bool read_number(uint32_t& number) {
    unsigned char bytes[4];
    if (fread(bytes, 1, 4, stdin) != 4) return false;
    number = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<uint32_t>(bytes[3]) << 24;
    return true;
}

void write_number(uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8) putchar(static_cast<int>(number >> shift & 255));
}

void* aligned_memory(size_t size) {
    void* const memory = aligned_alloc(64, size / 64 * 64 + 64);
    memset(memory, 0xCB, size);
    return memory;
}

void list(const GeneratedCode& code) {
    printf("%s %d", code.fixture, code.error == nullptr ? static_cast<int>(code.result_count) : -1);
    for (size_t i = 0; code.error == nullptr && i < code.result_count; ++i) printf(" %d", code.aliased[i]);
    printf("\n");
}

// Runs it with its own arena, and with one of ours.
void call(const GeneratedCode& code, const std::vector<Block>& given) {
    void* const arena = aligned_memory(code.arena_bytes);
    for (const bool own : {true, false}) {
        std::vector<void*> pointers;
        for (const Block& block : given)
            pointers.push_back(memcpy(aligned_memory(block.size), block.memory, block.size));
        pointers.push_back(nullptr);
        write_number(static_cast<uint32_t>(own ? code.run(pointers.data()) : code.run_in(arena, pointers.data())));
        for (size_t i = 0; i < given.size(); ++i) fwrite(pointers[i], 1, given[i].size, stdout);
        for (void* const memory : pointers) free(memory);
    }
    free(arena);
}

} // namespace

int main(int count, char**) {
    std::vector<const GeneratedCode*> all;
    for (size_t batch = 0; batch < generated_batch_count; ++batch)
        for (const GeneratedCode* code = generated_batches[batch]; code->fixture != nullptr; ++code)
            all.push_back(code);
    if (count > 1) {
        for (const GeneratedCode* code : all) list(*code);
        return 0;
    }
    for (uint32_t number, pointers; read_number(number) && read_number(pointers);) {
        std::vector<Block> given(pointers);
        for (Block& block : given) {
            if (!read_number(block.size)) return 1;
            block.memory = aligned_memory(block.size);
            if (fread(block.memory, 1, block.size, stdin) != block.size) return 1;
        }
        call(*all[number], given);
        for (const Block& block : given) free(block.memory);
    }
    return 0;
}
