import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension MethodHandlers {
  /// Reports about some kinds of entries, and the conversion of notes.
  mutating func addKinds() {
    write(NoteConvert.self) { params, logbook in
      try logbook.convertNotes(params)
    }
    read(FoodList.self) { params, logbook in
      try logbook.foods(of: params.childID, limit: params.limit ?? 1000)
    }
    read(MilkGet.self) { params, logbook in
      try logbook.storedMilk(of: params.childID, limit: params.limit ?? 5)
    }
  }
}
