import ArgumentParser
import BabyModel
import BabyStore
import Foundation

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the database, even while the server runs.")

  @OptionGroup var database: DatabaseOption
  @Argument(help: "The file to write.") var file: String

  @Flag(name: .customLong("force"), help: "Replace an existing file.")
  var isReplacing = false

  func run() async throws {
    try await database.withStore(isOnlyRead: true) { store in
      guard isReplacing || !FileManager.default.fileExists(atPath: file) else {
        throw ServerStartFailure("\(file) already exists. To replace it, add --force.")
      }
      try store.backup(to: file)
    }
    print("Wrote \(file)")
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the database with a backup, even while the server runs.",
    discussion: "Anything logged since the backup is lost here; machines that have it keep showing it until they sync.")

  @OptionGroup var database: DatabaseOption
  @Argument(help: "A file written by `backup`.") var file: String

  @Flag(name: .customLong("yes"), help: "Replace the database without asking.")
  var isConfirmed = false

  func run() async throws {
    try await database.withStore(isMade: true) { store in
      guard try isConfirmed || Terminal.confirms("Replace everything in \(store.path)?") else {
        throw ServerStartFailure("Nothing was changed.")
      }
      do throws(BabyError) { try store.restore(from: file, now: .systemNow) } catch .storeUnreleased {
        throw ServerStartFailure(
          "A build from before the first release wrote \(file), and this version cannot read it. Nothing was changed.")
      }
      print("Restored \(file)")
    }
  }
}
