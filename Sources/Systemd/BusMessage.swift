import CSystemd
import Glibc

/// A message that is being written or read.
struct BusMessage: ~Copyable {
  let pointer: OpaquePointer

  /// - Parameter pointer: whose reference the message takes over.
  init(taking pointer: OpaquePointer) { self.pointer = pointer }

  /// - Parameter pointer: of a message that is owned elsewhere.
  init(sharing pointer: OpaquePointer) { self.pointer = sd_bus_message_ref(pointer) }

  /// Makes one with a function of libsystemd.
  init(_ make: (inout OpaquePointer?) -> Int32) throws(BusError) {
    var made: OpaquePointer?
    let code = make(&made)
    guard let made, code >= 0 else { throw BusError(code: code) }
    pointer = made
  }

  deinit { sd_bus_message_unref(pointer) }

  var sender: String? { Self.text(sd_bus_message_get_sender(pointer)) }
  var path: String? { Self.text(sd_bus_message_get_path(pointer)) }
  var interface: String? { Self.text(sd_bus_message_get_interface(pointer)) }
  var member: String? { Self.text(sd_bus_message_get_member(pointer)) }

  private static func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

  // MARK: Writing

  func append(_ values: [BusValue]) throws(BusError) {
    for value in values { try append(value) }
  }

  func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let number): try appendBasic(number, "y")
    case .bool(let truth): try appendBasic(CInt(truth ? 1 : 0), "b")
    case .int16(let number): try appendBasic(number, "n")
    case .uint16(let number): try appendBasic(number, "q")
    case .int32(let number): try appendBasic(number, "i")
    case .uint32(let number): try appendBasic(number, "u")
    case .int64(let number): try appendBasic(number, "x")
    case .uint64(let number): try appendBasic(number, "t")
    case .double(let number): try appendBasic(number, "d")
    case .string(let text): try appendText(text, "s")
    case .objectPath(let text): try appendText(text, "o")
    case .signature(let text): try appendText(text, "g")
    case .bytes(let bytes):
      try BusError.check(
        bytes.withUnsafeBytes { sd_bus_message_append_array(pointer, Self.code("y"), $0.baseAddress, $0.count) })
    case .array(let element, let values):
      try container("a", element) { () throws(BusError) in try append(values) }
    case .dictionary(let key, let value, let pairs):
      try container("a", "{\(key)\(value)}") { () throws(BusError) in
        for pair in pairs {
          try container("e", key + value) { () throws(BusError) in try append([pair.key, pair.value]) }
        }
      }
    case .structure(let members):
      try container("r", members.map(\.type).joined()) { () throws(BusError) in try append(members) }
    case .variant(let value):
      try container("v", value.type) { () throws(BusError) in try append(value) }
    case .descriptor(let descriptor): try appendBasic(descriptor.number, "h")
    }
  }

  private func appendBasic<Number>(_ number: Number, _ type: Unicode.Scalar) throws(BusError) {
    try BusError.check(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.code(type), $0) })
  }

  private func appendText(_ text: String, _ type: Unicode.Scalar) throws(BusError) {
    try BusError.check(text.withCString { sd_bus_message_append_basic(pointer, Self.code(type), $0) })
  }

  private func container(
    _ type: Unicode.Scalar, _ contents: String, _ fill: () throws(BusError) -> Void
  ) throws(BusError) {
    try BusError.check(sd_bus_message_open_container(pointer, Self.code(type), contents))
    try fill()
    try BusError.check(sd_bus_message_close_container(pointer))
  }

  // MARK: Reading

  /// All values that have not been read yet.
  func read() throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while let value = try readNext() { values.append(value) }
    return values
  }

  /// The next value; nil at the end of the message or of the container that is being read.
  private func readNext() throws(BusError) -> BusValue? {
    var code: CChar = 0
    var found: UnsafePointer<CChar>?
    guard try BusError.check(sd_bus_message_peek_type(pointer, &code, &found)) > 0 else { return nil }
    let contents = found.map { String(cString: $0) } ?? ""
    switch Unicode.Scalar(UInt8(bitPattern: code)) {
    case "y": return .byte(try readBasic(code, UInt8(0)))
    case "b": return .bool(try readBasic(code, CInt(0)) != 0)
    case "n": return .int16(try readBasic(code, Int16(0)))
    case "q": return .uint16(try readBasic(code, UInt16(0)))
    case "i": return .int32(try readBasic(code, Int32(0)))
    case "u": return .uint32(try readBasic(code, UInt32(0)))
    case "x": return .int64(try readBasic(code, Int64(0)))
    case "t": return .uint64(try readBasic(code, UInt64(0)))
    case "d": return .double(try readBasic(code, 0.0))
    case "s": return .string(try readText(code))
    case "o": return .objectPath(try readText(code))
    case "g": return .signature(try readText(code))
    case "a" where contents == "y": return .bytes(try readBytes())
    case "a" where contents.hasPrefix("{"): return try readDictionary(contents)
    case "a": return .array(of: contents, try readContainer(code, contents))
    case "r": return .structure(try readContainer(code, contents))
    case "v":
      guard let value = try readContainer(code, contents).first else { throw BusError(code: -EBADMSG) }
      return .variant(value)
    case "h":
      // The message closes its own.
      let copy = fcntl(try readBasic(code, CInt(0)), F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw BusError(code: -errno) }
      return .descriptor(BusDescriptor(taking: copy))
    case let type:
      throw BusError(name: "org.freedesktop.DBus.Error.NotSupported", message: "Values of type \(type) are not read.")
    }
  }

  private func readBasic<Number>(_ type: CChar, _ empty: Number) throws(BusError) -> Number {
    var number = empty
    try BusError.check(withUnsafeMutablePointer(to: &number) { sd_bus_message_read_basic(pointer, type, $0) })
    return number
  }

  private func readText(_ type: CChar) throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    try BusError.check(withUnsafeMutablePointer(to: &text) { sd_bus_message_read_basic(pointer, type, $0) })
    return text.map { String(cString: $0) } ?? ""
  }

  private func readBytes() throws(BusError) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    try BusError.check(sd_bus_message_read_array(pointer, Self.code("y"), &start, &count))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func readContainer(_ type: CChar, _ contents: String) throws(BusError) -> [BusValue] {
    try BusError.check(sd_bus_message_enter_container(pointer, type, contents))
    let values = try read()
    try BusError.check(sd_bus_message_exit_container(pointer))
    return values
  }

  private func readDictionary(_ entry: String) throws(BusError) -> BusValue {
    let inner = String(entry.dropFirst().dropLast())
    var pairs: [BusValue: BusValue] = [:]
    try BusError.check(sd_bus_message_enter_container(pointer, Self.code("a"), entry))
    while try BusError.check(sd_bus_message_enter_container(pointer, Self.code("e"), inner)) > 0 {
      let pair = try read()
      guard pair.count == 2 else { throw BusError(code: -EBADMSG) }
      pairs[pair[0]] = pair[1]
      try BusError.check(sd_bus_message_exit_container(pointer))
    }
    try BusError.check(sd_bus_message_exit_container(pointer))
    // A key has a basic type, which is one letter.
    return .dictionary(key: String(inner.prefix(1)), value: String(inner.dropFirst()), pairs)
  }

  private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
