import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabyStore

extension MethodHandlers {
  /// What some kinds of entries come to, and how notes become entries of them.
  mutating func addKinds() {
    write(NoteConvert.self) { params, logbook in
      try logbook.answer(
        logbook.convertNotes(
          child: params.childID, cursor: params.cursor, limit: params.limit ?? 200,
          continuing: params.step.flatMap(StepID.init)))
    }
    read(FoodList.self) { params, logbook in
      FoodList.Answer(try logbook.foods(of: params.childID, limit: params.limit ?? 1000))
    }
    read(MilkGet.self) { params, logbook in
      MilkGet.Answer(try logbook.storedMilk(of: params.childID, limit: params.limit ?? 5))
    }
  }
}
