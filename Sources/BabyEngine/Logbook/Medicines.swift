public import BabyModel
import BabyStore

/// The medicines of a child, and what it takes to show them.
public struct MedicineView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  /// The one given last first.
  public var courses: [MedicineCourse]
}

extension LogbookReader {
  public func medicines(of reference: String?) throws -> MedicineView {
    let child = try child(reference)
    return MedicineView(
      child: child, settings: try settings(of: child), zone: try zone(child.zone),
      courses: MedicineCourse.all(in: try transaction.doses(of: child.id, before: now), at: now))
  }
}
