import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Why: EachChildCommand {
  static let commandName = "why"

  static let configuration = command(
    "Show what stands out about a child that cries.", usage: "why",
    discussion: """
      Compares the time since the last feed, sleep and diaper with this child's last
      30 days at a similar hour, and shows timers that have run for long, a
      temperature or a vaccine of the last two days, and today's crying compared
      with the week before; the most unusual first. It records and guesses nothing,
      and says so if the log looks incomplete. This is not medical advice.
      """)

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try show(child: nil, in: $0) } : nil
  }

  func run(in session: CommandSession) throws { try Self.show(child: child, in: session) }

  static func show(child: String?, in session: CommandSession) throws {
    try session.answer(InsightGet.self, .init(childID: child)) { .insight($0) }
  }
}

extension Page {
  /// The page of `bbctl why`.
  static func insight(_ answer: InsightGet.Answer) -> Page {
    var page = Page(theme: answer.theme)
    page.heading(Words.insightTitle(answer.child.name))
    for finding in answer.findings {
      page.row([
        .init(finding.title, finding.isUnusual ? .strong : .plain), .init(finding.text),
        .init(finding.comparison ?? ""),
      ])
    }
    if !answer.findings.isEmpty, answer.gaps.isEmpty, !answer.findings.contains(where: \.isUnusual) {
      page.line(.init(Words.nothingStandsOut))
    }
    for gap in answer.gaps { page.line(.init(gap.text)) }
    page.gap()
    page.line(.init(answer.note, .faint))
    return page
  }
}

extension InsightRecord {
  fileprivate var isUnusual: Bool { unusualness >= Insight.standsOut }
}
