// A map in SVG, in metres east and north: grid, lines, dots, ellipses and a legend.
#pragma once

#include <math.h>
#include <stdio.h>

#include <vector>

struct Point {
    float x, y;
};

class Drawing {
public:
    // 960 x 800 pixels, for what is between two corners.
    Drawing(FILE* file, Point low, Point high, const char* title, const char* subtitle) : file_(file), low_(low) {
        const float across = kRight - kLeft, up = kBottom - kTop;
        scale_ = fminf(across / (high.x - low.x), up / (high.y - low.y));
        fprintf(file_,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"800\" font-family=\"sans-serif\" "
                "font-size=\"13\" fill=\"#444\">\n<rect width=\"960\" height=\"800\" fill=\"white\"/>\n");
        fprintf(file_, "<text x=\"60\" y=\"32\" font-size=\"20\" fill=\"#222\">%s</text>\n", title);
        fprintf(file_, "<text x=\"60\" y=\"54\">%s</text>\n", subtitle);
        grid(high);
    }
    ~Drawing() { fprintf(file_, "</svg>\n"); }
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;

    void dots(const std::vector<Point>& points, const char* colour) {
        fprintf(file_, "<g fill=\"%s\" fill-opacity=\"0.45\">\n", colour);
        for (const Point& p : points) fprintf(file_, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.6\"/>\n", x(p), y(p));
        fprintf(file_, "</g>\n");
    }

    void line(const std::vector<Point>& points, const char* colour, double width, const char* dashes = "") {
        fprintf(file_,
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-linejoin=\"round\" "
                "stroke-dasharray=\"%s\" points=\"",
                colour, width, *dashes != 0 ? dashes : "none");
        for (const Point& p : points) fprintf(file_, "%.1f,%.1f ", x(p), y(p));
        fprintf(file_, "\"/>\n");
    }

    // Where 95 of 100 points are of a normal distribution with the covariance xx, xy, yy.
    void ellipse(Point centre, float xx, float xy, float yy, const char* colour) {
        const float middle = (xx + yy) / 2, half = hypotf((xx - yy) / 2, xy), size = 2.448f * scale_;
        const double degrees = static_cast<double>(-28.64789f * atan2f(2 * xy, xx - yy)); // y is down
        fprintf(file_,
                "<ellipse rx=\"%.1f\" ry=\"%.1f\" transform=\"translate(%.1f %.1f) rotate(%.1f)\" fill=\"%s\" "
                "fill-opacity=\"0.12\" stroke=\"%s\"/>\n",
                static_cast<double>(size * sqrtf(middle + half)),
                static_cast<double>(size * sqrtf(fmaxf(middle - half, 0.0f))), x(centre), y(centre), degrees, colour,
                colour);
    }

    void mark(Point at, const char* colour, double radius) {
        fprintf(file_, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"white\"/>\n", x(at), y(at),
                radius, colour);
    }

    void text(Point at, float right, float down, const char* colour, const char* text, const char* weight = "bold") {
        fprintf(file_, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" font-weight=\"%s\">%s</text>\n",
                x(at) + static_cast<double>(right), y(at) + static_cast<double>(down), colour, weight, text);
    }

    // Entries of the legend, below the map.
    void legend_line(int column, const char* colour, double width, const char* dashes, const char* text) {
        line({in_legend(column, 0), in_legend(column, 34)}, colour, width, dashes);
        legend_text(column, text);
    }
    void legend_dots(int column, const char* colour, const char* text) {
        dots({in_legend(column, 4), in_legend(column, 13), in_legend(column, 22), in_legend(column, 31)}, colour);
        legend_text(column, text);
    }

private:
    static constexpr float kLeft = 60.0f, kRight = 930.0f, kTop = 72.0f, kBottom = 720.0f;

    // A line each 100 m.
    void grid(Point high) {
        const double right = x(high), top = y(high), left = x(low_), bottom = y(low_);
        fprintf(file_, "<g stroke=\"#e4e4e4\">\n");
        for (float at = 100 * ceilf(low_.x / 100); at <= high.x; at += 100)
            fprintf(file_, "<path d=\"M %.1f %.1f V %.1f\"/>\n", x({at, 0}), top, bottom);
        for (float at = 100 * ceilf(low_.y / 100); at <= high.y; at += 100)
            fprintf(file_, "<path d=\"M %.1f %.1f H %.1f\"/>\n", left, y({0, at}), right);
        fprintf(file_, "</g>\n");
        for (float at = 100 * ceilf(low_.x / 100); at <= high.x; at += 100)
            fprintf(file_, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", x({at, 0}), bottom + 18,
                    static_cast<double>(at));
        for (float at = 100 * ceilf(low_.y / 100); at <= high.y; at += 100)
            fprintf(file_, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n", left - 8, y({0, at}) + 4,
                    static_cast<double>(at));
        fprintf(file_, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">east, m</text>\n", right, bottom + 38);
        fprintf(file_, "<text transform=\"translate(18 %.1f) rotate(-90)\" text-anchor=\"end\">north, m</text>\n", top);
    }

    double x(const Point& p) const { return static_cast<double>(kLeft + (p.x - low_.x) * scale_); }
    double y(const Point& p) const { return static_cast<double>(kBottom - (p.y - low_.y) * scale_); }

    void legend_text(int column, const char* entry) { text(in_legend(column, 44), 0, 4, "#444", entry, "normal"); }
    // The point that is so many pixels right of where a column of the legend begins.
    Point in_legend(int column, float right) const {
        static const float kColumns[] = {60, 260, 490, 770};
        return {low_.x + (kColumns[column] + right - kLeft) / scale_, low_.y + (kBottom - 775) / scale_};
    }

    FILE* file_;
    Point low_;
    float scale_ = 1.0f;
};
