#!/usr/bin/env python3
"""Runs the commands of README.md and of the pages in compiler/guide/, and follows the links of all pages.

    python3 tests/guide/test.py BUILD_FOLDER [PAGE...]

A page runs in a temporary folder of its own, which has links to all that the repository holds; BUILD_FOLDER is there as
build/, and first in PATH. The fences of a page mean:

    sh               commands, run in order by bash; the first that fails ends the page
    anything else    directly behind `sh`: a part of what that printed. A line `...` stands for any lines, ... for any text
    anything else    whose first line is a comment that names a file (`// main.cpp`): it is written to that file

`<!-- not run: REASON -->` above a block of commands keeps it from being run.
"""
import dataclasses
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / "compiler" / "guide"
MOST_LINES_OF_README = 150
WITHOUT_COMMANDS = {"CHANGELOG.md"}  # in the guide
FENCE = re.compile(r"(?:<!-- not run: (?P<reason>.+?) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
# So that Open MPI starts as root and with more processes than cores, as in a container.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
FILE_NAME = re.compile(r"(?://|#) ([\w./-]+\.\w+)$")


class PageError(Exception):
    pass


@dataclasses.dataclass
class Block:
    line: int
    language: str
    text: str
    reason: str | None  # why it is not run
    follows: bool  # directly behind the block before

    def file_name(self):
        match = FILE_NAME.match(self.text.split("\n", 1)[0])
        return match[1] if match else None


def blocks_of(page):
    blocks, end = [], None
    for match in FENCE.finditer(page):
        follows = end is not None and not page[end : match.start()].strip()
        line = page.count("\n", 0, match.start("language")) + 1
        blocks.append(Block(line, match["language"], match["text"], match["reason"], follows))
        end = match.end()
    return blocks


def pattern(expected):
    """A regular expression of the lines, in which `...` stands for anything."""
    lines = []
    for line in expected.rstrip().split("\n"):
        if line.strip() in ("...", "// ..."):
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(".*?".join(re.escape(part) for part in line.split("...")) + r"[ ]*\n")
    return re.compile("^" + "".join(lines), re.M)


def make_folder(folder, build):
    for entry in ROOT.iterdir():
        if not entry.name.startswith((".", "build")):
            (folder / entry.name).symlink_to(entry)
    (folder / "build").symlink_to(build)


def run_block(block, folder, environment):
    run = subprocess.run(["bash", "-euo", "pipefail", "-c", block.text], cwd=folder, env=environment, timeout=300,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        raise PageError(f"line {block.line}: the commands ended with {run.returncode}:\n{block.text}\n{run.stdout}")
    return run.stdout


def write_file(block, folder):
    file = folder / block.file_name()
    if not file.resolve().is_relative_to(folder.resolve()):
        raise PageError(f"line {block.line}: {block.file_name()} would be written into the repository")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.text)


def run_page(path, build):
    """Runs the commands of a page; returns how many blocks that were, and the reasons of those left out."""
    environment = {**os.environ, **MPI, "PATH": f"{build}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    count, reasons = 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_folder(folder, build)
        output = None  # of the block before
        for block in blocks_of(path.read_text()):
            printed, output = output, None
            if block.language == "sh" and block.reason:
                reasons.append(block.reason)
            elif block.language == "sh":
                output = run_block(block, folder, environment)
                count += 1
            elif block.file_name():
                write_file(block, folder)
            elif printed is not None and block.follows and not pattern(block.text).search(printed):
                raise PageError(f"line {block.line}: the commands above do not print this:\n{block.text}\nbut:\n{printed}")
    return count, reasons


def check_form(path):
    text = path.read_text()
    if path == ROOT / "README.md" and text.count("\n") > MOST_LINES_OF_README:
        raise PageError(f"has more than {MOST_LINES_OF_README} lines")
    if len(re.findall(r"^ *```", text, re.M)) != 2 * len(blocks_of(text)):
        raise PageError("has a fence without a language, or one that is not closed")
    indented = re.search(r"^ {4}(hlo2cpp|bash|cmake|python3|g\+\+) .*$", FENCE.sub("", text), re.M)
    if indented:
        raise PageError(f"has commands outside of a fence, which are not run: {indented[0].strip()}")
    if path.parent == GUIDE and path.name not in WITHOUT_COMMANDS and "\n```sh\n" not in text:
        raise PageError("has no command")


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))


def anchors(path):
    """The anchors of a page, as web sites make them of its headings."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", path.read_text()), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def check_links(path):
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(path.read_text())):
        file, _, anchor = link.partition("#")
        if "://" in link:
            continue
        target = (path.parent / file) if file else path
        if not target.exists():
            raise PageError(f"links to {link}, which does not exist")
        if anchor and anchor not in anchors(target):
            raise PageError(f"links to {link}, but {target.name} has no such heading")


def check_contents(contents):
    """The table of contents names every page."""
    listed = set(re.findall(r"[\w-]+\.md", contents.read_text()))
    for page in sorted(contents.parent.glob("*.md")):
        if page != contents and page.name not in listed:
            raise PageError(f"does not name {page.name}")


def attempt(path, action, *arguments):
    """Returns whether the action went well; prints why not."""
    try:
        action(path, *arguments)
        return True
    except PageError as error:
        print(f"FAILED: {path.relative_to(ROOT)}: {error}")
        return False


def show_page(path, build):
    count, reasons = run_page(path, build)
    left_out = "".join(f"; not run: {reason}" for reason in reasons)
    print(f"good: {path.relative_to(ROOT)}, blocks run: {count}{left_out}", flush=True)


def main(build, names):
    pages = [ROOT / "README.md", *sorted(GUIDE.glob("*.md"))]
    chosen = [page for page in pages if not names or page.name in names]
    good = [attempt(page, check_form) and attempt(page, show_page, build) for page in chosen]
    others = [ROOT / "CONTRIBUTING.md", *(page for folder in ("compiler", "samples", "tests", "runtime_lib")
                                           for page in (ROOT / folder).rglob("*.md"))]
    good += [attempt(page, check_links) for page in {*pages, *others}]
    good.append(attempt(GUIDE / "README.md", check_contents))
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{usage.ru_utime + usage.ru_stime:.0f} s of CPU time")
    return 0 if all(good) else 1


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]))
