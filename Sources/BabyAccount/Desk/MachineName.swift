import Glibc

/// The name of this machine's sessions.
package enum MachineName {
  /// "living-room · babybasicsd"; nil on a machine without a name.
  package static func ofSessions() -> String? {
    var room = [CChar](repeating: 0, count: 256)
    guard gethostname(&room, room.count - 1) == 0 else { return nil }
    let name = String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The domain would not help people at home.
    let host = name.prefix { $0 != "." }.prefix(40)
    return host.isEmpty ? nil : "\(host) · babybasicsd"
  }
}
