import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Erase: PatientCommand {
  static let commandName = "erase"

  static let configuration = command(
    "Erase everything: the log, its history, and all backups in the daemon's folder.", usage: "erase",
    discussion: """
      Only a file that you saved elsewhere can bring it back. Erasing logs you out first. The data on a family server
      stays, unless you erase the account there, too; then the children without another owner are gone for everybody who
      shares them. bbctl names those children and asks for the password, which is never an argument. On a terminal, it
      also offers to write a file and asks for the word DELETE.

        bbctl erase --export everything.json
        bbctl erase --server
      """)

  @Option(help: ArgumentHelp("Erase without asking; the word must be DELETE.", valueName: "word"))
  var confirm: String?

  @Option(
    help: ArgumentHelp("Write everything to this JSON file first.", valueName: "file"), completion: .file())
  var export: String?

  @Flag(
    help: ArgumentHelp(
      "Also erase the account on the family server, and the children there that have no other owner, for "
        + "everybody."))
  var server = false

  @Flag(
    name: .customLong("password-stdin"),
    help: "With --server: read the account's password from the first line of standard input.")
  var passwordFromInput = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if passwordFromInput, !server {
      throw ValidationError("--password-stdin is for the account on the family server: add --server.")
    }
    if let confirm, confirm != DataErase.word {
      throw ValidationError("--confirm must be followed by the word \(DataErase.word).")
    }
  }

  func run(in session: CommandSession) throws {
    var file = export
    var onServer = server
    if confirm == nil {
      guard session.hasPerson else {
        throw UsageError(
          message:
            "This erases everything, and there is no terminal to ask on. To do it, add --confirm \(DataErase.word).")
      }
      if file == nil {
        let typed = session.ask(
          "Write everything to a JSON file first? Type a file name, or press Enter to go on without one:")
        file = typed.flatMap { $0.isEmpty ? nil : $0 }
      }
    }
    if let file { try write(to: file, in: session) }
    if confirm == nil {
      if !onServer, let account = session.sync()?.account, account.state == .authenticated {
        onServer = session.agrees(
          "Also erase your account on \(account.server ?? "the server"), and the children there that have no "
            + "other owner?")
      }
    }
    var password: String?
    if onServer {
      let known = try session.call(DataErase.self, .init(onServer: true, dryRun: true))
      // Immediately, because the next question depends on it.
      session.environment.writeError(SafeText.line(Self.warning(of: known)) + "\n")
      password = try session.password(fromInput: passwordFromInput)
    }
    if confirm == nil {
      guard session.confirms(byTyping: DataErase.word, "erase everything, with its history and all backups")
      else { return }
    }
    let params = DataErase.Params(confirm: DataErase.word, onServer: onServer, password: password)
    try session.answer(DataErase.self, params) { answer in
      let place = answer.server.map { ", here and on \($0)" } ?? ""
      return Page(line: "Erased everything, with \(Count.of(answer.removedFiles, "copy", "copies"))\(place).")
    }
    session.followReplacement()
  }

  /// Names the children that are erased with the account, before its password is typed.
  private static func warning(of known: DataErase.Answer) -> String {
    let server = known.server ?? "the server"
    let names = (known.children ?? []).map { child in
      child.others == 0 ? child.name : "\(child.name) (also for \(Count.of(child.others, "other", "others")))"
    }
    if names.isEmpty { return "No child will be erased on \(server): others own those that you share." }
    return "Erasing your account on \(server) also erases these children, which have no other owner: "
      + names.joined(separator: ", ") + "."
  }

  private func write(to file: String, in session: CommandSession) throws {
    var sink = try ByteSink(file, replacing: false, in: session)
    let answer = try session.export(.json, child: nil, to: &sink)
    try sink.finish()
    session.remark("Wrote \(Count.of(answer.entries, "entry", "entries")) to \(file)")
  }
}
