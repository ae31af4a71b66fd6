import BabyModel

/// A table that is nearly one of an app's: a few of its headings were changed, or columns left out.
struct NearTable {
  let app: String
  /// The missing columns, in the app's words.
  let missing: [String]

  private typealias Heading = (title: String, names: [String])

  /// The headings by which readers know tables that have many columns. One with few resembles too many others.
  private static let tables: [(app: String, headings: [Heading])] = [
    ("Baby Connect", BabyConnectColumns.headings), ("Huckleberry", HuckleberryRow.headings.map(heading)),
    ("Nara", NaraRow.headings.map(heading)), ("Hatch", HatchReader.headings.map(heading)),
  ]

  private static func heading(_ title: String) -> Heading { (title, [name(title)]) }

  private static func name(_ title: String) -> String {
    LooseColumns.Column(trimmed(title)).name.replacing("_", with: " ")
  }

  /// - Parameter columns: of a table that no reader takes.
  /// - Returns: nil where more than a third of the headings are missing of every app.
  init?(_ columns: [String]) {
    let names = Set(columns.prefix(200).map(Self.name))
    var best: (app: String, missing: [String])?
    for (app, headings) in Self.tables {
      let missing = headings.filter { $0.names.allSatisfy { !names.contains($0) } }.map(\.title)
      guard missing.count * 3 <= headings.count, missing.count < best?.missing.count ?? Int.max else { continue }
      best = (app, missing)
    }
    guard let best, !best.missing.isEmpty else { return nil }
    (app, missing) = best
  }

  /// Whether it is a table of this program's own, also with a few of its columns changed.
  static func isOwn(_ columns: [String]) -> Bool {
    let own = CSVColumn.all.prefix(CSVColumn.formerCounts[0]).map(\.rawValue)
    let names = Set(columns.prefix(200).map(trimmed))
    return own.count(where: { !names.contains($0) }) * 3 <= own.count
  }

  /// A sentence about the app whose table this nearly is; nil if it resembles none.
  static func text(_ columns: [String]) -> String? {
    if isOwn(columns) {
      return """
        The table is one of Baby Basics's, but its columns are not as they were exported: none may be added, moved, renamed \
        or taken away.
        """
    }
    return NearTable(columns)?.text
  }

  /// A sentence.
  var text: String {
    let titles = missing.map { "“\($0)”" }.joined(separator: " and no ")
    return "The table is nearly one of \(app)'s, but has no column \(titles)."
  }
}
