import BabyClient
package import BabyProtocol

/// What another generator for i3bar has said: `--wrap` puts our block among its own.
///
/// It may speak the protocol, or write plain lines, as i3status does when it does not see that it is for i3bar.
package struct WrappedGenerator {
  /// The blocks of its last line.
  package private(set) var blocks: [JSON] = []
  /// From its header; nil until that has come, and when it has none.
  private var header: JSON?

  package init() {}

  var wantsClicks: Bool { header?["click_events"] == true }

  /// The signals by which it wants to be stopped and continued; nil is SIGSTOP and SIGCONT.
  var stopSignal: Int32? { signal("stop_signal") }
  var contSignal: Int32? { signal("cont_signal") }

  private func signal(_ name: String) -> Int32? { header?[name]?.integerValue.flatMap(Int32.init(exactly:)) }

  /// Takes a line. True when there are other blocks now.
  package mutating func take(_ line: [UInt8]) -> Bool {
    let text = line.drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    if header == nil, let json = try? JSON(parsing: text), json["version"] != nil {
      header = json
      return false
    }
    guard header != nil else { return show([["full_text": .string(plain(line))]]) }
    var array = text[...]
    while let last = array.last, [UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\r")].contains(last) {
      array.removeLast()
    }
    guard let json = try? JSON(parsing: array), let blocks = json.arrayValue else { return false }
    return show(blocks)
  }

  /// It has ended: nothing of it is shown any more.
  mutating func end() -> Bool { show([]) }

  private mutating func show(_ blocks: [JSON]) -> Bool {
    defer { self.blocks = blocks }
    return blocks != self.blocks
  }

  private func plain(_ line: [UInt8]) -> String { SafeText.line(String(decoding: line, as: UTF8.self)) }
}
