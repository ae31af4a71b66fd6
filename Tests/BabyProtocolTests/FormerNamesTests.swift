import BabyProtocol
import Foundation
import Testing

@Suite("Former names")
struct FormerNamesTests {
  private static let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "contrib/dev/documents/protocol.md")

  @Test("each is no name of today, leads to one, and stands in the protocol's table")
  func table() throws {
    let methods = allMethods.map { $0.name }
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    for (former, today) in FormerNames.methods {
      #expect(!methods.contains(former) && methods.contains(today))
      #expect(text.contains("| method `\(former)` | `\(today)` |"))
      #expect(RPCError(unknownMethod: former).message == "The method \"\(former)\" is now called \"\(today)\".")
    }
    for (former, today) in FormerNames.topics {
      #expect(Topic(rawValue: former) == nil)
      #expect(text.contains("| topic `\(former)` | `\(today.rawValue)` |"))
    }
    for (former, today) in FormerNames.errors {
      #expect(!ErrorCode.all.contains { $0.name == former })
      #expect(text.contains("| error `\(former)` | `\(today)` |"))
    }
  }

  @Test("a method that only reads comes with the command that calls it; one that writes is not pasted unseen")
  func hints() {
    #expect(RPCError(unknownMethod: "feedback.list").hint == "bbctl call inbox.list '{}'")
    #expect(RPCError(unknownMethod: "feedback.dismiss").hint == ErrorCode.methodNotFound.hint)
    #expect(RPCError(unknownMethod: "sleep.strat").message.contains("Did you mean \"sleep.start\"?"))
  }
}
