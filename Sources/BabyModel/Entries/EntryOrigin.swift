/// The first 48 bits of a hash of an entry's content. Each is compared with that of one other entry only, so 48 bits
/// are enough.
public struct ContentDigest: Hashable, Sendable {
  /// 0 to 2⁴⁸ − 1.
  public let value: Int64

  public init(value: Int64) { self.value = value }

  /// - Parameter hash: its first 64 bits.
  public init(hash: UInt64) { value = Int64(hash >> 16) }
}

/// The origin of an imported entry. Only the machine that has imported it knows it.
public struct EntryOrigin: Hashable, Sendable {
  /// The name of the import's format: `huckleberry-csv`.
  public var format: String
  public var importedAt: Instant
  /// The digest of the entry as it was imported; nil if the entry got another id since, so that it matches no row.
  public var digest: ContentDigest?

  public init(format: String, importedAt: Instant, digest: ContentDigest?) {
    self.format = format
    self.importedAt = importedAt
    self.digest = digest
  }
}

extension Entry {
  /// The content as bytes: equal for two entries with the same content, regardless of author and time of logging.
  ///
  /// A field without a value takes none, so that they stay the same when its kind gets another field.
  public var contentBytes: [UInt8] {
    var bytes = ContentBytes()
    bytes.add("kind", kind.rawValue)
    bytes.add("start", start.milliseconds)
    if let end { bytes.add("end", end.milliseconds) }
    if endUnknown { bytes.add("endUnknown", 1) }
    if let note { bytes.add("note", note) }
    for (field, value) in zip(kind.declaration.fields, content.values) {
      switch (field.type, value) {
      case (.choice(let words), .choice(let place)?): bytes.add(field.name, words[place])
      case (.quantity(let quantity), .quantity(let number, let unit)?):
        bytes.add(field.name, Int64(bitPattern: number.bitPattern))
        bytes.add(quantity.unitName, quantity.unitWords[unit])
      case (_, .seconds(let number)?), (_, .count(let number)?): bytes.add(field.name, Int64(number))
      case (_, .instant(let instant)?): bytes.add(field.name, instant.milliseconds)
      case (_, .text(let text)?): bytes.add(field.name, text)
      case (_, nil), (_, .choice?), (_, .quantity?): break
      }
    }
    return bytes.bytes
  }
}

/// Names with their values, each with its length, so that no two lists of them are the same bytes.
private struct ContentBytes {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ name: String, _ number: Int64) {
    add(name)
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ name: String, _ text: String) {
    add(name)
    add(text)
  }

  private mutating func add(_ text: String) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.utf8.count).bigEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: text.utf8)
  }
}
