package import BabyModel
package import BabyProtocol

extension QuickAction {
  /// What is usual for the child of a dashboard, as a quick log without any details fills it in.
  ///
  /// - Parameter style: how the child is mostly fed.
  package static func usualFeed(_ dashboard: DashboardGet.Answer, style: FeedingStyle?) -> QuickAction {
    switch QuickLog.usualMethod(style, last: dashboard.lastFeeding?.entry) {
    case .breast: breast(dashboard.suggestedSide ?? .left, isNext: false, of: dashboard.child.id)
    case .bottle, .pumping: bottle(dashboard)
    }
  }

  package static func usualDiaper(_ dashboard: DashboardGet.Answer) -> QuickAction {
    diaper(dashboard.quick.diaperType, of: dashboard.child.id)
  }
}
