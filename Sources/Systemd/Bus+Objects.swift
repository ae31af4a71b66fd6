import CSystemd
import Glibc

extension Bus {
  /// Offers an interface at a path for as long as the registration is kept. Introspection and
  /// `org.freedesktop.DBus.Properties` come with it.
  public func export(_ interface: BusInterface, at path: String) throws(BusError) -> BusRegistration {
    let context = ExportedInterface(interface)
    var slot: OpaquePointer?
    let code = sd_bus_add_object_vtable(
      pointer, &slot, path, interface.name, context.table, Unmanaged.passUnretained(context).toOpaque())
    guard code >= 0, let slot else { throw BusError(code: code) }
    return BusRegistration(slot: slot, context: context)
  }
}

/// An interface with the table that libsystemd serves it by.
private final class ExportedInterface {
  let methods: [String: BusInterface.Method]
  let properties: [String: BusInterface.Property]
  let table: UnsafeMutablePointer<sd_bus_vtable>
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init(_ interface: BusInterface) {
    methods = Dictionary(interface.methods.map { ($0.name, $0) }) { first, _ in first }
    properties = Dictionary(interface.properties.map { ($0.name, $0) }) { first, _ in first }
    var texts: [UnsafeMutablePointer<CChar>] = []
    func keep(_ text: String) -> UnsafePointer<CChar>? {
      guard let copy = strdup(text) else { return nil }
      texts.append(copy)
      return UnsafePointer(copy)
    }
    var rows = [bus_vtable_start()]
    for method in interface.methods {
      rows.append(bus_vtable_method(keep(method.name), keep(method.takes), keep(method.answers), methodCalled))
    }
    for property in interface.properties {
      rows.append(bus_vtable_property(keep(property.name), keep(property.type), propertyAsked))
    }
    for signal in interface.signals { rows.append(bus_vtable_signal(keep(signal.name), keep(signal.carries))) }
    rows.append(bus_vtable_end())
    table = .allocate(capacity: rows.count)
    table.initialize(from: rows, count: rows.count)
    self.texts = texts
  }

  deinit {
    table.deallocate()
    for text in texts { free(text) }
  }
}

private func methodCalled(
  _ call: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ refusal: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let call, let context else { return 0 }
  let exported = Unmanaged<ExportedInterface>.fromOpaque(context).takeUnretainedValue()
  let message = BusMessage(sharing: call)
  do throws(BusError) {
    guard let method = message.member.flatMap({ exported.methods[$0] }) else { return 0 }
    let answer = try method.handler(try message.read())
    let reply = try BusMessage { sd_bus_message_new_method_return(call, &$0) }
    try reply.append(answer)
    try BusError.check(sd_bus_send(nil, reply.pointer, nil))
    return 1
  } catch {
    return sd_bus_error_set(refusal, error.name, error.message)
  }
}

private func propertyAsked(
  _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
  _ reply: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ refusal: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let name, let reply, let context else { return 0 }
  let exported = Unmanaged<ExportedInterface>.fromOpaque(context).takeUnretainedValue()
  guard let property = exported.properties[String(cString: name)] else { return 0 }
  do throws(BusError) {
    try BusMessage(sharing: reply).append(property.value())
    return 0
  } catch {
    return sd_bus_error_set(refusal, error.name, error.message)
  }
}

/// An interface of an object that this program offers to others.
public struct BusInterface {
  public var name: String
  public var methods: [Method]
  public var properties: [Property]
  public var signals: [Signal]

  public init(name: String, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = []) {
    self.name = name
    self.methods = methods
    self.properties = properties
    self.signals = signals
  }

  public struct Method {
    public var name: String
    /// The types of the arguments, in D-Bus's notation. Calls with others are refused before the handler sees them.
    public var takes: String
    public var answers: String
    public var handler: ([BusValue]) throws(BusError) -> [BusValue]

    public init(
      _ name: String, takes: String = "", answers: String = "",
      handler: @escaping ([BusValue]) throws(BusError) -> [BusValue]
    ) {
      self.name = name
      self.takes = takes
      self.answers = answers
      self.handler = handler
    }
  }

  public struct Property {
    public var name: String
    public var type: String
    public var value: () -> BusValue

    public init(_ name: String, type: String, value: @escaping () -> BusValue) {
      self.name = name
      self.type = type
      self.value = value
    }
  }

  public struct Signal {
    public var name: String
    public var carries: String

    public init(_ name: String, carries: String = "") {
      self.name = name
      self.carries = carries
    }
  }
}
