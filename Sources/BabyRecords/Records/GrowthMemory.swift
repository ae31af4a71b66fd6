import BabyEngine
import BabyGrowth
import BabyModel
import BabyProtocol
import Synchronization

/// What each measurement of the last answers about growth is on the wire: five years of them are some 800 values, and
/// encoding takes most of the time of an answer.
///
/// It says nothing about what is in the log. What it has of a measurement is used again only for one that says the same.
package final class GrowthMemory: Sendable {
  private typealias Part = EncodedList<GrowthRecord>.Part

  /// All that was said of one child. The three lists go together, newest first.
  private struct Answer {
    /// As its times and amounts were told.
    var zone: String
    var units: VolumeUnit
    var entries: [Entry]
    /// What follows from a measurement stands beside it.
    var rows: [ArraySlice<GrowthRow>]
    var parts: [Part] = []

    init(_ view: GrowthView) {
      (zone, units, entries) = (view.zone.name, view.settings.units, view.entries)
      rows = view.history.rowsByMeasurement
    }

    func isAlike(_ other: Answer) -> Bool { zone == other.zone && units == other.units }
  }

  /// In bytes, of all children together.
  private static let mostBytes = 512 * 1024

  private let answers = Mutex<[ChildID: Answer]>([:])

  package init() {}

  /// - Parameters:
  ///   - count: how many values there are.
  ///   - limit: how many at most are told.
  func parts(of view: GrowthView, count: Int, limit: Int) -> [EncodedList<GrowthRecord>.Part] {
    var answer = Answer(view)
    guard count <= limit else { return Self.cut(answer, view, limit: limit) }
    let last = answers.withLock { $0[view.child.id] }
    // Something new is mostly among the latest, and something mended in one place.
    let (head, tail) = last.map { Self.common($0, answer) } ?? (0, 0)
    let new = (head..<answer.entries.count - tail).map { place in
      Part(GrowthRecord.all(answer.rows[place], of: answer.entries[place], in: view))
    }
    answer.parts = (last?.parts.prefix(head) ?? []) + new + (last?.parts.suffix(tail) ?? [])
    keep(answer, of: view.child.id)
    return answer.parts
  }

  /// How many measurements at the beginning and at the end are the same.
  private static func common(_ last: Answer, _ next: Answer) -> (head: Int, tail: Int) {
    guard last.isAlike(next) else { return (0, 0) }
    let (ends, most) = ((last.entries.count, next.entries.count), min(last.entries.count, next.entries.count))
    func isSame(_ one: Int, _ other: Int) -> Bool {
      last.entries[one] == next.entries[other] && last.rows[one] == next.rows[other]
    }
    var (head, tail) = (0, 0)
    while head < most, isSame(head, head) { head += 1 }
    while tail < most - head, isSame(ends.0 - 1 - tail, ends.1 - 1 - tail) { tail += 1 }
    return (head, tail)
  }

  /// The newest values, when there are too many; nothing of them is remembered.
  private static func cut(_ answer: Answer, _ view: GrowthView, limit: Int) -> [Part] {
    var parts: [Part] = []
    var room = limit
    for (rows, entry) in zip(answer.rows, answer.entries) where room > 0 {
      let records = GrowthRecord.all(rows, of: entry, in: view).prefix(room)
      room -= records.count
      parts.append(Part(Array(records)))
    }
    return parts
  }

  private func keep(_ answer: Answer, of child: ChildID) {
    func bytes(_ answer: Answer) -> Int { answer.parts.reduce(0) { $0 + $1.size } }
    let size = bytes(answer)
    answers.withLock { answers in
      answers[child] = nil
      if answers.values.reduce(size, { $0 + bytes($1) }) > Self.mostBytes { answers = [:] }
      if size <= Self.mostBytes { answers[child] = answer }
    }
  }
}

extension GrowthHistory {
  fileprivate var rowsByMeasurement: [ArraySlice<GrowthRow>] {
    var groups: [ArraySlice<GrowthRow>] = []
    var first = 0
    for place in rows.indices where place + 1 == rows.count || rows[place + 1].entry != rows[first].entry {
      groups.append(rows[first...place])
      first = place + 1
    }
    return groups
  }
}
