#!/usr/bin/env python3
"""Writes contrib/start-order: what clients use of the libraries that are linked into them.

    contrib/dev/bench/order.py      # after another compiler, or another ArgumentParser; needs valgrind and .build/release/babybasicsd

The linker lays these functions side by side. The kernel maps a file in pieces of 64 KB around what is used, so that one
function here and one there keep all of the library in memory: docs/decisions/client-memory.md. Functions of our own are
not in it, as their names come and go with every change.
"""

import bisect
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import instructions
import processes

ROOT = pathlib.Path(__file__).resolve().parents[3]
ORDER = ROOT / "contrib/start-order"
RELEASE = ROOT / ".build/release"
# What people and bars do all day. Each runs to its end, whatever that is.
RUNS = {
    "bbctl": [["status"], ["sleep", "stop"], ["sleep", "start"], ["--json", "status"]],
    "bbbar": [["waybar", "--once"], ["click", "left"], ["click", "left"], ["waybar"]],
}
FOLLOWING = 20  # seconds
OURS = re.compile("Baby|SystemCalls")


def linked(program, folder):
    """A copy of a program, and its functions with their places: (first byte, byte behind the last, name)."""
    layout = folder / f"{program}.map"
    ORDER.touch()  # the linker insists on it
    processes.run(
        ["swift", "build", "-c", "release", "-debug-info-format", "none", "--product", program, "-Xlinker",
         f"-Map={layout}", "-Xlinker", "--no-demangle"], cwd=ROOT)
    shutil.copy(RELEASE / program, folder / program)
    header, *lines = layout.read_text().splitlines()
    output, symbol = header.index("Out"), header.index("Symbol")
    section, functions = "", []
    for line in lines:
        if not line[output:output + 1].isspace():
            section = line[output:]
        elif section == ".text" and not line[output:symbol].strip():
            begin, _, size = (int(field, 16) for field in line.split()[:3])
            functions.append((begin, begin + size, line[symbol:]))
    return sorted(functions)


def used(trace, functions):
    """The names of functions of which an instruction was run, all names where there are several."""
    starts = [begin for begin, _, _ in functions]
    names = set()
    for address in {int(found, 16) for found in re.findall(r"^I  ([0-9a-f]+),", trace.read_text(), re.MULTILINE)}:
        index = bisect.bisect_right(starts, address) - 1
        while index >= 0 and address < functions[index][1]:
            names.add(functions[index][2])
            index -= 1
    return names


def main():
    names = set()
    with tempfile.TemporaryDirectory(prefix="bborder") as folder:
        folder = pathlib.Path(folder)
        layouts = {program: linked(program, folder) for program in RUNS}
        lab = instructions.Lab(RELEASE, folder / "home")
        with processes.daemon(str(RELEASE / "babybasicsd"), lab.home):
            with processes.Connection(lab.home.socket) as connection:
                instructions.fill(connection)
            for program, runs in RUNS.items():
                for arguments in runs:
                    trace = folder / "trace"
                    command = ["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-file={trace}", folder / program]
                    try:
                        subprocess.run([*command, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       timeout=FOLLOWING)
                    except subprocess.TimeoutExpired:
                        pass
                    names |= used(trace, layouts[program])
    theirs = sorted(name for name in names if not OURS.search(name))
    ORDER.write_text("".join(f"{name}\n" for name in theirs))
    print(f"{ORDER}: {len(theirs)} functions", file=sys.stderr)


if __name__ == "__main__":
    main()
