/// Everything that takes bytes from outside, each by the name of its folder of found inputs, `contrib/dev/fuzz/corpus`.
///
/// A target reads what it is given as the programs do, and then looks whether what came of it holds together.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case json, params, answers, bodies, lines, times, phrases, tables, archives, searches, links, bars, clicks, follower,
    page, foreign, maps

  /// Reads an input.
  ///
  /// - Throws: `Finding`.
  public func run(_ bytes: [UInt8]) throws {
    switch self {
    case .json: try checkJSON(bytes)
    case .params: try checkParams(bytes)
    case .answers: try checkAnswers(bytes)
    case .bodies: try checkBodies(bytes)
    case .lines: try checkLines(bytes)
    case .times: try checkTimes(bytes)
    case .phrases: try checkPhrases(bytes)
    case .tables: try checkTables(bytes)
    case .archives: try checkArchives(bytes)
    case .searches: try checkSearches(bytes)
    case .links: try checkLinks(bytes)
    case .bars: try checkBars(bytes)
    case .clicks: checkClicks(bytes)
    case .follower: checkFollower(bytes)
    case .page: try PageMerge.check(bytes)
    case .foreign: try checkForeign(bytes)
    case .maps: try checkMaps(bytes)
    }
  }
}

/// Something that does not hold for an input.
public struct Finding: Error, CustomStringConvertible {
  /// What does not hold.
  public let description: String

  init(_ description: String) { self.description = description }
}

func expect(_ condition: Bool, _ description: @autoclosure () -> String) throws(Finding) {
  guard condition else { throw Finding(description()) }
}

extension [UInt8] {
  /// The first byte, which chooses among things, and what follows it.
  var choiceAndRest: (choice: Int, rest: [UInt8]) { (Int(first ?? 0), Array(dropFirst())) }

  var text: String { String(decoding: self, as: UTF8.self) }

  /// The texts between line feeds.
  var texts: [String] {
    split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
}
