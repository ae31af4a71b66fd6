extension NaraRow {
  /// The app's column names: spreadsheets and people change their case.
  static let columnNames: Set<String> = {
    let measures = [
      "Breast Milk Volume", "Formula Volume", "Volume", "Left Volume", "Right Volume", "Total Volume", "Weight",
      "Height", "Head Size", "Temperature", "Dose",
    ]
    let names =
      measures + measures.map { "\($0) Unit" } + [
        "Begin Side", "End Side", "Left Duration (Seconds)", "Right Duration (Seconds)", "Duration (Seconds)",
        "End Date/time", "End Date/time (Epoch)", "Type", "Formula Name", "Detail", "Dirty Color", "Dirty Texture",
        "Medication", "Routine", "Food", "Foods", "Milestone", "Title", "Birth Date",
      ]
    let groups = Set(types.values).flatMap { group in names.map { "[\(group)] \($0)" } }
    return Set(
      groups + [
        "Type", "Profile Name", "Start Date/time", "Start Date/time (Epoch)", "Note", "Time Zone",
        "Created By Caregiver", "Last Updated By Caregiver", "_activityKey", "_profileKey", "_familyKey",
      ])
  }()

  /// The app's words for what a row is about, by themselves in small letters.
  static let types: [String: String] = {
    let words = [
      "Profile", "Breastfeed", "Bottle Feed", "Combo Feed", "Solids", "Diaper", "Sleep", "Pump", "Growth", "Medical",
      "Routine", "Milestone",
    ]
    return Dictionary(uniqueKeysWithValues: words.map { ($0.lowercased(), $0) })
  }()
}
