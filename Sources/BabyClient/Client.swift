public import BabyProtocol

/// Calls the daemon over its socket, one call at a time.
///
/// It connects with the first call, and that call carries the program's name along in the same write. If the connection
/// is lost before anything can have been done, it connects and calls once more: the daemon may just be restarting, as
/// during an upgrade. After any other failure, the caller decides.
public final class Client {
  private let socket: String
  private let name: String
  private let timeout: Duration
  private var connection: DaemonConnection?
  private var calls: Int64 = 0

  /// - Parameters:
  ///   - socket: path of the daemon's socket, or `ssh://user@host`.
  ///   - name: the program's name, for the daemon's log and journal.
  ///   - timeout: how long one call may take, connecting included; see `CallTimeout`.
  public init(socket: String, name: String, timeout: Duration) {
    self.socket = socket
    self.name = name
    self.timeout = timeout
  }

  /// Calls a method and waits for its answer.
  public func call<Method: RPCMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(ClientError) -> Method.Answer {
    try Self.read(Method.self, try call(MethodCall(method, params)))
  }

  /// Makes a call and waits for its answer.
  public func call(_ call: MethodCall) throws(ClientError) -> WireInput {
    do { return try exchange(call) } catch {
      let failure = error.ofCall(call.method)
      guard case .connectionLost(_, sent: false) = failure else { throw failure }
    }
    do { return try exchange(call) } catch { throw error.ofCall(call.method) }
  }

  private func exchange(_ call: MethodCall) throws(ClientError) -> WireInput {
    let remote = connection == nil ? RemoteHost(socket) : nil
    let deadline = Deadline(in: remote == nil ? timeout : timeout + RemoteHost.patience)
    calls += 1
    var bytes: [UInt8] = []
    var connection: DaemonConnection
    if let open = self.connection.take() {
      connection = open
    } else {
      connection = try DaemonConnection(socket: socket, by: deadline, timeout: timeout)
      // A notification: the daemon learns who calls, and there is no answer to wait for.
      bytes = Self.line(id: nil, MethodCall(Hello.self, .init(client: name)))
    }
    bytes += Self.line(id: calls, call)
    let isSent = try connection.send(bytes, by: deadline, timeout: timeout)
    while let line = try connection.readLine(by: deadline, timeout: timeout) {
      guard let result = try Self.result(of: line, id: calls) else { continue }
      self.connection = consume connection
      return result
    }
    if let remote { throw .hostNotReached(remote.address) }
    throw .connectionLost(method: call.method, sent: isSent)
  }

  /// Waits for the daemon to close the connection as announced. The next call opens a new one.
  public func waitForEnd() throws(ClientError) {
    guard var connection = self.connection.take() else { return }
    let deadline = Deadline(in: timeout)
    while try connection.readLine(by: deadline, timeout: timeout) != nil {}
  }

  /// Reads a method's answer as it came.
  public static func read<Method: RPCMethod>(
    _ method: Method.Type, _ answer: WireInput
  ) throws(ClientError) -> Method.Answer {
    try read(Method.Answer.self, of: Method.name, answer)
  }

  /// Reads an answer of a method that is known by its name.
  public static func read<Answer: WireObject>(
    _ type: Answer.Type, of method: String, _ answer: WireInput
  ) throws(ClientError) -> Answer {
    do { return try Answer(wire: answer) } catch {
      throw .badAnswer("\(method): \(error.path) \(error.message)")
    }
  }

  /// - Parameter id: nil for a notification, which is not answered.
  static func line(id: Int64?, _ call: MethodCall) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: call.params.count + 96)
    writer.object { members in
      members.field("jsonrpc", "2.0")
      if let id { members.raw("id") { $0.integer(id) } }
      members.field("method", call.method)
      members.raw("params") { $0.encoded(call.params) }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// The result in a line, or nil for a line about another call.
  private static func result(of line: [UInt8], id: Int64) throws(ClientError) -> WireInput? {
    let message: WireInput
    do { message = WireInput(try JSONText(parsing: line)) } catch {
      throw .badAnswer(String(decoding: line.prefix(120), as: UTF8.self))
    }
    // An error without an id is about the connection itself: refused, or too many of them.
    let answered = message["id"]
    guard answered?.integerValue == id || (answered?.isNull == true && message["error"] != nil) else { return nil }
    return try result(in: message)
  }

  /// The result in an answer.
  ///
  /// - Throws: `refused` with the error in it, `badAnswer` when it holds neither.
  static func result(in message: WireInput) throws(ClientError) -> WireInput {
    if let result = message["result"] { return result }
    guard let error = message["error"], let refusal = try? RPCError(wire: error) else {
      throw .badAnswer("neither a result nor an error")
    }
    throw .refused(refusal)
  }
}

/// The names by which the daemon knows programs of ours, where others go by them.
package enum ClientNames {
  package static let agent = "bbagent"
  package static let bar = "bbbar"
  /// `bbctl`, run by a person on a terminal, or by a script.
  package static let command = "bbctl"
  /// `bbctl`, run by a desktop key binding: its output is not read.
  package static let key = "bbctl-key"
}
