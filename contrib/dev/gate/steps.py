"""The steps of contrib/test, in order."""

import dataclasses
import re

EVERYTHING = (".",)
PACKAGE = ("Package.swift", "Sources", "Plugins")
MODULES = (*EVERYTHING, ":!Tests/ScenarioTests", ":!Tests/PageTests/browser", ":!CHANGELOG.md")

# Scenarios that run debug programs, and why: docs/decisions/building.md. All others run release programs.
DEBUG_SUITES = (
    "AccountTests", "ClientTests", "CorpusTests", "CostTests", "DamagedFileTests", "DeclaredKindTests",
    "EarlierVersionTests", "FollowingTests", "ImportFaultTests", "KillTests", "LifetimeTests", "OutboxKillTests",
    "ServerTests", "StoreFaultTests", "StormTests", "SyncTests",
)
# What --fast leaves out of them.
LONG_SUITES = (
    "CostTests", "DamagedFileTests", "ImportFaultTests", "KillTests", "OutboxKillTests", "StormTests", "SyncTests",
)
# What --fast leaves out of the modules' tests.
LONG_MODULE_SUITES = (
    "BabyCommandsTests.SuggestionsTests", "BabyDaemonTests.EveryFormatTests", "BabyDaemonTests.ExportTests",
    "BabyDaemonTests.FairnessTests", "BabyDaemonTests.GrowthAnswerTests", "BabyDaemonTests.SnapshotAndEventsTests",
    "BabyDaemonTests.TaskTests", "BabyEngineTests.SyncPropertyTests", "BabyEngineTests.SyncStormTests",
    "BabyImportTests.RealLogTests", "BabyModelTests.ReminderPropertyTests", "BabyServerTests.IsolationTests",
    "BabyStoreTests.DamageTests", "BabyAccountTests.SyncLoopTests", "BabyAccountTests.FaultTests",
    "JourneyTests.InProcessTests", "JourneyTests.ConversionTests", "JourneyTests.EverydayTests",
    "JourneyTests.PeopleTests", "JourneyTests.QuestionTests",
)
# Each boots a systemd. Two at a time: more make each other late.
BOOTING_SUITES = (
    "FamilyServerServiceTests", "HomeCertificateTests", "HomeServerTests", "InstallTests", "PackageTests",
    "RemoteServiceTests", "RestartTests", "ServiceTests", "UserServiceTests",
)


@dataclasses.dataclass(frozen=True)
class Tests:
    """Tests of the package's test program, by the regular expressions of `swift test`."""

    only: str = ""
    skip: str = ""
    # Folder of the programs that scenarios run; empty: those built with the tests.
    programs: str = ""
    # How many tests run at once; 0: four for each core.
    width: int = 0


@dataclasses.dataclass(frozen=True)
class Step:
    name: str
    title: str
    # A command, or tests.
    does: tuple[str, ...] | Tests
    # Files that decide whether it passes, as git's path specifications; empty for builds, which SwiftPM keeps track of
    # itself and which run whenever a step that needs them does.
    reads: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    # The group of packages (contrib/dev/prepare) without which the whole step is skipped; single tests skip themselves.
    group: str = "build"
    # In which runs: all of them, only full ones, or only those with --fast.
    runs: str = "all"
    # Runs beside the steps that follow, until one needs it.
    is_beside: bool = False
    # Runs at the same time as its neighbours that do.
    is_together: bool = False


def suites(names, *without):
    return r"^ScenarioTests\.(%s)/" % "|".join(name for name in names if name not in without)


