#!/usr/bin/env python3
"""What a release says of itself: the commit in programs, the notes, and the bill of materials.

Nothing here needs the programs: small ones stand in for them, with the same section and linked in the same two ways.
"""

import importlib.machinery
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "contrib/packaging"
sys.dont_write_bytecode = True

PROGRAM = """
#include <stdio.h>
#include "shim.h"
int main(void) { puts(process_build_text()); }
"""


def script(name):
    """A script of this folder, as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(PACKAGING / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


class Tree(unittest.TestCase):
    """With a small tree of its own, which has what stage and facts read."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.tree = self.folder / "tree"
        for path in ("contrib/packaging/facts", "contrib/packaging/stage", "Sources/BabyProtocol/Version.swift", "CHANGELOG.md"):
            (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, self.tree / path)
        shutil.copy(ROOT / ".gitattributes", self.tree)
        (self.tree / "contrib/packaging/files").write_text("trial 755 bin:static bin/static\ntrial 755 bin:pie bin/pie\n")

    def git(self, *arguments):
        environment = {
            **os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_DATE": "2026-02-03T12:00:00Z",
            "GIT_COMMITTER_DATE": "2026-02-03T12:00:00Z"}
        return run("git", "-c", "user.name=Eva", "-c", "user.email=eva@baby.example", *arguments, cwd=self.tree, env=environment)

    def commit(self):
        """Commits the tree, and returns the first digits of the commit."""
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "A tree")
        return self.git("rev-parse", "HEAD")[:8]

    def facts(self, tree=None):
        """What facts says of a tree: its commit, and SOURCE_DATE_EPOCH."""
        environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
        return run(
            "bash", "-c", 'set -eu; . contrib/packaging/facts; printf "%s|%s" "$build" "$SOURCE_DATE_EPOCH"',
            cwd=tree or self.tree, env=environment).split("|")


class FactsTests(Tree):
    def test_git_tells_the_commit_and_its_time(self):
        commit = self.commit()
        self.assertEqual(self.facts(), [f"{commit}, 2026-02-03", "1770120000"])

    def test_a_change_shows_whether_or_not_git_knows_the_file(self):
        commit = self.commit()
        (self.tree / "README.md").write_text("Not packaged.")
        self.assertEqual(self.facts()[0], f"{commit}, 2026-02-03")
        (self.tree / "Sources/New.swift").write_text("let isNew = true\n")
        self.assertEqual(self.facts(), [f"{commit}-changed, 2026-02-03", "1770120000"])

    def test_an_archive_knows_its_commit_without_git(self):
        commit = self.commit()
        unpacked = self.folder / "unpacked"
        unpacked.mkdir()
        self.git("archive", "--output", self.folder / "tree.tar", "HEAD")
        run("tar", "-xf", self.folder / "tree.tar", "-C", unpacked)
        self.assertEqual(self.facts(unpacked), [f"{commit}, 2026-02-03", "1770120000"])

    def test_of_copied_files_nothing_tells_the_commit_not_even_a_repository_around_them(self):
        run("git", "init", "--quiet", self.folder)
        self.assertEqual(self.facts()[0], "")


class StampTests(Tree):
    def staged(self):
        """Installs the stand-ins, strips them as package-deb does, and returns what each says."""
        source, programs = ROOT / "Sources/CProcess", self.folder / "programs"
        programs.mkdir()
        (self.folder / "main.c").write_text(PROGRAM)
        for name, options in (("static", ("-static", "-s")), ("pie", ("-fPIE", "-pie"))):
            run(
                "cc", "-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", *options, "-I",
                source / "include", source / "build.c", self.folder / "main.c", "-o", programs / name)
            self.assertEqual(run(programs / name), "development build\n")
        run(
            "contrib/packaging/stage", "--programs", programs, "--prefix", "/usr", "--root", self.folder / "root", "trial",
            cwd=self.tree)
        installed = [self.folder / "root/usr/bin" / name for name in ("static", "pie")]
        run("strip", *installed)
        return [run(program) for program in installed]

    def test_installed_programs_say_the_commit(self):
        commit = self.commit()
        self.assertEqual(self.staged(), [f"{commit}, 2026-02-03\n"] * 2)

    def test_without_a_commit_programs_stay_as_they_are(self):
        self.assertEqual(self.staged(), ["development build\n"] * 2)


