import CSystemd

/// A signal that was heard.
public struct BusSignal: Hashable, Sendable {
  /// The unique name of the connection that sent it.
  public var sender: String
  public var path: String
  public var interface: String
  public var name: String
  public var arguments: [BusValue]
}

/// The signals to match; nil matches all.
public struct SignalMatch: Hashable, Sendable {
  public var sender: String?
  public var path: String?
  public var interface: String?
  public var name: String?
  /// The first argument, a string.
  public var firstArgument: String?

  public init(
    sender: String? = nil, path: String? = nil, interface: String? = nil, name: String? = nil,
    firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.name = name
    self.firstArgument = firstArgument
  }

  /// The bus's own notation, in which there is no way to write an apostrophe that both libsystemd and the bus read.
  func rule() throws(BusError) -> String {
    let parts = [
      ("sender", sender), ("path", path), ("interface", interface), ("member", name), ("arg0", firstArgument),
    ]
    var rule = "type='signal'"
    for (key, value) in parts {
      guard let value else { continue }
      guard !value.contains("'") else { throw .invalidArguments("A match cannot hold an apostrophe: \(value)") }
      rule += ",\(key)='\(value)'"
    }
    return rule
  }
}

extension Bus {
  /// Hears signals for as long as the registration is kept.
  ///
  /// Does not wait for the bus's answer: later requests come after this one.
  public func hear(
    _ match: SignalMatch, _ handler: @escaping (BusSignal) -> Void
  ) throws(BusError) -> BusRegistration {
    let context = SignalHandler(handler)
    var slot: OpaquePointer?
    let code = sd_bus_add_match_async(
      pointer, &slot, try match.rule(), signalHeard, nil, Unmanaged.passUnretained(context).toOpaque())
    guard code >= 0, let slot else { throw BusError(code: code) }
    return BusRegistration(slot: slot, context: context)
  }

  /// Hears whenever a name changes hands, for as long as the registration is kept.
  ///
  /// - Parameter handler: gets the unique name of the new owner; nil if the name has none any more.
  public func watch(
    name: String, _ handler: @escaping (_ owner: String?) -> Void
  ) throws(BusError) -> BusRegistration {
    let match = SignalMatch(
      sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      name: "NameOwnerChanged", firstArgument: name)
    return try hear(match) { signal in
      guard signal.arguments.count == 3, let owner = signal.arguments[2].text else { return }
      handler(owner.isEmpty ? nil : owner)
    }
  }

  /// Sends a signal to everybody who listens.
  public func emit(
    _ name: String, of interface: String, at path: String, _ arguments: [BusValue] = []
  ) throws(BusError) {
    let message = try BusMessage { sd_bus_message_new_signal(pointer, &$0, path, interface, name) }
    try message.append(arguments)
    try BusError.check(sd_bus_send(pointer, message.pointer, nil))
  }
}

private final class SignalHandler {
  let run: (BusSignal) -> Void

  init(_ run: @escaping (BusSignal) -> Void) { self.run = run }
}

private func signalHeard(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  let handler = Unmanaged<SignalHandler>.fromOpaque(context).takeUnretainedValue()
  let signal = BusMessage(sharing: message)
  // Ignore unreadable signals.
  guard let arguments = try? signal.read() else { return 0 }
  handler.run(
    BusSignal(
      sender: signal.sender ?? "", path: signal.path ?? "", interface: signal.interface ?? "",
      name: signal.member ?? "", arguments: arguments))
  return 0
}
