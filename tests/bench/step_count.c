// Counts the instructions that a program runs from one breakpoint of its own (int3) to the next, step by step: for
// instruction sets that valgrind does not know. x86-64 Linux.
//
//     step_count PROGRAM [ARGUMENT...]      prints "instructions N" on stderr
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

// Waits for the next stop; returns 0 where the program has ended. `*breakpoint`: it stopped at one of its own.
static int stopped(pid_t child, int* breakpoint) {
    int status = 0;
    siginfo_t info;
    if (waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status)) return 0;
    if (WSTOPSIG(status) != SIGTRAP || ptrace(PTRACE_GETSIGINFO, child, 0, &info) < 0) return 0;
    *breakpoint = info.si_code == SI_KERNEL || info.si_code == TRAP_BRKPT;
    return 1;
}

int main(int count, char** words) {
    if (count < 2) return 2;
    const pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(words[1], words + 1);
        return 127;
    }
    int breakpoint = 0;
    long instructions = -1; // the second breakpoint is a step, too
    if (!stopped(child, &breakpoint)) return 1; // behind exec
    ptrace(PTRACE_CONT, child, 0, 0);
    if (!stopped(child, &breakpoint) || !breakpoint) return 1;
    do {
        if (ptrace(PTRACE_SINGLESTEP, child, 0, 0) < 0 || !stopped(child, &breakpoint)) return 1;
        ++instructions;
    } while (!breakpoint);
    fprintf(stderr, "instructions %ld\n", instructions);
    ptrace(PTRACE_KILL, child, 0, 0);
    return 0;
}
