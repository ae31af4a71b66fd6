import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// The files of a folder and of those in it.
struct FolderListing {
  /// The most files that are imported at once.
  static let mostFiles = 2_000
  private static let mostDepth = 8

  /// Sorted by path, without hidden ones; one more than `mostFiles` if there are too many.
  private(set) var files: [String] = []

  /// - Returns: nil if it is not a readable folder.
  init?(_ path: String) {
    guard path != "-", let names = Self.names(in: path) else { return nil }
    add(names, of: path, depth: 0)
    files.sort()
  }

  private mutating func add(_ names: [String], of folder: String, depth: Int) {
    for name in names where files.count <= Self.mostFiles {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: files.append(path)
      case S_IFDIR where depth < Self.mostDepth: add(Self.names(in: path) ?? [], of: path, depth: depth + 1)
      default: break
      }
    }
  }

  /// The files and folders whose paths begin with a text, for completion. Folders end in a slash.
  static func paths(beginningWith typed: String) -> [String] {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let names = names(in: folder.isEmpty ? "." : folder) ?? []
    return names.map { folder + $0 }.filter { $0.hasPrefix(typed) }.map { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? path + "/" : path
    }
  }

  private static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count <= mostFiles {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), name != "__MACOSX" { names.append(name) }
    }
    return names.sorted()
  }
}

/// A file that says what the columns of a table mean.
enum MapFile {
  /// - Throws: `UsageError` if it cannot be read, is too long, or is not text.
  static func text(of path: String) throws(UsageError) -> String {
    var source = try ByteSource(path)
    let bytes = try source.read(upTo: DataImport.longestMap + 1)
    guard bytes.count <= DataImport.longestMap else {
      throw UsageError(
        message: "\(path) is larger than \(DataImport.longestMap / 1024) KiB, the most that a map of columns can have.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError(message: "\(path) is not UTF-8 text.")
    }
    return text
  }

  /// Has the daemon look at how files begin, and writes the map that it guesses.
  ///
  /// - Throws: `UsageError` if the file exists already, or cannot be written.
  static func guess(
    _ path: String, of upload: ImportUpload, files: [String], in session: CommandSession
  ) throws {
    // Before anything is sent.
    guard path == "-" || access(path, F_OK) != 0 else {
      throw UsageError(message: "\(path) already exists. Name another file for the map.")
    }
    let (json, answer) = try upload.answer(.init(guess: true), in: session)
    guard let map = answer.summary?.map else {
      throw UsageError(message: "The daemon is older than bbctl and does not support --guess; update it.")
    }
    var sink = try ByteSink(path, replacing: false, in: session)
    try sink.write(Array(map.utf8))
    try sink.finish()
    if path == "-" { return }
    if session.printsJSON { return session.print(json: json) }
    let names = files.map(\.shellQuoted).joined(separator: " ")
    session.print(
      Page(line: "Guessed a map of the columns: \(path). Check each line of it; nothing was imported."))
    session.print(Page(line: "Then: bbctl import \(names) --map \(path.shellQuoted)"))
  }
}

/// Files for the rows that could not be read, to be corrected and imported again.
struct RefusedRowFiles {
  private let path: String

  /// - Throws: `UsageError` if the file exists already.
  init(_ path: String) throws(UsageError) {
    guard access(path, F_OK) != 0 else {
      throw UsageError(message: "\(path) already exists. Name another file for rows that cannot be read.")
    }
    self.path = path
  }

  /// - Returns: the files that were written: one for each that has such rows.
  /// - Throws: `UsageError` if one already exists or cannot be written.
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
