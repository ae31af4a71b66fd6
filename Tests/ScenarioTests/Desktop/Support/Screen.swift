import Foundation
import TestSupport

/// A screen of a desktop: what is seen on it, and a pointer where it has one.
final class Screen {
  private let desktop: Desktop
  private let isX11: Bool

  private init(_ desktop: Desktop, isX11: Bool) {
    self.desktop = desktop
    self.isX11 = isX11
  }

  /// Behind everything, so that a test sees where nothing is.
  static let background = Screenshot.Color(0x336633)

  /// An X server in memory, without a window manager.
  static func x11(on desktop: Desktop, width: Int = 800, height: Int = 240) throws -> Screen {
    try desktop.start(
      "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset")
    try desktop.waits(for: "Xvfb") { desktop.output(of: "Xvfb").hasSuffix("\n") }
    desktop.machine.environment["DISPLAY"] = ":" + desktop.output(of: "Xvfb").trimmingCharacters(in: .newlines)
    return Screen(desktop, isX11: true)
  }

  /// Sway that draws into memory. It has no pointer.
  ///
  /// - Parameters:
  ///   - outputs: how many there are, side by side.
  ///   - width: of each, in pixels, as is `height`.
  static func sway(on desktop: Desktop, outputs: Int = 1, width: Int = 800, height: Int = 240) throws -> Screen {
    let config = (0..<outputs).map {
      "output HEADLESS-\($0 + 1) resolution \(width)x\(height) position \($0 * width),0\n"
    }
    try startSway(
      on: desktop, backend: ["WLR_BACKENDS": "headless", "WLR_HEADLESS_OUTPUTS": "\(outputs)"], config.joined())
    return Screen(desktop, isX11: false)
  }

  /// Sway in a window of an X server, where it has a pointer.
  static func swayWithPointer(on desktop: Desktop, config: String = "") throws -> Screen {
    let screen = try x11(on: desktop, width: 1024, height: 768)
    try startSway(on: desktop, backend: ["WLR_BACKENDS": "x11", "WLR_X11_OUTPUTS": "1"], config)
    // Before its window is there, it hears of no key and no click.
    try screen.shows("sway") { $0.count(of: background) > 10_000 }
    return screen
  }

  private static func startSway(on desktop: Desktop, backend: [String: String], _ config: String) throws {
    let machine = desktop.machine
    machine.environment.merge(backend) { $1 }
    machine.environment.merge([
      "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "GDK_BACKEND": "wayland", "XDG_SESSION_TYPE": "wayland",
      "XDG_CURRENT_DESKTOP": "sway",
    ]) { $1 }
    let path = try desktop.file("sway.conf", "output * bg \(background) solid_color\nxwayland disable\n" + config)
    try desktop.start("sway", "-c", path)
    let folder = machine.directory + "/run"
    var names: [String] = []
    try desktop.waits(for: "sway") {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return names.contains { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
        && names.contains { $0.hasPrefix("sway-ipc.") }
    }
    machine.environment["WAYLAND_DISPLAY"] = names.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
    machine.environment["SWAYSOCK"] = names.first { $0.hasPrefix("sway-ipc.") }.map { folder + "/" + $0 }
  }

  // MARK: Seeing

  /// What is on the screen now.
  func screenshot() throws -> Screenshot {
    let run =
      isX11
      ? try desktop.machine.shell("import -silent -window root -depth 8 ppm:screen.ppm")
      : try desktop.machine.shell("grim -t ppm screen.ppm")
    guard run.status == 0, let screenshot = Screenshot(ppm: try desktop.machine.bytes(path)) else {
      throw ScenarioFailure("no picture of the screen: \(run.errors)")
    }
    return screenshot
  }

  private var path: String { desktop.machine.directory + "/screen.ppm" }

  /// Waits until the screen looks as it should, and returns how it looks then.
  @discardableResult
  func shows(
    _ what: String, within limit: Duration = Patience.limit, where looksSo: (Screenshot) -> Bool
  ) throws -> Screenshot {
    var screenshot = try screenshot()
    do {
      try desktop.waits(for: what, within: limit) {
        screenshot = try self.screenshot()
        return looksSo(screenshot)
      }
    } catch {
      try keep(as: "missing " + what)
      throw error
    }
    return screenshot
  }

  /// Waits until something is in some rows and no longer changes: ten looks are the same.
  func settles(_ what: String, rows: Range<Int>) throws -> Screenshot {
    var same = 0
    var last = try screenshot()
    return try shows(what) { screenshot in
      let isEmpty = Set(rows.flatMap { y in (0..<screenshot.width).map { screenshot[$0, y] } }).count < 8
      same = isEmpty || screenshot.differences(from: last, rows: rows) > 0 ? 0 : same + 1
      last = screenshot
      return same >= 10
    }
  }

  /// Keeps the last picture in the folder `TEST_PICTURES`, for people.
  func keep(as name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["TEST_PICTURES"] else { return }
    let kept = try ChildProcess(
      "convert", [path, "\(folder)/\(name).png"], environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"], output: nil,
      errors: desktop.machine.directory + "/convert.log")
    _ = try kept.wait()
  }

  // MARK: Pointing

  enum Button: Int { case left = 1, middle, right, scrollUp, scrollDown }

  func point(_ x: Int, _ y: Int) throws { try xdotool("mousemove \(x) \(y)") }

  /// Holds the pointer over a place until a tooltip is there. A pointer that came while nobody looked has to move again.
  func hover(over x: Int, _ y: Int, where looksSo: (Screenshot) -> Bool) throws {
    var attempt = 0
    try desktop.waits(for: "a tooltip") {
      attempt += 1
      try point(x + attempt % 2 + 1, y + 1)
      try point(x + attempt % 2, y)
      return (try? shows("a tooltip", within: .seconds(2), where: looksSo)) != nil
    }
  }

  func click(_ button: Button, at x: Int, _ y: Int) throws {
    try point(x, y)
    try xdotool("click \(button.rawValue)")
  }

  /// Types words and presses Return.
  func type(_ words: String) throws {
    try xdotool("type --delay 20 '\(words)'")
    try press("Return")
  }

  /// Presses keys by their names, one after the other: `super+b`.
  func press(_ keys: String...) throws { for key in keys { try xdotool("key \(key)") } }

  private func xdotool(_ words: String) throws {
    let run = try desktop.machine.shell("xdotool \(words)")
    guard run.status == 0 else { throw ScenarioFailure("xdotool \(words): \(run.errors)") }
  }
}
