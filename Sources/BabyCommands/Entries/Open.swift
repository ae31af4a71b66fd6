import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Open: Command {
  static let commandName = "open"

  static let configuration = command(
    "Open a nestling: or babybasics: link, after showing what it would log and asking you.", usage: "open [<url>]",
    discussion: """
      Without a terminal, for example from a browser, a desktop notification asks you. The question cannot be skipped:
      in scripts, use the command that logs the same.

        bbctl open 'nestling://log/feed?amount=120&unit=ml'
        bbctl open 'nestling://log/diaper?type=wet'
        bbctl open 'nestling://log/tummy?duration=5'
        bbctl open nestling://sleep/start
        bbctl open nestling://sleep/stop
        bbctl open 'babybasics://say?text=bottle%204oz%20at%203pm'
        bbctl open nestling://open/home
      """)

  @Argument(help: "The link, in quotes if it contains & or ?; default: how the day stands.")
  var url = "babybasics://open/home"

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    if !session.hasPerson {
      // A refused link goes there too: a browser does not show this output. Returns only if there is no desktop agent.
      session.environment.become("bbagent", ["open", url], global.socket.map { ["BABYBASICS_SOCKET": $0] } ?? [:])
    }
    let link: Link
    do { link = try Link(parsing: url) } catch {
      throw UsageError(message: error.message, hint: "bbctl open --help")
    }
    switch link {
    case .open(let place): try show(place, in: session)
    default: try log(link, in: session)
    }
  }

  private func log(_ link: Link, in session: CommandSession) throws {
    guard session.hasPerson else {
      throw UsageError(
        message: "A link has to be confirmed, and there is no terminal to ask on.",
        hint: LinkWords.command(for: link))
    }
    guard let rehearsal = link.rehearsal else { return }
    let shown = try session.rehearse(rehearsal)
    guard session.confirms(LinkWords.line(link, about: shown, now: session.now)),
      let call = link.confirmed(as: shown)
    else { return }
    try session.log(call)
  }

  private func show(_ place: Link.Place, in session: CommandSession) throws {
    switch place {
    case .home: try Status.show(child: nil, in: session)
    case .history: try HistoryCommand.show(.init(), in: session)
    case .settings: try session.answer(SettingsList.self, .init()) { .settings($0.settings) }
    case .predictions: try PredictShow.show(child: nil, in: session)
    }
  }
}
