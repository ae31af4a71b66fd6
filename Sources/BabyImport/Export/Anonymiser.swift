import BabyModel
import SystemLibraries

/// Removes from a log everything that identifies the family: names, notes and authors are left out, times are moved.
///
/// All results follow from a key and a number of weeks, which are never stored: they are the same within one export,
/// and differ in the next. There is no table of replacements, so memory does not grow with the log.
/// docs/decisions/exports.md says what stays, and why.
public struct Anonymiser: Sendable {
  /// By how many weeks times can be moved back.
  public static let weeks = 4...520
  public static let keyLength = 16
  /// In place of a required note.
  static let placeholder = "left out"

  private let key: [UInt8]
  private let days: Int
  private var children: [ChildID: Child] = [:]

  /// - Parameters:
  ///   - key: `keyLength` random bytes, for this export alone.
  ///   - weeks: how far back all times are moved, out of `weeks`.
  public init(key: [UInt8], weeks: Int) {
    self.key = key
    days = 7 * weeks
  }

  /// One for an export that cannot be reversed.
  public static func random() -> Anonymiser {
    var generator = SystemRandomNumberGenerator()
    let key = (0..<keyLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Anonymiser(key: key, weeks: Int.random(in: weeks, using: &generator))
  }

  /// The zone of the exported entries: in UTC they show the child's own clock times.
  ///
  /// A zone with summer time would not do: the hour that its clocks skip is on another date each year, and its name
  /// reveals where a family lives.
  static let zone = ZoneRules.utc

  /// Takes the children whose entries follow.
  ///
  /// - Returns: the remaining children; settings and reminders are left out.
  mutating func begin(_ archive: Archive) -> Archive {
    for (index, child) in archive.children.enumerated() { children[child.id] = anonymised(child, number: index + 1) }
    return Archive(children: archive.children.map { self.child($0) })
  }

  func child(_ child: Child) -> Child { children[child.id] ?? anonymised(child, number: 0) }

  /// The start keeps its day of the week and its time of day; all other times of the entry keep their distance from it.
  ///
  /// - Parameter zone: the child's own.
  func entry(_ entry: Entry, in zone: ZoneRules) -> Entry {
    let distance = moved(entry.start, in: zone) - entry.start
    var moved = Entry(
      id: id(entry.id), childID: id(entry.childID), content: content(entry.content, moved: distance),
      start: entry.start + distance, end: entry.end.map { $0 + distance }, endUnknown: entry.endUnknown,
      createdAt: entry.createdAt + distance, updatedAt: entry.updatedAt + distance)
    if entry.kind.declaration.requiredNote != nil { moved.note = Self.placeholder }
    return moved
  }
}

extension Anonymiser {
  /// Only the days on which a child was added and changed: their times of day would be in another zone than the
  /// entries.
  private func anonymised(_ child: Child, number: Int) -> Child {
    let born = max(child.born.adding(days: -days), Self.earliestBorn)
    let distance = born.dayNumber - child.born.dayNumber
    return Child(
      id: id(child.id), name: "Child \(number)", born: born, sex: child.sex, zone: Self.zone.name,
      feedingStyle: child.feedingStyle, dueDate: child.dueDate?.adding(days: distance),
      birthWeight: child.birthWeight, createdAt: day(child.createdAt), updatedAt: day(child.updatedAt),
      removedAt: child.removedAt.map(day))
  }

  /// Before it, no child's date of birth can be read back.
  private static var earliestBorn: LocalDate { LocalDate(dayNumber: -25_567) }

  private static var secondsInDay: Int { 86_400 }

  private func day(_ instant: Instant) -> Instant {
    let day = Self.zone.local(instant).date.dayNumber - days
    return Instant(milliseconds: 0) + .seconds(day * Self.secondsInDay)
  }

  /// - Returns: when clocks in `Anonymiser.zone` show the time that those in the child's zone showed, the key's number
  ///   of weeks before.
  private func moved(_ instant: Instant, in zone: ZoneRules) -> Instant {
    instant + .seconds(zone.offset(at: instant) - days * Self.secondsInDay)
  }

  private func content(_ content: EntryContent, moved distance: Duration) -> EntryContent {
    switch content {
    case .feeding(var feeding):
      if let turn = feeding.turn { feeding.turn?.since = turn.since + distance }
      return .feeding(feeding)
    case .diaper, .sleep, .tummyTime, .note: return content
    case .declared(let kind, let values):
      return .declared(
        kind,
        values.map { value in
          switch value {
          case .instant(let instant)?: .instant(instant + distance)
          case .text(let text)?: .text(pseudonym(of: text, kind))
          case .choice?, .quantity?, .seconds?, .count?, nil: value
          }
        })
    }
  }

  // MARK: Pseudonyms

  /// A UUID of version 8 (RFC 9562), which cannot be computed without the key.
  private func id<Subject>(_ id: Identifier<Subject>) -> Identifier<Subject> {
    let hash = hash("id", id.bytes)
    let (high, low) = (word(hash[..<8]), word(hash[8..<16]))
    return Identifier(
      high: high & 0xffff_ffff_ffff_0fff | 0x8000, low: low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
  }

  /// A list with commas stays one, so that equal items of several lists stay equal; a text that becomes too long is
  /// cut.
  private func pseudonym(of text: String, _ kind: KindDeclaration) -> String {
    guard !kind.isNamed else {
      let name = normalised(text).lowercased()
      return KnownActivities.names.contains(name) ? name : pseudonym(of: name[...], kind)
    }
    var list = ""
    for part in text.split(separator: ",") where part.contains(where: { !$0.isWhitespace }) {
      let next = (list.isEmpty ? "" : ", ") + pseudonym(of: part, kind)
      guard list.utf8.count + next.utf8.count <= TextLimits.field.characters else { break }
      list += next
    }
    return list.isEmpty ? pseudonym(of: text[...], kind) : list
  }

  /// `medicine-3f9a07c1`: the same for the same text, upper and lower case and blanks apart.
  private func pseudonym(of text: Substring, _ kind: KindDeclaration) -> String {
    let digits = hash("text", Array(normalised(String(text)).lowercased().utf8)).prefix(4).hexadecimal
    return "\(kind.word.prefix(20))-\(digits)"
  }

  /// - Parameter use: so that an id and a text that are the same bytes do not become the same.
  private func hash(_ use: String, _ bytes: [UInt8]) -> [UInt8] {
    MessageDigest.hmacSHA256(Array(use.utf8) + [0] + bytes, key: key)
  }

  private func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
