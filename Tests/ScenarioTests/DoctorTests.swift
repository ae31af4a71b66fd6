import BabyProtocol
import Foundation
import Testing

@Suite("What bbctl doctor says of upgrades and installations")
struct DoctorTests {
  private func finding(_ check: String, _ machine: Machine) throws -> JSON? {
    try machine.bbctl("doctor", "--json").json["findings"]?.arrayValue?.first { $0["check"] == .string(check) }
  }

  @Test("after an upgrade, what ran before and since when, until the next one")
  func upgrade() async throws {
    try await Machine.withEva { machine in
      #expect(try finding("upgrade", machine) == nil, "nothing ran before")
      let file = machine.paths.data + "/versions.json"
      try machine.stop()
      try machine.write(
        machine.text("home/.local/share/babybasics/versions.json").replacing(version, with: "0.1.7"), to: file)
      try machine.start()
      let today = String(Date.now.ISO8601Format().prefix(10))
      let text = try finding("upgrade", machine)?["text"]?.stringValue ?? ""
      #expect(text.hasPrefix("Version \(version) replaced 0.1.7 on \(today.prefix(8))"), "\(text)")
      let at = try machine.call("daemon.status")["upgradedAt"]
      try machine.restart()
      #expect(try machine.call("daemon.status")["upgradedAt"] == at)

      // As of a version that recorded nothing.
      try machine.stop()
      try FileManager.default.removeItem(atPath: file)
      try machine.start()
      #expect(try machine.call("daemon.status")["upgradedFrom"] == "0.1.0")
    }
  }

  @Test("a second installation, whose removal it names")
  func secondInstallation() async throws {
    try await Machine.withEva { machine in
      let other = machine.directory + "/home/.local/bin/bbbar"
      try machine.shell("mkdir -p home/.local/bin && printf '#!/bin/sh\\necho 0.1.0\\n' >\(other) && chmod +x \(other)")
      let found = try #require(try finding("programs", machine))
      #expect(found["state"] == "wrong" && found["text"]?.stringValue?.contains("\(other) (0.1.0)") == true, "\(found)")
      try #require(found["hint"] == .string("rm \(other)"))
      try machine.shell("rm \(other)")
      #expect(try finding("programs", machine)?["state"] != "wrong")
    }
  }

  @Test("a package that is half installed, as dpkg has it", .enabled(if: Machine.has("dpkg-query"), "dpkg is missing"))
  func halfInstalled() async throws {
    try await Machine.withEva { machine in
      machine.environment["DPKG_ADMINDIR"] = machine.directory + "/dpkg"
      func status(_ text: String) throws -> [JSON] {
        try machine.shell("mkdir -p dpkg/updates dpkg/info")
        try machine.write(text, to: machine.directory + "/dpkg/status")
        return try machine.bbctl("doctor", "--json").json["findings"]?.arrayValue?.filter { $0["check"] == "packages" }
          ?? []
      }
      func package(_ name: String, _ state: String, _ version: String) -> String {
        "Package: \(name)\nStatus: install ok \(state)\nArchitecture: amd64\nMaintainer: Eva <eva@example.org>\n"
          + "Version: \(version)\nDescription: a package\n\n"
      }
      #expect(try status("") == [])
      #expect(try status("nonsense") == [], "no newline, and no package")
      let many = (0..<5000).map { package("package\($0)", "installed", "1") }.joined()
      let fine = many + package("bbctl", "installed", "0.2.0") + package("babybasicsd", "installed", "0.2.0")
      #expect(try status(fine).map { $0["state"] } == ["fine"])
      let half = many + package("bbctl", "half-configured", "0.2.0") + package("babybasicsd", "installed", "0.2.0")
      let found = try status(half)
      #expect(found.map { $0["hint"] } == ["sudo dpkg --configure -a && sudo apt-get install --fix-broken"], "\(found)")
      #expect(found.first?["text"] == "The package bbctl is unpacked, but not set up (half-configured).")
    }
  }

  @Test("the server's program draws the QR code with which setup ends")
  func code() async throws {
    try await Machine.run { machine in
      let drawn = try machine.shell("babybasics-server qr https://home.local:8443")
      #expect(drawn.status == 0 && drawn.output.split(separator: "\n").count > 15, "\(drawn.errors)")
      #expect(try machine.shell("babybasics-server qr \"$(head -c 513 /dev/zero | tr '\\0' x)\"").status == 64)
    }
  }
}
