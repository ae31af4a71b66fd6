import BabyEngine
import BabyModel
import BabyProtocol

extension MethodHandlers {
  /// Doses of medicines, and when the next may be given.
  mutating func addMedicines() {
    read(MedicineList.self) { params, logbook in try logbook.medicines(of: params.childID) }
  }
}
