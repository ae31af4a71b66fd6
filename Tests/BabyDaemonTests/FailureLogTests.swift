import BabyEngine
import BabyModel
import Testing

@testable import BabyDaemon

@Suite("Logging what could not be done")
struct FailureLogTests {
  @Test("says so by the error's name, and nothing of what the daemon's stopping has cancelled")
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
