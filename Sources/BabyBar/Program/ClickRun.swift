import BabyClient
import BabyProtocol
import Glibc

/// A click by a bar that runs a command for it: one short process.
enum ClickRun {
  static func run(_ button: Button, state: ClickState?, _ place: Invocation.Place) throws(ClientError) {
    switch button {
    case .left: try perform(.left(state: state, child: place.child), place.connect(), place)
    case .feed: try perform(.feed(child: place.child), place.connect(), place)
    case .middle: try perform(.middle, place.connect(), place)
    case .right: try perform(.menu, place.connect(), place)
    case .scrollUp, .scrollDown:
      let client = place.connect()
      var view = FamilyView()
      view.learn(try client.call(ChildList.self, .init()))
      try perform(.scroll(button == .scrollUp ? -1 : 1, in: view), client, place)
    }
  }

  private static func perform(_ click: Click, _ client: Client, _ place: Invocation.Place) throws(ClientError) {
    switch click {
    case .nothing: break
    case .menu: _ = place.openMenu()
    case .call(let call): _ = try client.call(call)
    }
  }
}

/// The menu: asks what can be logged, shows it, and logs what was chosen.
enum MenuRun {
  static func run(_ place: Invocation.Place) throws {
    let client = place.connect()
    let dashboard = try client.call(DashboardGet.self, .init(childID: place.child))
    let isWayland = getenv("WAYLAND_DISPLAY").map { $0.pointee != 0 } ?? false
    guard let launcher = Launcher.best(isWayland: isWayland, exists: Spawn.canFind) else {
      throw UsageError(
        "No menu program is installed.", hint: "apt install rofi, or wofi, fuzzel or dmenu (in suckless-tools)")
    }
    let choices = QuickAction.menu(dashboard).flatMap(\.self)
    let prompt = "Log for " + ShownText.line(dashboard.child.name)
    guard let chosen = ask(launcher.arguments(prompt: prompt), choices.map(\.label)),
      let choice = choices.first(where: { $0.label == chosen })
    else { return }
    // A person may take a while to choose; the daemon may have been restarted meanwhile.
    _ = try place.connect().call(choice.call)
  }

  /// What was chosen; nil when nothing was.
  private static func ask(_ arguments: [String], _ choices: [String]) -> String? {
    guard let toMenu = Spawn.pipe(), let fromMenu = Spawn.pipe(),
      Spawn.start(arguments, input: toMenu.reading, output: fromMenu.writing) != nil
    else { return nil }
    close(toMenu.reading)
    close(fromMenu.writing)
    let text = Array((choices.joined(separator: "\n") + "\n").utf8)
    // Far less than a pipe holds.
    _ = text.withUnsafeBytes { write(toMenu.writing, $0.baseAddress, $0.count) }
    close(toMenu.writing)
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
