import BabyClient
import BabyModel
import BabyProtocol

// Entries that cannot be right.

extension Examination {
  /// Entries that begin or end in the future, as a clock that was ahead has left them, each with the command that mends it.
  func future() throws(ClientError) -> [Finding] {
    let latest = session.now + EntryLimits.clockDifference
    var findings: [Finding] = []
    for child in try session.call(ChildList.self, .init()).children.map(\.child) {
      let params = TimelineList.Params(childID: "\(child.id)", from: latest.utcText, limit: 20)
      let answer = try session.call(TimelineList.self, params)
      for record in answer.entries where max(record.entry.start, record.entry.end ?? record.entry.start) > latest {
        let when = record.span(answer.timeFormat, now: session.now)
        findings.append(
          Finding(
            check: "log", state: .wrong,
            text: "\(child.name): \(Words.title(record.entry)), \(when), is in the future: a clock was ahead.",
            remedy: "bbctl edit \(record.shortID) --at '10 min ago'"))
      }
    }
    return findings
  }

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
