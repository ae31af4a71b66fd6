import BabyModel

/// A baby's usual day at an age, in order, from getting up in the morning to the last sleep before the next one.
///
/// `DemoFamily` varies each day by minutes, so sleeps leave a few minutes before what follows, and a quarter of an hour
/// before the next morning. Feeds are never more than three and a half hours apart.
struct DayPlan {
  /// Something by the clock; hours after midnight go on from 24.
  struct Event {
    let minute: Int
    let content: Content

    init(_ hour: Int, _ minute: Int, _ content: Content) {
      self.minute = hour * 60 + minute
      self.content = content
    }
  }

  enum Content {
    case sleep(minutes: Int)
    case breast(minutes: Int)
    case bottle(Double, BottleContent)
    case diaper(DiaperType)
    case tummyTime(minutes: Int)
    case activity(String, minutes: Int)
    case vitaminD
    case food(String)
  }

  let events: [Event]

  /// Two weeks: feeds, diapers and sleep take turns, every three hours.
  static let newborn = DayPlan(
    events: (0..<8).flatMap { round in
      let hour = 6 + 3 * round
      return [
        Event(hour, 45, round % 4 == 3 ? .bottle(60, .formula) : .breast(minutes: 24)),
        Event(hour + 1, 12, .diaper(round % 3 == 0 ? .both : .wet)),
        Event(hour + 1, 20, .sleep(minutes: 128)),
      ]
    })

  /// Three months: four naps, and three feeds in the night.
  static let threeMonths = DayPlan(events: [
    Event(6, 45, .diaper(.wet)), Event(6, 55, .breast(minutes: 20)), Event(7, 30, .tummyTime(minutes: 10)),
    Event(8, 10, .sleep(minutes: 70)),
    Event(9, 26, .vitaminD), Event(9, 32, .diaper(.dirty)), Event(9, 42, .breast(minutes: 18)),
    Event(10, 15, .tummyTime(minutes: 12)), Event(11, 0, .sleep(minutes: 85)),
    Event(12, 32, .breast(minutes: 20)), Event(12, 58, .diaper(.wet)), Event(13, 12, .activity("walk", minutes: 40)),
    Event(14, 0, .sleep(minutes: 65)),
    Event(15, 12, .bottle(110, .breastMilk)), Event(15, 32, .diaper(.wet)), Event(15, 48, .tummyTime(minutes: 10)),
    Event(16, 35, .sleep(minutes: 48)),
    Event(17, 30, .breast(minutes: 20)), Event(17, 56, .diaper(.both)), Event(18, 30, .activity("bath", minutes: 15)),
    Event(18, 58, .bottle(130, .formula)), Event(19, 40, .sleep(minutes: 140)),
    Event(22, 6, .breast(minutes: 18)), Event(22, 30, .diaper(.wet)), Event(22, 40, .sleep(minutes: 165)),
    Event(25, 32, .breast(minutes: 16)), Event(25, 54, .sleep(minutes: 162)),
    Event(28, 42, .breast(minutes: 16)), Event(29, 2, .diaper(.wet)), Event(29, 10, .sleep(minutes: 75)),
  ])

  /// Six months: three naps, two meals, and three feeds in the night.
  static let sixMonths = DayPlan(events: [
    Event(6, 45, .diaper(.wet)), Event(6, 55, .breast(minutes: 15)), Event(8, 10, .food("oatmeal, pear")),
    Event(8, 30, .tummyTime(minutes: 14)), Event(9, 0, .sleep(minutes: 75)),
    Event(10, 22, .bottle(160, .formula)), Event(10, 40, .diaper(.dirty)), Event(10, 46, .vitaminD),
    Event(11, 10, .activity("walk", minutes: 45)), Event(12, 5, .food("carrot, potato")),
    Event(12, 30, .breast(minutes: 12)), Event(12, 52, .diaper(.wet)), Event(13, 0, .sleep(minutes: 85)),
    Event(14, 32, .breast(minutes: 14)), Event(15, 0, .diaper(.wet)), Event(15, 20, .tummyTime(minutes: 15)),
    Event(16, 20, .sleep(minutes: 38)),
    Event(17, 6, .bottle(150, .formula)), Event(17, 30, .diaper(.both)), Event(18, 20, .activity("bath", minutes: 15)),
    Event(18, 45, .breast(minutes: 15)), Event(19, 20, .sleep(minutes: 165)),
    Event(22, 12, .breast(minutes: 12)), Event(22, 30, .diaper(.wet)), Event(22, 36, .sleep(minutes: 178)),
    Event(25, 42, .bottle(150, .formula)), Event(26, 0, .sleep(minutes: 180)),
    Event(29, 6, .breast(minutes: 12)), Event(29, 24, .sleep(minutes: 60)),
  ])
}

/// Measurements of a girl near the middle of the WHO's tables.
struct Checkup {
  let week: Int
  let kilograms: Double
  /// Centimetres.
  let length: Double
  /// Centimetres.
  let head: Double

  static let all = [
    Checkup(week: 0, kilograms: 3.3, length: 49.5, head: 34),
    Checkup(week: 1, kilograms: 3.4, length: 50.2, head: 34.4),
    Checkup(week: 2, kilograms: 3.6, length: 51, head: 35), Checkup(week: 4, kilograms: 4.1, length: 53.5, head: 36.4),
    Checkup(week: 8, kilograms: 5, length: 57, head: 38.2), Checkup(week: 13, kilograms: 5.8, length: 59.9, head: 39.5),
    Checkup(week: 17, kilograms: 6.3, length: 62, head: 40.5),
    Checkup(week: 25, kilograms: 7.2, length: 65.6, head: 42.1),
  ]
}
