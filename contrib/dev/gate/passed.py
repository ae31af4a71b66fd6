"""Which steps have passed on which inputs: .build/passed has a file for each step, with a hash of what it read."""

import functools
import hashlib
import os
import pathlib
import subprocess

FOLDER = pathlib.Path(".build/passed")
# Running tests adds to these.
TALLIES = ("contrib/dev/flaky", "contrib/dev/rounds.tally")


@functools.cache
def toolchain():
    return subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout


def content(path):
    try:
        # A link counts as what it says, not as what it leads to.
        return os.readlink(path).encode() if os.path.islink(path) else pathlib.Path(path).read_bytes()
    except IsADirectoryError:
        return b""
    except FileNotFoundError:
        return None


def files(specifications):
    """Tracked files and new ones that git does not ignore; None outside a checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *specifications],
        capture_output=True, text=True)
    return None if listed.returncode else sorted(set(listed.stdout.split("\0")) - {""})


def key(step, present):
    """The hash of a step, its inputs, the compiler and the groups of packages that are there."""
    paths = files(step.reads) if step.reads else None
    if paths is None:
        return None
    sum = hashlib.sha256(repr((step.does, sorted(present), toolchain())).encode())
    for path in paths:
        if path not in TALLIES and (bytes := content(path)) is not None:
            sum.update(f"\0{path}\0{os.access(path, os.X_OK)}\0{len(bytes)}\0".encode() + bytes)
    return sum.hexdigest()


def has_passed(step, key):
    file = FOLDER / step.name
    return key is not None and file.exists() and file.read_text() == key


def remember(step, key):
    if key is not None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / step.name).write_text(key)
