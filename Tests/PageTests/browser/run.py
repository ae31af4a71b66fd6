"""The phone page in real browsers, against the real server. See contrib/dev/page/README.md."""

import sys

sys.dont_write_bytecode = True

import argparse
import fnmatch
import contextlib
import dataclasses
import gc
import importlib
import io
import multiprocessing
import os
import pathlib
import queue
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
    parser.add_argument("--workers", type=int, default=2, help="so many scenarios at the same time (default: 2)")
    parser.add_argument("--rounds", type=int, help="so many rounds of killing")
    parser.add_argument("--seed", type=int, help="the first round's seed; default: the one after the tally's last")
    parser.add_argument("--unlisted", action="store_true", help="write nothing into the tallies")
    parser.add_argument("--keep", action="store_true", help="keep the folders of what passed")
    parser.add_argument("--list", action="store_true", help="print the scenarios' names")
    return parser.parse_args()


def place(error):
    """The line in our own files where it happened."""
    return [f"    {pathlib.Path(frame.filename).name}:{frame.lineno}: {frame.line}\n"
            for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(str(HERE))]


def tell_where(*_):
    """Prints this process's current line on SIGUSR1: Playwright runs scenarios beside its own loop, in a greenlet that
    Python's own tools do not see."""
    from greenlet import greenlet
    for each in gc.get_objects():
        if isinstance(each, greenlet) and each.gr_frame:
            print("".join(traceback.format_stack(each.gr_frame)), file=sys.stderr, flush=True)


@dataclasses.dataclass
class Outcome:
    """The result of a scenario. `said` is its output if other scenarios run at the same time."""
    name: str
    mark: str  # ✔, ✘ or –
    text: str
    seconds: float
    said: str = ""


def run(name, playwright, options, is_kept):
    from house import SCENARIOS, House, Skipped
    from browser import is_there
    body, needs = SCENARIOS[name]
    if not needs.get("is_elsewhere") and not is_there():
        return Outcome(name, "–", "skipped: there is no Chromium", 0)
    house, begin = House(playwright, options), time.monotonic()
    try:
        body(house)
        mark, text = "✔", ""
    except Skipped as reason:
        mark, text = "–", f"skipped: {reason}"
    except Exception as error:
        is_kept, mark = True, "✘"
        text = "".join([f"see {house.folder}: {type(error).__name__}: {error}\n", *place(error),
                        *(f"    {line}\n" for line in house.witness())])
    finally:
        house.close(is_kept)
    return Outcome(name, mark, text, time.monotonic() - begin)


def work(names, outcomes, options, is_kept, is_alone):
    """Runs scenarios until none are left, as a separate process: Playwright has one thread in each."""
    signal.signal(signal.SIGUSR1, tell_where)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    from browser import playing
    with playing() as playwright:
        while name := names.get():
            said = io.StringIO()
            with contextlib.nullcontext() if is_alone else contextlib.redirect_stdout(said):
                outcome = run(name, playwright, options, is_kept)
            outcomes.put(dataclasses.replace(outcome, said=said.getvalue()))


def outcomes(chosen, workers, *given):
    """The result of each scenario, as it ends."""
    names, ended = multiprocessing.Queue(), multiprocessing.Queue()
    for name in [*chosen, *[None] * workers]:
        names.put(name)
    # They end with this process.
    processes = [multiprocessing.Process(target=work, args=(names, ended, *given, workers == 1), daemon=True)
                 for _ in range(workers)]
    for process in processes:
        process.start()
    signal.signal(signal.SIGUSR1, lambda *_: [os.kill(process.pid, signal.SIGUSR1) for process in processes])
    left = set(chosen)
    while left:
        try:
            outcome = ended.get(timeout=1)
            left.discard(outcome.name)
            yield outcome
        except queue.Empty:
            if not any(process.is_alive() for process in processes):
                sys.exit(f"The process that was to run this has ended by itself: {'; '.join(sorted(left))}")
    for process in processes:
        process.join()


def main():
    given = parsed()
    from house import SCENARIOS, Options
    for module in sorted(HERE.glob("test_*.py")):
        importlib.import_module(module.stem)
    programs, patterns = ROOT / ".build/debug", []
    for word in given.words:
        if os.sep in word or pathlib.Path(word).is_dir():
            programs = pathlib.Path(word).resolve()
        else:
            patterns.append(word)
    chosen = [name for name, (_, needs) in SCENARIOS.items()
              if any(fnmatch.fnmatch(name, f"*{pattern}*") for pattern in patterns)
              or not patterns and not needs.get("is_asked_for") and not (given.short and needs.get("is_long"))]
    if given.list:
        return print("\n".join(chosen))
    if not chosen:
        sys.exit(f"There is no scenario of this name: {' '.join(patterns)}")
    if given.workers < 1:
        sys.exit("--workers has to be at least 1")
    if not (programs / "babybasics-server").exists():
        sys.exit(f"There is no babybasics-server in {programs}")
    screens = ROOT / ".build/page/screens"
    screens.mkdir(parents=True, exist_ok=True)
    options = Options(programs, given.short, given.rounds, given.seed, screens, ROOT / "contrib/dev/page",
                      given.unlisted)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

    done = []
    for outcome in outcomes(chosen, min(given.workers, len(chosen)), options, given.keep):
        done.append(outcome)
        more = f": {outcome.text}" if outcome.text else ""
        print(f"{outcome.said}{outcome.mark} {outcome.name} ({outcome.seconds:.1f} s){more}", flush=True)
    slowest = sorted(done, key=lambda outcome: -outcome.seconds)[:5]
    print("The slowest: " + ", ".join(f"{outcome.name} ({outcome.seconds:.0f} s)" for outcome in slowest))
    count = {mark: sum(outcome.mark == mark for outcome in done) for mark in "✔✘–"}
    print(f"{count['✔']} passed, {count['✘']} failed, {count['–']} skipped", flush=True)
    failed = [outcome.name for outcome in done if outcome.mark == "✘"]
    sys.exit(bool(failed) and not all([*are_flaky(outcomes(failed, 1, options, given.keep), given.unlisted)]))


def are_flaky(again, is_unlisted):
    """Whether each failed scenario passes by itself; those that do are counted, as contrib/test counts other tests."""
    sys.path.insert(0, str(ROOT / "contrib/dev/gate"))
    import flaky
    for outcome in again:
        is_flaky = outcome.mark == "✔"
        print(f"{'FLAKY' if is_flaky else 'FAILED'} browser: {outcome.name}", flush=True)
        if is_flaky and not is_unlisted:
            flaky.add(f"browser: {outcome.name}")
        yield is_flaky


if __name__ == "__main__":
    main()
