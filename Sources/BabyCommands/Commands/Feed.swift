import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Feed: Command {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Log a feed at the breast or from a bottle, or a pumping session.",
    usage: "bbctl feed [<what>] [<amount> ...] [<options>]",
    discussion: """
      Without arguments, it logs the usual: the suggested side, or a bottle as big as the last one.

        bbctl left 15m
        bbctl bottle 4oz 20 min ago
        bbctl feed left --for 15m
        bbctl feed both --started right --from 2:10am --to 2:40am
        bbctl feed bottle 120ml
        bbctl feed bottle 4oz --at "20m ago"
        bbctl feed pump 80ml --for 20m
      """)

  enum What: String, CaseIterable, ExpressibleByArgument {
    case left, right, both, bottle, pump
  }

  @Argument(help: "What was fed, or how.")
  var what: What?

  @Argument(help: "How much, for a bottle or pumping: 120ml, 4oz, or 120 in your unit.")
  var amount: [String] = []

  @Option(help: "The breast it began with, for both or pump.")
  var started: Side?

  @OptionGroup var time: TimeOptions
  @Option(help: OptionHelp.note) var note: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    _ = try parsedAmount()
    if started != nil, what != .both, what != .pump {
      throw ValidationError("--started can only be used with \"feed both\" or \"feed pump\".")
    }
  }

  func run(in session: CommandSession) throws { try session.log(FeedingLog.self, try params()) }

  func params() throws -> FeedingLog.Params {
    let amount = try parsedAmount()
    var params = FeedingLog.Params(
      childID: child, startedSide: started, amount: amount?.value, unit: amount?.unit, note: note,
      time: time.words, options: write.options)
    switch what {
    case nil: break
    case .left, .right:
      params.method = .breast
      params.startedSide = what == .left ? .left : .right
      params.breasts = .one
    case .both:
      params.method = .breast
      params.breasts = .both
    case .bottle: params.method = .bottle
    case .pump: params.method = .pumping
    }
    return params
  }

  private func parsedAmount() throws -> Amount? {
    guard !amount.isEmpty else { return nil }
    let text = amount.joined(separator: " ")
    guard what == .bottle || what == .pump else {
      throw ValidationError("An amount can only be used with \"feed bottle\" or \"feed pump\".")
    }
    guard let parsed = Amount(argument: text) else {
      throw ValidationError("\"\(SafeText.line(text))\" is not an amount. Amounts look like 120ml, 4oz or 120.")
    }
    return parsed
  }
}
