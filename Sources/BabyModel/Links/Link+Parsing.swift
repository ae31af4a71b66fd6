extension Link {
  /// A target of a link: a row of the apps' table of links.
  private struct Target: Sendable {
    typealias Values = [String: String]

    let name: String
    let parameters: [String]
    let link: @Sendable (Values) throws(LinkError) -> Link
  }

  private static let targets: [Target] =
    [
      Target(name: "log/feed", parameters: ["amount", "unit"]) { values throws(LinkError) in try feeding(values) },
      Target(name: "log/diaper", parameters: ["type"]) { values throws(LinkError) in try diaper(values) },
      Target(name: "log/tummy", parameters: ["duration"]) { values throws(LinkError) in try tummyTime(values) },
      Target(name: "log/sleep", parameters: []) { _ in .startSleep },
      Target(name: "sleep/start", parameters: []) { _ in .startSleep },
      Target(name: "sleep/stop", parameters: []) { _ in .stopSleep },
      Target(name: "say", parameters: ["text"]) { values throws(LinkError) in .say(try words(values["text"])) },
    ] + Place.allCases.map { place in Target(name: "open/\(place.rawValue)", parameters: []) { _ in .open(place) } }

  /// Reads a link, of which nothing is trusted.
  ///
  /// - Throws: `LinkError` for whatever is not exactly a link of the table with values that the rules of logging allow.
  public init(parsing text: String) throws(LinkError) {
    let url = try LinkURL(text)
    guard let target = Self.targets.first(where: { $0.name == url.target }) else {
      throw LinkError(
        "No link goes to \(LinkURL.quoted(url.target)): \(LinkURL.nearest(url.target, Self.targets.map(\.name))).")
    }
    for (name, _) in url.parameters where !target.parameters.contains(name) {
      guard !target.parameters.isEmpty else { throw LinkError("A link to \(target.name) takes no parameters.") }
      let nearest = LinkURL.nearest(name, target.parameters)
      throw LinkError("A link to \(target.name) takes no parameter \(Self.shown(name)): \(nearest).")
    }
    self = try target.link(Dictionary(url.parameters.map { ($0.name, $0.value) }) { first, _ in first })
  }

  private static func feeding(_ values: Target.Values) throws(LinkError) -> Link {
    let unit: VolumeUnit? = try choice("unit", values["unit"])
    guard let amount = values["amount"] else {
      guard unit == nil else { throw LinkError("The link has a unit but no amount.") }
      return .logFeeding(amount: nil, unit: nil)
    }
    let value = try number("amount", amount)
    let limit = Volume(EntryLimits.feedMilliliters, .milliliters)
    // Without a unit it is in the one that is set: the daemon, which knows that, looks again.
    guard Volume(value, unit ?? .milliliters).milliliters <= limit.value else {
      throw LinkError("The link's amount must be at most \(Words.amount(limit, in: unit ?? .milliliters)).")
    }
    return .logFeeding(amount: value, unit: unit)
  }

  private static func diaper(_ values: Target.Values) throws(LinkError) -> Link {
    .logDiaper(try choice("type", values["type"]))
  }

  private static func tummyTime(_ values: Target.Values) throws(LinkError) -> Link {
    guard let text = values["duration"] else { return .logTummyTime(nil) }
    let minutes = try number("duration", text)
    let most = EntryLimits.tummyTime.wholeMinutes
    guard minutes <= Double(most) else { throw LinkError("The link's duration must be at most \(most) minutes.") }
    let duration = Duration.seconds((minutes * 60).rounded())
    guard duration > .zero else { throw LinkError("The link's duration must be more than 0.") }
    return .logTummyTime(duration)
  }

  private static func words(_ text: String?) throws(LinkError) -> String {
    guard let text, text.contains(where: { !$0.isWhitespace }) else {
      throw LinkError("The link says nothing. Such links look like babybasics://say?text=bottle%204oz.")
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }) else {
      throw LinkError("The link's text contains control characters.")
    }
    return text
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ text: String?
  ) throws(LinkError) -> Choice? {
    guard let text else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let nearest = LinkURL.nearest(text, Choice.allCases.map(\.rawValue))
    throw LinkError("The link's \(name) cannot be \(shown(text)): \(nearest).")
  }

  /// A plain decimal number above 0. Swift's own reading would take `0x1p9`, `1e2` and `inf` too.
  private static func number(_ name: String, _ text: String) throws(LinkError) -> Double {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { part in
      (1...6).contains(part.count) && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard areDigits, parts.count <= 2, let number = Double(text) else {
      throw LinkError("The link's \(name) must be a plain number, such as 120 or 4.5.")
    }
    guard number > 0 else { throw LinkError("The link's \(name) must be more than 0.") }
    return number
  }

  /// A decoded text in a sentence: it may hold anything, so only plain words are repeated.
  private static func shown(_ text: String) -> String {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? LinkURL.quoted(text) : "what it says"
  }
}
