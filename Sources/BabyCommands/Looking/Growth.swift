import ArgumentParser
import BabyModel
import BabyProtocol

struct GrowthCommand: EachChildCommand {
  static let commandName = "growth"

  static let configuration = command(
    "Show what was measured of a child, and where it stands among others.", usage: "growth",
    discussion: """
      Percentiles are by the WHO standards, from birth to five years, for the
      child's sex and age in days; for both where the sex is not known. A BMI and a
      weight for length take a weight with the nearest length, at most a week away.
      This is not medical advice.

      --json prints a list of values, newest first.

        bbctl growth
        bbctl growth --json
      """)

  @Option(help: ArgumentHelp("How many values at most, 1 to 10000; default: 1000.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws { try OptionHelp.validate(limit: limit, upTo: 10_000) }

  func run(in session: CommandSession) throws {
    let params = GrowthGet.Params(childID: child, limit: limit)
    guard session.printsJSON else { return try session.answer(GrowthGet.self, params) { .growth($0) } }
    session.print(json: try session.call(MethodCall(GrowthGet.self, params))["values"] ?? [])
  }
}

extension Page {
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
  /// Remarks beside the value.
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
