import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// A file that says what the columns of a table mean.
enum MapFile {
  /// - Throws: `UsageError` if it cannot be read, is too long, or is not text.
  static func text(of path: String) throws(UsageError) -> String {
    var source = try ByteSource(path)
    let bytes = try source.read(upTo: DataImport.longestMap + 1)
    guard bytes.count <= DataImport.longestMap else {
      throw UsageError(
        message: "\(path) has more than \(DataImport.longestMap / 1024) KiB, as no map of columns has.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError(message: "\(path) is not UTF-8 text.")
    }
    return text
  }

  /// Has the daemon look at how files begin, and writes the map that it guesses.
  ///
  /// - Throws: `UsageError` when there is such a file already, or it cannot be written.
  static func guess(
    _ path: String, of upload: ImportUpload, files: [String], in session: CommandSession
  ) throws {
    // Before anything is sent.
    guard path == "-" || access(path, F_OK) != 0 else {
      throw UsageError(message: "\(path) already exists. Name another file for the map.")
    }
    let (json, answer) = try upload.answer(.init(guess: true), in: session)
    guard let map = answer.summary?.map else {
      throw UsageError(message: "The daemon is older than bbctl, and guesses no maps.")
    }
    var sink = try ByteSink(path, replacing: false, in: session)
    try sink.write(Array(map.utf8))
    try sink.finish()
    if path == "-" { return }
    if session.printsJSON { return session.print(json: json) }
    let names = files.map(\.shellQuoted).joined(separator: " ")
    session.print(
      Page(line: "Guessed what the columns mean: \(path). Look at each line of it; nothing was imported."))
    session.print(Page(line: "Then: bbctl import \(names) --map \(path.shellQuoted)"))
  }
}
