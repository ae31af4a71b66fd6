public import BabyModel

/// A logged measurement of a child.
public struct GrowthMeasurement: Equatable, Sendable {
  public var entry: EntryID
  public var at: Instant
  /// The child's day at that time.
  public var day: LocalDate
  public var value: BodyMeasure

  public init(entry: EntryID, at: Instant, day: LocalDate, _ value: BodyMeasure) {
    self.entry = entry
    self.at = at
    self.day = day
    self.value = value
  }
}

/// The properties of a child that growth depends on.
public struct GrowthSubject: Equatable, Sendable {
  /// From when the child's age counts.
  public var basis: AgeBasis
  /// Nil or other: no sex is assumed, and a value is compared with both.
  public var sex: Sex?
  /// In kilograms; nil: the first weight that was measured on the day of birth.
  public var birthWeight: Double?

  public init(basis: AgeBasis, sex: Sex? = nil, birthWeight: Double? = nil) {
    self.basis = basis
    self.sex = sex
    self.birthWeight = birthWeight
  }

  /// Among whom a value is compared.
  public var references: [ReferenceSex] {
    switch sex {
    case .female: [.girls]
    case .male: [.boys]
    case .other, nil: ReferenceSex.allCases
    }
  }
}

/// A child's measurements, with derived values.
public struct GrowthHistory: Equatable, Sendable {
  /// Newest first; those of one time in the order of `GrowthMeasure`.
  public let rows: [GrowthRow]
  /// Nil if the weight at birth is not known.
  public let birthWeight: BirthWeight?

  /// - Parameter measurements: in any order. Impossible ones are kept like all others.
  public init(_ measurements: [GrowthMeasurement], of child: GrowthSubject, by standard: GrowthStandard = .who) {
    let measurements = measurements.sorted {
      ($0.at, $0.entry.high, $0.entry.low) < ($1.at, $1.entry.high, $1.entry.low)
    }
    let builder = GrowthRowBuilder(child: child, standard: standard, lengths: LengthsByDay(measurements))
    var lastWeights = PreviousWeights()
    let velocities = measurements.map { measurement -> GrowthVelocity? in
      guard case .weight(let kilograms) = measurement.value else { return nil }
      return lastWeights.velocity(to: kilograms, on: measurement.day)
    }
    var rows: [GrowthRow] = []
    rows.reserveCapacity(2 * measurements.count)
    for (measurement, velocity) in zip(measurements, velocities).reversed() {
      rows.append(contentsOf: builder.rows(of: measurement, velocity: velocity))
    }
    self.rows = rows
    birthWeight = BirthWeight(measurements, of: child)
  }
}
