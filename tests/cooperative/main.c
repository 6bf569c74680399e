/* Runs the model at once and one step a call, on the same arguments: MODEL(x) is NAME_x, BIG(x) is PREFIX_x. */
#include <stdio.h>
#include <string.h>

#include HEADER

static unsigned progress; /* steps of NAME_run that are done */
void count_progress(int step);
void count_progress(int step) {
    progress = progress * 2u + (unsigned)step % 2u;
}

#define CHECK(what)                                     \
    do {                                                \
        if (!(what)) {                                  \
            printf("line %d: %s\n", __LINE__, #what);   \
            return 1;                                   \
        }                                               \
    } while (0)

int main(void) {
    static float x[BIG(X_ELEMENTS)], at_once[BIG(OUT_ELEMENTS)], in_steps[BIG(OUT_ELEMENTS)];
    static double arena[BIG(ARENA_BYTES) / sizeof(double) + 1];
    MODEL(context) context;
    int i, steps = 0, status;
    for (i = 0; i < BIG(X_ELEMENTS); ++i) x[i] = (float)(i % 7) / 4.0f - 0.6f;
    memset(&context, 0, sizeof context);
    CHECK(MODEL(step)(&context) == BIG(NOT_BEGUN) && MODEL(step)(NULL) == BIG(NOT_BEGUN));
    CHECK(MODEL(begin)(NULL, x, in_steps) == BIG(NO_ARENA));
    context.arena = arena;
    CHECK(MODEL(run_in)(&context, x, at_once) == BIG(OK));
    CHECK(progress != 0u);
    CHECK(MODEL(begin)(&context, x, in_steps) == BIG(OK));
    while ((status = MODEL(step)(&context)) == BIG(MORE)) ++steps;
    CHECK(status == BIG(OK) && steps + 1 == BIG(STEPS));
    CHECK(MODEL(step)(&context) == BIG(NOT_BEGUN));
    CHECK(memcmp(at_once, in_steps, sizeof at_once) == 0);
    CHECK(MODEL(begin)(&context, x, in_steps) == BIG(OK) && MODEL(step)(&context) == BIG(MORE));
    CHECK(MODEL(begin)(&context, x, in_steps) == BIG(OK) && context.steps_left == BIG(STEPS)); /* begins anew */
    CHECK(MODEL(step)(&context) == BIG(MORE) && MODEL(run_in)(&context, x, at_once) == BIG(OK));
    CHECK(MODEL(step)(&context) == BIG(NOT_BEGUN)); /* another run in its arena ends it */
    CHECK(MODEL(begin)(&context, x, in_steps) == BIG(OK));
    context.arena = NULL;
    CHECK(MODEL(begin)(&context, x, in_steps) == BIG(NO_ARENA) && MODEL(step)(&context) == BIG(NOT_BEGUN));
    return 0;
}
