"""Runs the steps of contrib/test. CONTRIBUTING.md, "The test command", says what to expect of it."""

import argparse
import concurrent.futures
import itertools
import os
import re
import signal
import subprocess
import sys
import time

import flaky
import passed
import testing
from steps import STEPS, Tests


class Stop(Exception):
    """Why the run cannot go on."""


class Run:
    def __init__(self, steps, is_fresh, present):
        self.is_fresh, self.present = is_fresh, present
        self.steps = {step.name: step for step in steps}
        self.began = time.monotonic()
        self.done, self.beside, self.suites = set(), {}, {}
        # Failed tests with their step and what they said; what is wrong otherwise.
        self.failures, self.troubles = [], []
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}

    def go(self):
        # Builds run when a step needs them, because only SwiftPM knows whether what it built is still there.
        steps = (step for step in self.steps.values() if step.reads)
        for is_together, group in itertools.groupby(steps, key=lambda step: step.is_together):
            if is_together:
                self.take_together([step for step in group if self.is_due(step)])
            else:
                for step in group:
                    if self.is_due(step):
                        self.take(step)
        self.retry()

    def is_due(self, step):
        if step.group not in self.present:
            tell(f"– {step.title}: skipped; contrib/dev/prepare lists the missing packages")
            return False
        if not self.is_fresh and passed.has_passed(step, passed.key(step, self.present)):
            tell(f"✔ {step.title}: passed before on the same files")
            return False
        return True

    def take(self, step):
        key = passed.key(step, self.present)
        if self.passes(step) and passed.key(step, self.present) == key:
            # Nothing that it read has changed meanwhile.
            passed.remember(step, key)

    def take_together(self, steps):
        """Two at a time: each of them waits for programs half of its time."""
        for needed in dict.fromkeys(name for step in steps for name in step.needs):
            self.build(self.steps[needed])
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            try:
                for done in concurrent.futures.as_completed([pool.submit(self.take, step) for step in steps]):
                    done.result()
            except BaseException:
                # Else the pool would wait for what still runs.
                pool.shutdown(wait=False, cancel_futures=True)
                self.end()
                raise

    def passes(self, step):
        for needed in step.needs:
            self.build(self.steps[needed])
        begun = time.monotonic()
        announce(step.title)
        if isinstance(step.does, Tests):
            is_well = self.test(step)
        else:
            is_well, output = run_command(step)
            if not is_well:
                # What comes after a failed check would fail with it or cost minutes for nothing.
                raise Stop(f"{step.title}\n{output}")
            for line in re.findall("^FLAKY .*", output, re.MULTILINE):
                tell(f"{line}; see {log_of(step)}")
        tell(f"{'✔' if is_well else '✘'} {step.title}  {seconds(begun)}")
        return is_well

    def build(self, step):
        if step.name in self.done:
            return
        for needed in step.needs:
            self.build(self.steps[needed])
        if step.name not in self.beside:
            self.begin(step)
        process, begun, log = self.beside.pop(step.name)
        announce(step.title)
        if process.wait():
            raise Stop(f"{step.title}\n{log.read_text(errors='replace')[-20_000:]}")
        self.done.add(step.name)
        tell(f"✔ {step.title}  {seconds(begun)}")
        # The next build begins as soon as this one is done, and tests run beside it.
        for other in self.steps.values():
            if other.is_beside and step.name in other.needs and other.name not in self.done and self.is_needed(other):
                self.begin(other)

    def begin(self, step):
        log = log_of(step)
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as output:
            # In this session: the kernel weighs priorities only within one.
            command = ("nice", *step.does) if step.is_beside else step.does
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                       process_group=0)
        self.beside[step.name] = (process, time.monotonic(), log)

    def is_needed(self, build):
        return any(build.name in step.needs and step.group in self.present and
                   (self.is_fresh or not passed.has_passed(step, passed.key(step, self.present)))
                   for step in self.steps.values() if step.reads)

    def test(self, step):
        outcome = testing.run(step.does, step.name)
        self.counts["passed"] += len(outcome.passed)
        self.counts["skipped"] += len(outcome.skipped)
        for suite, duration in outcome.suites.items():
            self.suites[f"{suite} ({step.name})"] = duration
        self.failures += [(step, test, outcome.issues.get(test, [f"see {outcome.log}"])) for test in sorted(outcome.failed)]
        if outcome.trouble:
            self.troubles.append(f"{step.title}: the run {outcome.trouble}; see {outcome.log}")
        return not outcome.failed and not outcome.trouble

    def retry(self):
        """Each failed test once more by itself: one that passes then is flaky."""
        for step, test, issues in self.failures:
            again = testing.run(step.does, f"{step.name}-again", only=f"^{re.escape(test)}")
            is_flaky = bool(again.passed) and not again.failed and not again.trouble
            tell(f"\n{'FLAKY' if is_flaky else 'FAILED'} {test}\n" + "\n".join(issues)[:10_000])
            if is_flaky:
                flaky.add(test)
            else:
                self.counts["failed"] += 1
                self.troubles.append(f"{test} ({step.title})")
        self.troubles += [f"{test} was flaky too often: find the cause, then delete its lines from {flaky.TALLY}"
                          for test in flaky.too_often()]

    def end(self):
        for process in [*testing.RUNNING, *(process for process, _, _ in self.beside.values())]:
            testing.end(process)

    def sum_up(self):
        slowest = sorted(self.suites.items(), key=lambda item: -item[1])[:10]
        if slowest:
            tell("\nThe slowest suites:")
        for suite, duration in slowest:
            tell(f"  {duration:6.1f} s  {suite}")
        if self.troubles:
            tell("\nWhat failed:\n" + "\n".join(f"  {trouble}" for trouble in self.troubles))
        tell(f"\n{'Failed' if self.troubles else 'Passed'} in {seconds(self.began)}.")
        if any(self.counts.values()):
            tell("{passed} passed, {failed} failed, {skipped} skipped".format(**self.counts))


def run_command(step):
    """Whether a command succeeds, and the end of what it says."""
    log = log_of(step)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        with testing.running(step.does, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT) as process:
            process.wait()
    return process.returncode == 0, log.read_text(errors="replace")[-20_000:]


def log_of(step):
    return testing.LOGS / f"{step.name}.log"


def tell(text):
    if sys.stdout.isatty():
        text = "\r\033[K" + text
    print(text, flush=True)


def announce(title):
    """On a terminal, the step that runs."""
    if sys.stdout.isatty():
        print(f"\r\033[K  {title} …", end="", flush=True)


def seconds(begun):
    duration = time.monotonic() - begun
    return f"{duration:.0f} s" if duration < 120 else f"{int(duration) // 60} min {int(duration) % 60} s"


def main():
    parser = argparse.ArgumentParser(prog="contrib/test", description="Runs everything that has to pass.")
    parser.add_argument("--fast", action="store_true",
                        help="only what can be said within minutes: debug programs, without the longest suites")
    parser.add_argument("--fresh", action="store_true", help="repeat steps that passed before on the same files")
    parser.add_argument("--tests", action="store_true", help="only the steps that run tests")
    given = parser.parse_args()
    steps = [step for step in STEPS if step.runs in ("all", "fast" if given.fast else "full")
             and (not given.tests or isinstance(step.does, Tests) or step.name == "browsers" or not step.reads)]
    # What was begun ends with this program.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run = Run(steps, given.fresh, present=set(os.environ["PREPARED"].split()))
    try:
        run.go()
    except Stop as reason:
        run.troubles.append(str(reason))
    finally:
        run.end()
    run.sum_up()
    sys.exit(bool(run.troubles))


if __name__ == "__main__":
    main()
