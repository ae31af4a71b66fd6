import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords

extension MethodHandlers {
  /// What was given, and when it may be given again.
  mutating func addMedicines() {
    read(MedicineList.self) { params, logbook in
      let view = try logbook.medicines(of: params.childID)
      return MedicineList.Answer(
        child: ChildReference(view.child), timeFormat: view.settings.timeFormat, theme: view.settings.theme,
        medicines: view.courses.map { MedicineRecord($0, in: view.zone) })
    }
  }
}
