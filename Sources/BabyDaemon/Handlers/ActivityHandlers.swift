import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol

extension MethodHandlers {
  /// Other people's changes.
  mutating func addActivity(_ desk: AccountDesk) {
    read(ActivityList.self) { params, logbook in
      let view = try logbook.activity(
        of: params.childID, since: params.since, account: desk.book.current?.name, limit: params.limit ?? 100)
      return ActivityList.Answer(
        child: ChildReference(view.child), units: view.settings.units, timeFormat: view.settings.timeFormat,
        theme: view.settings.theme, since: view.since, sinceLocal: view.since.text(in: view.zone),
        anchor: view.anchor.map { EntryRecord($0, in: view.zone) }, isShortened: view.isShortened,
        people: view.shares.map { ActivityShareRecord($0) },
        items: view.items.map { ActivityItemRecord($0, in: view.zone) },
        leftOut: view.leftOut > 0 ? view.leftOut : nil,
        members: view.members.isEmpty ? nil : view.members.map { ActivityMemberRecord($0, in: view.zone) },
        running: view.running.map { EntryRecord($0, in: view.zone) })
    }
  }
}

extension LogbookReader {
  /// The last change to a child.
  ///
  /// - Parameter account: the name of the machine's account.
  func activityNews(of child: Child, account: String?) throws -> ActivityNews {
    let (latest, zone) = (try latestActivity(of: child, account: account), try zone(child.zone))
    return ActivityNews(
      child: ChildReference(child), item: latest.item.map { ActivityItemRecord($0, in: zone) },
      member: latest.member.map { ActivityMemberRecord($0, in: zone) })
  }
}
