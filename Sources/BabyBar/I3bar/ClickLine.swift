package import BabyProtocol

/// A line of what i3bar, swaybar or i3blocks say about clicks: an endless array, one event on each line.
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
