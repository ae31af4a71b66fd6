import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Sleeps that overlap")
struct OverlapNoticeTests {
  private func sleep(_ number: UInt64, _ start: String, _ end: String) -> EntryRecord {
    let entry = Entry(
      id: Sample.identifier(number), childID: Sample.child.id, content: .sleep, start: Sample.at(start),
      end: Sample.at(end), createdAt: Sample.now, updatedAt: Sample.now)
    return EntryRecord(
      entry, startLocal: entry.start.text(in: Sample.zone), endLocal: entry.end?.text(in: Sample.zone))
  }

  private var night: EntryRecord { sleep(0xa00001, "2026-11-14T06:00:00Z", "2026-11-14T12:00:00Z") }
  private var within: EntryRecord { sleep(0xa00002, "2026-11-14T08:00:00Z", "2026-11-14T09:00:00Z") }
  private var across: EntryRecord { sleep(0xa00003, "2026-11-14T11:00:00Z", "2026-11-14T13:00:00Z") }

  @Test("the answer names the overlapped entry, and the command that fixes it")
  func echo() throws {
    var answer = Sample.answer(across, "Logged sleep · 2h 00m")
    answer.overlap = night
    let json = answer.json
    let daemon = try FakeDaemon { _ in .result(json) }
    defer { daemon.stop() }
    let run = Run(words("sleep log --at 3:00-5:00"), socket: daemon.socket)
    #expect(run.status == .success)
    #expect(
      run.output.contains(
        "a00003 overlaps a00001; the time counts once: bbctl edit a00003 --from 2026-11-14T04:00:00-08:00"))
  }

  @Test("the command has a time to the second without an overlap")
  func seconds() throws {
    let night = sleep(0xa00001, "2026-11-14T06:00:00Z", "2026-11-14T12:00:05.649Z")
    let notice = try #require(OverlapNotice(across, night))
    #expect(notice.remedy == "bbctl edit a00003 --from 2026-11-14T04:00:06-08:00")
  }

  @Test("history and doctor report each, and suggest deleting one within another")
  func shown() throws {
    let records = [across, within, night]
    let daemon = try FakeDaemon { request in
      switch request.method {
      case "timeline.list":
        return .result(
          TimelineList.Answer(
            child: Sample.child, units: .milliliters, timeFormat: .twelveHour, theme: .init(), entries: records
          ).json)
      case "account.status": return .result(Sample.noAccount.json)
      default: return SampleDaemon.answer(request)
      }
    }
    defer { daemon.stop() }
    let history = Run(["history"], socket: daemon.socket).output
    #expect(history.contains("a00002 overlaps a00001; the time counts once: bbctl delete a00002"))
    #expect(history.contains("a00003 overlaps a00001"))
    let doctor = Run(["doctor"], socket: daemon.socket).output
    #expect(doctor.contains("Eva: a00002 overlaps a00001; the time counts once."))
    #expect(doctor.contains("bbctl delete a00002"))
  }
}
