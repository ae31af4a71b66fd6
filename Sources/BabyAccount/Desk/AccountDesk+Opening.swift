import BabyAPI
package import BabyModel
package import Logging
import Systemd

extension AccountDesk {
  /// Reads the account book, or begins one.
  ///
  /// - Throws: when the book cannot be used.
  package static func open(
    in dataDirectory: String, environment: [String: String], defaultServer: ServerAddress?, ids: IDGenerator,
    clock: @escaping @Sendable () -> Instant, disk: any TaskExecutor, logger: Logger,
    connect: @escaping @Sendable (ServerAddress, SessionToken?) -> any Upstream
  ) throws(AccountBookFile.Failure) -> AccountDesk {
    let file = AccountBookFile(dataDirectory: dataDirectory)
    let opened = try file.open(at: clock(), ids: ids)
    if let (path, reason) = opened.setAside {
      logger.error(
        "the account book was damaged; it was set aside, and a new one was started",
        metadata: ["path": "\(path)", "reason": "\(reason)"])
    }
    let keyring = Keyring(
      address: BusAddress.session(environment: environment), dataDirectory: dataDirectory,
      installation: opened.book.installation)
    let places = TokenPlaces(dataDirectory: dataDirectory, environment: environment, keyring: keyring)
    return AccountDesk(
      opened.book, file: file, places: places, dataDirectory: dataDirectory, defaultServer: defaultServer,
      clock: clock, disk: disk, logger: logger, connect: connect)
  }
}
