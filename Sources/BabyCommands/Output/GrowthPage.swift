import BabyModel
import BabyProtocol

extension Page {
  /// What `bbctl growth` shows.
  static func growth(_ growth: GrowthGet.Answer) -> Page {
    var page = Page(theme: growth.theme)
    page.heading(growth.child.name)
    let values = growth.values
    guard !values.isEmpty else {
      page.line("Nothing measured yet")
      return page
    }
    for value in values {
      page.row(cells: [
        [.init("\(value.day)", .strong)], [.init(Words.title(value.measure))], [.init(value.text)] + value.remarks,
      ])
    }
    if let leftOut = growth.leftOut { page.line(.init("\(leftOut) more: --limit", .faint)) }
    page.gap()
    if let day = growth.birthWeightRegainedDay { page.line(.init(Words.birthWeightRegained(byDay: day))) }
    page.line(.init(growth.note, .faint))
    return page
  }
}

extension GrowthRecord {
  /// What there is to say beside the value itself.
  fileprivate var remarks: [Page.Span] {
    var remarks: [Page.Span] = []
    if let gramsPerDay { remarks.append(.init(Words.weightGain(gramsPerDay: gramsPerDay, ageDays: ageDays))) }
    if correctedAgeDays != nil { remarks.append(.init("corrected age", .faint)) }
    if let lengthDay, lengthDay != day { remarks.append(.init("length of \(lengthDay)", .faint)) }
    if let gap { remarks.append(.init(Words.explanation(gap), .faint)) }
    if isImplausible { remarks.append(.init(Words.implausible, .severity(.warning))) }
    return remarks
  }
}
