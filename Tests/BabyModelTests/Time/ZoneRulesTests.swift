import BabyModel
import Testing

@Suite("Zones with clock changes")
struct ZoneRulesTests {
  private let zone = ZoneRules.losAngeles

  private func instant(_ day: String, _ clock: String) throws -> LocalInstants {
    zone.instants(of: LocalDateTime(try date(day), try time(clock)))
  }

  @Test("A sleep over the spring change is 479 minutes long, not 539")
  func spring() throws {
    let slept = try instant("2020-03-08", "07:55").earliest - instant("2020-03-07", "22:56").earliest
    #expect(slept.wholeMinutes == 479)
  }

  /// The log's clock times are whole minutes, so a length from them may be one minute off the recorded 356.
  @Test("A sleep to the first 1:59 of the autumn change fits 356 minutes, and 2:05 comes 66 minutes later, not 6")
  func autumn() throws {
    let start = try instant("2020-10-31", "20:02").earliest
    guard case .twice(let first, let second) = try instant("2020-11-01", "01:59") else {
      Issue.record("1:59 came twice")
      return
    }
    #expect(abs((first - start).wholeMinutes - 356) <= 1)
    #expect((second - first).wholeMinutes == 60)
    #expect(try (instant("2020-11-01", "02:05").earliest - first).wholeMinutes == 66)
  }

  @Test("A skipped time does not exist, and the next one is the end of the gap")
  func gap() throws {
    #expect(try instant("2020-03-08", "02:30") == .never(nextValid: at("2020-03-08T10:00:00Z")))
    #expect(try instant("2020-03-08", "02:00") == .never(nextValid: at("2020-03-08T10:00:00Z")))
    #expect(try instant("2020-03-08", "03:00") == .once(at("2020-03-08T10:00:00Z")))
    #expect(try instant("2020-03-08", "01:59") == .once(at("2020-03-08T09:59:00Z")))
  }

  @Test("A duplicated time is two instants")
  func overlap() throws {
    let twice = LocalInstants.twice(first: try at("2020-11-01T08:00:00Z"), second: try at("2020-11-01T09:00:00Z"))
    #expect(try instant("2020-11-01", "01:00") == twice)
    #expect(try instant("2020-11-01", "02:00") == .once(at("2020-11-01T10:00:00Z")))
    #expect(try instant("2020-11-01", "00:59") == .once(at("2020-11-01T07:59:00Z")))
  }

  @Test("Every instant is among the instants of its own local time")
  func roundTrip() throws {
    for zone in [ZoneRules.losAngeles, .berlin, .saoPaulo, .utc] {
      for transition in zone.transitions {
        for minutes in stride(from: -1500, through: 1500, by: 7) {
          let instant = transition.at + .minutes(minutes)
          switch zone.instants(of: zone.local(instant)) {
          case .once(let found): #expect(found == instant)
          case .twice(let first, let second): #expect([first, second].contains(instant))
          case .never: Issue.record("\(instant.utcText) in \(zone.name)")
          }
        }
      }
    }
  }
}

@Suite("Days of a child")
struct DayWindowTests {
  private func hours(_ day: String, from start: String = "00:00", in zone: ZoneRules) throws -> Double {
    let window = DayWindow(try date(day), dayStart: try time(start), zone: zone)
    return Double((window.end - window.start).wholeMinutes) / 60
  }

  @Test("Days are 24 hours long, and 23 or 25 when clocks change")
  func lengths() throws {
    #expect(try hours("2020-03-07", in: .losAngeles) == 24)
    #expect(try hours("2020-03-08", in: .losAngeles) == 23)
    #expect(try hours("2020-11-01", in: .losAngeles) == 25)
  }

  @Test("With a later day start the change belongs to the day that contains it")
  func dayStart() throws {
    #expect(try hours("2020-03-07", from: "04:30", in: .losAngeles) == 23)
    #expect(try hours("2020-03-08", from: "04:30", in: .losAngeles) == 24)
    #expect(try hours("2020-10-31", from: "04:30", in: .losAngeles) == 25)
  }

  @Test("A skipped day start is the next existing time")
  func startInGap() throws {
    let day = DayWindow(try date("2020-03-08"), dayStart: try time("02:30"), zone: .losAngeles)
    #expect(day.start == (try at("2020-03-08T10:00:00Z")))
    #expect(try hours("2020-03-07", from: "02:30", in: .losAngeles) == 23.5)
    #expect(try hours("2020-03-08", from: "02:30", in: .losAngeles) == 23.5)
    #expect(try hours("2018-11-04", in: .saoPaulo) == 23)
  }

  @Test("A duplicated day start is the first")
  func startInOverlap() throws {
    let day = DayWindow(try date("2020-11-01"), dayStart: try time("01:30"), zone: .losAngeles)
    #expect(day.start == (try at("2020-11-01T08:30:00Z")))
    #expect(try hours("2020-11-01", from: "01:30", in: .losAngeles) == 25)
    #expect(try hours("2018-02-17", in: .saoPaulo) == 25)
  }

  @Test("Every instant is in exactly the day that is found for it, and days leave no gap")
  func containing() throws {
    for start in ["00:00", "01:30", "02:30", "04:30", "23:30"] {
      for zone in [ZoneRules.losAngeles, .berlin, .saoPaulo] {
        let dayStart = try time(start)
        for transition in zone.transitions {
          for minutes in stride(from: -3000, through: 3000, by: 10) {
            let instant = transition.at + .minutes(minutes)
            let day = DayWindow(containing: instant, dayStart: dayStart, zone: zone)
            #expect(day.contains(instant), "\(instant.utcText) \(start) \(zone.name)")
            #expect(DayWindow(day.date.adding(days: 1), dayStart: dayStart, zone: zone).start == day.end)
          }
        }
      }
    }
  }
}
