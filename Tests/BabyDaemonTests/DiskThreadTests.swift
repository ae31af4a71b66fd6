import Glibc
import Testing

@testable import BabyDaemon

@Suite("The thread for writes")
struct DiskThreadTests {
  @Test("runs every task from anywhere, one after the other on one thread")
  func everyTask() async throws {
    let executor = try DiskThread()
    // Touched by that thread alone.
    nonisolated(unsafe) var count = 0
    let threads = await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          var threads: Set<pthread_t> = []
          for _ in 0..<500 {
            let thread = await withTaskExecutorPreference(executor) {
              count += 1
              return pthread_self()
            }
            threads.insert(thread)
          }
          return threads
        }
      }
      return await group.reduce(into: Set<pthread_t>()) { $0.formUnion($1) }
    }
    #expect(count == 4000)
    #expect(threads.count == 1)
    #expect(threads.first != pthread_self())
  }
}
