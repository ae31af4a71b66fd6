import ArgumentParser
import BabyModel
import BabyProtocol

struct TrendsCommand: EachChildCommand {
  static let commandName = "trends"

  static let configuration = command(
    "Show what changed in the last week.", usage: "trends",
    discussion: """
      Compares the last seven days that are over with the four weeks before. Changed
      is what differs by more than it usually varies from day to day; the small bars
      are the five weeks. Days on which nothing was logged do not count.
      """)

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(TrendList.self, .init(childID: child)) { answer in
      .trends(answer, of: session.isOfEachChild ? answer.child.name : child, on: session.renderer)
    }
  }
}

extension Page {
  /// The page of `bbctl trends`.
  ///
  /// - Parameter child: for the commands; nil for the current child.
  static func trends(_ answer: TrendList.Answer, of child: String?, on renderer: Renderer) -> Page {
    var page = Page(theme: answer.theme)
    page.heading(Words.line([answer.child.name, "The last seven days"]))
    let (changed, others) = (answer.trends.filter(\.isChanged), answer.trends.filter { !$0.isChanged })
    if changed.isEmpty, !others.isEmpty { page.line("Nothing changed by more than it usually varies.") }
    for (title, trends) in [("Changed", changed), ("About as before", others)] where !trends.isEmpty {
      page.gap()
      page.heading(title)
      for trend in trends {
        let words = [trend.title, trend.text, trend.comparison].map { Span($0) }
        page.row(words + (renderer.isPlain ? [] : [Span(trend.bars(until: answer.last), .kind(trend.measure.kind))]))
      }
    }
    if let note = answer.note { page.line(.init(note)) }
    if answer.trends.isEmpty { return page }
    page.gap()
    page.line(.init("Day by day:", .faint))
    var commands: [String] = []
    for trend in answer.trends where !commands.contains(trend.command) { commands.append(trend.command) }
    for command in commands {
      page.line(.init("  " + command + (child.map { " --child \($0.shellQuoted)" } ?? ""), .faint, .command))
    }
    return page
  }
}

extension TrendRecord {
  /// A bar for each of the five weeks, the oldest first; a dot where nothing was logged.
  fileprivate func bars(until last: LocalDate) -> String {
    let medians = weeks.map(\.median)
    let highest = medians.max() ?? 0
    // From there up, so that a small change is seen, and one that hardly is one stays small.
    let bottom = min(medians.min() ?? 0, highest * 0.75)
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(
      (0..<5).map { week -> Character in
        let day = last.adding(days: 7 * (week - 4))
        guard let median = weeks.first(where: { $0.last == day })?.median else { return "·" }
        let share = highest > bottom ? (median - bottom) / (highest - bottom) : 0
        return bars[Int((share * Double(bars.count - 1)).rounded())]
      })
  }
}

extension TrendMeasure {
  /// In whose colour it is drawn.
  fileprivate var kind: EntryKind {
    switch self {
    case .asleep, .asleepAtNight, .asleepByDay, .naps, .longestSleep, .awake: .sleep
    case .feeds, .amount, .nursing, .betweenFeeds: .feeding
    case .wetDiapers, .dirtyDiapers: .diaper
    }
  }
}
