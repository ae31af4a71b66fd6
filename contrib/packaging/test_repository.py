#!/usr/bin/env python3
"""The APT repository, as apt reads it: this machine's, with lists and sources of its own and small packages."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTROL = "Package: {0}\nVersion: 0.2.0\nArchitecture: {1}\nMaintainer: Eva <eva@baby.example>\nDescription: trial\n"


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


@unittest.skipUnless(shutil.which("apt-ftparchive") and shutil.which("gpg"), "needs apt-utils and gnupg")
class RepositoryTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.folder.chmod(0o755)
        home = cls.folder / "keys"
        home.mkdir(0o700)
        cls.environment = {**os.environ, "GNUPGHOME": str(home), "LC_ALL": "C.UTF-8"}
        cls.addClassCleanup(run, "gpgconf", "--kill", "all", env=cls.environment)
        for name in ("one", "other"):
            run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", f"{name}@baby.example", "ed25519", "sign",
                "never", env=cls.environment)
        cls.output = cls.folder / "output"
        for package, architecture in (("bbctl", "amd64"), ("bbctl", "arm64"), ("babybasics", "all")):
            root = cls.folder / package / architecture
            (root / "DEBIAN").mkdir(parents=True)
            (root / "DEBIAN/control").write_text(CONTROL.format(package, architecture))
            (cls.output / "packages").mkdir(parents=True, exist_ok=True)
            run("dpkg-deb", "--root-owner-group", "--build", root,
                cls.output / f"packages/{package}_0.2.0_{architecture}.deb")
        cls.make("one")
        cls.other = run("gpg", "--armor", "--export", "other@baby.example", env=cls.environment)

    @classmethod
    def make(cls, key, **environment):
        environment = {**cls.environment, **environment}
        run(ROOT / "contrib/packaging/repository", cls.output, f"{key}@baby.example", env=environment)

    def setUp(self):
        self.apt = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.apt.chmod(0o755)
        self.repository = self.apt / "repository"
        shutil.copytree(self.output / "apt", self.repository)
        self.sources = (self.repository / "babybasics.sources").read_text().replace("@URL@", f"file:{self.repository}")

    def fetch(self, architecture="amd64", package="bbctl"):
        """Gets a package as apt does that knows nothing of it yet; returns what apt printed and the package's bytes."""
        for folder in ("sources", "state/lists/partial", "cache/archives/partial", "got"):
            (self.apt / folder).mkdir(parents=True, exist_ok=True)
        (self.apt / "sources/babybasics.sources").write_text(self.sources)
        (self.apt / "status").touch()
        options = [
            f"APT::Architecture={architecture}", f"APT::Architectures={architecture}", "APT::Sandbox::User=root",
            "Dir::Etc::SourceList=/dev/null", f"Dir::Etc::SourceParts={self.apt}/sources",
            f"Dir::State={self.apt}/state", f"Dir::State::Status={self.apt}/status", f"Dir::Cache={self.apt}/cache"]
        command = ["apt-get", *(word for option in options for word in ("-o", option))]
        said = ""
        for arguments in (["update"], ["download", package]):
            result = subprocess.run(
                [*command, *arguments], cwd=self.apt / "got", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, env=self.environment)
            said += result.stdout
            if result.returncode:
                break
        got = list((self.apt / "got").iterdir())
        return said, got[0].read_bytes() if got else None

    def change(self, path, old, new):
        file = self.repository / path
        contents = file.read_bytes()
        self.assertIn(old, contents)
        file.write_bytes(contents.replace(old, new))

    def assert_refused(self, reason):
        said, package = self.fetch()
        self.assertRegex(said, reason)
        self.assertIsNone(package)

    def test_apt_gets_each_architectures_packages_and_those_of_all(self):
        for architecture in ("amd64", "arm64"):
            for package, file in (("bbctl", f"bbctl_0.2.0_{architecture}"), ("babybasics", "babybasics_0.2.0_all")):
                with self.subTest(architecture=architecture, package=package):
                    shutil.rmtree(self.apt / "got", ignore_errors=True)
                    said, got = self.fetch(architecture, package)
                    self.assertEqual(got, (self.output / f"packages/{file}.deb").read_bytes(), said)

    def test_a_changed_package_is_refused(self):
        self.change("pool/bbctl_0.2.0_amd64.deb", b"debian-binary", b"debian-Binary")
        self.assert_refused("Hash Sum mismatch")

    def test_a_changed_list_is_refused(self):
        (self.repository / "dists/stable/main/binary-amd64/Packages.xz").unlink()
        self.change("dists/stable/main/binary-amd64/Packages", b"Version: 0.2.0", b"Version: 0.9.0")
        self.assert_refused("Hash Sum mismatch")

    def test_a_changed_release_file_is_refused(self):
        self.change("dists/stable/InRelease", b"Baby Basics", b"Baby Basicz")
        self.assert_refused("not signed")

    def test_the_release_file_with_its_signature_apart_will_do_and_changed_is_refused(self):
        (self.repository / "dists/stable/InRelease").unlink()
        self.assertIsNotNone(self.fetch()[1])
        shutil.rmtree(self.apt / "got")
        shutil.rmtree(self.apt / "state")
        self.change("dists/stable/Release", b"Baby Basics", b"Baby Basicz")
        self.assert_refused("not signed")

    def test_another_key_is_refused(self):
        key = self.other.strip().replace("\n\n", "\n.\n").replace("\n", "\n ")
        self.sources = self.sources.partition("Signed-By:")[0] + "Signed-By:\n " + key + "\n"
        self.assert_refused("not signed")

    def test_a_known_address_is_in_the_sources_at_once(self):
        self.make("one", BABYBASICS_APT_URL="https://apt.baby.example")
        try:
            self.assertIn("\nURIs: https://apt.baby.example\n", (self.output / "apt/babybasics.sources").read_text())
        finally:
            self.make("one")

    def test_without_the_key_the_repository_stays_as_it_was(self):
        before = (self.output / "apt/dists/stable/InRelease").read_bytes()
        with self.assertRaises(subprocess.CalledProcessError) as failure:
            self.make("stranger")
        self.assertIn("gpg has no key stranger@baby.example", failure.exception.stderr)
        self.assertEqual((self.output / "apt/dists/stable/InRelease").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
