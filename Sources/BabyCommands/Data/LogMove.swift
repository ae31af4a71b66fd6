import BabyClient
import BabyModel
import BabyProtocol

/// Moves a log from one daemon to another: exports it, imports it, and deletes it at the source once it has arrived.
///
/// An interrupted move can be run again: no entry arrives twice, and nothing is deleted before everything has arrived.
struct LogMove {
  struct Outcome {
    /// Entries that the target did not have.
    var added = 0
    /// Entries that the target had already, in this or an earlier version.
    var unchanged = 0
    /// Entries that were not moved, because the target has the same ones from elsewhere.
    var alike: [MoveRemark] = []
    /// Entries that block the move.
    var staying: [MoveRemark] = []
    /// Name of the source's backup; nil while the log is still there.
    var backup: String?
    /// Why it is still there.
    var failure: UsageError?
  }

  /// How often a log is copied again because it changed in the meantime.
  private static let tries = 5

  private let source: Client
  private let target: Client
  private let sourceName: String
  private let targetName: String
  private let session: CommandSession

  /// - Parameters:
  ///   - source: socket of the daemon that has the log.
  ///   - target: socket of the daemon that takes it.
  init(from source: String, to target: String, in session: CommandSession) {
    self.source = session.client(of: source)
    self.target = session.client(of: target)
    (sourceName, targetName) = (source, target)
    self.session = session
  }

  /// The contents to move.
  ///
  /// - Throws: `UsageError` for an account's log.
  func content() throws -> (children: [ChildRecord], entries: Int) {
    let status = try source.call(DaemonStatus.self, NoParams())
    guard !status.isOfAccount else {
      throw UsageError(
        message:
          "The log at \(sourceName) belongs to an account on the family server: log in to it there instead of moving it.",
        hint: "bbctl login --socket \(targetName)")
    }
    return (try source.call(ChildList.self, .init()).children, status.entries)
  }

  /// - Parameter keepsSimilar: whether entries are moved too that are probably there already.
  func run(keepingSimilar keepsSimilar: Bool, isDryRun: Bool) throws -> Outcome {
    try checkPermission()
    for _ in 0..<Self.tries {
      let before = try source.call(DaemonStatus.self, NoParams()).seq
      var outcome = try copy(keepingSimilar: keepsSimilar, isDryRun: isDryRun)
      if isDryRun || outcome.failure != nil { return outcome }
      // Entries that are logged during the copy have to be included.
      if let backup = try deleteSource(ifStillAt: before) {
        outcome.backup = backup
        return outcome
      }
    }
    return Outcome(
      failure: UsageError(
        message: "New entries keep arriving at \(sourceName), so its log has been copied but not moved.")
    )
  }

  /// - Throws: the daemon's error if the caller may not take a log away, before anything is changed.
  private func checkPermission() throws {
    guard let child = try source.call(ChildList.self, .init()).children.first else { return }
    do throws(ClientError) {
      _ = try source.call(ChildPurge.self, .init(childID: "\(child.child.id)", options: .init(dryRun: true)))
    } catch {
      // The child is expected not to be removed yet.
      if case .refused(let refusal) = error, refusal.code == .childNotRemoved { return }
      throw error
    }
  }

  private func copy(keepingSimilar keepsSimilar: Bool, isDryRun: Bool) throws -> Outcome {
    let theirs = try target.call(ChildList.self, .init(includesRemoved: true)).children
    if !isDryRun { try restoreChildren(theirs) }
    var archive = ArchiveRewriter(children: theirs.filter { $0.child.removedAt == nil })
    let format = "babybasics-json"
    let id = try target.call(DataImport.self, .init(format: format, keepSimilar: keepsSimilar, dryRun: isDryRun))
      .importID
    var part = try source.call(DataExport.self, .init(format: .json))
    while true {
      try send(try archive.rewrite(part.text), into: id)
      if part.isEnd { break }
      part = try source.call(DataExport.self, .init(next: true))
    }
    let answer = try target.call(DataImport.self, .init(importID: id, end: true))
    var outcome = Outcome(added: answer.added, unchanged: answer.unchanged + answer.updated)
    (outcome.alike, outcome.staying) = try MoveRemarks(from: source, to: target, entries: archive.entries)
      .of(answer, sourceName: sourceName)
    let arrived = answer.added + answer.unchanged + answer.updated + outcome.alike.count
    if arrived != part.entries || !outcome.staying.isEmpty {
      let count = max(part.entries - arrived, outcome.staying.count)
      outcome.failure = UsageError(
        message:
          "\(targetName) did not take \(Count.of(count, "entry", "entries")). Everything is still at \(sourceName).",
        hint: answer.similar > outcome.alike.count
          ? keepingHint : "bbctl export log.json --socket \(sourceName.shellQuoted)")
    }
    return outcome
  }

  /// Restores a child that was moved this way before and has been removed there since.
  private func restoreChildren(_ theirs: [ChildRecord]) throws {
    let leaving = Set(try source.call(ChildList.self, .init()).children.map(\.child.id))
    for removed in theirs where removed.child.removedAt != nil && leaving.contains(removed.child.id) {
      _ = try target.call(ChildRestore.self, .init(childID: "\(removed.child.id)"))
    }
  }

  /// The command that also moves duplicates.
  private var keepingHint: String {
    "bbctl move --to \(targetName.shellQuoted) --socket \(sourceName.shellQuoted) --keep-similar"
  }

  private func send(_ text: String, into id: String) throws {
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: DataImport.chunkSize) {
      let chunk = Array(bytes[start..<min(start + DataImport.chunkSize, bytes.count)])
      _ = try target.call(DataImport.self, .init(importID: id, chunk: base64(chunk)))
    }
  }

  /// Backs the log up and deletes it at the source.
  ///
  /// A child is removed before it is deleted, so that no new entries can be logged for it.
  ///
  /// - Parameter seq: number of the last change that has been copied.
  /// - Returns: the backup's name; nil, with everything as before, when there has been another change.
  private func deleteSource(ifStillAt seq: Int) throws -> String? {
    let children = try source.call(ChildList.self, .init()).children
    let backup = try source.call(DataBackup.self, .init()).backup.name
    var removed: [ChildRecord] = []
    var expected = seq
    for child in children {
      let answer = try source.call(ChildRemove.self, .init(childID: "\(child.child.id)"))
      removed.append(child)
      expected += 1
      guard answer.seq == expected else {
        for child in removed { _ = try source.call(ChildRestore.self, .init(childID: "\(child.child.id)")) }
        return nil
      }
    }
    for child in try source.call(ChildList.self, .init(includesRemoved: true)).children {
      _ = try source.call(ChildPurge.self, .init(childID: "\(child.child.id)"))
    }
    return backup
  }
}

extension LogMove.Outcome {
  func json(from source: String, to target: String, isDryRun: Bool) -> JSON {
    [
      "from": .string(source), "to": .string(target), "added": .integer(Int64(added)),
      "unchanged": .integer(Int64(unchanged)), "alike": .array(alike.map(\.json)),
      "staying": .array(staying.map(\.json)), "backup": backup.map { .string($0) } ?? .null, "dryRun": .bool(isDryRun),
    ]
  }
}
