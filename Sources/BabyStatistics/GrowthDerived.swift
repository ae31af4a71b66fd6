import BabyModel

/// A child's lengths by the day on which they were measured.
struct LengthsByDay {
  /// The maximum number of days between a weight and the length that it is combined with. In a week even a newborn
  /// grows by less than the difference between two people's measurements, about 1 cm.
  static let reach = 7

  /// In the order of their days; the last one of each.
  private let lengths: [(day: LocalDate, stature: Stature)]

  /// - Parameter measurements: in the order of their times.
  init(_ measurements: [GrowthMeasurement]) {
    var lengths: [(day: LocalDate, stature: Stature)] = []
    for measurement in measurements {
      guard case .length(let centimeters, let position) = measurement.value else { continue }
      if lengths.last?.day == measurement.day { lengths.removeLast() }
      lengths.append((measurement.day, Stature(centimeters, position)))
    }
    self.lengths = lengths
  }

  /// The length of the same day, or else of the nearest one within reach; of two that are as near, the earlier.
  func nearest(to day: LocalDate) -> (day: LocalDate, stature: Stature)? {
    let after = lengths.partitioningIndex { $0.day >= day }
    let before = after - 1
    func distance(_ index: Int) -> Int {
      guard lengths.indices.contains(index) else { return .max }
      return abs(lengths[index].day.dayNumber - day.dayNumber)
    }
    let nearest = distance(before) <= distance(after) ? before : after
    return distance(nearest) <= Self.reach ? lengths[nearest] : nil
  }
}

/// The weights that came before, for how fast it has changed.
struct PreviousWeights {
  private var earlier: (day: LocalDate, kilograms: Double)?
  private var latest: (day: LocalDate, kilograms: Double)?

  /// Since the last weight of an earlier day: two weights on one day show no growth. Call it for each weight in order.
  mutating func velocity(to kilograms: Double, on day: LocalDate) -> GrowthVelocity? {
    if let latest, latest.day != day { earlier = latest }
    latest = (day, kilograms)
    guard let earlier, earlier.day < day else { return nil }
    return GrowthVelocity(
      days: day.dayNumber - earlier.day.dayNumber, grams: (kilograms - earlier.kilograms) * 1000)
  }
}

/// The weight at birth, and whether it has been regained: newborns lose some of it in their first days.
public struct BirthWeight: Equatable, Sendable {
  public let kilograms: Double
  /// The age in days at which the child was first weighed at no less, after the day of birth; nil until then.
  public let regainedByDay: Int?

  /// - Parameter measurements: in the order of their times.
  init?(_ measurements: [GrowthMeasurement], of child: GrowthSubject) {
    let weights = measurements.compactMap { measurement -> (age: Int, kilograms: Double)? in
      guard case .weight(let kilograms) = measurement.value else { return nil }
      return (measurement.day.dayNumber - child.basis.born.dayNumber, kilograms)
    }
    guard let kilograms = child.birthWeight ?? weights.first(where: { $0.age == 0 })?.kilograms else { return nil }
    self.kilograms = kilograms
    regainedByDay = weights.first { $0.age > 0 && $0.kilograms >= kilograms }?.age
  }
}
