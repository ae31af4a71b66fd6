import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// The medicines that a child got, the latest first.
  public func medicines(of reference: String?) throws -> MedicineList.Answer {
    let child = try child(reference)
    let (settings, zone) = (try settings(of: child), try zone(child.zone))
    let courses = MedicineCourse.all(in: try transaction.doses(of: child.id, before: now), at: now)
    return MedicineList.Answer(
      child: ChildReference(child), timeFormat: settings.timeFormat, theme: settings.theme,
      medicines: courses.map { MedicineRecord($0, in: zone) })
  }
}
