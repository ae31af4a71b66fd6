import BabyModel
import BabyStore
import Testing

import BabyEngine

@Suite("Ten thousand pending changes")
struct LargeQueueTests {
  @Test("the next one is found without reading the others, and they are listed a page at a time")
  func tenThousand() async throws {
    let (machine, _, eva) = try await family()
    let entries = (0..<10_000).map { machine.entry(of: eva, at: noon - .minutes($0)) }
    try await machine.change { transaction in for entry in entries { try transaction.insert(entry) } }
    #expect(try await machine.store.read { try $0.queueCounts() } == QueueCounts(waiting: 10_000, failed: 0))
    for entry in entries.prefix(20) {
      let write = try #require(try await machine.next())
      guard case .entry(let sent, base: nil) = write.content else { return }
      #expect(sent == entry)
      _ = try await machine.engine.settle(write, .accepted(sent))
    }
    let page = try await machine.engine.read(Caller(uid: 1, client: "test")) { try $0.queueItems(limit: 10) }
    #expect(page.count == 10)
  }
}
