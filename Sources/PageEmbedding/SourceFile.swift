/// One file of the page.
public struct SourceFile: Hashable, Sendable {
  /// Below the folder.
  public let path: String
  public var bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

  /// What stands after the last period.
  var ending: Substring { path[(path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.endIndex)...] }

  var text: String {
    get { String(decoding: bytes, as: UTF8.self) }
    set { bytes = Array(newValue.utf8) }
  }
}

/// Why the page cannot be embedded, in a sentence that begins with a path.
public struct EmbeddingError: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(_ path: String, _ reason: String) { description = "\(path): \(reason)." }
}
