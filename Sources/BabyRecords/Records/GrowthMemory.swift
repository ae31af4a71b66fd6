import BabyEngine
import BabyStatistics
import BabyModel
import BabyProtocol
import Synchronization

/// What each measurement of the last answers about growth is on the wire: five years of them are some 800 values, and
/// encoding takes most of the time of an answer.
///
/// It says nothing about what is in the log. What it has of a measurement is used again only for one that says the same.
package final class GrowthMemory: Sendable {
  private typealias Part = EncodedList<GrowthRecord>.Part

  /// All that was said of one child. Entries, ends and parts go together, newest first.
  private struct Answer {
    /// As its times and amounts were told.
    var zone: String
    var units: VolumeUnit
    var measures: MeasureUnits
    var entries: [Entry]
    var rows: [GrowthRow]
    /// Where the rows of each measurement end: what follows from one stands beside it.
    var ends: [Int]
    var parts: [Part] = []

    init(_ view: GrowthView) {
      (zone, units, entries) = (view.zone.name, view.settings.units, view.entries)
      measures = view.settings.measures
      let rows = view.history.rows
      self.rows = rows
      ends = rows.indices.filter { $0 + 1 == rows.count || rows[$0 + 1].entry != rows[$0].entry }.map { $0 + 1 }
    }

    func rowCount(ofLast count: Int) -> Int { rows.count - rows(of: entries.count - count).startIndex }

    func rows(of place: Int) -> ArraySlice<GrowthRow> { rows[(place == 0 ? 0 : ends[place - 1])..<ends[place]] }

    func isAlike(_ other: Answer) -> Bool {
      zone == other.zone && units == other.units && measures == other.measures
    }
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
      Part(GrowthRecord.all(answer.rows(of: place), of: answer.entries[place], in: view))
    }
    answer.parts = (last?.parts.prefix(head) ?? []) + new + (last?.parts.suffix(tail) ?? [])
    keep(answer, of: view.child.id)
    return answer.parts
  }

  /// How many measurements at the beginning and at the end are the same, and so is what follows from them.
  private static func common(_ last: Answer, _ next: Answer) -> (head: Int, tail: Int) {
    guard last.isAlike(next) else { return (0, 0) }
    let (entries, rows) = (ends(last.entries, next.entries), ends(last.rows, next.rows))
    var (head, tail) = entries
    // Something that followed from the last of them may be there no longer, or again.
    while head > 0, max(last.ends[head - 1], next.ends[head - 1]) > rows.head { head -= 1 }
    while tail > 0, max(last.rowCount(ofLast: tail), next.rowCount(ofLast: tail)) > rows.tail { tail -= 1 }
    return (head, tail)
  }

  /// How many elements at the beginning and at the end are the same. They are compared where they lie: to copy them takes
  /// longer.
  private static func ends<Element: Equatable>(_ one: [Element], _ other: [Element]) -> (head: Int, tail: Int) {
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        let most = min(one.count, other.count)
        var (head, tail) = (0, 0)
        while head < most, one[head] == other[head] { head += 1 }
        while tail < most - head, one[one.count - 1 - tail] == other[other.count - 1 - tail] { tail += 1 }
        return (head, tail)
      }
    }
  }

  /// The newest values, when there are too many; nothing of them is remembered.
  private static func cut(_ answer: Answer, _ view: GrowthView, limit: Int) -> [Part] {
    var parts: [Part] = []
    var room = limit
    for (place, entry) in answer.entries.enumerated() where room > 0 {
      let records = GrowthRecord.all(answer.rows(of: place), of: entry, in: view).prefix(room)
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
