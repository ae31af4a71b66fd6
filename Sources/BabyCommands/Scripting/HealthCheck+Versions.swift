import BabyClient
import BabyModel
import BabyProtocol

/// Whether all that is installed is of one version, and complete.
extension HealthCheck {
  /// Compares the version and build of the daemon that answers with those of bbctl.
  func age(of status: DaemonStatus.Answer) -> Finding {
    guard status.version == version else {
      return Finding(
        "version", .wrong, "The daemon is version \(status.version), but bbctl is version \(version).",
        remedy: "\(managerText) restart babybasicsd")
    }
    if let build = status.build, build != buildText {
      return Finding(
        "version", .remark,
        "The daemon and bbctl are both version \(version), but of different builds: \(build), and \(buildText).",
        remedy: "\(managerText) restart babybasicsd")
    }
    return Finding("version", .fine, "The daemon and bbctl are both version \(version).")
  }

  /// The last upgrade, and where it says what is new.
  func upgrade(of status: DaemonStatus.Answer) -> Finding? {
    guard let former = status.upgradedFrom, let at = status.upgradedAt else { return nil }
    let logs = ["bbctl", "babybasicsd"].map { "/usr/share/doc/\($0)/changelog.gz" }
    let news = socket.isRemote ? nil : logs.first(where: environment.exists).map { " What is new: zless \($0)" }
    return Finding(
      "upgrade", .fine,
      "Version \(status.version) replaced \(former) on \(at.utcText.prefix(10)).\(news ?? "")")
  }

  // MARK: Programs

  /// A program that is installed somewhere.
  private struct Program {
    var path: String
    /// Nil if it does not say.
    var version: String?

