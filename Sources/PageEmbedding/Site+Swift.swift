extension Site {
  /// The file that is compiled into the server.
  public func swift() throws(EmbeddingError) -> String {
    var assets = ""
    for file in files {
      guard let type = Self.types[file.ending] else { throw EmbeddingError(file.path, "nobody has said what that is") }
      assets += """
            Asset(
              path: "\(file.path)", type: "\(type)", tag: "\(Self.digest(file.bytes))",
              plain: \(literal(file.bytes)),
              gzip: \(literal(Packing.gzip(file.bytes), insteadOf: file.bytes)),
              brotli: \(literal(Packing.brotli(file.bytes), insteadOf: file.bytes))),

        """
    }
    return """
      // Made by embed-page out of the folder Web.
      extension PhonePage {
        /// Of all files together.
        public static let version = "\(version)"

        static let assets: [Asset] = [
      \(assets)  ]
      }

      """
  }

  private static let types: [Substring: String] = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "png": "image/png", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]

  /// Each file's name and how large it is as it lies there, packed by gzip and by brotli, as a table.
  public var sizes: String {
    let rows = files.map { file in
      let (gzip, brotli) = (Packing.gzip(file.bytes).count, Packing.brotli(file.bytes).count)
      return (file.path, [file.bytes.count, min(gzip, file.bytes.count), min(brotli, file.bytes.count)])
    }
    let total = rows.reduce([0, 0, 0]) { zip($0, $1.1).map { $0 + $1 } }
    return (rows + [("all", total)]).map { "\($0)\t\($1.map(String.init).joined(separator: "\t"))\n" }.joined()
  }
}

/// Nil where it would not be smaller.
private func literal(_ packed: [UInt8], insteadOf bytes: [UInt8]) -> String {
  packed.count < bytes.count ? literal(packed) : "nil"
}

/// Text: the compiler takes minutes for a long array of numbers.
private func literal(_ bytes: [UInt8]) -> String { "Packed(\(bytes.count), \"\(base64(bytes))\")" }

private func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for place in 0...3 {
      text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
