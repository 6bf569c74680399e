// The runner on Linux: nothing is measured.
#include <string.h>
#include <unistd.h>

#include "runner.h"

void put(const char* text) {
    size_t left = strlen(text);
    while (left > 0) {
        const ssize_t written = write(1, text, left);
        if (written <= 0) _exit(3);
        text += written;
        left -= static_cast<size_t>(written);
    }
}

int measured_run(const Program& program, void** pointers, Measured&) {
    return program.run(pointers);
}

int main() {
    return run_all();
}
