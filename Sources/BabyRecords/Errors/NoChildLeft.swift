import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension LogbookReader {
  /// What to say where all children are out of sight: whoever set one of them up anew would have it twice.
  ///
  /// - Returns: nil where there never was one, as far as anybody means it.
  func noChildLeft() throws -> RPCError? {
    let undone = try transaction.undoneChildren()
    guard let child = try transaction.children(includingRemoved: true).last(where: { !undone.contains($0.id) }) else {
      return nil
    }
    let name = child.name
    if try transaction.isNoLongerShared(child.id) {
      return RPCError(
        .noChild, "\(name) is no longer shared with you, and there is no other child.", hint: "bbctl inbox")
    }
    let isOwn = try transaction.role(in: child.id) ?? .owner == .owner
    return RPCError(
      .noChild, "\(name) has been removed, and there is no other child.",
      hint: isOwn ? "bbctl child restore \(name.shellQuoted)" : "bbctl inbox")
  }
}
