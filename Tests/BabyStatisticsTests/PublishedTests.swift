import BabyModel
import Foundation
import Testing

@testable import BabyStatistics

/// The folder that `contrib/dev/check-growth` was given, with files that are not part of the project.
private let published = ProcessInfo.processInfo.environment["GROWTH_FILES"]

/// The rows of a table with commas, by the names of its columns.
private func rows(of name: String) throws -> [[String: String]] {
  let folder = URL(fileURLWithPath: try #require(published), isDirectory: true)
  let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  let names = try #require(lines.first).map(String.init)
  return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, $0.map(String.init))) }
}

@Suite("The WHO's tables")
struct WHOTests {
  @Test(
    "published examples are exact to the hundredth",
    arguments: [
      (Sex.male, 0, BodyMeasure.weight(3.3464), 0.0), (.male, 0, .weight(2), -3.21),
      (.male, 0, .weight(5.5), 3.77), (.female, 1522, .weight(17), 0.24), (.male, 44, .length(50, nil), -3.29),
      (.female, 955, .weight(7.6), -4.32), (.male, 987, .length(72.86, .lying), -6.09),
      (.male, 274, .weight(8.0229), -0.95),
    ])
  func anchors(sex: Sex, day: Int, value: BodyMeasure, z: Double) throws {
    let row = try #require(
      GrowthHistory([measured(day, value)], of: GrowthSubject(basis: AgeBasis(born: birthday), sex: sex)).rows.first)
    #expect(row.scores.map(\.z) == [z])
    #expect(row.scores.map(\.standard) == ["WHO standards"])
  }

  @Test("a boy of 274 days with 8.0229 kg and 71.12 cm is at the 17th and the 35th percentile")
  func percentiles() {
    let measurements = [measured(274, .weight(8.0229), entry: 1), measured(274, tall(71.12), entry: 2)]
    let rows = GrowthHistory(measurements, of: GrowthSubject(basis: AgeBasis(born: birthday), sex: .male)).rows
    #expect(rows.first { $0.measure == .weight }.map { Int($0.scores[0].percentile.rounded()) } == 17)
    #expect(rows.first { $0.measure == .length }.map { Int($0.scores[0].percentile.rounded()) } == 35)
  }

  /// The WHO prints them to a tenth, and by months: twelve of them are a quarter of a day more than 365 days.
  @Test(
    "the curves are the WHO's printed 3rd, 15th, 50th, 85th and 97th percentiles",
    arguments: [
      (GrowthMeasure.weight, ReferenceSex.girls, 0, [2.4, 2.8, 3.2, 3.7, 4.2]),
      (.weight, .boys, 0, [2.5, 2.9, 3.3, 3.9, 4.3]), (.weight, .girls, 365, [7.1, 7.9, 8.9, 10.2, 11.3]),
      (.weight, .boys, 365, [7.8, 8.6, 9.6, 10.8, 11.8]), (.length, .girls, 365, [69.2, 71.3, 74.0, 76.7, 78.9]),
      (.length, .boys, 365, [71.3, 73.3, 75.7, 78.2, 80.2]), (.head, .girls, 365, [42.3, 43.5, 44.9, 46.3, 47.5]),
    ])
  func curves(measure: GrowthMeasure, sex: ReferenceSex, age: Int, printed: [Double]) throws {
    for (curve, printed) in zip(GrowthCurve.allCases, printed) {
      let value = try #require(GrowthStandard.who.value(of: measure, at: curve.z, age: age, among: sex))
      #expect(abs(value - printed) < 0.06, "\(curve)")
      let score = try GrowthStandard.who.score(measure, value, age: age, among: sex)
      #expect(abs(score.percentile - Double(curve.rawValue)) < 1e-6)
    }
  }

  @Test("there are no curves before birth, after five years, or by length")
  func noCurves() {
    let standard = GrowthStandard.who
    #expect(standard.value(of: .weight, at: 0, age: -1, among: .girls) == nil)
    #expect(standard.value(of: .head, at: 0, age: standard.ages.upperBound + 1, among: .boys) == nil)
    #expect(standard.value(of: .weightForLength, at: 0, age: 500, among: .boys) == nil)
  }

  @Test("a median newborn is at the 50th percentile on the eighth day", arguments: ReferenceSex.allCases)
  func newborn(sex: ReferenceSex) throws {
    let median = try #require(GrowthStandard.who.value(of: .weight, at: 0, age: 8, among: sex))
    let percentile = try GrowthStandard.who.score(.weight, median, age: 8, among: sex).percentile
    #expect(Words.percentile(percentile) == "50th percentile")
  }

  @Test(
    "all 1,993 z-scores of the WHO's survey, 1,981 of them up to five years, are exact to the hundredth, and so are its flags",
    .enabled(if: published != nil))
  func survey() throws {
    let columns: [(GrowthMeasure, z: String, flag: String)] = [
      (.weight, "_ZWEI", "_FWEI"), (.length, "_ZLEN", "_FLEN"), (.weightForLength, "_ZWFL", "_FWFL"),
      (.bmi, "_ZBMI", "_FBMI"), (.head, "_ZHC", "_FHC"),
    ]
    var counts: [GrowthMeasure: Int] = [:]
    var beyond = 0
    for child in try rows(of: "survey_z_st.csv") {
      guard let day = child["_agedays"].flatMap(Int.init) else { continue }
      let position: LengthPosition? =
        switch child["measure"] {
        case "l": .lying
        case "h": .standing
        default: nil
        }
      let values: [BodyMeasure?] = [
        child["WEIGHT"].flatMap(Double.init).map { .weight($0) },
        child["HEIGHT"].flatMap(Double.init).map { .length($0, position) },
        child["HEAD"].flatMap(Double.init).map { .head($0) },
      ]
      let measurements = values.compactMap(\.self).enumerated().map { measured(day, $1, entry: UInt64($0)) }
      let subject = GrowthSubject(basis: AgeBasis(born: birthday), sex: child["GENDER"] == "1" ? .male : .female)
      let growth = GrowthHistory(measurements, of: subject).rows
      for (measure, column, flag) in columns {
        guard let expected = child[column].flatMap(Double.init) else { continue }
        let score = try #require(
          growth.first { $0.measure == measure }?.scores.first, "\(child["id"] ?? "") \(measure)")
        #expect(abs(score.z - expected) < 0.001, "\(child["id"] ?? "") \(measure)")
        #expect(score.isImplausible == (child[flag] == "1"), "\(child["id"] ?? "") \(measure) \(expected)")
        counts[measure, default: 0] += 1
        if abs(expected) > 3 { beyond += 1 }
      }
    }
    #expect(counts == [.weight: 489, .length: 475, .weightForLength: 467, .bmi: 468, .head: 94])
    #expect(beyond == 27)
  }

  @Test("all 111,420 published percentiles are right within their rounding", .enabled(if: published != nil))
  func publishedPercentiles() throws {
    let zs = [
      "P01": -3.090232306, "P1": -2.326347874, "P3": -1.880793608, "P5": -1.644853627, "P10": -1.281551566,
      "P15": -1.036433389, "P25": -0.674489750, "P50": 0, "P75": 0.674489750, "P85": 1.036433389, "P90": 1.281551566,
      "P95": 1.644853627, "P97": 1.880793608, "P99": 2.326347874, "P999": 3.090232306,
    ]
    var (count, worst) = (0, 0.0)
    for (measure, name) in [(GrowthMeasure.weight, "weight"), (.length, "height")] {
      for sex in ReferenceSex.allCases {
        let table = WHOTables.table(of: measure, for: sex)
        for row in try rows(of: "\(name)_percentile_\(sex.rawValue).csv") {
          let lms = try #require((row["Age"] ?? row["Day"]).flatMap(Int.init).flatMap { table[$0] })
          for (column, z) in zs {
            let published = try #require(row[column].flatMap(Double.init))
            let value = try #require(lms.value(at: z))
            worst = max(worst, abs(value - published))
            count += 1
          }
        }
      }
    }
    #expect(count == 111_420)
    #expect(worst < 0.000_51)
  }
}
