/// A link's request: `nestling://log/feed?amount=120&unit=ml`, or `babybasics://sleep/start`.
///
/// A link can come from anywhere, such as a web page or a message, so it is only a request: programs show what it would
/// do and ask first.
public enum Link: Hashable, Sendable {
  /// A unit comes only with an amount; an amount without one is in the unit that is set.
  case logFeeding(amount: Double?, unit: VolumeUnit?)
  case logDiaper(DiaperType?)
  case logTummyTime(Duration?)
  /// `sleep/start`; and `log/sleep`, which reminders of a nap carry.
  case startSleep
  case stopSleep
  /// A phrase: `say?text=bottle%204oz%20at%203pm`. The daemon interprets it.
  case say(String)
  case open(Place)

  /// The pages that a link can open.
  public enum Place: String, CaseIterable, Sendable {
    case home, history, predictions, settings
  }
}

/// Why a link is not followed, as a sentence.
public struct LinkError: Error, Hashable, Sendable {
  public var message: String

  init(_ message: String) { self.message = message }
}

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
      throw LinkError("The link is empty. Links look like babybasics://say?text=bottle%204oz.")
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

/// A link split into its parts, before interpretation.
///
/// Strict and bounded: only the ASCII that a URL may hold, no user, port or fragment, percent-encoding that decodes to
/// UTF-8, and each parameter once.
private struct LinkURL {
  /// The most that a link can need, several times over.
  static let longest = 512
  static let mostParameters = 8
  static let schemes = ["nestling", "babybasics", "https"]
  /// The only place on the web whose links are ours.
  static let webHost = "nestling.app"

  /// The target: `log/feed`.
  let target: String
  let parameters: [(name: String, value: String)]

  init(_ text: String) throws(LinkError) {
    let bytes = text.utf8
    // Checked first, because the length is unbounded.
    guard bytes.count <= Self.longest else { throw LinkError("The link is longer than \(Self.longest) bytes.") }
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw LinkError("The link contains characters that are not allowed in links.")
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      throw LinkError("\(Self.quoted(text)) is not a link. Links look like nestling://log/feed?amount=120&unit=ml.")
    }
    let scheme = text[..<colon].lowercased()
    guard Self.schemes.contains(scheme) else {
      throw LinkError("The link's scheme \(Self.quoted(scheme)) is not known: \(Self.nearest(scheme, Self.schemes)).")
    }
    var rest = text[colon...].dropFirst("://".count)
    guard !rest.contains("#") else { throw LinkError("The link has a fragment (#), which is not allowed.") }

    let query = rest.firstIndex(of: "?").map { rest[rest.index(after: $0)...] }
    if let query { rest = rest[..<query.startIndex].dropLast() }
    target = try Self.target(rest, isWeb: scheme == "https")
    parameters = try Self.parameters(query ?? "")
  }

  /// `log/feed`, whichever part of it the URL holds as its host.
  private static func target(_ text: Substring, isWeb: Bool) throws(LinkError) -> String {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.last == "" { parts.removeLast() }
    let host = parts.first?.lowercased() ?? ""
    if isWeb {
      guard host == webHost else {
        throw LinkError("The link's host \(quoted(host)) is not known: \(nearest(host, [webHost])).")
      }
      parts.removeFirst()
    } else if !parts.isEmpty {
      parts[0] = host
    }
    return parts.joined(separator: "/")
  }

  private static func parameters(_ query: Substring) throws(LinkError) -> [(name: String, value: String)] {
    guard !query.isEmpty else { return [] }
    var parameters: [(name: String, value: String)] = []
    for part in query.split(separator: "&", omittingEmptySubsequences: false) {
      guard parameters.count < mostParameters else {
        throw LinkError("The link has more than \(mostParameters) parameters.")
      }
      guard let equals = part.firstIndex(of: "="), equals != part.startIndex else {
        throw LinkError("\(quoted(part)) in the link is not a parameter. Parameters look like amount=120.")
      }
      let name = try decoded(part[..<equals])
      guard !parameters.contains(where: { $0.name == name }) else {
        throw LinkError("The link gives \(quoted(part[..<equals])) twice.")
      }
      parameters.append((name, try decoded(part[part.index(after: equals)...])))
    }
    return parameters
  }

  /// Takes the percent-encoding away.
  private static func decoded(_ text: Substring) throws(LinkError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
        throw LinkError("\(quoted(text)) in the link has a % without two hexadecimal digits after it.")
      }
      bytes.append(high << 4 | low)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw LinkError("\(quoted(text)) in the link does not decode to UTF-8.")
    }
    return decoded
  }

  /// A piece of the link as it was written, which is ASCII, and not more of it than a sentence bears.
  static func quoted(_ text: some StringProtocol) -> String {
    "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
  }

  /// "the nearest is \"log/feed\"", or all that there are.
  static func nearest(_ name: String, _ names: [String]) -> String {
    if let nearest = nearestName(to: name, among: names) { return "the nearest is \"\(nearest)\"" }
    return names.count == 1 ? "it must be \(names[0])" : "it must be one of \(names.joined(separator: ", "))"
  }
}
