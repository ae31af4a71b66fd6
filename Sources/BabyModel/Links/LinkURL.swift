/// A link split into its parts, before interpretation.
///
/// Strict and bounded: only the ASCII that a URL may hold, no user, port or fragment, percent-encoding that decodes to
/// UTF-8, and each parameter once.
struct LinkURL {
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
