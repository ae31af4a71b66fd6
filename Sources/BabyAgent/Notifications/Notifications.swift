import Systemd

/// org.freedesktop.Notifications: what is sent to it and what it tells.
enum Notifications {
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"

  static func member(_ method: String) -> BusMember {
    BusMember(service: name, path: path, interface: name, name: method)
  }

  /// Signals of the service itself; what others send under its name is not heard.
  static func match(_ signal: String) -> SignalMatch {
    SignalMatch(sender: name, path: path, interface: name, name: signal)
  }

  /// The capabilities in the answer to GetCapabilities.
  static func abilities(_ answer: [BusValue]) -> Set<String> {
    Set((answer.first?.elements ?? []).compactMap(\.text))
  }

  /// The number in the answer to Notify.
  static func number(_ answer: [BusValue]) -> UInt32? {
    answer.first?.integer.flatMap { UInt32(exactly: $0) }
  }

  /// The arguments of Notify.
  struct Request {
    /// Number of the notification whose place it takes; 0 for none.
    var replaced: UInt32 = 0
    /// Name in the icon theme; empty for none.
    var icon = ""
    /// Path of the picture's file; nil for none. A path, since not every service looks names up in the theme.
    var image: String?
    /// Plain text.
    var summary: String
    /// Markup, escaped.
    var body: String
    /// Key and label of each.
    var buttons: [(key: String, label: String)] = []
    /// 0, 1 and 2 are low, normal and critical.
    var urgency: UInt8 = 1
    /// Not worth keeping in a list once it is gone.
    var isTransient = false
    /// 0 for never.
    var timeoutMilliseconds: Int32

    /// The path with what is not allowed in a URL in hexadecimal.
    private static func inURL(_ path: String) -> String {
      path.utf8.map { byte in
        let isPlain = "/-_.~".utf8.contains(byte) || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
      }.joined()
    }

    var arguments: [BusValue] {
      var hints: [String: BusValue] = ["urgency": .byte(urgency), "desktop-entry": .string("babybasics")]
      if let image { hints["image-path"] = .string("file://" + Self.inURL(image)) }
      if isTransient { hints["transient"] = .bool(true) }
      return [
        .string("Baby Basics"), .uint32(replaced), .string(icon), .string(summary), .string(body),
        .strings(buttons.flatMap { [$0.key, $0.label] }), .properties(hints), .int32(timeoutMilliseconds),
      ]
    }
  }
}
