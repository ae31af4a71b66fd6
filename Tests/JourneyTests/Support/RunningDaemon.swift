import BabyProtocol
import Logging
import NIOCore
import NIOPosix

@testable import BabyDaemon
@testable import BabySocket

/// A daemon in the tests' own process, put together as the program is: on a real socket, on an event loop of its own, with
/// a scenario's clock. It has no service manager, and no signals end it.
final class RunningDaemon {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let database = BlockingPromise<CurrentDatabase>()
  private let end = BlockingPromise<Void>()
  private let stopping: AsyncStream<Never>.Continuation

  /// Where all daemons and servers here read and write.
  static let diskThreads = ThreadPoolTaskExecutor()

  /// Starts it, and waits until it answers.
  ///
  /// - Parameter flags: as on the command line, by the key's name.
  init(_ flags: [String: String], environment: [String: String], clock: ScenarioClock) throws {
    let configuration = try DaemonConfiguration(flags: flags, file: nil, environment: environment)
    let dependencies = DaemonDependencies(
      environment: environment, eventLoop: group.next(), readExecutor: Self.diskThreads,
      writeExecutor: Self.diskThreads, lead: { clock.lead },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let (stops, stopping) = AsyncStream.makeStream(of: Never.self)
    self.stopping = stopping
    Task.detached(executorPreference: EventLoopTaskExecutor(group.next())) { [database, end] in
      do {
        let socket = try ListeningSocket.make(at: configuration.socket)
        try await Daemon(configuration, in: dependencies).run(on: [socket]) { served in
          database.fulfill(.success(served))
          return { for await _ in stops {} }
        }
        end.fulfill(.success(()))
      } catch {
        database.fulfill(.failure(error))
        end.fulfill(.failure(error))
      }
    }
    do { _ = try database.wait() } catch {
      try? group.syncShutdownGracefully()
      throw error
    }
  }

  /// Tells it that its clock has been moved.
  func timeHasPassed() throws { try database.wait().core.timeHasPassed() }

  /// Ends it, and waits for that.
  func stop() throws {
    stopping.finish()
    try end.wait()
    try group.syncShutdownGracefully()
  }
}
