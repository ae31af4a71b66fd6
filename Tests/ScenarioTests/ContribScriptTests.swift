import Glibc
import Testing

@Suite("Scripts in contrib")
struct ContribScriptTests {
  private static let scripts = ["build", "install", "package-deb", "quickstart", "release", "test", "uninstall"]

  @Test("each explains itself with its head, and does nothing at an option that it does not know", arguments: scripts)
  func usage(name: String) async throws {
    try await Machine.run { machine in
      // Without Swift: a script that went any further would say that it is missing.
      machine.environment["PATH"] = "/usr/bin:/bin"
      let script = SourceTree.path("contrib/\(name)")
      let help = try machine.run(script, ["--help"])
      #expect(help.status == 0 && help.errors == "", "\(help.errors)")
      let head = try SourceTree.text("contrib/\(name)").split(separator: "\n", omittingEmptySubsequences: false)
        .dropFirst().prefix { $0.hasPrefix("#") }.map { $0.dropFirst($0.hasPrefix("# ") ? 2 : 1) }
      #expect(help.output == head.joined(separator: "\n") + "\n")
      #expect(help.output.contains("\n  contrib/\(name)"))
      #expect(try machine.run(script, ["-h"]).output == help.output)

      let unknown = try machine.run(script, ["--sytem"])
      #expect(unknown.status == 2 && unknown.output == "")
      #expect(
        unknown.errors.hasPrefix("\(name): unknown option --sytem")
          && unknown.errors.hasSuffix(": contrib/\(name) --help\n"))
      #expect(try machine.shell("ls -A home").output == "")
    }
  }

  @Test(
    "an option without its value is refused",
    arguments: [
      ("install", "--prefix"), ("install", "--programs"), ("uninstall", "--prefix"), ("package-deb", "--output"),
      ("package-deb", "--version"),
    ])
  func values(name: String, option: String) async throws {
    try await Machine.run { machine in
      let run = try machine.run(SourceTree.path("contrib/\(name)"), [option])
      #expect(run.status == 2 && run.errors.hasPrefix("\(name): \(option) needs a "), "\(run.errors)")
    }
  }

  @Test(
    "what builds checks Swift first, and says where it comes from",
    .enabled(if: access("/usr/bin/swift", F_OK) != 0, "Swift is in /usr/bin, so it cannot be missing"),
    arguments: ["build", "install", "package-deb", "quickstart"])
  func toolchain(name: String) async throws {
    try await Machine.run { machine in
      machine.environment["PATH"] = "/usr/bin:/bin"
      let page = "https://www.swift.org/install/linux"
      let missing = try machine.run(SourceTree.path("contrib/\(name)"), [])
      #expect(
        missing.status == 1 && missing.errors.contains("Swift is missing. Install version 6.2 or newer from \(page)"))
      try machine.addProgram("swift", "echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'")
      let old = try machine.run(SourceTree.path("contrib/\(name)"), [])
      #expect(
        old.status == 1 && old.errors.contains("Swift 5.10 is too old: version 6.2 or newer is needed. See \(page)"))
      #expect(try machine.shell("ls -A home").output == "")
    }
  }

  @Test(
    "install looks at the place before it builds", .enabled(if: Mounts.areAllowed, "nothing can be mounted here"))
  func place() async throws {
    try await Machine.run { machine in
      try machine.mountData(size: "1m")
      let script = SourceTree.path("contrib/install")
      let full = try machine.run(script, ["--prefix", machine.paths.data + "/somewhere"])
      #expect(full.status == 1 && full.errors.contains("\(machine.paths.data) has 1 MB free, and "), "\(full.errors)")
      let file = try machine.run(script, ["--prefix", "/etc/passwd/bin"])
      #expect(file.status == 1 && file.errors.contains("you cannot write to /etc/passwd."), "\(file.errors)")
      #expect(try machine.shell("ls -A '\(machine.paths.data)'").output == "")
    }
  }
}
