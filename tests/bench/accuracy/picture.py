"""Draws the errors of f32 functions over their argument, as measured by the program `accuracy`:

python3 tests/bench/accuracy/picture.py build/tests/accuracy runtime_lib/accuracy.svg
"""

import subprocess
import sys

PANELS = [("exp", -90, 90), ("log", 0.1, 4), ("sin", -10, 10), ("tanh", -5, 5), ("erf", -4, 4), ("logistic", -20, 20)]
WIDTH, HEIGHT, GAP_X, GAP_Y, LEFT, TOP = 240, 120, 44, 52, 40, 34
MOST = 2.0  # ULP at the top of a panel
STYLE = """
text { font: 12px sans-serif; fill: #444 } .name { font-weight: bold; fill: #222 }
.frame { fill: none; stroke: #999 } .grid { stroke: #ddd } .curve { fill: none; stroke: #1f6fb4; stroke-width: 1.2 }
svg { background: #fff }
"""


def errors(program, function, low, high):
    """The worst error in each part of the interval: (middle of the part, ULP)."""
    command = [program, function, "--curve", str(low), str(high)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    return [tuple(map(float, line.split())) for line in lines if line]


def panel(left, top, function, low, high, points):
    def x_of(x):
        return left + (x - low) / (high - low) * WIDTH

    def y_of(error):
        return top + HEIGHT * (1 - error / MOST)

    path = " ".join(f"{x_of(x):.1f},{y_of(error):.1f}" for x, error in points)
    parts = [f'<text class="name" x="{left}" y="{top - 8}">{function}</text>']
    for error in (0.5, 1, 1.5):
        y = y_of(error)
        parts.append(f'<line class="grid" x1="{left}" x2="{left + WIDTH}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{error}</text>')
    parts.append(f'<rect class="frame" x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}"/>')
    parts.append(f'<polyline class="curve" points="{path}"/>')
    for x, anchor in ((low, "start"), (high, "end")):
        parts.append(f'<text x="{x_of(x)}" y="{top + HEIGHT + 16}" text-anchor="{anchor}">{x}</text>')
    return parts


def main():
    program, output = sys.argv[1:]
    width, height = LEFT + 3 * (WIDTH + GAP_X), TOP + 2 * (HEIGHT + GAP_Y)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">']
    lines += [f"<style>{STYLE}</style>", "<title>Worst error in ULP over the argument, f32</title>"]
    lines.append(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    for i, (function, low, high) in enumerate(PANELS):
        left, top = LEFT + i % 3 * (WIDTH + GAP_X), TOP + i // 3 * (HEIGHT + GAP_Y)
        lines += panel(left, top, function, low, high, errors(program, function, low, high))
    with open(output, "w") as file:
        file.write("\n".join(lines + ["</svg>", ""]))


main()
