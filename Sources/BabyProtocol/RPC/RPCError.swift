public import BabyModel

/// An error answer: what happened, and what a person or a program can do about it.
public struct RPCError: Error, Hashable, Sendable {
  public var code: ErrorCode
  /// One or two sentences for a person, including the error of each field.
  public var message: String
  /// A command line that helps, ready to be pasted.
  public var hint: String
  /// The errors of single params.
  public var fields: [FieldError]
  /// More for programs, such as the id of the running sleep.
  public var details: JSONObject

  public init(
    _ code: ErrorCode, _ message: String, hint: String? = nil, fields: [FieldError] = [], details: JSONObject = .init()
  ) {
    self.code = code
    self.message = message
    self.hint = hint ?? code.hint
    self.fields = fields
    self.details = details
  }
}

extension RPCError {
  /// A call was cancelled.
  package static let cancelled = RPCError(.cancelled, "The call was cancelled before it finished.")

  /// Params that are not as the method wants them.
  package init(_ error: WireError) {
    self.init(.invalidParams, error.sentence, fields: [FieldError(error.path, error.message)])
  }
}

extension RPCError: WireValue {
  public static var schema: Schema { .named("Error", .any) }
  public static var sample: RPCError { RPCError(.internalError, "") }

  public init(wire: WireInput) throws(WireError) {
    let json = wire.json
    guard let number = json["code"]?.integerValue, let message = json["message"]?.stringValue else {
      throw WireError(expected: "an error object", found: wire)
    }
    let data = json["data"]
    self.init(
      ErrorCode(number: Int(number), name: data?["name"]?.stringValue), message, hint: data?["hint"]?.stringValue ?? "",
      fields: data?["fields"]?.arrayValue?.compactMap { try? FieldError(json: $0) } ?? [],
      details: data?["details"]?.objectValue ?? .init())
  }

  public func write(to writer: inout JSONWriter) {
    writer.object { members in
      members.field("code", code.number)
      members.field("message", message)
      members.raw("data") { writer in
        writer.object { data in
          data.field("name", code.name)
          data.field("retryable", code.isRetryable)
          data.field("hint", hint)
          if !fields.isEmpty { data.field("fields", fields) }
          if !details.members.isEmpty { data.raw("details") { $0.json(.object(details)) } }
        }
      }
    }
  }
}

extension FieldError: WireObject {
  public static var schemaName: String? { "FieldError" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      try members.required("field", "The member, parameter or header that is wrong."),
      try members.required("message", "The error, without the field's name."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("field", field)
    members.field("message", message)
  }
}
