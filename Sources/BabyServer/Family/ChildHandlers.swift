import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addChildren() {
    let (ids, limits) = (services.ids, services.limits)
    read(Operations.childrenList) { authorized in
      authorized.answer(SharedChildList(children: try authorized.children()))
    }
    write(Operations.childrenAdd) { authorized, writer in
      let body = try authorized.body()
      let now = authorized.call.now
      var child = Child(
        id: body.id ?? ids.next(at: now), name: body.name, born: body.born, sex: body.sex, zone: body.zone,
        feedingStyle: body.feedingStyle, dueDate: body.dueDate, birthWeight: body.birthWeight, createdAt: now,
        updatedAt: now)
      if try authorized.reader.entries.child(child.id) == nil {
        try authorized.validate(child)
        try authorized.refuseAnotherChild(most: limits.children)
        try writer.insert(child, owner: authorized.user.id)
        return authorized.answer(SharedChild(child, role: .owner), tag: child.updatedAt.tag)
      }
      guard let known = try authorized.reader.membership(of: authorized.user.id, in: child.id, includingRemoved: true),
        known.child.removedAt == nil || known.role == .owner
      else { throw APIError.nothing }
      if known.child.removedAt == nil {
        child = known.child
      } else {
        child.createdAt = known.child.createdAt
        child.updatedAt = known.child.updatedAt.next(at: now)
        try authorized.validate(child)
        try writer.restore(child)
      }
      return authorized.answer(SharedChild(child, role: known.role), tag: child.updatedAt.tag)
    }
    write(Operations.childrenUpdate) { authorized, writer in
      let membership = try authorized.membership()
      let patch = try authorized.body()
      var child = membership.child
      if let name = patch.name { child.name = name }
      if let born = patch.born { child.born = born }
      if let zone = patch.zone { child.zone = zone }
      if let sex = patch.sex { child.sex = sex.value }
      if let feedingStyle = patch.feedingStyle { child.feedingStyle = feedingStyle.value }
      if let dueDate = patch.dueDate { child.dueDate = dueDate.value }
      if let birthWeight = patch.birthWeight { child.birthWeight = birthWeight.value }
      if child != membership.child {
        // An unchanged value conflicts with nothing.
        guard authorized.call.matches("if-match", membership.child.updatedAt.tag) != false else {
          throw APIError(.changed, "This child has changed since.")
        }
        child.updatedAt = child.updatedAt.next(at: authorized.call.now)
        try authorized.validate(child)
        try writer.update(child)
      }
      return authorized.answer(SharedChild(child, role: membership.role), tag: child.updatedAt.tag)
    }
    write(Operations.childrenRemove) { authorized, writer in
      var child = try authorized.membership().child
      child.removedAt = authorized.call.now
      child.updatedAt = child.updatedAt.next(at: authorized.call.now)
      try writer.remove(child, by: authorized.user.id)
      return authorized.done()
    }
  }

  mutating func addDashboard() {
    read(Operations.dashboardGet) { authorized in
      let day = try authorized.day(of: authorized.membership())
      if authorized.call.matches("if-none-match", day.tag) == true {
        return authorized.unchanged(day.tag, until: day.window.end)
      }
      return authorized.answer(try authorized.dashboard(of: day), tag: day.tag)
    }
    read(Operations.overviewGet) { authorized in
      let memberships = try authorized.reader.memberships(of: authorized.user.id)
      let wanted = authorized.call.query["child"]
      let shown = memberships.first { "\($0.child.id)" == wanted } ?? memberships.first
      let day = try shown.map(authorized.day)
      return authorized.answer(
        Overview(
          user: authorized.user, children: memberships.map(SharedChild.init),
          dashboard: try day.map(authorized.dashboard), dashboardTag: day?.tag))
    }
  }
}

/// A child's day as the caller sees it, before anything is read of what happened on it.
private struct ChildDay {
  let membership: Membership
  let settings: Settings
  let zone: ZoneRules
  let window: DayWindow
  /// Of the dashboard: differs with whatever it depends on.
  let tag: String
}

extension AuthorizedCall {
  func children() throws -> [SharedChild] {
    try reader.memberships(of: user.id).map(SharedChild.init)
  }

  /// A child as the caller sees it, with what the caller is called there.
  func sharedChild(_ membership: Membership) throws -> SharedChild {
    let shown = try shownName(in: membership.child.id)
    return SharedChild(membership.child, role: membership.role, shownAs: shown == user.name ? nil : shown)
  }

  fileprivate func day(of membership: Membership) throws -> ChildDay {
    let settings = try settings(of: membership.child)
    let zone = try zone(of: membership.child)
    let window = DayWindow(containing: call.now, dayStart: settings.dayStart, zone: zone)
    let change = try lastChange(of: membership)
    return ChildDay(
      membership: membership, settings: settings, zone: zone, window: window,
      tag: "\"\(session.epoch):\(change):\(window.date)\"")
  }

  fileprivate func dashboard(of day: ChildDay) throws -> DashboardGet.Answer {
    let (child, settings, zone) = (day.membership.child, day.settings, day.zone)
    let facts = try reader.entries.dashboardFacts(child.id, day: day.window, settings: settings)
    let dashboard = Dashboard(facts: facts, child: child, settings: settings, zone: zone, now: call.now)
    return DashboardGet.Answer(dashboard, settings: settings, zone: zone, seq: Int(day.membership.changeSeq))
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

extension SharedChild {
  /// A child as this member sees it.
  init(_ membership: Membership) { self.init(membership.child, role: membership.role) }
}
