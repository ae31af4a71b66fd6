import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension HandlerTable {
  mutating func addChildren() {
    read(ChildList.self) { params, book in try book.childList(includingRemoved: params.includesRemoved) }
    write(ChildAdd.self) { params, book in
      try book.answer(
        book.addChild(
          name: params.name, born: params.born, zone: params.zone, sex: params.sex, feedingStyle: params.feedingStyle,
          id: params.id))
    }
    write(ChildUpdate.self) { params, book in
      try book.answer(
        book.updateChild(
          params.childID, name: params.name, born: params.born, zone: params.zone, sex: params.sex.map(\.value),
          feedingStyle: params.feedingStyle.map(\.value)))
    }
    write(ChildRemove.self) { params, book in try book.answer(book.removeChild(params.childID)) }
    write(ChildRestore.self) { params, book in try book.answer(book.restoreChild(params.childID)) }
    write(ChildPurge.self) { params, book in try book.answer(book.purgeChild(params.childID)) }
    write(ChildSelect.self) { params, book in try book.answer(book.selectChild(params.childID)) }
  }
}

extension LogbookReader {
  func childList(includingRemoved: Bool) throws -> ChildList.Answer {
    let children = try transaction.children(includingRemoved: includingRemoved)
    return ChildList.Answer(children: try children.map { ChildRecord($0, isCurrent: try isCurrent($0)) })
  }
}

extension LogbookWriter {
  fileprivate func answer(_ outcome: ChildOutcome) throws -> ChildAnswer {
    ChildAnswer(
      child: ChildRecord(outcome.child, isCurrent: try reader.isCurrent(outcome.child)), message: outcome.message,
      seq: try seq, isDryRun: isDryRun)
  }
}
