import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
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
