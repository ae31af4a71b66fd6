package import BabyModel
import Foundation
import Glibc
import SystemLibraries

/// By which a family server knows a machine again, so that strangers' wrong passwords do not keep it out.
///
/// It is made of the machine's own id, which leaves the machine only hashed, as machine-id(5) asks for, and is another
/// one for each server and user.
package enum DeviceSecret {
  /// Nil on a machine without an id.
  package static func made(for server: ServerAddress, machineIDFile: String = "/etc/machine-id") -> String? {
    guard let id = try? String(contentsOfFile: machineIDFile, encoding: .utf8).split(separator: "\n").first,
      id.utf8.count >= 32
    else { return nil }
    let text = "babybasics \(getuid()) \(server)"
    return MessageDigest.hmacSHA256(text.utf8, key: id.utf8).hexadecimal
  }
}

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

/// The SHA-256 of a text, in hexadecimal digits: shows whether two texts are equal without revealing them.
func fingerprint(of text: String) -> String {
  MessageDigest.sha256(text.utf8).hexadecimal
}
