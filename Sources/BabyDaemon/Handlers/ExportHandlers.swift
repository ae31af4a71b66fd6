import BabyEngine
import BabyImport
import BabyModel
import BabyProtocol
import BabySocket
import Synchronization

extension MethodHandlers {
  /// Exporting files that clients write.
  mutating func addExport(_ transfers: Transfers, executor: any TaskExecutor) {
    call(DataExport.self) { params, session, engine in
      let part: ExportPart
      if params.next {
        guard let next = transfers.takeExport(of: session) else { throw BabyError.exportNotFound }
        part = try await next.value
      } else {
        // Reading and writing take milliseconds: not on the event loop, where every other client would wait.
        part = try await withTaskExecutorPreference(executor) {
          let reader = try ExportReader(of: params.childID, by: session.caller, engine: engine)
          return try await ExportPart(firstReadBy: reader, for: writer(params, of: reader), on: executor)
        }
      }
      transfers.keepExport(part.next(on: executor), of: session)
      let remarks = part.writer.remarks
      return DataExport.Answer(
        format: remarks.format, text: part.text, entries: remarks.entries,
        keptAsNotes: remarks.keptAsNotes > 0 ? remarks.keptAsNotes : nil,
        leftOut: remarks.leftOut > 0 ? remarks.leftOut : nil,
        overlapping: remarks.overlapping > 0 ? remarks.overlapping : nil,
        overlappingAt: remarks.overlappingAt.isEmpty ? nil : remarks.overlappingAt, units: remarks.units,
        unknownKinds: part.unknown > 0 ? part.unknown : nil, isEnd: part.rest == nil)
    }
  }
}

/// Writes the file that is wanted.
private func writer(_ params: DataExport.Params, of reader: ExportReader) -> any LogWriter {
  if let table = params.table { return BabyBuddyWriter(table: table, units: BabyBuddyUnits(reader.settings)) }
  return ExportWriter(format: params.format == .csv ? .csv : .json, anonymiser: params.anonymise ? .random() : nil)
}

/// A part of an exported file.
///
/// While a client takes one part, the next one is written and the one after that is read. Nothing more is done ahead: a
/// client that does not return leaves no more than that behind, and it goes with the connection.
struct ExportPart: Sendable {
  fileprivate typealias Reading = Task<(reader: ExportReader, sections: [ExportReader.Section]), any Error>

  fileprivate let text: String
  /// How many of kinds that this version does not know have been read so far.
  fileprivate let unknown: Int
  fileprivate let writer: any LogWriter
  /// The next part; nil at the end.
  fileprivate let rest: Reading?

  fileprivate init(
    firstReadBy reader: ExportReader, for writer: any LogWriter, on executor: any TaskExecutor
  ) async throws {
    var writer = writer
    writer.begin(reader.archive)
    try await self.init(of: Self.read(reader, on: executor), by: writer, after: 0, on: executor)
  }

  /// - Parameter before: `unknown` of the part before.
  private init(
    of reading: Reading, by writer: any LogWriter, after before: Int, on executor: any TaskExecutor
  ) async throws {
    let (reader, sections) = try await reading.value
    rest = reader.isAtEnd ? nil : Self.read(reader, on: executor)
    var writer = writer
    for section in sections {
      for entry in section.entries { writer.add(entry, of: section.child, in: section.zone) }
      for entry in section.unknown { writer.add(entry) }
    }
    if reader.isAtEnd { writer.end() }
    text = String(decoding: writer.take(), as: UTF8.self)
    unknown = sections.reduce(before) { $0 + $1.unknown.count }
    self.writer = writer
  }

  private static func read(_ reader: ExportReader, on executor: any TaskExecutor) -> Reading {
    Task(executorPreference: executor) {
      var reader = reader
      let sections = try reader.next()
      return (reader, sections)
    }
  }

  fileprivate func next(on executor: any TaskExecutor) -> Task<ExportPart, any Error>? {
    guard let rest else { return nil }
    return Task(executorPreference: executor) {
      try await ExportPart(of: rest, by: writer, after: unknown, on: executor)
    }
  }
}

/// Files on their way to and from clients, a part with each call. What is not at its end goes away with its connection.
final class Transfers: ConnectionObserver {
  private struct State {
    /// The next part of the export that a client reads.
    var exports: [Int: Task<ExportPart, any Error>] = [:]
    /// The backup that a client sends to be restored.
    var uploads: [Int: Upload] = [:]
  }

  private let state = Mutex(State())

  /// Whether an export or a restoring is under way.
  func isInUse(by session: ClientSession) -> Bool {
    state.withLock { $0.exports[session.id] != nil || $0.uploads[session.id] != nil }
  }

  /// The next part is taken out: when it cannot be had, the export is over.
  func takeExport(of session: ClientSession) -> Task<ExportPart, any Error>? {
    state.withLock { $0.exports.removeValue(forKey: session.id) }
  }

  /// - Parameter next: nil at the end of the file.
  func keepExport(_ next: Task<ExportPart, any Error>?, of session: ClientSession) {
    state.withLock { $0.exports[session.id] = next }
  }

  func takeUpload(of session: ClientSession) -> Upload? {
    state.withLock { $0.uploads.removeValue(forKey: session.id) }
  }

  func keepUpload(_ upload: Upload, of session: ClientSession) {
    state.withLock { $0.uploads[session.id] = upload }
  }

  func ended(_ session: ClientSession) {
    // Releasing it deletes its file, which must not block others.
    _ = state.withLock { ($0.exports.removeValue(forKey: session.id), $0.uploads.removeValue(forKey: session.id)) }
  }
}
