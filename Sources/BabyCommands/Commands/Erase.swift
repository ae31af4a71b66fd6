import ArgumentParser
import BabyClient
import BabyProtocol

struct Erase: Command {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase everything: what was logged, its history, and all backups in the daemon's folder.",
    usage: "bbctl erase [<options>]",
    discussion: """
      Nothing can bring it back but a file that you have written elsewhere. It logs out first; what a family server
      keeps stays there. On a terminal this offers to write one, and
      asks for the word DELETE.

        bbctl erase --export everything.json
        bbctl erase --confirm DELETE
      """)

  @Option(help: ArgumentHelp("Erase without asking; the word has to be DELETE.", valueName: "word"))
  var confirm: String?

  @Option(
    help: ArgumentHelp("Write everything to this JSON file first.", valueName: "file"), completion: .file())
  var export: String?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if let confirm, confirm != DataErase.word {
      throw ValidationError("--confirm takes the word \(DataErase.word) and no other.")
    }
  }

  func run(in session: Session) throws {
    var file = export
    if confirm == nil {
      guard session.hasPerson else {
        throw Refusal(
          message: "This erases everything and nobody can be asked here: add --confirm \(DataErase.word) to do it.")
      }
      if file == nil {
        let typed = session.ask("Write everything to a JSON file first? Type its name, or nothing to go on without:")
        file = typed.flatMap { $0.isEmpty ? nil : $0 }
      }
    }
    if let file { try write(to: file, in: session) }
    if confirm == nil {
      guard session.confirms(byTyping: DataErase.word, "erase everything, with its history and all backups")
      else { return }
    }
    try session.answer(DataErase.self, .init(confirm: DataErase.word)) { answer in
      Page(line: "Erased everything, with \(Count.of(answer.removedFiles, "copy", "copies")).")
    }
    session.followReplacement()
  }

  private func write(to file: String, in session: Session) throws {
    var sink = try ByteSink(file, replacing: false, in: session)
    let answer = try session.export(.json, child: nil, to: &sink)
    try sink.finish()
    session.remark("Wrote \(Count.of(answer.entries, "entry", "entries")) to \(file)")
  }
}
