import BabyProtocol

/// What a generator says to i3bar: a header, and then an endless array of arrays of blocks.
enum I3barStream {
  /// i3bar stops a generator of a hidden bar with SIGSTOP if it is not told otherwise, and sometimes forgets it there.
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
