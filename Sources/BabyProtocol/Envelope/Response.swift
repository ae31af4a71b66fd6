/// Answers as bytes, without the line feed.
public enum Response {
  /// - Parameter result: the result's JSON text, an object.
  public static func success(id: RequestID, result: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: result.count + 64)
    writer.object { members in
      members.field("jsonrpc", "2.0")
      members.raw("id") { id.write(to: &$0) }
      members.raw("result") { $0.encoded(result) }
    }
    return writer.bytes
  }

  /// - Parameter id: nil, written as null, when the request's id could not be read.
  public static func failure(id: RequestID?, _ error: RPCError) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { members in
      members.field("jsonrpc", "2.0")
      members.raw("id") { writer in
        if let id { id.write(to: &writer) } else { writer.null() }
      }
      members.field("error", error)
    }
    return writer.bytes
  }
}
