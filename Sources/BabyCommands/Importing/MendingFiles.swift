import BabyClient
import BabyProtocol
import Glibc

/// Where rows go that could not be read, to be mended and imported again.
struct MendingFiles {
  private let path: String

  /// - Throws: `UsageError` when there is such a file already.
  init(_ path: String) throws(UsageError) {
    guard access(path, F_OK) != 0 else {
      throw UsageError(message: "\(path) already exists. Name another file for rows that cannot be read.")
    }
    self.path = path
  }

  /// - Returns: the files that were written: one for each that has such rows.
  /// - Throws: `UsageError` when one is there already or cannot be written.
  func write(_ rows: [RefusedRowsRecord], in session: CommandSession) throws(UsageError) -> [String] {
    var written: [String] = []
    for rows in rows {
      let name = written.isEmpty ? path : numbered(written.count + 1)
      var sink = try ByteSink(name, replacing: false, in: session)
      try sink.write(Array(rows.text.utf8))
      try sink.finish()
      written.append(name)
    }
    return written
  }

  /// `mend.csv` becomes `mend-2.csv`.
  private func numbered(_ number: Int) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return "\(path)-\(number)" }
    return path[..<dot] + "-\(number)" + path[dot...]
  }
}
