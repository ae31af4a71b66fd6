import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension MethodHandlers {
  mutating func addChildren() {
    read(ChildList.self) { params, logbook in try logbook.childList(includingRemoved: params.includesRemoved) }
    write(ChildAdd.self) { params, logbook in try logbook.addChild(params) }
    write(ChildUpdate.self) { params, logbook in try logbook.updateChild(params) }
    write(ChildRemove.self) { params, logbook in try logbook.removeChild(params.childID) }
    write(ChildRestore.self) { params, logbook in try logbook.restoreChild(params.childID) }
    write(ChildPurge.self) { params, logbook in try logbook.purgeChild(params.childID) }
    write(ChildSelect.self) { params, logbook in try logbook.selectChild(params.childID) }
  }
}
