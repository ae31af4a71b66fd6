import BabyModel
import BabyProtocol
import BabyStore

extension LogbookReader {
  /// The error if every child has been removed or is no longer shared: adding it again would make a second child.
  ///
  /// - Returns: nil if there never was a child, other than those whose addition was undone.
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