    var name: Substring { path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...] }
    var folder: Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
    /// Whether Debian's packages have put it there.
    var isPackaged: Bool { folder == "/usr/bin" }
    /// The package that contains it.
    var package: Substring { name == "bbbar" ? "bbctl" : name }
    var words: String { "\(path) (\(version ?? "which does not say its version"))" }
  }

  private static let programNames = ["babybasicsd", "bbctl", "bbbar", "bbagent", "babybasics-server"]
  /// Packages, among them one that only depends on others.
  private static let packageNames = programNames.filter { $0 != "bbbar" } + ["babybasics"]

  /// The programs beside this one, on the path, and where they are usually installed.
  private var installed: [Program] {
    let own = String(Program(path: Spawn.ownProgram("bbctl")).folder)
    let home = (environment.variables["HOME"] ?? "") + "/.local/bin"
    let path = (environment.variables["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    let folders = [own] + path + ["/usr/bin", "/usr/local/bin", home]
    let places = folders.filter { $0.hasPrefix("/") }.flatMap { folder in Self.programNames.map { "\(folder)/\($0)" } }
    let found = environment.ask(["realpath", "--canonicalize-existing", "--quiet"] + places)?.output ?? ""
    var paths: [String] = []
    for path in found.split(separator: "\n").map(String.init) where !paths.contains(path) { paths.append(path) }
    return paths.map { path in
      let words = environment.ask([path, "--version"])?.output.split(whereSeparator: \.isWhitespace)
      return Program(path: path, version: words?.first { $0.first?.isNumber == true }.map(String.init))
    }
  }

  /// Programs of another version than this one, and programs that are there twice.
  var programs: [Finding] {
    let programs = installed
    let others = programs.filter { $0.version != version }
    let twice = Self.programNames.compactMap { name in
      let same = programs.filter { $0.name == name }
      return same.count > 1 ? same : nil
    }
    guard twice.isEmpty else {
      let words = twice.map { same in "\(same[0].name): " + same.map(\.words).joined(separator: ", ") }
      return [
        Finding(
          "programs", others.isEmpty ? .remark : .wrong,
          "More than one installation; the shell runs the one that comes first on its path. "
            + words.joined(separator: "; "),
          remedy: removal(of: twice.flatMap(\.self)))
      ]
    }
    guard !others.isEmpty else {
      let list = programs.map { "\($0.name)" }.joined(separator: ", ")
      return programs.isEmpty ? [] : [Finding("programs", .fine, "All are version \(version): \(list).")]
    }
    return others.map { program in
      Finding(
        "programs", .wrong, "\(program.words) is not of the same version as bbctl, which is version \(version).",
        remedy: program.isPackaged
          ? Self.raising([program.package])
          : "\(sudo(in: program.folder))rm \(program.path.shellQuoted)")
    }
  }

  /// Upgrades packages that are behind, otherwise removes the installation that no package manager keeps up to date.
  private func removal(of programs: [Program]) -> String {
    let (loose, stale) = (programs.filter { !$0.isPackaged }, programs.filter { $0.version != version })
    if !stale.isEmpty, stale.allSatisfy(\.isPackaged) { return Self.raising(Set(stale.map(\.package)).sorted()) }
    let folder = (stale.first { !$0.isPackaged } ?? loose.last)?.folder ?? ""
    // What contrib/install has put there.
    let list = "\(folder.hasSuffix("/bin") ? folder.dropLast(4) : folder)/share/doc/babybasics/installed"
    let sudo = sudo(in: folder)
    if environment.exists(list) {
      // Its units are among them, and systemd has to forget them before it can start the packages' own.
      let manager = sudo.isEmpty ? "systemctl --user" : "sudo systemctl"
      return "\(sudo)xargs -d '\\n' rm -f -- <\(list.shellQuoted) && \(manager) daemon-reload"
    }
    let paths = loose.filter { $0.folder == folder }.map(\.path.shellQuoted)
    return "\(sudo)rm \(paths.joined(separator: " "))"
  }

  /// What a command that deletes files in a folder begins with.
  private func sudo(in folder: Substring) -> String {
    folder.hasPrefix((environment.variables["HOME"] ?? "/home") + "/") ? "" : "sudo "
  }

  static func raising(_ packages: [Substring]) -> String {
    "sudo apt-get update && sudo apt-get install --only-upgrade " + packages.joined(separator: " ")
  }

  // MARK: Packages

  /// What dpkg says of the packages: those that are not completely installed, and differing versions. Nothing without
  /// dpkg, or without packages.
  var packages: [Finding] {
    let fields = "${Package} ${db:Status-Status} ${db:Status-Eflag} ${Version}\\n"
    let answer = environment.ask(["dpkg-query", "--show", "--showformat", fields] + Self.packageNames)
    return Self.packages(in: answer?.output ?? "")
  }

  /// - Parameter list: a line for each package: name, status, error flag, version.
  static func packages(in list: String) -> [Finding] {
    var findings: [Finding] = []
    var installed: [(name: Substring, version: Substring)] = []
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 4, packageNames.contains(String(words[0])) else { continue }
      let (name, state) = (words[0], words[1])
      switch state {
      case _ where words[2] == "reinstreq" || state == "half-installed":
        findings.append(
          .init(
            "packages", .wrong, "The package \(name) is only half installed.",
            remedy: "sudo apt-get install --reinstall \(name)"))
      case "unpacked", "half-configured", "triggers-awaited", "triggers-pending":
        findings.append(
          .init(
            "packages", .wrong, "The package \(name) is unpacked, but not set up (\(state)).",
            remedy: "sudo dpkg --configure -a && sudo apt-get install --fix-broken"))
      case "config-files":
        findings.append(
          .init(
            "packages", .remark, "The package \(name) has been removed; its configuration and data are kept.",
            remedy: "sudo apt-get install \(name)"))
      case "installed": installed.append((name, words[3]))
      default: break
      }
    }
    let words = installed.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    if Set(installed.map { $0.version }).count > 1 {
      findings.append(
        .init(
          "packages", .wrong, "The packages have different versions: \(words).",
          remedy: raising(installed.map { $0.name }))
      )
    } else if findings.isEmpty, !installed.isEmpty {
      findings.append(.init("packages", .fine, "All are installed: \(words)."))
    }
    return findings
  }
}
