"""The phone page in real browsers, against the real server. See contrib/dev/page/README.md."""

import sys

sys.dont_write_bytecode = True

import argparse
import fnmatch
import gc
import importlib
import os
import pathlib
import signal
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE))


def parsed():
    parser = argparse.ArgumentParser(prog="contrib/dev/page-tests", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="PROGRAMS_FOLDER or NAME",
                        help="the programs' folder (default: .build/debug), and names or patterns of scenarios")
    parser.add_argument("--short", action="store_true", help="only what can be said within four minutes")
    parser.add_argument("--rounds", type=int, help="so many rounds of killing")
    parser.add_argument("--seed", type=int, help="the first round's seed; default: the one after the tally's last")
    parser.add_argument("--unlisted", action="store_true", help="write nothing into the tallies")
    parser.add_argument("--keep", action="store_true", help="keep the folders of what passed")
    parser.add_argument("--list", action="store_true", help="print the scenarios' names")
    return parser.parse_args()


def place(error):
    """Where in our own files it happened."""
    return [f"    {pathlib.Path(frame.filename).name}:{frame.lineno}: {frame.line}\n"
            for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(str(HERE))]


def tell_where(*_):
    """Where every scenario is now, on SIGUSR1: Playwright runs them beside its own loop, in a greenlet that Python's own
    tools do not see."""
    from greenlet import greenlet
    for each in gc.get_objects():
        if isinstance(each, greenlet) and each.gr_frame:
            print("".join(traceback.format_stack(each.gr_frame)), file=sys.stderr, flush=True)


def main():
    given = parsed()
    from house import SCENARIOS, House, Options, Skipped
    for module in sorted(HERE.glob("test_*.py")):
        importlib.import_module(module.stem)
    programs, patterns = ROOT / ".build/debug", []
    for word in given.words:
        if os.sep in word or pathlib.Path(word).is_dir():
            programs = pathlib.Path(word).resolve()
        else:
            patterns.append(word)
    chosen = {name: each for name, each in SCENARIOS.items()
              if any(fnmatch.fnmatch(name, f"*{pattern}*") for pattern in patterns)
              or not patterns and not each[1].get("is_asked_for") and not (given.short and each[1].get("is_long"))}
    if given.list:
        return print("\n".join(chosen))
    if not chosen:
        sys.exit(f"There is no scenario of this name: {' '.join(patterns)}")
    if not (programs / "babybasics-server").exists():
        sys.exit(f"There is no babybasics-server in {programs}")
    screens = ROOT / ".build/page/screens"
    screens.mkdir(parents=True, exist_ok=True)
    options = Options(programs, given.short, given.rounds, given.seed, screens, ROOT / "contrib/dev/page",
                      given.unlisted)
    signal.signal(signal.SIGUSR1, tell_where)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

    from browser import is_there, playing
    passed, failed, skipped = [], [], []
    with playing() as playwright:
        for name, (body, needs) in chosen.items():
            if not needs.get("is_elsewhere") and not is_there():
                print(f"– {name}: skipped: there is no Chromium", flush=True)
                skipped.append(name)
                continue
            house, begin, is_kept = House(playwright, options), time.monotonic(), given.keep
            try:
                body(house)
                passed.append(name)
                print(f"✔ {name} ({time.monotonic() - begin:.1f} s)", flush=True)
            except Skipped as reason:
                skipped.append(name)
                print(f"– {name}: skipped: {reason}", flush=True)
            except Exception as error:
                failed.append(name)
                is_kept = True
                print(f"✘ {name} ({time.monotonic() - begin:.1f} s, see {house.folder}): {type(error).__name__}: {error}",
                      flush=True)
                print("".join(place(error)) + "".join(f"    {line}\n" for line in house.witness()), flush=True)
            finally:
                house.close(is_kept)
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
