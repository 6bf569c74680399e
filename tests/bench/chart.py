"""The bars that `bench.py --chart` draws.

A bar is an engine's time as a multiple of hlo2cpp's; those beyond LONGEST are cut, and say so by their number.
"""
import html

LONGEST = 3.0
BAR, GAP, LEFT, UNIT = 13, 16, 150, 190 # pixels; UNIT: of hlo2cpp's time
COLOURS = ["#0b6e4f", "#7a8aa0", "#c58b2a", "#8c6bb1", "#b5533c", "#3b7dd8"]
STYLE = """text { font: 12px system-ui, sans-serif; fill: #222 } .small { font-size: 11px } .line { stroke: #222; stroke-opacity: .35 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .line { stroke: #ddd } }"""


def text(x, y, words, rest=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" {rest}>{html.escape(words)}</text>'


def bar(y, label, ratio, colour):
    width = UNIT * min(ratio, LONGEST)
    return (f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 2}" fill="{colour}"><title>{html.escape(label)}</title></rect>'
            + text(LEFT + width + 5, y + BAR - 3, f"{ratio:.2f}", 'class="small"'))


def legend(labels, colours):
    parts, x = [], LEFT
    for label in labels:
        parts += [f'<rect x="{x}" y="10" width="11" height="11" fill="{colours[label]}"/>', text(x + 16, 20, label)]
        x += 40 + 7 * len(label)
    return parts


def chart(times):
    """The SVG; times: by model and engine, in µs, hlo2cpp's first."""
    labels = list(dict.fromkeys(label for engines in times.values() for label in engines))
    colours = dict(zip(labels, COLOURS))
    parts, y = legend(labels, colours), 36
    top = y
    for model, engines in times.items():
        ours = engines["hlo2cpp"]
        middle = y + BAR * len(engines) / 2
        parts += [text(LEFT - 8, middle - 2, model, 'text-anchor="end"'),
                  text(LEFT - 8, middle + 12, f"{ours:.3g} µs", 'text-anchor="end" class="small"')]
        for label, time in engines.items():
            parts.append(bar(y, label, time / ours, colours[label]))
            y += BAR
        y += GAP
    parts.append(f'<line class="line" x1="{LEFT + UNIT}" x2="{LEFT + UNIT}" y1="{top - 6}" y2="{y - GAP + 4}"/>')
    width = LEFT + UNIT * LONGEST + 60
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {y}" width="{width:.0f}" height="{y}" role="img" '
            f'aria-label="time of an inference, hlo2cpp is 1">\n<style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n")
