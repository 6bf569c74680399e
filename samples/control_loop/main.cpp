// Follows the target on the host, compares with JAX's track, and draws both:
//
//     control_loop [track.svg]
#include <stdio.h>

#include <algorithm>
#include <vector>

#include "loop.h"

namespace {

struct Point {
    float x, y;
};

// Metres to pixels, the whole track in 900 x 640.
class Drawing {
public:
    Drawing(FILE* file, const std::vector<Point>& points) : file_(file), low_(points[0]), high_(points[0]) {
        for (const Point& p : points) {
            low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
            high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
        }
        scale_ = std::min(860.0f / (high_.x - low_.x), 560.0f / (high_.y - low_.y));
        fprintf(file_,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"640\" font-family=\"sans-serif\" "
                "font-size=\"14\">\n<rect width=\"900\" height=\"640\" fill=\"white\"/>\n");
    }
    ~Drawing() { fprintf(file_, "</svg>\n"); }

    void dots(const std::vector<Point>& points, const char* colour) {
        for (const Point& p : points)
            fprintf(file_, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.3\" fill=\"%s\"/>\n", x(p), y(p), colour);
    }
    void line(const std::vector<Point>& points, const char* colour, double width) {
        fprintf(file_, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" points=\"", colour, width);
        for (const Point& p : points) fprintf(file_, "%.1f,%.1f ", x(p), y(p));
        fprintf(file_, "\"/>\n");
    }
    void label(int row, const char* colour, const char* text) {
        fprintf(file_,
                "<rect x=\"20\" y=\"%d\" width=\"22\" height=\"5\" fill=\"%s\"/><text x=\"50\" y=\"%d\">%s</text>\n",
                590 + 18 * row, colour, 597 + 18 * row, text);
    }
    void scale() {
        fprintf(file_,
                "<path d=\"M 700 610 v 6 h %.1f v -6\" fill=\"none\" stroke=\"black\"/>\n<text x=\"704\" y=\"605\">10 "
                "m</text>\n",
                static_cast<double>(10.0f * scale_));
    }

private:
    double x(const Point& p) const { return static_cast<double>(20.0f + (p.x - low_.x) * scale_); }
    double y(const Point& p) const { return static_cast<double>(575.0f - (p.y - low_.y) * scale_); }

    FILE* file_;
    Point low_, high_;
    float scale_ = 1.0f;
};

bool draw(const char* path, const std::vector<Point>& measured, const std::vector<Point>& estimated) {
    FILE* const file = fopen(path, "w");
    if (file == nullptr) return false;
    std::vector<Point> jax;
    for (int t = 0; t < kSteps; ++t) jax.push_back({jax_track[2 * t], jax_track[2 * t + 1]});
    {
        Drawing drawing(file, measured);
        drawing.dots(measured, "#b0b0b0");
        drawing.line(jax, "#8cc8f0", 5);
        drawing.line(estimated, "#103070", 1.4);
        drawing.label(0, "#b0b0b0", "measured");
        drawing.label(1, "#8cc8f0", "estimated in JAX");
        drawing.label(2, "#103070", "estimated by filter.cpp");
        drawing.scale();
    }
    return fclose(file) == 0;
}

} // namespace

int main(int argc, char** argv) {
    std::vector<Point> measured, estimated;
    const float difference = run_loop([&](const float* m, const float* e) {
        measured.push_back({m[0], m[1]});
        estimated.push_back({e[0], e[1]});
    });
    const Point end = estimated.empty() ? Point{0, 0} : estimated.back();
    printf("steps        %d, the last estimate at %.3f, %.3f\n", kSteps, static_cast<double>(end.x),
           static_cast<double>(end.y));
    printf("difference   at most %.3g m from JAX's track\n", static_cast<double>(difference));
    printf("state        %d bytes, kept by the filter\n", FILTER_STATE_BYTES);
    if (argc > 1 && !draw(argv[1], measured, estimated)) {
        fprintf(stderr, "%s cannot be written\n", argv[1]);
        return 1;
    }
    return difference >= 0.0f && difference <= kAllowed ? 0 : 1;
}
