package import BabyModel
package import BabyProtocol

extension QuickAction {
  /// What is usual for the child of a dashboard, as a quick log without any details fills it in.
  ///
  /// - Parameter style: how the child is mostly fed.
  package static func usualFeed(_ dashboard: DashboardGet.Answer, style: FeedingStyle?) -> QuickAction {
    let isSolid = dashboard.lastFeeding.map { $0.entry.kind != .feeding } ?? false
    // What the milk before was, a dashboard whose last feed was solid food does not say: at the breast if ever.
    let lastSide: FeedingStyle? = isSolid && dashboard.suggestedSide != nil ? .breast : nil
    return switch QuickLog.usualMethod(style ?? lastSide, last: dashboard.lastFeeding?.entry) {
    case .breast: breast(dashboard.suggestedSide ?? .left, isNext: false, of: dashboard.child.id)
    case .bottle, .pumping: bottle(dashboard)
    }
  }

  /// What is over by the time that somebody comes to log it: a nap, and tummy time as long as the last one.
  package static func finished(_ dashboard: DashboardGet.Answer) -> [QuickAction] {
    let (child, seconds) = (dashboard.child.id, dashboard.quick.tummySeconds)
    return [
      QuickAction(
        Words.logNap(QuickLog.napDuration), MethodCall(SleepNap.self, .init(childID: "\(child)")),
        "sleep nap --child \(child)"),
      QuickAction(
        Words.logTummyTime(.seconds(seconds)),
        MethodCall(TummyLog.self, .init(childID: "\(child)", time: .init(for: "\(seconds)s"))),
        "tummy \(seconds)s --child \(child)"),
    ]
  }

  package static func usualDiaper(_ dashboard: DashboardGet.Answer) -> QuickAction {
    diaper(dashboard.quick.diaperType, of: dashboard.child.id)
  }
}
