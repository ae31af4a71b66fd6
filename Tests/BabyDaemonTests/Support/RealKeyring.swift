import TestSupport
import Foundation
import Systemd

/// A real gnome-keyring-daemon on a bus and with files of its own.
final class RealKeyring {
  static let isInstalled =
    BusDaemon.isInstalled && access("/usr/bin/gnome-keyring-daemon", X_OK) == 0
  static let whyNot = "gnome-keyring is not installed: apt-get install gnome-keyring dbus"

  let bus: BusDaemon
  private let process: StartedProgram

  /// - Parameter password: makes and unlocks the keyring that new secrets go to; nil makes none.
  init(password: String? = "secret") throws {
    bus = try BusDaemon()
    let directory = bus.directory
    try FileManager.default.createDirectory(
      atPath: directory + "/run", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    process = try StartedProgram(
      ["/usr/bin/gnome-keyring-daemon", "--foreground", "--components=secrets"] + (password == nil ? [] : ["--unlock"]),
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": directory, "XDG_RUNTIME_DIR": directory + "/run",
        "XDG_DATA_HOME": directory + "/data", "PATH": "/usr/bin:/bin",
      ], isQuiet: true)
    if let password { try process.write(password) }
    process.endInput()
    try awaitOwner(of: "org.freedesktop.secrets", at: bus.address)
  }

  func lock() throws {
    let lock = BusMember(
      service: "org.freedesktop.secrets", path: "/org/freedesktop/secrets",
      interface: "org.freedesktop.Secret.Service", name: "Lock")
    let collection = BusValue.objectPath("/org/freedesktop/secrets/collection/login")
    _ = try bus.connect().call(lock, [.array(of: "o", [collection])])
  }

  /// How many items have these attributes, as others on the bus see it.
  func count(_ attributes: [String: String]) throws -> Int {
    let search = BusMember(
      service: "org.freedesktop.secrets", path: "/org/freedesktop/secrets",
      interface: "org.freedesktop.Secret.Service", name: "SearchItems")
    let pairs = attributes.map { (BusValue.string($0), BusValue.string($1)) }
    let dictionary = BusValue.dictionary(key: "s", value: "s", Dictionary(uniqueKeysWithValues: pairs))
    return try bus.connect().call(search, [dictionary]).reduce(0) { $0 + ($1.elements?.count ?? 0) }
  }
}
