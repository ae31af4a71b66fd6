import BabyModel
import BabyProtocol

extension Page {
  static func children(_ children: [ChildRecord]) -> Page {
    guard !children.isEmpty else { return Page(line: "No children yet: bbctl setup") }
    var page = Page()
    for record in children {
      let child = record.child
      var facts = birthFacts(of: child) + [child.zone]
      if record.isCurrent { facts.append("selected") }
      if child.removedAt != nil { facts.append("removed") }
      page.row([.init(child.name, .strong), .init(facts.joined(separator: Words.separator))])
    }
    return page
  }

  static func settings(_ settings: [SettingRecord]) -> Page {
    var page = Page()
    for setting in settings {
      let source = setting.source == .default ? "default" : setting.source.rawValue
      let room: Room = setting.source == .default ? .spare : .needed
      page.row([
        .init(setting.key, .strong), .init(setting.value), .init(source, .faint, room), .init(setting.summary),
      ])
    }
    return page
  }
}
