import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// The page of `bbctl medicines`.
  static func medicines(_ answer: MedicineList.Answer, now: Instant) -> Page {
    var page = Page(theme: answer.theme)
    page.heading(Words.line(["Medicines", answer.child.name]))
    if answer.medicines.isEmpty { page.line(.init(Words.noMedicine)) }
    for medicine in answer.medicines {
      let last = [Words.lastDose(medicine.lastClock(answer.timeFormat, now: now)), medicine.dose].compactMap(\.self)
      let next = medicine.nextClock(answer.timeFormat, now: now).map {
        Words.nextDose($0, isOver: medicine.next.map { $0 <= now } ?? true)
      }
      page.row([
        .init(medicine.name, .strong), .init(Words.line(last)),
        .init(Words.doses(medicine.givenInDay, of: medicine.mostPerDay)), .init(next ?? ""),
      ])
    }
    return page
  }
}

extension EntryAnswer {
  /// The warning about a dose that was given too soon; nil for any other.
  func tooSoonText(now: Instant) -> String? {
    guard let tooSoon, let next = tooSoon.nextClock(timeFormat, now: now) else { return nil }
    return Words.tooSoon(tooSoon.name, last: tooSoon.lastClock(timeFormat, now: now), next: next)
  }
}

extension MedicineRecord {
  fileprivate func lastClock(_ format: TimeFormat, now: Instant) -> String {
    LocalTime(lastLocal, at: last, now: now).text(format)
  }

  fileprivate func nextClock(_ format: TimeFormat, now: Instant) -> String? {
    guard let next, let nextLocal else { return nil }
    return LocalTime(nextLocal, at: next, now: now).text(format)
  }
}
