/// The tables of Glow Baby's export, which their columns tell apart.
enum GlowTable: String, Sendable {
  case diaper, bottle, solids, growth, sleep

  /// - Parameter names: of all columns, in small letters and without their units.
  /// - Returns: nil for another app's table.
  init?(columns names: Set<String>) {
    func has(_ wanted: String...) -> Bool { names.isSuperset(of: wanted) }
    if has("diaper time", "in the diaper") {
      self = .diaper
    } else if has("time of feeding", "ingredients") {
      self = .solids
    } else if has("time of feeding", "milk type", "amount") {
      self = .bottle
    } else if has("date", "head circ.") {
      self = .growth
    } else if names.subtracting(["note", "notes"]) == ["begin time", "end time"] {
      self = .sleep
    } else {
      return nil
    }
  }

  /// The column of the time.
  var time: String {
    switch self {
    case .diaper: "diaper time"
    case .bottle, .solids: "time of feeding"
    case .growth: "date"
    case .sleep: "begin time"
    }
  }

  /// The columns of quantities that are given in two units, which are compared.
  var measures: Set<String> {
    switch self {
    case .bottle: ["amount"]
    case .growth: ["weight", "height", "head circ."]
    case .diaper, .solids, .sleep: []
    }
  }

  /// The columns that a table has beside the time; what stands in any other is kept in the note.
  var columns: [String] {
    switch self {
    case .diaper: ["in the diaper", "color", "texture"]
    case .bottle: ["milk type", "amount"]
    case .solids: ["ingredients", "amount", "unit type", "baby's reaction"]
    case .growth: ["weight", "height", "head circ."]
    case .sleep: ["end time"]
    }
  }
}
