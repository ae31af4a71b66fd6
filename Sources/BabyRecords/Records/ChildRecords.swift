package import BabyEngine
package import BabyModel
package import BabyProtocol
import BabyStore

extension LogbookReader {
  /// The child that is meant; nil when there is none, also when the child has been removed.
  package func childIfThere(_ reference: String?) throws -> Child? {
    do { return try child(reference) } catch let error as BabyError {
      switch error {
      case .noChild, .childNotFound, .childRemoved: return nil
      default: throw error
      }
    }
  }

  package func childList(includingRemoved: Bool) throws -> ChildList.Answer {
    let children = try transaction.children(includingRemoved: includingRemoved)
    return ChildList.Answer(children: try children.map { ChildRecord($0, isCurrent: try isCurrent($0)) })
  }
}

extension LogbookWriter {
  package func answer(_ outcome: ChildOutcome) throws -> ChildAnswer {
    ChildAnswer(
      child: ChildRecord(outcome.child, isCurrent: try reader.isCurrent(outcome.child)), message: outcome.message,
      seq: try seq, isDryRun: isDryRun)
  }
}
