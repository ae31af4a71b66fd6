extension String {
  /// The text as one word of a shell command, for hints that people paste.
  public var shellQuoted: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0.isPlainInShells }
    return isPlain ? self : "'" + parts(around: "'").joined(separator: "'\\''") + "'"
  }
}

extension UInt8 {
  fileprivate var isPlainInShells: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/._-:=+@%,".utf8.contains(self)
    }
  }
}
