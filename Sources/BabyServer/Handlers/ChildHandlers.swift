import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension HandlerTable {
  mutating func addChildren() {
    let (ids, limits) = (services.ids, services.limits)
    read("children.list") { book in
      CallAnswer(book.call.operation, SharedChildList(children: try book.children()))
    }
    write("children.add") { book, writer in
      let wish = try book.call.decode(NewChild.self)
      let now = book.call.now
      var child = Child(
        id: wish.id ?? ids.next(at: now), name: wish.name, born: wish.born, sex: wish.sex, zone: wish.zone,
        feedingStyle: wish.feedingStyle, createdAt: now, updatedAt: now)
      if try book.reader.entries.child(child.id) == nil {
        try book.validate(child)
        try book.refuseAnotherChild(most: limits.children)
        try writer.insert(child, owner: book.user.id)
        return CallAnswer(book.call.operation, SharedChild(child, role: .owner), tag: child.tag)
      }
      guard let known = try book.reader.membership(of: book.user.id, in: child.id, includingRemoved: true),
        known.child.removedAt == nil || known.role == .owner
      else { throw APIError.nothing }
      if known.child.removedAt == nil {
        child = known.child
      } else {
        child.createdAt = known.child.createdAt
        child.updatedAt = known.child.next(after: now)
        try book.validate(child)
        try writer.restore(child)
      }
      return CallAnswer(book.call.operation, SharedChild(child, role: known.role), tag: child.tag)
    }
    write("children.update") { book, writer in
      let membership = try book.membership()
      let patch = try book.call.decode(ChildPatch.self)
      var child = membership.child
      if let name = patch.name { child.name = name }
      if let born = patch.born { child.born = born }
      if let zone = patch.zone { child.zone = zone }
      if let sex = patch.sex { child.sex = sex.value }
      if let feedingStyle = patch.feedingStyle { child.feedingStyle = feedingStyle.value }
      if child != membership.child {
        // What is so already conflicts with nobody.
        guard book.call.matches("if-match", membership.child.tag) != false else {
          throw APIError(.changed, "Somebody has changed this child since.")
        }
        child.updatedAt = child.next(after: book.call.now)
        try book.validate(child)
        try writer.update(child)
      }
      return CallAnswer(book.call.operation, SharedChild(child, role: membership.role), tag: child.tag)
    }
    write("children.remove") { book, writer in
      var child = try book.membership().child
      child.removedAt = book.call.now
      child.updatedAt = child.next(after: book.call.now)
      try writer.update(child)
      return CallAnswer(status: book.call.operation.success)
    }
  }

  mutating func addDashboard() {
    read("dashboard.get") { book in
      let membership = try book.membership()
      let (child, now) = (membership.child, book.call.now)
      let settings = try book.settings()
      let zone = try book.zone(of: child)
      let day = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
      let tag = "\"\(book.session.epoch):\(membership.changeSeq):\(day.date)\""
      if book.call.matches("if-none-match", tag) == true { return book.unchanged(tag, until: day.end) }
      let facts = try book.reader.entries.dashboardFacts(child.id, day: day)
      let dashboard = Dashboard(facts: facts, child: child, settings: settings, zone: zone, now: now)
      let answer = DashboardGet.Answer(dashboard, settings: settings, zone: zone, seq: Int(membership.changeSeq))
      return CallAnswer(book.call.operation, answer, tag: tag)
    }
  }
}

extension Book {
  func children() throws -> [SharedChild] {
    try reader.memberships(of: user.id).map { SharedChild($0.child, role: $0.role) }
  }

  /// - Throws: `invalid`: each look at what is new goes through all children of an account.
  func refuseAnotherChild(most: Int) throws {
    guard try reader.childCount(of: user.id) < most else {
      throw APIError(.invalid, "An account can have \(most) children, including removed ones.")
    }
  }

  fileprivate func validate(_ child: Child) throws {
    let zone = try zone(of: child)
    try child.validate(today: zone.local(call.now).date)
  }
}

extension Child {
  /// Differs with every change.
  fileprivate var tag: String { "\"\(updatedAt.utcText)\"" }

  /// The time of a change: later than the one before, whatever the clock says, because it is the child's version too.
  fileprivate func next(after now: Instant) -> Instant { max(now, updatedAt + .milliseconds(1)) }
}
