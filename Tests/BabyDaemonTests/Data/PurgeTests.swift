import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Testing

@testable import BabyDaemon

@Suite("Deleting a removed child for good")
struct PurgeTests {
  /// A word that is only in what was logged of the child that goes.
  private static let secret = "xylophone"

  /// Eva, who goes, and Max, who stays; the last step of each is one that can be undone.
  private func family(keepsOutbox: Bool = false) async throws -> TestDaemon {
    let daemon = try await TestDaemon(keepsOutbox: keepsOutbox)
    for name in ["Eva", "Max"] {
      _ = try await daemon.call(ChildAdd.self, .init(name: name, born: LocalDate(dayNumber: 18_300), zone: "UTC"))
    }
    _ = try await daemon.call(EntryLog.self, .init(childID: "Max", entry: .note(), note: "stays"))
    _ = try await daemon.call(EntryLog.self, .init(childID: "Eva", entry: .note(), note: Self.secret))
    _ = try await daemon.call(ReminderSet.self, .init(name: "Give \(Self.secret)", every: "8h", childID: "Eva"))
    _ = try await daemon.answer(
      #"{"jsonrpc":"2.0","id":1,"method":"entry.log","params":{"childId":"Eva","kind":"note","note":"\#(Self.secret)","idempotencyKey":"k1"}}"#
    )
    return daemon
  }

  @Test("removes all of it from the database and the file, and nothing of another child")
  func all() async throws {
    let daemon = try await family()
    let eva = try await daemon.call(ChildRemove.self, .init(childID: "Eva")).child.child.id
    let answer = try await daemon.call(ChildPurge.self, .init(childID: "Eva"))
    #expect(answer.message == "Deleted Eva for good")
    #expect(try await daemon.call(ChildList.self, .init(includesRemoved: true)).children.map(\.child.name) == ["Max"])
    let timeline = try await daemon.call(TimelineList.self, .init(childID: "Max"))
    #expect(timeline.entries.map(\.entry.note) == ["stays"])
    await #expect(throws: RPCError.self) { try await daemon.call(ChildRestore.self, .init(childID: "\(eva)")) }

    let path = daemon.store.path
    try daemon.store.close()
    for file in try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path).deletingLastPathComponent().appending(path: file))
      #expect(bytes.range(of: Data(Self.secret.utf8)) == nil, "\(file) holds what was logged")
    }
  }

  @Test("is announced after everything before it, also by a daemon without earlier writes")
  func seq() async throws {
    let daemon = try await family()
    _ = try await daemon.call(ChildRemove.self, .init(childID: "Eva"))
    _ = try await daemon.call(EntryLog.self, .init(childID: "Max", entry: .note(), note: "still here"))
    let eva = try await daemon.call(ChildList.self, .init(includesRemoved: true)).children.first?.child
    _ = try await daemon.answer(
      #"{"jsonrpc":"2.0","id":1,"method":"child.restore","params":{"childId":"Eva"}}"#)
    _ = try await daemon.call(EntryLog.self, .init(childID: "Eva", entry: .note(), note: "the last one"))
    _ = try await daemon.call(EntryLog.self, .init(childID: "Eva", entry: .diaper()))
    try daemon.store.close()

    let context = WriteContext(uid: 0, client: "test", at: daemon.clock.now)
    let store = try Store.open(
      path: daemon.store.path, now: daemon.clock.now, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    let before = try await store.read { try $0.lastSeq() }
    let id = try #require(eva?.id)
    let child = try #require(try await store.read { try $0.child(id) })
    let unknown = UnknownEntry(
      id: IDGenerator().next(at: context.at), word: "bath",
      json: #"{"childId":"\#(child.id)","note":"\#(Self.secret)"}"#)
    let reopened = try Store.open(
      path: daemon.store.path, now: daemon.clock.now, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    _ = try await store.write(context) { try $0.keep(unknown) }
    try await reopened.write(context) { try $0.purge(child) }
    let told = try await reopened.read { try $0.changes(after: before, limit: 10) }
    #expect(told.map(\.seq) == [before + 1])
    #expect(told.map(\.subject) == [.child(child.id)])
    #expect(try await reopened.read { try $0.unknownEntries().count } == 0)
  }

  @Test("keeps the undo history of others; steps that involve the child cannot be undone")
  func history() async throws {
    let daemon = try await family()
    _ = try await daemon.call(ChildRemove.self, .init(childID: "Eva"))
    _ = try await daemon.call(ChildPurge.self, .init(childID: "Eva"))
    #expect(try await daemon.call(Undo.self, .init()).message.hasPrefix("Undid: "))
    #expect(try await daemon.call(TimelineList.self, .init(childID: "Max")).entries == [])
    // The addition of Max is a step; that of Eva, and all changes to her, are not any more.
    #expect(try await daemon.call(Undo.self, .init()).label == "Added Max")
    await #expect(throws: RPCError.self) { try await daemon.call(Undo.self, .init()) }
    _ = try await daemon.call(Redo.self, .init())
    #expect(try await daemon.call(Redo.self, .init()).entries.map(\.entry.note) == ["stays"])
  }

  @Test("is refused while the child is not removed, or the family server does not have all of it")
  func refusals() async throws {
    let daemon = try await family()
    await #expect(throws: RPCError(.childNotRemoved, "Eva has not been removed.")) {
      try await daemon.call(ChildPurge.self, .init(childID: "Eva"))
    }
    let syncing = try await family(keepsOutbox: true)
    _ = try await syncing.call(ChildRemove.self, .init(childID: "Eva"))
    let before = try await syncing.store.read { try $0.lastSeq() }
    let refusal = try await syncing.answer(
      #"{"jsonrpc":"2.0","id":1,"method":"child.purge","params":{"childId":"Eva"}}"#)
    #expect(refusal.contains(#""name":"child.unsent""#))
    #expect(try await syncing.store.read { try $0.lastSeq() } == before)
    #expect(try await syncing.call(ChildList.self, .init(includesRemoved: true)).children.count == 2)
  }

  @Test("a dry run deletes nothing")
  func dryRun() async throws {
    let daemon = try await family()
    _ = try await daemon.call(ChildRemove.self, .init(childID: "Eva"))
    let answer = try await daemon.call(ChildPurge.self, .init(childID: "Eva", options: .init(dryRun: true)))
    #expect(answer.isDryRun)
    #expect(try await daemon.call(ChildRestore.self, .init(childID: "Eva")).child.child.name == "Eva")
    #expect(try await daemon.call(TimelineList.self, .init(childID: "Eva")).entries.count == 2)
  }
}
