import BabyClient
import BabyModel
import BabyProtocol
import Glibc
import SystemCalls

/// The menu: asks what can be logged, shows it, and logs what was chosen.
struct MenuRun {
  private let place: BarCommand.Place
  private let launcher: Launcher

  static func run(_ place: BarCommand.Place) throws {
    let isWayland = getenv("WAYLAND_DISPLAY").map { $0.pointee != 0 } ?? false
    guard let launcher = Launcher.best(isWayland: isWayland, exists: Spawn.canFind) else {
      throw BarUsageError(
        "No menu program is installed.", hint: "apt install rofi, or wofi, fuzzel or dmenu (in suckless-tools)")
    }
    do throws(ClientError) { try MenuRun(place: place, launcher: launcher).run() } catch {
      // A person who uses a menu does not see the output of a bar's programs.
      _ = Spawn.start([Spawn.ownProgram("bbagent"), "tell", SafeText.line(error.message)], isQuiet: true)
      throw error
    }
  }

  private func run() throws(ClientError) {
    let dashboard = try place.connect().call(DashboardGet.self, .init(childID: place.child))
    let actions = QuickAction.menu(dashboard).flatMap(\.self)
    let prompt = Words.log(for: ShownText.line(dashboard.child.name))
    let kinds = dashboard.typedKinds
    let labels = actions.map(\.label) + kinds.map { Words.say($0) } + [Words.sayIt]
    guard let chosen = choice(of: labels, prompt) else { return }
    if chosen == Words.sayIt { return try say() }
    if let kind = kinds.first(where: { Words.say($0) == chosen }) { return try say(kind) }
    guard let action = actions.first(where: { $0.label == chosen }) else { return }
    // A person may take a while to choose; the daemon may have been restarted meanwhile.
    _ = try place.connect().call(action.call)
  }

  // MARK: In one's own words

  /// Asks again only once after an invalid answer: a menu's program may answer by itself, and would do so for ever.
  ///
  /// - Parameter kind: what it is about, where that was chosen before.
  private func say(_ kind: KindDeclaration? = nil) throws(ClientError) {
    func phrase(_ prompt: String) -> String? { typed(prompt).map { kind?.phrase(with: $0) ?? $0 } }
    var said = phrase(kind.map { Words.sayPrompt($0) } ?? Words.sayPrompt)
    var (refusals, choices) = (0, 0)
    while let text = said {
      do throws(ClientError) {
        _ = try place.connect().call(PhraseLog.self, .init(childID: place.child, text: text))
        return
      } catch {
        guard case .refused(let refusal) = error, let retry = Retry(refusal) else { throw error }
        switch retry {
        // A choice may leave another one open.
        case .choose(let readings) where choices < Self.mostChoices:
          choices += 1
          said = choice(of: readings, Words.whichOne)
        case .sayAgain(let why) where refusals + 1 < Self.mostRefusals:
          refusals += 1
          said = phrase(why)
        case .choose, .sayAgain: throw error
        }
      }
    }
  }

  private static let mostRefusals = 2
  private static let mostChoices = 3

  /// How to continue after a refused phrase.
  private enum Retry {
    case choose([String])
    case sayAgain(String)

    init?(_ refusal: RPCError) {
      let choices = (refusal.details["choices"]?.arrayValue ?? []).compactMap(\.stringValue).map(SafeText.line)
      switch refusal.code {
      case .phraseUnclear where !choices.isEmpty: self = .choose(choices)
      case .phraseNotUnderstood, .phraseNotKept, .timeNotUnderstood, .timeInFuture, .timeNonexistent, .entryInvalid:
        self = .sayAgain(SafeText.line(refusal.message))
      default: return nil
      }
    }
  }

  // MARK: The menu's program

  private func choice(of choices: [String], _ prompt: String) -> String? {
    ask(launcher.choosing(prompt: prompt), choices).flatMap { choices.contains($0) ? $0 : nil }
  }

  private func typed(_ prompt: String) -> String? { ask(launcher.typing(prompt: prompt), []) }

  /// The line that the program answers; nil when nothing was chosen.
  private func ask(_ arguments: [String], _ choices: [String]) -> String? {
    guard let toMenu = Spawn.pipe(), let fromMenu = Spawn.pipe() else { return nil }
    defer { close(fromMenu.reading) }
    let process = Spawn.start(arguments, input: toMenu.reading, output: fromMenu.writing)
    close(toMenu.reading)
    close(fromMenu.writing)
    // Far less than a pipe holds.
    if process != nil { _ = writeAll(Array(choices.map { $0 + "\n" }.joined().utf8), to: toMenu.writing) }
    close(toMenu.writing)
    guard process != nil else { return nil }
    var answer: [UInt8] = []
    while answer.count < 4_096 {
      let chunk = [UInt8](unsafeUninitializedCapacity: 512) { buffer, filled in
        filled = max(0, read(fromMenu.reading, buffer.baseAddress, buffer.count))
      }
      if chunk.isEmpty { break }
      answer += chunk
    }
    let line = answer.prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}

/// The supported menu programs, and how each is started to read choices from its input and to write the chosen one, or
/// a typed line.
enum Launcher: String, CaseIterable {
  case rofi, wofi, fuzzel, dmenu

  func choosing(prompt: String) -> [String] {
    switch self {
    case .rofi: ["rofi", "-dmenu", "-i", "-no-custom", "-p", prompt]
    case .wofi: ["wofi", "--dmenu", "--insensitive", "--prompt", prompt]
    case .fuzzel: ["fuzzel", "--dmenu", "--prompt", prompt + " "]
    case .dmenu: ["dmenu", "-i", "-p", prompt]
    }
  }

  /// Without choices each of them returns the typed text.
  func typing(prompt: String) -> [String] {
    switch self {
    case .rofi: ["rofi", "-dmenu", "-l", "0", "-p", prompt]
    case .wofi: ["wofi", "--dmenu", "--lines", "1", "--prompt", prompt]
    case .fuzzel: ["fuzzel", "--dmenu", "--lines", "0", "--prompt", prompt + " "]
    case .dmenu: ["dmenu", "-p", prompt]
    }
  }

  /// The best installed menu for the running session.
  ///
  /// - Parameter exists: whether a program is on the path.
  static func best(isWayland: Bool, exists: (String) -> Bool) -> Launcher? {
    let order: [Launcher] = isWayland ? [.fuzzel, .wofi, .rofi, .dmenu] : [.rofi, .dmenu, .wofi, .fuzzel]
    return order.first { exists($0.rawValue) }
  }
}
