import BabyClient
import BabyModel
import BabyProtocol

// What was logged, and cannot be so.

extension Examination {
  /// Sleeps and tummy times of the last two weeks that overlap, each with the command that mends it.
  func overlaps() throws(ClientError) -> [Finding] {
    var findings: [Finding] = []
    for child in try session.call(ChildList.self, .init()).children.map(\.child) {
      let params = TimelineList.Params(childID: "\(child.id)", days: 14, kinds: [.sleep, .tummyTime], limit: 1000)
      let entries = try session.call(TimelineList.self, params).entries
      findings += OverlapNotice.all(in: entries).map { notice in
        Finding(
          check: "log", state: .remark, text: "\(child.name): \(notice.text).", remedy: notice.remedy)
      }
    }
    return findings
  }
}
