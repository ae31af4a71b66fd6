package import BabyModel
import Foundation
import Glibc
import MessageDigest

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
