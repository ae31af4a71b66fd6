import Logging

@testable import BabyServer

/// A family server in the tests' own process, at a port of its own.
final class HomeServer {
  let port: Int
  private let running: Task<Void, Never>
  private let end: BlockingPromise<Void>

  var address: String { "http://127.0.0.1:\(port)" }

  /// Starts it, and waits until it listens.
  ///
  /// - Parameter port: 0 for any that is free.
  init(in directory: String, port: Int = 0, clock: ScenarioClock) throws {
    var configuration = ServerConfiguration(database: directory + "/server.db")
    configuration.port = port
    configuration.registration = .open
    // As little work as there can be: scenarios are about other things.
    configuration.passwordCost = PasswordCost(log2Rounds: 4, parallelism: 1)
    let server = try FamilyServer(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { clock.now })
    let (listening, end) = (BlockingPromise<Int>(), BlockingPromise<Void>())
    running = Task.detached(executorPreference: RunningDaemon.diskThreads) {
      do { try await server.run { listening.fulfill(.success($0)) } } catch is CancellationError {} catch {
        listening.fulfill(.failure(error))
      }
      end.fulfill(.success(()))
    }
    self.end = end
    self.port = try listening.wait()
  }

  /// Ends it, and waits for that.
  func stop() throws {
    running.cancel()
    try end.wait()
  }
}
