import BabyModel

extension Entry {
  /// Bytes of its record on the wire, about: all but the texts is much alike.
  package var wireSize: Int {
    700 + content.textSize + (note?.jsonSize ?? 0) + (author?.jsonSize ?? 0) + (changedBy?.jsonSize ?? 0)
  }
}

extension EntryContent {
  /// Bytes of what somebody has said in their own words.
  fileprivate var textSize: Int {
    guard case .declared(_, let values) = self else { return 0 }
    return values.reduce(0) { size, value in
      if case .text(let text)? = value { size + text.jsonSize } else { size }
    }
  }
}

extension SharedEntry {
  /// The same.
  var wireSize: Int {
    switch self {
    case .known(let entry): entry.wireSize
    case .relayed(let entry):
      700 + entry.content.utf8.count + (entry.note?.jsonSize ?? 0) + (entry.author?.jsonSize ?? 0)
        + (entry.changedBy?.jsonSize ?? 0)
    }
  }
}

extension String {
  /// Bytes as JSON writes them.
  fileprivate var jsonSize: Int {
    utf8.reduce(0) { size, byte in
      size + (byte < 0x20 ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1)
    }
  }
}
