import BabyClient
import BabyModel
import BabyProtocol

/// Why an entry is not moved, for the person who moves the log.
struct MoveRemark {
  /// Nil if the entry is unknown.
  let id: EntryID?
  /// "2026-11-25 05:00 Wet diaper (3ee58a): that of 05:01 there (7c3f2a) is probably the same"
  let text: String

  var json: JSON { ["id": id.map { .string("\($0)") } ?? .null, "text": .string(text)] }
}

/// Names the entries that a daemon did not take.
struct MoveRemarks {
  private let source: Client
  private let target: Client
  private let entries: [Int: EntryID]

  /// - Parameter entries: of the log, by the lines on which they were sent.
  init(from source: Client, to target: Client, entries: [Int: EntryID]) {
    self.source = source
    self.target = target
    self.entries = entries
  }

  /// - Returns: those that the other daemon has from elsewhere without any difference; and those that cannot leave
  ///   until a person has decided about them.
  func of(
    _ answer: DataImport.Answer, sourceName: String
  ) throws(ClientError) -> (alike: [MoveRemark], staying: [MoveRemark]) {
    guard let summary = answer.summary else { return ([], []) }
    var (alike, staying): ([MoveRemark], [MoveRemark]) = ([], [])
    for place in summary.similarRows ?? [] {
      let (entry, words) = try described(at: place.line)
      var other: EntryRecord?
      if let id = place.entryID { other = try entryThere(id) }
      let twin =
        "that of \(other.map(Self.time) ?? "the same time") there"
        + (place.entryID.map { " (\($0.lastDigits))" } ?? "")
      if let note = entry?.note, note != other?.entry.note {
        staying.append(MoveRemark(id: entry?.id, text: "\(words): \(twin) is probably the same, but lacks its note"))
      } else {
        alike.append(MoveRemark(id: entry?.id, text: "\(words): \(twin) is probably the same"))
      }
    }
    for place in summary.editedRows ?? [] {
      let (entry, words) = try described(at: place.line)
      let discard = entry.map { "bbctl delete \($0.id.lastDigits) --socket \(sourceName.shellQuoted)" }
      staying.append(
        MoveRemark(
          id: entry?.id,
          text: "\(words): it was changed there too" + (discard.map { "; \($0) gives this one up" } ?? "")))
    }
    for row in summary.badRows {
      let (entry, words) = try described(at: row.line)
      staying.append(MoveRemark(id: entry?.id, text: "\(words): \(row.reason)"))
    }
    let count = answer.similar + answer.editedHere + summary.badRowCount
    let more = count - alike.count - staying.count
    if more > 0 { staying.append(MoveRemark(id: nil, text: "and \(Count.grouped(more)) more")) }
    return (alike, staying)
  }

  private func described(at line: Int) throws(ClientError) -> (Entry?, words: String) {
    guard let id = entries[line] else { return (nil, "Line \(line) of the exported log") }
    let record = try source.call(EntryGet.self, .init(id: "\(id)")).entry
    let note = record.entry.note.map { " · \($0.excerpt)" } ?? ""
    let words = Words.line(record.entry, units: .milliliters)
    return (record.entry, "\(Self.time(of: record)) \(words)\(note) (\(id.lastDigits))")
  }

  /// Nil if the same import would bring it.
  private func entryThere(_ id: EntryID) throws(ClientError) -> EntryRecord? {
    do throws(ClientError) { return try target.call(EntryGet.self, .init(id: "\(id)")).entry } catch {
      if case .refused(let refusal) = error, refusal.code == .entryNotFound { return nil }
      throw error
    }
  }

  /// "2026-11-20 14:30"; of a day "2026-11-20"
  private static func time(of record: EntryRecord) -> String {
    String(record.startLocal.prefix(record.isOfDay ? 10 : 16)).replacing("T", with: " ")
  }
}
