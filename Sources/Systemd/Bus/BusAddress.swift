/// Where the buses are, by the environment that is handed in.
public enum BusAddress {
  /// The bus of the user's session; nil where there is no session.
  public static func session(environment: [String: String]) -> String? {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS", environment) { return address }
    return variable("XDG_RUNTIME_DIR", environment).map { "unix:path=\(escaped($0))/bus" }
  }

  public static func system(environment: [String: String]) -> String {
    variable("DBUS_SYSTEM_BUS_ADDRESS", environment) ?? "unix:path=/run/dbus/system_bus_socket"
  }

  private static func variable(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Bytes that mean something in an address, and those that have no place in one, as D-Bus writes them: `%20`.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "*"):
        String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }.joined()
  }
}
