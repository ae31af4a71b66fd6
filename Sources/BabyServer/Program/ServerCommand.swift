public import ArgumentParser
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Glibc
import Logging
import SystemCalls
import Systemd

/// `babybasics-server` as it is started.
public struct ServerCommand: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "babybasics-server",
    abstract: "Lets several caregivers and machines share a baby's log over HTTP.",
    version: versionText,
    subcommands: [
      ServeCommand.self, CertificateCommand.self, QRCommand.self, FirstCodeCommand.self, UserCommand.self,
      StatusCommand.self, HealthCommand.self, BackupCommand.self, RestoreCommand.self,
    ],
    defaultSubcommand: ServeCommand.self)

  public init() {}

  /// Runs the command and ends the process.
  public static func run() async {
    if let message = unknownCommand(in: Array(CommandLine.arguments.dropFirst())) {
      FileHandle.standardError.write(Data("babybasics-server: \(message)\n".utf8))
      Glibc.exit(ExitCode.validationFailure.rawValue)
    }
    await main()
  }

  /// The same for tests, which have a push service of their own: no argument can name one.
  ///
  /// - Parameter service: its origin, such as `http://127.0.0.1:4711`.
  package static func run(pushingTo service: String) async {
    await $pushServices.withValue(.testing(service)) { await main() }
  }

  @TaskLocal static var pushServices = PushServices.browsers
}

struct DatabaseOption: ParsableArguments {
  @Option(help: ArgumentHelp("The server's SQLite database.", valueName: "path"))
  var database: String?

  /// Under systemd the unit's state directory, else where XDG puts data.
  var path: String {
    let environment = ProcessInfo.processInfo.environment
    if let database { return database }
    if let state = environment["STATE_DIRECTORY"], !state.isEmpty { return state + "/server.db" }
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = homeFolder(variable: environment["HOME"]) ?? ""
    return (data ?? home + "/.local/share") + "/babybasics/server.db"
  }

  /// To be typed after another command, wherever that is, so that it finds this database; empty if it does anyway.
  var forOtherCommands: String {
    let isFound = database == nil && (ProcessInfo.processInfo.environment["STATE_DIRECTORY"] ?? "").isEmpty
    return isFound ? "" : " --database " + URL(filePath: path).path.shellQuoted
  }

  /// Opens the database for one command, beside a server that may be running.
  ///
  /// - Parameters:
  ///   - isMade: whether a database that is not there is made; else the command is refused, because it would work on an
  ///     empty one.
  ///   - isOnlyRead: whether the command changes nothing: then it works where nothing can be written, as on a full disk.
  func withStore<Value>(
    isMade: Bool = false, isOnlyRead: Bool = false, _ body: (ServerStore) async throws -> Value
  ) async throws -> Value {
    try await explaining {
      guard isMade || FileManager.default.fileExists(atPath: path) else {
        throw ServerStartFailure("No database at \(path). Give its path with --database.")
      }
      let store = try open(isOnlyRead: isOnlyRead)
      let value = try await body(store)
      try store.close()
      return value
    }
  }

  private func open(isOnlyRead: Bool) throws(BabyError) -> ServerStore {
    do throws(BabyError) { return try ServerStore.open(path: path, now: .systemNow) } catch {
      if isOnlyRead, let store = try? ServerStore.openReadOnly(path: path) { return store }
      throw error
    }
  }
}

/// Says what went wrong in a sentence, and exits with 1.
func explaining<Value>(_ body: () async throws -> Value) async throws -> Value {
  let failure: ServerStartFailure
  do { return try await body() } catch {
    switch error {
    case let error as ServerStartFailure: failure = error
    case let error as BabyError: failure = ServerStartFailure(error)
    default: throw error
    }
  }
  Notify.failed(status: failure.description, code: nil)
  FileHandle.standardError.write(Data("\(ServerLogHandler.prefix(.error))\(failure)\n".utf8))
  throw ExitCode(1)
}

extension RegistrationMode: ExpressibleByArgument {}

/// How much work a password's hash is.
struct CostOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The cost of hashing passwords: scrypt's N is 2 to this power, 10 to 20.", valueName: "number"))
  var scryptCost = 15

  var value: PasswordCost { PasswordCost(log2Rounds: scryptCost) }

  func validate() throws {
    guard PasswordCost.range.contains(scryptCost) else { throw ValidationError("--scrypt-cost must be from 10 to 20.") }
  }
}

extension Instant {
  /// The system's wall clock. Only for the composition; everything else is handed the time.
  static var systemNow: Instant { Instant(milliseconds: SystemClock.wallMilliseconds) }
}

extension ServerCommand {
  /// The message about a word that stands in a command's place and names none. The parser would only report an unexpected
  /// argument of `serve` or of a group.
  ///
  /// - Parameter words: as they were typed behind the program's name.
  /// - Returns: nil if there is no such word.
  static func unknownCommand(in words: [String]) -> String? {
    unknownCommand(in: words[...], of: ServerCommand.self, called: configuration.commandName ?? "")
  }

  private static func unknownCommand(
    in words: ArraySlice<String>, of group: any ParsableCommand.Type, called path: String
  ) -> String? {
    let commands = group.configuration.subcommands
    guard !commands.isEmpty, let word = words.first, !word.hasPrefix("-"), word != "help" else { return nil }
    let rest = words.dropFirst()
    if let command = commands.first(where: { $0._commandName == word }) {
      return unknownCommand(in: rest, of: command, called: "\(path) \(word)")
    }
    let nearest = nearestName(to: word, among: commands.map { $0._commandName })
    let remedy = nearest.map { ([path, $0] + rest.map(\.shellQuoted)).joined(separator: " ") } ?? "\(path) --help"
    return "There is no command \"\(path) \(word.excerpt)\".\nTry: \(remedy)"
  }
}
