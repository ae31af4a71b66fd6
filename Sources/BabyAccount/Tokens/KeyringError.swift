import Systemd

/// Why the keyring failed.
package enum KeyringError: Error, Hashable {
  /// There is no session bus, or no service on it.
  case absent(String)
  /// It is locked. No prompt is shown, because there may be nobody to see one.
  case locked
  /// It is there, but not for this program.
  case denied(String)
  case timedOut
  case failed(String)
}

extension KeyringError {
  init(_ error: BusError) {
    let errno = error.name.hasPrefix("System.Error.") ? error.name.dropFirst("System.Error.".count) : ""
    self =
      switch error.name {
      case "org.freedesktop.Secret.Error.IsLocked": .locked
      case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.AuthFailed":
        .denied(error.message)
      case "org.freedesktop.DBus.Error.FileNotFound", "org.freedesktop.DBus.Error.NoServer": .absent(error.message)
      case _ where error.isNobodyThere: .absent(error.message)
      // It is known to the bus and cannot be started, as one for a desktop cannot without one.
      case _ where error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn."): .absent(error.message)
      case _ where error.isTimeout: .timedOut
      case _ where ["ENOENT", "ENOTDIR", "ENOMEDIUM", "ECONNREFUSED"].contains(errno): .absent(error.message)
      case _ where ["EACCES", "EPERM"].contains(errno): .denied(error.message)
      default: .failed(error.message)
      }
  }
}

extension KeyringError: CustomStringConvertible {
  /// The problem and its solution, for a person.
  package var description: String {
    switch self {
    case .absent(let reason): "There is no keyring: \(reason)"
    case .locked: "The keyring is locked. Unlock it, for instance by logging in to the desktop, and try again."
    case .denied(let reason): "The keyring refused Baby Basics access: \(reason)"
    case .timedOut: "The keyring did not answer. It may be waiting for somebody to allow access."
    case .failed(let reason): "The keyring failed: \(reason)"
    }
  }
}