STEPS = (
    Step("gate", "What runs these steps", ("python3", "contrib/dev/gate/test_gate.py"),
         reads=("contrib/dev/gate", "Tests")),
    Step("packaging", "Packaging scripts", ("python3", "-m", "unittest", "discover", "-s", "contrib/packaging"),
         reads=(".gitattributes", "CHANGELOG.md", "contrib/packaging", "Sources/BabyProtocol/Version.swift", "Sources/CProcess")),
    Step("format", "Format", ("swift", "format", "lint", "--strict", "--parallel", "--recursive",
                              "Package.swift", "Sources", "Tests"),
         reads=("Package.swift", "Sources", "Tests", ".swift-format")),
    Step("boundaries", "Boundaries between modules", ("contrib/dev/check-boundaries",),
         reads=(*PACKAGE, "contrib/dev/check-boundaries")),
    Step("imports", "Imports", ("contrib/dev/check-imports",),
         reads=(*PACKAGE, "Tests", "contrib/dev/check-imports")),
    Step("size", "Size of the package", ("contrib/dev/check-size",), reads=(*PACKAGE, "contrib/dev/check-size")),
    Step("names", "Names of types", ("contrib/dev/check-names",), reads=("Sources", "contrib/dev/check-names")),
    Step("references", "Paths that texts name", ("contrib/dev/check-references",), reads=EVERYTHING),
    Step("words", "Plain English and spelling", ("contrib/dev/check-words",), reads=EVERYTHING, group="words"),
    Step("mutations", "Lines that mutations change", ("contrib/dev/mutations", "--check"),
         reads=("Sources", "Tests", "contrib/dev/mutations")),
    Step("build", "Building the tests", ("swift", "build", "--build-tests")),
    Step("release", "Building the release programs", ("contrib/build",), needs=("build",), runs="full",
         is_beside=True),
    Step("page", "The phone page", ("contrib/dev/check-page",), needs=("build",),
         reads=(*PACKAGE, "Tests/PageTests", "contrib/dev/check-page")),
    Step("documents", "Documents", ("contrib/dev/generate-docs", "--check"), needs=("build",),
         reads=(*PACKAGE, "README.md", "CHANGELOG.md", "man", "docs", "contrib", "Tests/PageTests/cases")),
    Step("modules", "Tests of the modules", Tests(skip=r"^ScenarioTests\."), needs=("build",), reads=MODULES, runs="full"),
    Step("short-modules", "Tests of the modules, but the longest",
         Tests(skip=r"^ScenarioTests\.|^(%s)/" % "|".join(map(re.escape, LONG_MODULE_SUITES))), needs=("build",),
         reads=MODULES, runs="fast"),
    Step("debug-scenarios", "Scenarios with debug programs",
         Tests(only=suites(DEBUG_SUITES)), needs=("build",), reads=EVERYTHING, runs="full"),
    Step("short-scenarios", "Scenarios with debug programs, but the longest",
         Tests(only=suites(DEBUG_SUITES, *LONG_SUITES)), needs=("build",), reads=EVERYTHING, runs="fast"),
    Step("release-checks", "Release programs", ("contrib/dev/check-release", ".build/release"), needs=("release",),
         reads=(*PACKAGE, "contrib/build", "contrib/dev/check-release"), runs="full"),
    Step("instructions", "Instructions that calls cost",
         ("contrib/dev/bench/instructions.py", ".build/release"), needs=("release",),
         reads=(*PACKAGE, "contrib/dev/bench"), group="tests", runs="full"),
    # The longest first.
    Step("release-scenarios", "Scenarios with release programs",
         Tests(only=r"^ScenarioTests\.", skip=suites(DEBUG_SUITES + BOOTING_SUITES), programs=".build/release"),
         needs=("build", "release"), reads=EVERYTHING, runs="full", is_together=True),
    Step("browsers", "The phone page in browsers", ("contrib/dev/page-tests", ".build/release", "--short"),
         needs=("release",), reads=(*PACKAGE, "Tests/PageTests", "contrib/dev"), group="page", runs="full",
         is_together=True),
    Step("booting-scenarios", "Scenarios that boot a systemd",
         Tests(only=suites(BOOTING_SUITES), programs=".build/release", width=2),
         needs=("build", "release"), reads=EVERYTHING, group="systemd", runs="full", is_together=True),
    Step("packages", "Debian packages", ("contrib/dev/check-packages", ".build/release"), needs=("release",),
         reads=EVERYTHING, group="systemd", runs="full", is_together=True),
)
