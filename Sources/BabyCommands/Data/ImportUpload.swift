import BabyClient
import BabyProtocol
import Glibc

/// Files on their way to the daemon, which reads them.
struct ImportUpload {
  private let paths: [String]

  /// - Parameter names: files, folders, or `-` for standard input.
  /// - Throws: `UsageError` for a folder without files, or with too many.
  init(_ names: [String]) throws(UsageError) {
    var paths: [String] = []
    for name in names {
      guard let folder = FolderListing(name) else {
        paths.append(name)
        continue
      }
      if folder.files.isEmpty { throw UsageError(message: "There is no file in \(name).") }
      paths += folder.files
    }
    guard paths.count <= FolderListing.mostFiles else {
      throw UsageError(
        message: "These are more than \(FolderListing.mostFiles) files. Import those that are an app's data.")
    }
    self.paths = paths
  }

  /// Whether it reads standard input, which can be read only once.
  var readsInput: Bool { paths.contains("-") }

  /// Sends all files and waits until they are read. Ctrl-C reverts what was stored.
  func answer(
    _ params: DataImport.Params, in session: CommandSession
  ) throws -> (json: JSON, answer: DataImport.Answer) {
    var progress = ProgressBar(total: try size(), in: session)
    defer { progress.clear() }
    var interrupt = DeferredInterrupt()
    let id = try session.call(DataImport.self, params).importID
    func endIfInterrupted() throws {
      guard interrupt.hasCome() else { return }
      _ = try session.call(DataImport.self, .init(importID: id, cancel: true))
      throw UsageError(message: "Import cancelled; nothing was imported.")
    }
    for path in paths {
      var source = try ByteSource(path)
      var name = path == "-" ? "" : path.split(separator: "/").last.map(String.init)
      while case let chunk = try source.read(upTo: DataImport.chunkSize), !chunk.isEmpty || name != nil {
        _ = try session.call(DataImport.self, .init(importID: id, file: name, chunk: base64(chunk)))
        try endIfInterrupted()
        progress.advance(by: chunk.count, rows: 0)
        name = nil
      }
    }
    var isFirst = true
    while true {
      let call = DataImport.Params(importID: id, end: isFirst, stepwise: true)
      let (wire, answer) = try session.read(DataImport.self, call)
      isFirst = false
      if answer.summary != nil { return (wire.json, answer) }
      progress.advance(by: 0, rows: answer.rows)
      try endIfInterrupted()
    }
  }

  /// Of all files together; nil when that is not known.
  private func size() throws(UsageError) -> Int? {
    var sum = 0
    for path in paths {
      // Each can be opened, before anything is sent.
      guard let size = try ByteSource(path).size else { return nil }
      sum += size
    }
    return sum
  }
}

/// Defers Ctrl-C while it lives, so that a partial import can be reverted first.
struct DeferredInterrupt: ~Copyable {
  private var before = sigset_t()
  private var signals = sigset_t()

  init() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  deinit {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Whether Ctrl-C was pressed. Resets the flag.
  mutating func hasCome() -> Bool {
    var pending = sigset_t()
    guard sigpending(&pending) == 0, sigismember(&pending, SIGINT) == 1 else { return false }
    var number: CInt = 0
    return sigwait(&signals, &number) == 0
  }
}

/// How far a long command is, on standard error, when a person watches.
struct ProgressBar {
  private let total: Int?
  private let write: ((String) -> Void)?
  private var done = 0
  private var shown = ""

  init(total: Int?, in session: CommandSession) {
    self.total = total
    let isShown = session.environment.errorIsTerminal && !session.renderer.isPlain && !session.printsJSON
    write = isShown ? session.environment.writeError : nil
  }

  mutating func advance(by bytes: Int, rows: Int) {
    done += bytes
    guard let write else { return }
    guard let total, total > 0 else {
      write("\r\(Count.grouped(rows)) rows")
      return
    }
    let percent = min(100, done * 100 / total)
    let filled = percent * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    let line = "[\(bar)] \(percent) %" + (rows > 0 ? "  \(Count.grouped(rows)) rows" : "")
    guard line != shown else { return }
    shown = line
    write("\r" + line)
  }

  /// Takes the bar away, so that what follows begins on an empty line.
  mutating func clear() {
    if done > 0 { write?("\r\u{1B}[K") }
    done = 0
  }
}
