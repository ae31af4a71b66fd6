import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// The page of `bbctl why`.
  static func insight(_ answer: InsightGet.Answer) -> Page {
    var page = Page(theme: answer.theme)
    page.heading(Words.whyCrying(answer.child.name))
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
