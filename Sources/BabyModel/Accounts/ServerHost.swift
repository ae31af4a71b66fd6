/// A host as a URL names it.
enum ServerHost: Hashable, Sendable {
  /// In lower case, without the dot of the root.
  case name(String)
  case ipv4([UInt8])
  /// Eight groups.
  case ipv6([UInt16])

  /// A name or an IPv4 address. Names from beyond ASCII are taken in their encoded form (`xn--…`) only.
  init?(_ text: Substring) {
    var text = text.lowercased()
    if text.last == "." { text.removeLast() }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // A host that ends in a number is an IPv4 address, possibly in one of its lesser-known spellings.
    if let last = labels.last, last.hasPrefix("0x") || !last.isEmpty && last.utf8.allSatisfy(isDigit) {
      let bytes = labels.compactMap { $0.first == "0" && $0 != "0" || $0.first == "+" ? nil : UInt8($0) }
      guard labels.count == 4, bytes.count == 4 else { return nil }
      self = .ipv4(bytes)
      return
    }
    guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else { return nil }
    self = .name(text)
  }

  /// An IPv6 address, without brackets and without a zone.
  init?(sixth text: Substring) {
    let halves = text.parts(around: "::")
    guard halves.count <= 2, let front = Self.groups(halves[0]) else { return nil }
    if halves.count == 1 {
      guard front.count == 8 else { return nil }
      self = .ipv6(front)
    } else {
      guard let back = Self.groups(halves[1]), front.count + back.count < 8 else { return nil }
      self = .ipv6(front + Array(repeating: 0, count: 8 - front.count - back.count) + back)
    }
  }

  var isLoopback: Bool {
    switch self {
    case .name(let name): name == "localhost"
    case .ipv4(let bytes): bytes.first == 127
    case .ipv6(let groups): groups.last == 1 && groups.dropLast().allSatisfy { $0 == 0 }
    }
  }

  var text: String {
    switch self {
    case .name(let name): name
    case .ipv4(let bytes): bytes.map { "\($0)" }.joined(separator: ".")
    case .ipv6(let groups): Self.text(groups)
    }
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy {
        isDigit($0) || isLowerLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  private static func groups(_ text: Substring) -> [UInt16]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let groups = parts.compactMap { $0.first == "+" || $0.utf8.count > 4 ? nil : UInt16($0, radix: 16) }
    return groups.count == parts.count ? groups : nil
  }

  /// With the longest run of zeros left out, the first of equals (RFC 5952).
  private static func text(_ groups: [UInt16]) -> String {
    func joined(_ groups: ArraySlice<UInt16>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    var longest = 0..<0
    for start in groups.indices {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.endIndex
      if end - start > max(longest.count, 1) { longest = start..<end }
    }
    if longest.isEmpty { return joined(groups[...]) }
    return joined(groups[..<longest.lowerBound]) + "::" + joined(groups[longest.upperBound...])
  }
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func isLowerLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
