import BabyModel
import BabyProtocol

/// A JSON object for each line, for bars that people build themselves: nothing in it is escaped but as JSON has it.
enum JSONLine {
  static func line(_ content: BarContent) -> String {
    let state = content.state
    var writer = JSONWriter(reservingCapacity: 1_024)
    writer.object { members in
      members.field("text", content.text.plain)
      members.field("shortText", content.shortText.plain)
      members.field("tooltip", content.tooltip.written(\.text))
      members.field("state", state.activity.rawValue)
      members.field("class", state.classes)
      members.field("percentage", state.percentage)
      members.field("color", content.color)
      members.field("urgency", state.urgency.rawValue)
      members.field("offline", state.isOffline)
      members.field("click", state.clickCommand)
      members.field("child", state.dashboard.map { ShownText.line($0.child.name) })
      members.field("sleepMinutes", minutes(.sleep, state))
      members.field("feedMinutes", minutes(.feeding, state))
      members.field("diaperMinutes", minutes(.diaper, state))
      members.field("feeds", state.dashboard?.today.feedings)
      members.field("wetDiapers", state.dashboard?.today.wetDiapers)
      members.field("dirtyDiapers", state.dashboard?.today.dirtyDiapers)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func minutes(_ kind: EntryKind, _ state: BarState) -> Int? {
    state.elapsed(kind).map { Int($0.wholeMinutes) }
  }
}