class TarballTests(unittest.TestCase):
    def install(self, linked):
        """What the tarball's install says where ldd prints this."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copy(PACKAGING / "tarball-files/install", folder)
        (folder / "libraries").write_text("libmd.so.0 libmd0\nlibstdc++.so.6 libstdc++6\nlibz.so.1 zlib1g\n")
        (folder / "ldd.txt").write_text(linked)
        scripts = {"bin/bbctl": "true", "contrib/install": "echo installed", "tools/ldd": f"cat {folder}/ldd.txt; exit 1"}
        for name, script in scripts.items():
            (folder / name).parent.mkdir()
            (folder / name).write_text(f"#!/bin/sh\n{script}\n")
            (folder / name).chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}/tools:{os.environ['PATH']}"}
        result = subprocess.run([folder / "install"], capture_output=True, text=True, env=environment)
        return result.stdout + result.stderr

    def test_it_names_the_packages_of_missing_libraries(self):
        linked = "\tlibz.so.1 => /lib/libz.so.1 (0x1)\n\tlibstdc++.so.6 => not found\n\tlibmd.so.0 => not found\n"
        self.assertIn("run: sudo apt-get install libmd0 libstdc++6\n", self.install(linked))

    def test_it_names_the_c_library_that_is_needed(self):
        self.assertIn("GLIBC_2.36 is needed", self.install("./babybasicsd: version `GLIBC_2.36' not found\n"))

    def test_with_all_libraries_it_installs(self):
        self.assertEqual(self.install("\tlibz.so.1 => /lib/libz.so.1 (0x1)\n"), "installed\n")


class ReleaseNotesTests(unittest.TestCase):
    CHANGELOG = "# Changelog\n\n## [0.3.0]\n\n- Later.\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-01\n\n"
    notes = staticmethod(script("release-notes").notes)

    def test_they_are_one_versions_part(self):
        text = self.notes(self.CHANGELOG, "0.2.0")
        self.assertTrue(text.startswith("# Baby Basics 0.2.0, 2026-02-03\n"))
        self.assertTrue(text.endswith("\n### Added\n\n- A.\n"))

    def test_a_version_needs_a_heading_a_day_and_contents(self):
        for version, reason in (("0.4.0", "no heading"), ("0.3.0", "the day"), ("0.1.0", "nothing is below")):
            with self.subTest(version), self.assertRaisesRegex(ValueError, reason):
                self.notes(self.CHANGELOG, version)

    def test_the_trees_own_version_has_notes(self):
        self.assertIn("\n### Added\n", run(PACKAGING / "release-notes"))


class BillOfMaterialsTests(unittest.TestCase):
    sbom = script("sbom")

    def document(self):
        program = self.sbom.package("program", "bbctl", "0.2.0")
        library = self.sbom.package("debian", "libstdc++6", "12", purl="pkg:deb/debian/libstdc%2B%2B6@12")
        relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", program), (program["SPDXID"], "DYNAMIC_LINK", library)]
        return {
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "trial",
            "documentNamespace": "https://spdx.org/spdxdocs/trial",
            "creationInfo": {"created": "2026-02-03T12:00:00Z", "creators": ["Tool: trial"]}, "packages": [program, library],
            "relationships": [
                {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]}
                for one, kind, other in relationships],
        }

    def test_a_complete_document_has_no_faults(self):
        self.assertEqual(self.sbom.faults(self.document()), [])

    def test_each_missing_member_is_a_fault(self):
        for member in ("spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "relationships"):
            document = self.document()
            del document[member]
            self.assertNotEqual(self.sbom.faults(document), [], member)
        for member in ("SPDXID", "name", "downloadLocation"):
            document = self.document()
            del document["packages"][1][member]
            self.assertNotEqual(self.sbom.faults(document), [], member)

    def test_ids_are_valid_unique_and_known(self):
        document = self.document()
        document["packages"].append(self.sbom.package("program", "bbctl", "0.2.0"))
        self.assertEqual(self.sbom.faults(document), ["SPDXRef-program-bbctl occurs twice"])
        document["packages"] = document["packages"][:1]
        self.assertEqual(
            self.sbom.faults(document), ["a relationship names SPDXRef-debian-libstdc--6, which is not in the document"])

    def test_libraries_are_those_that_a_program_is_linked_with(self):
        files = self.sbom.libraries(pathlib.Path(shutil.which("git")))
        self.assertIn("libz.so.1", [pathlib.Path(file).name for file in files])
        self.assertEqual(self.sbom.debian_package(next(file for file in files if "libz" in file)).split(":")[0], "zlib1g")

    def test_a_license_is_read_from_its_file(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            self.assertEqual(self.sbom.license_of(folder), "NOASSERTION")
            (folder / "LICENSE.txt").write_text("Apache License\nVersion 2.0, January 2004\n")
            self.assertEqual(self.sbom.license_of(folder), "Apache-2.0")
            (folder / "LICENSE").write_text("Runtime Library Exception\n")
            self.assertEqual(self.sbom.license_of(folder), "Apache-2.0 WITH Swift-exception")


if __name__ == "__main__":
    unittest.main()
