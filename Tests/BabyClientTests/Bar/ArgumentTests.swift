import BabyModel
import Testing

@testable import BabyBar

@Suite("Arguments of bbbar")
struct ArgumentTests {
  private func follow(_ arguments: String...) throws -> BarCommand.FollowOptions {
    guard case .follow(let options) = try BarCommand(arguments) else { throw BarUsageError("no bar") }
    return options
  }

  @Test("each bar is a subcommand", arguments: BarFormat.all)
  func bars(format: BarFormat) throws {
    let options = try follow(format.name)
    #expect(options.format == format)
    #expect(options.isOnce == (format == .argos), "Argos runs a script again and again")
  }

  @Test("options take their value after a space or an equals sign")
  func options() throws {
    let options = try follow(
      "waybar", "--icons=emoji", "--width", "24", "--child", "Eva", "--socket=/run/x.sock", "--no-color", "--once")
    #expect(options.layout.icons == .emoji)
    #expect(options.layout.width == 24)
    #expect(options.place.child == "Eva")
    #expect(options.place.path == "/run/x.sock")
    #expect(!options.usesColor)
    #expect(options.isOnce)
  }

  @Test("a template without a bar prints plain text")
  func template() throws { #expect(try follow("--template", "{sleep}").format == .plain) }

  @Test("a click names the button and the state")
  func click() throws {
    let id = EntryID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0001)
    guard
      case .click(let button, let state, let place) = try BarCommand(
        ["click", "left", "--state", id.description, "--child", "Eva"])
    else { throw BarUsageError("no click") }
    #expect(button == .left)
    #expect(state == .sleeping(id))
    #expect(place.child == "Eva")
  }

  @Test(
    "invalid arguments are refused with a suggestion",
    arguments: [
      ("wayber", "There is no bar \"wayber\".", "bbbar waybar"),
      ("waybar --onse", "There is no option --onse.", "--once"),
      ("click lft", "There is no button \"lft\".", "bbbar click left"),
      ("config waybr", "There is no bar \"waybr\".", "bbbar config waybar"),
      ("waybar --wrap i3status", "--wrap cannot be used here.", "bbbar --help"),
      ("waybar --icons", "--icons needs a value: --icons nerd|emoji|ascii|none", nil),
      ("waybar --icons big", "--icons nerd|emoji|ascii|none, not \"big\".", nil),
      ("waybar --width 0", "--width must be a number of columns from 1 to 200, not \"0\".", nil),
      ("waybar --once=yes", "--once takes no value.", nil),
      ("waybar again", "Unexpected argument \"again\".", "bbbar --help"),
      ("click left --state asleep", "--state must be a sleep's id, feed-ID or \"awake\", not \"asleep\".", nil),
      ("", "Which bar is it for?", "bbbar --help"),
    ] as [(String, String, String?)])
  func refused(line: String, message: String, hint: String?) {
    #expect(throws: BarUsageError(message, hint: hint)) { try BarCommand(line.split(separator: " ").map(String.init)) }
  }

  @Test("the help lists every bar, option, button and field")
  func help() {
    let words = BarFormat.all.map(\.name) + Option.allCases.map(\.rawValue) + Button.allCases.map(\.rawValue)
    for word in words + Field.allCases.map({ "{\($0.rawValue)}" }) { #expect(Help.text.contains(word)) }
    #expect(Help.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }
}
