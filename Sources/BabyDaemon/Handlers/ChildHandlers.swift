import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabyStore

extension MethodHandlers {
  mutating func addChildren() {
    read(ChildList.self) { params, logbook in try logbook.childList(includingRemoved: params.includesRemoved) }
    write(ChildAdd.self) { params, logbook in
      try logbook.answer(
        logbook.addChild(
          name: params.name, born: params.born, zone: params.zone, sex: params.sex, feedingStyle: params.feedingStyle,
          dueDate: params.dueDate, birthWeight: params.birthWeight, id: params.id))
    }
    write(ChildUpdate.self) { params, logbook in
      try logbook.answer(
        logbook.updateChild(
          params.childID, name: params.name, born: params.born, zone: params.zone, sex: params.sex.map(\.value),
          feedingStyle: params.feedingStyle.map(\.value), dueDate: params.dueDate.map(\.value),
          birthWeight: params.birthWeight.map(\.value)))
    }
    write(ChildRemove.self) { params, logbook in try logbook.answer(logbook.removeChild(params.childID)) }
    write(ChildRestore.self) { params, logbook in try logbook.answer(logbook.restoreChild(params.childID)) }
    write(ChildPurge.self) { params, logbook in try logbook.answer(logbook.purgeChild(params.childID)) }
    write(ChildSelect.self) { params, logbook in try logbook.answer(logbook.selectChild(params.childID)) }
  }
}
