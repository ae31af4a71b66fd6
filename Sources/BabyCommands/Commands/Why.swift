import ArgumentParser
import BabyModel
import BabyProtocol

struct Why: Command {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Show what stands out about a child that cries.",
    usage: "bbctl why [<options>]",
    discussion: """
      How long ago the last feed, sleep and diaper were beside this child's own
      last 30 days at a similar hour, what has run for long, a temperature or a
      vaccine of the last two days, and how much crying was logged today beside the
      week before; the most unusual first. Nothing is recorded, nothing is guessed:
      it says what the log says, and where the log looks incomplete, that it does.
      This is not medical advice.
      """)

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

  /// The same as arguments of `bbctl why`, where they ask it in words, with or without options: `why is Eva crying`,
  /// `what's wrong`.
  static func asCommand(_ arguments: [String]) -> [String] {
    // The rest costs a tenth of `bbctl sleep stop`.
    guard let first = arguments.first?.lowercased(), first.hasPrefix("wh") else { return arguments }
    let typed = arguments.prefix { !$0.hasPrefix("-") }.flatMap { $0.split(separator: " ").map(String.init) }
    let words = typed.map { $0.lowercased().filter { $0 != "?" } }
    let options = arguments.drop { !$0.hasPrefix("-") }
    if [["what's", "wrong"], ["whats", "wrong"], ["what", "is", "wrong"]].contains(words) {
      return ["why"] + options
    }
    guard words.count > 3, words.starts(with: ["why", "is"]), ["crying", "upset", "fussy"].contains(words.last) else {
      return arguments
    }
    let isNamed = !["she", "he", "it", "they", "baby", "the baby", "my baby"].contains(
      words.dropFirst(2).dropLast().joined(separator: " "))
    let name = typed.dropFirst(2).dropLast().joined(separator: " ")
    return ["why"] + (isNamed ? ["--child", name] : []) + options
  }

  func run(in session: CommandSession) throws { try Self.show(child: child, in: session) }

  static func show(child: String?, in session: CommandSession) throws {
    try session.answer(InsightGet.self, .init(childID: child)) { .insight($0) }
  }
}
