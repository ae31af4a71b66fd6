import BabyModel

/// The tables of the WHO, each read when it is first asked for.
enum WHOTables {
  static func table(of measure: GrowthMeasure, for sex: ReferenceSex) -> GrowthTable {
    switch (measure, sex) {
    case (.weight, .girls): weightGirls
    case (.weight, .boys): weightBoys
    case (.length, .girls): lengthGirls
    case (.length, .boys): lengthBoys
    case (.head, .girls): headGirls
    case (.head, .boys): headBoys
    case (.bmi, .girls): bmiGirls
    case (.bmi, .boys): bmiBoys
    case (.weightForLength, .girls): weightForLengthGirls
    case (.weightForLength, .boys): weightForLengthBoys
    }
  }
}
