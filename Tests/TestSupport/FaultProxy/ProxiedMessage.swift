/// A request that has passed the proxy.
package struct SeenRequest: Sendable {
  /// From 1, in the order in which they came.
  package let number: Int
  package let method: String
  /// Path and query.
  package let target: String
  /// By name in lower case.
  package let headers: [String: String]
  package let body: [UInt8]
}

/// An HTTP/1.1 message whose body has the length that its head says.
struct ProxiedMessage {
  /// `GET /healthz HTTP/1.1`, or `HTTP/1.1 200 OK`.
  var firstLine: String
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  init(firstLine: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.firstLine = firstLine
    self.headers = headers
    self.body = body
  }

  /// Takes a whole message off the front of what has come; nil while it is not all there.
  init?(takingFrom bytes: inout [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first else { return nil }
    firstLine = String(first)
    headers = lines.dropFirst().map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return (line[..<colon].lowercased(), String(line[colon...].dropFirst().drop(while: { $0 == " " })))
    }
    let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    guard bytes.count >= end.upperBound + length else { return nil }
    body = Array(bytes[end.upperBound..<end.upperBound + length])
    bytes.removeFirst(end.upperBound + length)
  }

  /// Whether it asks for an answer that goes on.
  var wantsStream: Bool { headers.contains { $0.name == "accept" && $0.value == "text/event-stream" } }

  /// - Parameters:
  ///   - length: what the head says; nil for the body's.
  ///   - isLast: whether it says that no other follows on its connection.
  func bytes(length: Int? = nil, isLast: Bool = false) -> [UInt8] {
    head(length: length ?? body.count, isLast: isLast) + body
  }

  func head(length: Int, isLast: Bool = false) -> [UInt8] {
    var text = firstLine + "\r\n" + (isLast ? "connection: close\r\n" : "")
    for header in headers where header.name != "content-length" && header.name != "connection" {
      text += "\(header.name): \(header.value)\r\n"
    }
    // 204 and 304 have no body, and no length of it.
    let hasLength = headers.contains { $0.name == "content-length" } || length > 0
    return Array((text + (hasLength ? "content-length: \(length)\r\n\r\n" : "\r\n")).utf8)
  }

  /// The same with another body.
  func with(body: [UInt8], type: String = "application/json") -> ProxiedMessage {
    var message = self
    message.body = body
    message.headers.removeAll { $0.name == "content-type" }
    message.headers.append(("content-type", type))
    return message
  }
}
