import ArgumentParser
import BabyModel
import BabyProtocol

struct GrowthCommand: EachChildCommand {
  static let commandName = "growth"

  static let configuration = command(
    "Show how a child grows, and where it stands among others.", usage: "growth",
    discussion: """
        bbctl growth
        bbctl growth --all
        bbctl growth --json
        bbctl chart growth --pdf growth.pdf

      Percentiles are by the WHO standards, from birth to five years, for the
      child's sex and age in days. A BMI and a weight for length, which --all adds,
      take a weight with the nearest length, at most a week away. This is not
      medical advice.

      --json prints a list of all values, newest first; for girls and for boys where
      the sex is not known.
      """)

  @Flag(help: "List BMI and weight for length, too.") var all = false

  @Option(help: ArgumentHelp("How many values at most, 1 to 10000; default: 1000.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws { try OptionHelp.validate(limit: limit, upTo: 10_000) }

  func run(in session: CommandSession) throws {
    let params = GrowthGet.Params(childID: child, limit: limit)
    guard session.printsJSON else {
      return try session.answer(GrowthGet.self, params) { growth in
        .growth(growth, isWhole: all, picture: growth.values.isEmpty ? nil : session.picture(.growth, of: growth.child))
      }
    }
    session.print(json: try session.call(MethodCall(GrowthGet.self, params))["values"] ?? [])
  }
}

extension Page {
  /// - Parameter isWhole: with what follows from several measurements.
  static func growth(_ growth: GrowthGet.Answer, isWhole: Bool, picture: PagePicture?) -> Page {
    var page = Page(theme: growth.theme)
    page.heading(growth.child.name)
    let values = growth.values
    guard !values.isEmpty else {
      page.line("Nothing measured yet")
      return page
    }
    if let picture {
      page.line(.init(picture.chart.sentence))
      page.gap()
      page.draw(picture)
    }
    // Values for girls and for boys have no place among either.
    let isSexKnown = !values.contains(where: \.isForOneSex)
    var shown: (entry: EntryID, measure: GrowthMeasure)?
    for value in values where isWhole || value.isMeasured {
      if shown?.entry == value.entryID, shown?.measure == value.measure { continue }
      shown = (value.entryID, value.measure)
      page.row(cells: [
        [.init("\(value.day)", .strong)], [.init(Words.title(value.measure))],
        [.init(isSexKnown ? value.text : value.amount)] + value.remarks,
      ])
    }
    if let leftOut = growth.leftOut { page.line(.init("\(leftOut) more: --limit", .faint)) }
    page.gap()
    if let day = growth.birthWeightRegainedDay { page.line(.init(Words.birthWeightRegained(byDay: day))) }
    if !isSexKnown { page.line(.init(Words.needsSex(of: growth.child.name))) }
    page.line(.init(growth.note, .faint))
    return page
  }
}

extension Words {
  fileprivate static func needsSex(of name: String) -> String {
    "Percentiles need \(name)'s sex: bbctl child edit \(name.shellQuoted) --sex female (or male)"
  }
}

extension GrowthRecord {
  fileprivate var isMeasured: Bool { measure != .bmi && measure != .weightForLength }

  /// Whether there is another value for the other sex: the text says which one it is for.
  fileprivate var isForOneSex: Bool { among.map { text.contains(Words.separator + $0.rawValue) } ?? false }

  /// The text before the percentile.
  fileprivate var amount: String { String(text.split(separator: Words.separator, maxSplits: 1).first ?? "") }

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
