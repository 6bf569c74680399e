// Follows a target on the host, compares with JAX's run, and draws it:
//
//     kalman_bank [tracks.svg]
#include <math.h>
#include <stdio.h>

#include <vector>

#include "drawing.h"
#include "loop.h"

namespace {

struct Ellipse {
    Point centre;
    float xx, xy, yy;
};

struct Track {
    std::vector<Point> positions, plots, estimates;
    std::vector<Ellipse> ellipses; // of the estimate, every ten seconds
};

struct Run {
    Track tracks[kTargets];
    std::vector<Point> course;
    float nis = 0.0f; // sum over filters and steps
};

constexpr float kPositionUnit = 1.0f / 8.0f; // m, of true_positions
const char* const kNames[] = {"straight on", "in a circle", "in bends", "turns once"};
const char* const kColours[] = {"#2a78b5", "#d98323", "#2f9657", "#8a5bbf"};
const char* const kOwnColour = "#c2253c";

void record(const Step& step, Run& run) {
    const float* const covariances = bank_own_state()->state_P;
    for (int i = 0; i < kTargets; ++i) {
        Track& track = run.tracks[i];
        const int at = 2 * (kTargets * step.number + i);
        const float range = static_cast<float>(radar_looks[at]) * kRangeUnit;
        const float bearing = static_cast<float>(radar_looks[at + 1]) * kBearingUnit;
        const float* const x = step.estimates + kStates * i;
        const float* const P = covariances + kStates * kStates * i;
        track.positions.push_back({static_cast<float>(true_positions[at]) * kPositionUnit,
                                   static_cast<float>(true_positions[at + 1]) * kPositionUnit});
        track.plots.push_back({range * cosf(bearing), range * sinf(bearing)});
        track.estimates.push_back({x[0], x[1]});
        if (step.number % 50 == 0) track.ellipses.push_back({{x[0], x[1]}, P[0], P[1], P[kStates + 1]});
        run.nis += step.nis[i];
    }
    run.course.push_back({step.own[0], step.own[1]});
}

double rms(const std::vector<Point>& points, const std::vector<Point>& expected) {
    double sum = 0.0;
    for (size_t i = 0; i < points.size(); ++i) {
        const float x = points[i].x - expected[i].x, y = points[i].y - expected[i].y;
        sum += static_cast<double>(x * x + y * y);
    }
    return sqrt(sum / static_cast<double>(points.size()));
}

void draw_track(Drawing& drawing, const Track& track, const char* name, const char* colour) {
    drawing.line(track.positions, "#d2d2d2", 6);
    for (const Ellipse& e : track.ellipses) drawing.ellipse(e.centre, e.xx, e.xy, e.yy, colour);
    drawing.dots(track.plots, colour);
    drawing.line(track.estimates, colour, 1.8);
    drawing.mark(track.positions.front(), colour, 5);
    drawing.text(track.positions.front(), 12, 22, colour, name);
}

bool draw(const char* path, const Run& run) {
    FILE* const file = fopen(path, "w");
    if (file == nullptr) return false;
    {
        Drawing drawing(file, {-420, -300}, {500, 390}, "A radar sees four targets; a boat follows one of them",
                        "Extended Kalman filters and LQR from JAX, computed by bank.cpp and lqr.cpp; one minute, from "
                        "the large dots on");
        for (int i = 0; i < kTargets; ++i) draw_track(drawing, run.tracks[i], kNames[i], kColours[i]);
        drawing.line(run.course, kOwnColour, 2.2, "7 3");
        drawing.mark(run.course.front(), kOwnColour, 5);
        drawing.text(run.course.front(), 10, -8, kOwnColour, "own boat");
        drawing.mark({0, 0}, "#222", 6);
        drawing.text({0, 0}, -20, -12, "#222", "radar");
        drawing.legend_line(0, "#d2d2d2", 6, "", "where a target was");
        drawing.legend_dots(1, kColours[0], "what the radar measured");
        drawing.legend_line(2, kColours[0], 1.8, "", "estimate; 95 % ellipse every 10 s");
        drawing.legend_line(3, kOwnColour, 2.2, "7 3", "the own boat");
    }
    return fclose(file) == 0;
}

} // namespace

int main(int argc, char** argv) {
    Run run;
    Boat boat;
    if (!boat.design()) return 1;
    const Differences differences = run_loop(boat, [&](const Step& step) { record(step, run); });
    if (differences.failed) return 1;
    printf("steps        %d of %d filters, one each %.1f s\n", kSteps, kTargets, static_cast<double>(kStepSeconds));
    printf("difference   at most %.3g of JAX's estimates, %.3g of its gain, %.3g m of the own boat's course\n",
           static_cast<double>(differences.estimates), static_cast<double>(differences.gain),
           static_cast<double>(differences.course));
    for (int i = 0; i < kTargets; ++i)
        printf("RMS error    %.2f m measured, %.2f m estimated: %s\n",
               rms(run.tracks[i].plots, run.tracks[i].positions), rms(run.tracks[i].estimates, run.tracks[i].positions),
               kNames[i]);
    printf("consistency  %.2f, the mean NIS; 2 is expected\n", static_cast<double>(run.nis / (kSteps * kTargets)));
    printf("RAM          %d + %d bytes of arena, %d of state\n", BANK_ARENA_BYTES, LQR_ARENA_BYTES, BANK_STATE_BYTES);
    if (argc > 1 && !draw(argv[1], run)) {
        fprintf(stderr, "%s cannot be written\n", argv[1]);
        return 1;
    }
    return differences.allowed() ? 0 : 1;
}
