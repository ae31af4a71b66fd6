import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Erase: Command {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase everything: the log, its history, and all backups in the daemon's folder.",
    usage: "bbctl erase [<options>]",
    discussion: """
      Only a file that you saved elsewhere can bring it back. Erasing logs you out first. What a family server has stays
      there, unless you erase the account there too; then the children that nobody else owns are gone for everybody who
      shares them. On a terminal, this offers to write a file and asks for the word DELETE.

        bbctl erase --export everything.json
        bbctl erase --server --confirm DELETE
      """)

  @Option(help: ArgumentHelp("Erase without asking; the word must be DELETE.", valueName: "word"))
  var confirm: String?

  @Option(
    help: ArgumentHelp("Write everything to this JSON file first.", valueName: "file"), completion: .file())
  var export: String?

  @Flag(
    help: "Also erase the account on the family server, and the children there that nobody else owns, for everybody.")
  var server = false

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func validate() throws {
    if let confirm, confirm != DataErase.word {
      throw ValidationError("--confirm must be followed by the word \(DataErase.word).")
    }
  }

  func run(in session: CommandSession) throws {
    var file = export
    var onServer = server
    if confirm == nil {
      guard session.hasPerson else {
        throw CommandRefusal(
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
          "Also erase your account on \(account.server ?? "the server"), and your children there, for everybody?")
      }
      guard session.confirms(byTyping: DataErase.word, "erase everything, with its history and all backups")
      else { return }
    }
    try session.answer(DataErase.self, .init(confirm: DataErase.word, onServer: onServer)) { answer in
      let place = answer.server.map { ", here and on \($0)" } ?? ""
      return Page(line: "Erased everything, with \(Count.of(answer.removedFiles, "copy", "copies"))\(place).")
    }
    session.followReplacement()
  }

  private func write(to file: String, in session: CommandSession) throws {
    var sink = try ByteSink(file, replacing: false, in: session)
    let answer = try session.export(.json, child: nil, to: &sink)
    try sink.finish()
    session.remark("Wrote \(Count.of(answer.entries, "entry", "entries")) to \(file)")
  }
}
