import BabyAccount
import BabyModel
import Testing

@testable import BabyDaemon

@Suite("Logging of failures")
struct FailureLogTests {
  @Test("names the error, and ignores calls that the daemon's shutdown has cancelled")
  func cancelled() async {
    let recorder = LogRecorder()
    recorder.logger.failure("syncing pauses", BabyError.storeFull(path: "/secret"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      recorder.logger.failure("syncing pauses", CancellationError())
    }
    await task.value
    #expect(recorder.lines.map(\.message) == ["syncing pauses"])
    #expect(recorder.lines.map(\.metadata) == [["error": "store.full"]])
  }
}
