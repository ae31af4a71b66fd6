"""What contrib/test does with tests that fail, fail now and then, crash or hang; and with steps that passed before."""

import contextlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import flaky
import gate
import passed
import testing
from steps import BOOTING_SUITES, DEBUG_SUITES, LONG_MODULE_SUITES, LONG_SUITES, Step, Tests

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Stands in for the package's test program: runs the tests of the file `plan`, each a name and what it does.
PROGRAM = """#!{python}
import json, os, pathlib, re, sys, time
stream = open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w")
only = sys.argv[sys.argv.index("--filter") + 1] if "--filter" in sys.argv else ""
def tell(record, **body):
    print(json.dumps({{"kind": record, "payload": body}}), file=stream, flush=True)
def event(kind, test=None, **body):
    tell("event", kind=kind, instant={{"absolute": time.monotonic()}}, **({{"testID": test}} if test else {{}}), **body)
status = 0
for line in pathlib.Path("plan").read_text().splitlines():
    name, deed = line.split()
    test = name + "/Some.swift:1:2"
    if not re.search(only, test):
        continue
    tell("test", kind="function", id=test)
    event("testStarted", test)
    turns = pathlib.Path("turns")
    turn = len(turns.read_text()) if turns.exists() else 0
    if deed == "fails" or deed == "alternates" and turn % 2 == 0:
        event("issueRecorded", test, issue={{"isKnown": False}}, messages=[{{"text": "expected 1, got 2"}}])
        status = 1
    if deed == "alternates":
        turns.write_text("x" * (turn + 1))
    if deed == "crashes":
        print("Some.swift:1: Fatal error: no way on", "", "Thread 3 crashed:", "", "0 0x1 first in Some.swift", sep="\\n",
              flush=True)
        os.abort()
    if deed == "hangs":
        time.sleep(600)
    event("testEnded", test)
event("runEnded")
sys.exit(status)
"""
STEP = Step("some", "Some tests", Tests(), reads=("input",))


class GateTests(unittest.TestCase):
    def setUp(self):
        self.before = os.getcwd()
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        pathlib.Path("contrib/dev").mkdir(parents=True)
        program = pathlib.Path("program")
        program.write_text(PROGRAM.format(python=sys.executable))
        program.chmod(0o755)
        pathlib.Path("input").write_text("one")
        subprocess.run(["git", "init", "-q"], check=True)
        self.program, testing.PROGRAM = testing.PROGRAM, str(program.resolve())
        self.silence = testing.SILENCE

    def tearDown(self):
        testing.PROGRAM, testing.SILENCE = self.program, self.silence
        os.chdir(self.before)
        self.folder.cleanup()

    def run_with(self, *steps, **plan):
        """Runs a gate of some steps, and returns what is wrong and what it printed."""
        pathlib.Path("plan").write_text("".join(f"Module.{name}/test() {deed}\n" for name, deed in plan.items()))
        run = gate.Run(steps=steps or (STEP,), is_fresh=False, present={"build"})
        with contextlib.redirect_stdout(io.StringIO()) as output:
            run.go()
            run.sum_up()
        return run.troubles, output.getvalue()

    def test_a_failing_test_fails_the_run(self):
        troubles, output = self.run_with(One="passes", Two="fails")
        self.assertEqual(troubles, ["Module.Two/test() (Some tests)"])
        self.assertIn("FAILED Module.Two/test()\nexpected 1, got 2", output)
        self.assertIn("1 passed, 1 failed, 0 skipped", output)

    def test_a_flaky_test_is_counted_and_fails_the_run_the_third_time(self):
        for time in range(1, 4):
            pathlib.Path("input").write_text(str(time))
            troubles, output = self.run_with(One="alternates")
            self.assertIn("FLAKY Module.One/test()\nexpected 1, got 2", output)
            self.assertEqual(len(flaky.TALLY.read_text().splitlines()), time)
            self.assertEqual(bool(troubles), time == 3, troubles)
        self.assertIn("was flaky too often", troubles[0])

    def test_what_a_command_calls_flaky_is_named(self):
        _, output = self.run_with(Step("pages", "Pages", ("echo", "FLAKY browser: signing in"), reads=("input",)))
        self.assertIn("FLAKY browser: signing in; see", output)

    def test_steps_together_run_at_the_same_time(self):
        # Each waits for the other.
        def step(mine, other):
            script = f"touch {mine}; until [ -e {other} ]; do sleep 0.05; done"
            return Step(mine, mine, ("timeout", "60", "sh", "-c", script), reads=("input",), is_together=True)

        troubles, output = self.run_with(step("one", "two"), step("two", "one"))
        self.assertEqual(troubles, [])
        self.assertIn("✔ one", output)
        self.assertIn("✔ two", output)

    def test_a_step_that_fails_ends_the_one_beside_it(self):
        endless = Step("endless", "Endless", ("sh", "-c", "touch began; exec sleep 600"),
                       reads=("input",), is_together=True)
        failing = Step("failing", "Failing",
                       ("timeout", "60", "sh", "-c", "until [ -e began ]; do sleep 0.05; done; echo no room; false"),
                       reads=("input",), is_together=True)
        with self.assertRaisesRegex(gate.Stop, "Failing\nno room"):
            self.run_with(endless, failing)
        self.assertEqual(testing.RUNNING, set())

    def test_a_crash_fails_the_run_and_says_where_and_is_not_taken_for_flaky_tests(self):
        troubles, output = self.run_with(One="passes", Two="crashes", Three="passes")
        self.assertEqual(len(troubles), 1)
        for said in ("crashed (SIGABRT) in Module.Two/test()", "Fatal error: no way on", "first in Some.swift"):
            self.assertIn(said, troubles[0])
        self.assertNotIn("FLAKY", output)

    def test_a_run_that_hangs_is_ended_and_names_the_test(self):
        testing.SILENCE = 1
        troubles, _ = self.run_with(One="passes", Two="hangs")
        self.assertTrue(any("hung" in trouble and "Module.Two" in trouble for trouble in troubles), troubles)

    def test_a_step_that_passed_runs_again_only_when_an_input_changes(self):
        self.assertIn("1 passed", self.run_with(One="passes")[1])
        # It would fail now, and is not run.
        self.assertIn("passed before", self.run_with(One="fails")[1])
        pathlib.Path("input").write_text("two")
        self.assertEqual(len(self.run_with(One="fails")[0]), 1)
        # What failed is never taken for passed.
        self.assertEqual(len(self.run_with(One="fails")[0]), 1)

    def test_every_suite_that_a_step_names_is_there(self):
        files = {file.stem for file in (ROOT / "Tests/ScenarioTests").rglob("*Tests.swift")}
        self.assertEqual({*DEBUG_SUITES, *LONG_SUITES, *BOOTING_SUITES} - files, set())
        modules = {f"{file.relative_to(ROOT / 'Tests').parts[0]}.{file.stem}"
                   for file in (ROOT / "Tests").rglob("*Tests.swift")}
        self.assertEqual(set(LONG_MODULE_SUITES) - modules, set())

    def test_a_run_without_tests_fails(self):
        troubles, _ = self.run_with()
        self.assertEqual(len(troubles), 1)


if __name__ == "__main__":
    unittest.main()
