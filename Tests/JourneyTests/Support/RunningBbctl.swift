import BabyClient
import Foundation
import Synchronization
import TestSupport

/// bbctl on a thread of its own, beside what the scenario does.
final class RunningBbctl: RunningCommand {
  private let written = Written()
  private let end = BlockingPromise<CInt>()
  /// The reader's end of what bbctl writes to: with it bbctl ends.
  private var reader: CInt?

  private final class Written: Sendable {
    let text = Mutex("")
  }

  /// - Parameter run: is given the descriptor that tells when the reader is gone, and what takes the output; returns at
  ///   bbctl's end.
  init(_ run: @escaping @Sendable (CInt, @escaping @Sendable (String) -> Void) -> CommandRun) throws {
    guard let pipe = Spawn.pipe() else { throw ScenarioFailure.system("pipe") }
    reader = pipe.reading
    Thread.detachNewThread { [written, end, writer = pipe.writing] in
      let run = run(writer) { text in written.text.withLock { $0 += text } }
      written.text.withLock { $0 += run.output }
      close(writer)
      end.fulfill(.success(run.status))
    }
  }

  var output: String { written.text.withLock { $0 } }

  func wait() throws -> CInt { try end.wait() }

  /// Goes away as its reader, and waits for its end.
  func stop() throws {
    if let reader { close(reader) }
    reader = nil
    _ = try wait()
  }
}
