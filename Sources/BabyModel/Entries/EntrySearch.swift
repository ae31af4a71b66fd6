/// A search for text in entries: all words of it have to be found.
///
/// A word is found where a word of the entry begins with it, be it the kind, a detail, the amount or the clock time in
/// either form, and anywhere in the note. Upper and lower case are the same.
public struct EntrySearch: Sendable {
  private let words: [String]
  private let units: VolumeUnit
  private let zone: ZoneRules

  public init(_ text: String, units: VolumeUnit, zone: ZoneRules) {
    words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    self.units = units
    self.zone = zone
  }

  /// Whether everything that is searched for is in the entry; true when nothing is.
  public func matches(_ entry: Entry) -> Bool {
    if words.isEmpty { return true }
    let note = (entry.note ?? "").lowercased()
    let keywords = keywords(of: entry)
    return words.allSatisfy { word in
      keywords.contains { $0.hasPrefix(word) } || note.holds(word)
    }
  }

  private func keywords(of entry: Entry) -> [Substring] {
    let time = zone.local(entry.start).time
    var texts = [
      Words.title(entry.kind), Words.title(entry), entry.kind.rawValue, Words.clock(time, format: .twelveHour),
      Words.clock(time, format: .twentyFourHour),
    ]
    switch entry.content {
    case .feeding(let feeding):
      texts += ["feeding", feeding.method.rawValue, feeding.method == .breast ? "nursing" : ""]
      texts += [feeding.startedSide?.rawValue ?? "", feeding.breasts == .both ? "both" : ""]
      if let amount = feeding.amount { texts.append(Words.amount(amount, in: units)) }
    case .diaper(let type):
      if type != .dirty { texts.append("wet pee") }
      if type != .wet { texts.append("dirty poop") }
      if type == .both { texts.append("both") }
    case .sleep: texts.append("nap")
    case .tummyTime: break
    case .note(let category): texts.append(category.rawValue)
    }
    return texts.flatMap { $0.lowercased().split(separator: " ") }
  }
}

extension String {
  /// Whether a text is in this one, as people read it: a letter with its accent is the same however it is composed.
  ///
  /// The library's own `contains` brings in all of regular expressions, a megabyte for each client.
  fileprivate func holds(_ text: String) -> Bool {
    let (own, wanted) = (Array(utf8), Array(text.utf8))
    guard let first = wanted.first else { return true }
    for start in own.indices where own[start] == first && own[start...].starts(with: wanted) { return true }
    // What is not ASCII may be the same with other bytes.
    guard wanted.contains(where: { $0 >= 0x80 }) else { return false }
    return indices.contains { self[$0...].hasPrefix(text) }
  }
}
