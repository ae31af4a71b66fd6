import ArgumentParser
import BabyModel
import BabyStore
import Foundation

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the database, even while the server runs.")

  @OptionGroup var database: DatabaseOption
  @Argument(help: "The file to write.") var file: String

  @Flag(name: .customLong("force"), help: "Replace a file that is there.")
  var isReplacing = false

  func run() async throws {
    try await database.withStore { store in
      guard isReplacing || !FileManager.default.fileExists(atPath: file) else {
        throw StartFailure("\(file) is there already. Replace it with --force.")
      }
      try store.backup(to: file)
    }
    print("Wrote \(file)")
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in place of the database, even while the server runs.",
    discussion: "What was logged since the backup is lost here; machines that have it still show it until they sync.")

  @OptionGroup var database: DatabaseOption
  @Argument(help: "A file that `backup` has written.") var file: String

  @Flag(name: .customLong("yes"), help: "Replace the database without being asked.")
  var isConfirmed = false

  func run() async throws {
    try await database.withStore(isMade: true) { store in
      guard try isConfirmed || Terminal.confirms("Replace everything in \(store.path)?") else {
        throw StartFailure("Nothing was changed.")
      }
      try store.restore(from: file, now: .systemNow)
      print("Restored \(file)")
    }
  }
}
