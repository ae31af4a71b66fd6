import ArgumentParser
import BabyModel
import Foundation
import Glibc
import SystemCalls

struct CertificateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certificate",
    abstract: "Make a certificate for the server that the family's phones can trust, or show the one there is.",
    discussion: """
      It creates the family's own certificate authority, which can certify only the given names and addresses, and a \
      certificate signed by it. Both are in the folder tls beside the database, where `serve` finds them. The running \
      server renews the certificate; phones that trust the authority do not notice. Other names later need a new \
      authority, which each phone has to trust again. Without names, it shows the current certificate; if there is \
      none, it uses this machine's own names.
      """)

  @OptionGroup var database: DatabaseOption

  @Argument(
    help: ArgumentHelp(
      "The server's names and addresses, such as home.local and 192.168.1.5; the first is the one that phones open."))
  var names: [String] = []

  @Option(help: ArgumentHelp("The port that `serve` listens on, for what is printed.", valueName: "number"))
  var port = 8443

  @Option(help: ArgumentHelp("The port of `serve --trust-port`, for what is printed.", valueName: "number"))
  var trustPort = 8080

  @Flag(help: "Make a new authority without asking; all phones have to trust it again.")
  var renewAuthority = false

  @Flag(help: "Print no QR code.")
  var plain = false

  func validate() throws {
    guard (1...65535).contains(port), (1...65535).contains(trustPort) else {
      throw ValidationError("--port and --trust-port must be from 1 to 65535.")
    }
  }

  func run() async throws {
    try await explaining {
      let folder = CertificateFolder(besides: database.path)
      try refuseForeignFiles(folder)
      var wanted: [ServerName] = []
      for name in try names.map({ try ServerName($0) }) where !wanted.contains(name) { wanted.append(name) }
      guard wanted.count <= ServerName.most else {
        throw ServerStartFailure("A certificate can have at most \(ServerName.most) names and addresses.")
      }
      let (content, news) = try content(wanted, in: folder, at: .systemNow)
      print(news)
      print(try report(content, in: folder))
    }
  }

  /// - Returns: what there is now, and what was done.
  private func content(
    _ wanted: [ServerName], in folder: CertificateFolder, at now: Instant
  ) throws -> (CertificateFolder.Content, news: String) {
    if renewAuthority { return try another(wanted, in: folder, at: now) }
    guard let known = try folder.renew(at: now) else {
      guard try folder.server() == nil else {
        throw ServerStartFailure(
          "\(folder.authorityFile.path) is missing. Put it back; or have another authority made, which each phone has to "
            + "trust again: babybasics-server certificate --renew-authority")
      }
      let names = wanted.isEmpty ? MachineNames.proposed : wanted
      guard !names.isEmpty else {
        throw ServerStartFailure(
          "This machine has no name or address in the home network. Give them: babybasics-server certificate NAME…")
      }
      let content = try folder.make(names, by: nil, at: now)
      let list = names.list
      return (
        content,
        wanted.isEmpty
          ? "Made a certificate for what this machine is called: \(list).\nIf phones reach it by another name, give all "
            + "of them: babybasics-server certificate NAME… --renew-authority"
          : "Made a certificate for \(list)."
      )
    }
    let names = wanted.isEmpty ? known.content.names : wanted
    let authority = known.content.authority
    guard authority.permits(names) else {
      let question =
        "The family's authority covers only \(authority.names.list). For \(names.list) it takes a new authority, which "
        + "each phone has to trust again."
      guard try Terminal.confirms("\(question) Make it?", otherwise: "--renew-authority") else {
        throw ServerStartFailure("Nothing was changed.")
      }
      return try another(names, in: folder, at: now)
    }
    if names != known.content.names {
      return (
        try folder.make(names, by: authority, at: now),
        "Made a certificate for \(names.list). Phones that already trust the family's authority need no change."
      )
    }
    return (known.content, known.isNew ? "Renewed the certificate for \(names.list)." : "It is for \(names.list).")
  }

  /// Another authority, whatever has become of the one before.
  private func another(
    _ wanted: [ServerName], in folder: CertificateFolder, at now: Instant
  ) throws -> (CertificateFolder.Content, news: String) {
    let known = (try? folder.content()?.names) ?? (try? folder.server()?.names) ?? MachineNames.proposed
    let names = wanted.isEmpty ? known : wanted
    return (
      try folder.make(names, by: nil, at: now),
      "Made a new authority, and a certificate for \(names.list). Each phone now has to trust it again."
    )
  }

  /// Root would make files that the server cannot read.
  private func refuseForeignFiles(_ folder: CertificateFolder) throws(ServerStartFailure) {
    guard geteuid() == 0 else { return }
    var place = URL(filePath: folder.path)
    repeat { place.deleteLastPathComponent() } while !FileManager.default.fileExists(atPath: place.path)
    let attributes = (try? FileManager.default.attributesOfItem(atPath: place.path)) ?? [:]
    guard let owner = attributes[.ownerAccountName] as? String, owner != "root" else { return }
    let words = names.map { " " + $0.shellQuoted }.joined()
    throw ServerStartFailure(
      "\(place.path) belongs to \(owner), who could not read what root makes there. Run: runuser -u \(owner) -- "
        + "babybasics-server certificate\(words) --database \(URL(filePath: database.path).path.shellQuoted)")
  }

  private func report(_ content: CertificateFolder.Content, in folder: CertificateFolder) throws -> String {
    guard let server = content.server, let name = content.names.first else { return "" }
    let address = "https://\(name.inURL)" + (port == 443 ? "" : ":\(port)")
    let trust = "http://\(name.inURL)" + (trustPort == 80 ? "" : ":\(trustPort)") + "/trust"
    let steps = TrustSteps(authority: server.authority.title, address: address)
    var lines = [
      "It is valid until \(server.validity.upperBound.utcText.prefix(10)), and the running server renews it by itself.",
      "", "The authority's fingerprint (SHA-256):",
    ]
    // In two lines, and yet as others print it.
    let pairs = try server.authority.fingerprint.split(separator: ":")
    lines += ["  " + pairs.prefix(16).joined(separator: ":") + ":", "  " + pairs.dropFirst(16).joined(separator: ":")]
    lines += [
      "", "1. Start the server with it, for your network:",
      "   babybasics-server serve --host 0.0.0.0 --port \(port) --trust-port \(trustPort)\(database.forOtherCommands)",
      "2. On each phone, at home, open this page and do what it says:", "   \(trust)", "",
    ]
    if !plain, isatty(STDOUT_FILENO) == 1, let code = QRCode(trust) { lines += code.terminalLines + [""] }
    for section in steps.sections {
      lines += ["   " + section.title] + section.steps.map { "   - " + $0 } + [""]
    }
    lines += ["   " + TrustSteps.comparing, "   " + TrustSteps.meaning, ""]
    lines += [
      "Other machines trust it by the file \(folder.publicFile.path): name a copy of it as server.certificates in",
      "~/.config/babybasics/config.yaml, or in /etc/babybasics/config.yaml. Their daemons have to use a name;",
      "with an address, they refuse the certificate.",
    ]
    return lines.joined(separator: "\n")
  }
}

extension [ServerName] {
  fileprivate var list: String { map(\.description).joined(separator: ", ") }
}
