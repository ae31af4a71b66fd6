import BabyClient
import BabyModel
import BabyProtocol

/// Two entries at the same time, and the command that mends it.
struct OverlapNotice {
  let earlier: EntryRecord
  let later: EntryRecord

  init?(_ one: EntryRecord, _ other: EntryRecord) {
    guard let overlap = Overlap.all(in: [one.entry, other.entry]).first else { return nil }
    (earlier, later) = overlap.earlier.id == one.entry.id ? (one, other) : (other, one)
  }

  /// All among some entries, in their order.
  static func all(in records: [EntryRecord]) -> [OverlapNotice] {
    let lasting = records.filter { $0.entry.end != nil && $0.entry.kind.declaration.runsWithoutEnd }
    guard lasting.count > 1 else { return [] }
    return Overlap.all(in: lasting.map { $0.entry }).compactMap { overlap in
      guard let earlier = lasting.first(where: { $0.entry.id == overlap.earlier.id }),
        let later = lasting.first(where: { $0.entry.id == overlap.later.id })
      else { return nil }
      return OverlapNotice(earlier, later)
    }
  }

  /// One that lies within the other goes, after a question; else the later one begins when the earlier one has ended.
  var remedy: String {
    guard Overlap(earlier: earlier.entry, later: later.entry).isWithin == false, let end = typedEnd else {
      return "bbctl delete \(later.shortID)"
    }
    return "bbctl edit \(later.shortID) --from \(end)"
  }

  /// When the earlier one has ended, to the second; rounded up, so that nothing overlaps any more.
  private var typedEnd: String? {
    // Only the clock time has to be rounded: the offset behind it stays.
    guard let text = earlier.endLocal, let wall = Instant(rfc3339: text.dropLast(6) + "Z") else { return nil }
    let rounded = Instant(milliseconds: (wall.milliseconds + 999) / 1000 * 1000)
    return String(rounded.utcText.prefix { $0 != "." } + text.suffix(6))
  }

  /// "d4e5f6 overlaps a1b2c3; the time counts once"
  var text: String { "\(later.shortID) overlaps \(earlier.shortID); the time counts once" }
}

extension Page {
  /// Says of entries that overlap how that is mended.
  mutating func overlaps(in records: [EntryRecord]) {
    for notice in OverlapNotice.all(in: records) {
      line(.init(notice.text, .severity(.warning)), .init(": " + notice.remedy, .faint))
    }
  }
}
