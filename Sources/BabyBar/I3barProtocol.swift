package import BabyProtocol

/// A block of i3bar's protocol, which swaybar and i3blocks 1.5 take too.
enum I3bar {
  /// By which our block is known among others when it is clicked.
  static let name = "babybasics"

  static func block(_ content: BarContent) -> JSON {
    .object(
      JSONObject([
        ("full_text", .string(content.pango(content.text))),
        ("short_text", .string(content.pango(content.shortText))), ("name", .string(name)), ("markup", "pango"),
      ]))
  }
}

/// The stream from a generator to i3bar: a header, and then an endless array of arrays of blocks.
enum I3barStream {
  /// i3bar stops the generator of a hidden bar with SIGSTOP by default, and sometimes leaves it stopped.
  static func beginning(stopSignal: Int32, contSignal: Int32) -> String {
    let header: JSON = [
      "version": 1, "click_events": true, "stop_signal": .integer(Int64(stopSignal)),
      "cont_signal": .integer(Int64(contSignal)),
    ]
    return header.text + "\n["
  }

  /// Our block first, then those of the generator that is wrapped.
  static func frame(_ block: JSON, _ others: [JSON]) -> String { JSON.array([block] + others).text + "," }
}

/// A line of clicks from i3bar, swaybar or i3blocks: an endless array, one event on each line.
package struct ClickLine {
  /// The event itself, to be passed on.
  package let event: JSON

  /// Nil for a line without an event, such as the `[` at the beginning.
  package init?(_ line: [UInt8]) {
    let separators: [UInt8] = [UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\r")]
    guard let event = try? JSON(parsing: line.drop { separators.contains($0) }), event.objectValue != nil else {
      return nil
    }
    self.event = event
  }

  /// The name of the block that was clicked.
  package var name: String? { event["name"]?.stringValue }

  var button: Button? { event["button"]?.integerValue.flatMap(Button.init(number:)) }
}
