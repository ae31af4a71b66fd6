import ArgumentParser
import BabyProtocol

struct GrowthCommand: Command {
  static let commandName = "growth"

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Show what was measured of a child, and where it stands among others.",
    usage: "bbctl growth [<options>]",
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

  static let showsEachChild = true

  func validate() throws {
    guard limit.map((1...10_000).contains) ?? true else {
      throw ValidationError("--limit must be between 1 and 10000.")
    }
  }

  func run(in session: CommandSession) throws {
    let params = GrowthGet.Params(childID: child, limit: limit)
    guard session.printsJSON else { return try session.answer(GrowthGet.self, params) { .growth($0) } }
    session.print(json: try session.call(MethodCall(GrowthGet.self, params))["values"] ?? [])
  }
}
