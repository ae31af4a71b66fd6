import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Medicines: EachChildCommand {
  static let commandName = "medicines"

  static let configuration = command(
    "List medicines, and when each may be given again.", usage: "medicines",
    discussion: """
      Lists the medicines of the last 90 days, the last one first. How often a
      medicine may be given is what you noted with a dose; it holds until you note
      something else with a later one. Baby Basics never suggests a dose.

        bbctl medicine Tylenol 5ml every 6h at most 4
        bbctl medicine Tylenol 5ml
        bbctl medicines

      Before logging a dose that is too soon, bbctl asks on a terminal; otherwise it
      logs the dose with a warning.
      """)

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(MedicineList.self, .init(childID: child)) { .medicines($0, now: session.now) }
  }
}

extension Page {
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
