import BabyModel
import BabyProtocol
import BabyStore
import TestSupport
import Testing

@testable import BabyServer

@Suite("Pushes of due reminders")
struct PushTests {
  @Test("come once each, when due, with subject and time; a later one replaces an earlier one")
  func reminder() async throws {
    try await PushFamily.run { family in
      let (phone, tablet) = (family.service.browser("phone"), family.service.browser("tablet"))
      try await family.subscribe(phone)
      try await family.subscribe(tablet, ["names": true], as: family.login("Anna"))
      try await family.set("feeding.interval", "3h")
      try await family.feed(1)
      try await family.pass(.minutes(179))
      try await family.rest()
      #expect(family.deliveries.isEmpty)
      try await family.pass(.minutes(1))
      let first = try await family.wait(for: 1, at: phone)[0]
      // Noon in London is one o'clock in Berlin.
      #expect(first.title == "Next feed" && first.body == "Last feed at 1:00 PM")
      #expect(first.url == "/#/home/\(family.eva.id)")
      let named = try await family.wait(for: 1, at: tablet)[0]
      #expect(named.title == "Eva · Next feed" && named.body == first.body)
      #expect(named.tag != first.tag, "a service cannot tell that both are about the same")
      let headers = try #require(family.deliveries.first).headers
      #expect(headers["ttl"] == "7200" && headers["urgency"] == "high" && headers["topic"]?.count == 32)
      try await family.rest()
      try await family.pass(.hours(5))
      try await family.rest()
      #expect(family.deliveries.count == 2)
      try await family.feed(2)
      try await family.pass(.hours(3))
      let second = try await family.wait(for: 2, at: phone)[1]
      #expect(second.tag == first.tag && second.body == "Last feed at 9:00 PM")
    }
  }

  @Test("of reminders and forgotten timers as chosen; without any text of the family's")
  func preferences() async throws {
    try await PushFamily.run { family in
      let (one, other) = (family.service.browser("one"), family.service.browser("other"))
      try await family.subscribe(one, ["timers": false])
      try await family.subscribe(other, ["reminders": false, "names": true], as: family.login("Anna"))
      let text = "18:00 \(family.server.now.utcText) Secret drops"
      try await family.set("reminder.0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f", text)
      try await family.set("diaper.interval", "2h")
      try await family.log(1, ["kind": "diaper", "type": "wet", "note": "a secret"], 10)
      try await family.log(2, ["kind": "sleep", "note": "a secret"], 30)
      let since = JSON.string((family.server.now - .minutes(5)).utcText)
      let feed: JSON = [
        "kind": "feeding", "method": "breast", "startedSide": "left", "timedSide": "left", "timedSince": since,
      ]
      try await family.log(3, feed, 5)
      let medicine: JSON = ["kind": "medicine", "name": "Secretol", "intervalSeconds": 14_400]
      try await family.log(4, medicine, 20)
      for _ in 1...13 {
        try await family.pass(.hours(1))
        try await family.rest()
      }
      let reminders = try await family.wait(for: 3, at: one)
      #expect(
        Set(reminders.map { "\($0.title): \($0.body)" }) == [
          "Next diaper: Last diaper at 12:50 PM", "A medicine may be given again: Last dose at 12:40 PM",
          "Reminder: Due at 6:00 PM",
        ])
      let timers = try await family.wait(for: 2, at: other)
      #expect(
        Set(timers.map { "\($0.title): \($0.body)" }) == [
          "Eva · Sleep still running: Since 12:30 PM", "Eva · Feed still running: Since 12:55 PM",
        ])
      for told in reminders + timers {
        #expect(!"\(told)".lowercased().contains("secret"))
        #expect(Set(reminders.map(\.tag)).count == 3)
      }
    }
  }

  @Test("not for reminders from before, nor for done, dismissed or snoozed ones; a snoozed one comes again")
  func notTold() async throws {
    try await PushFamily.run { family in
      let phone = family.service.browser()
      try await family.set("feeding.interval", "3h")
      try await family.set("diaper.interval", "2h")
      try await family.feed(1, 200)
      try await family.subscribe(phone)
      try await family.rest()
      #expect(try family.told(phone) == [], "it was due when nobody was to be told")
      // Told, and put off: it comes again.
      try await family.feed(2)
      let feed = "feeding.\(family.server.entry(2))"
      let due = family.server.now + .hours(3)
      try await family.pass(.hours(3))
      #expect(try await family.wait(for: 1, at: phone).count == 1)
      let until = family.server.now + .minutes(30)
      try await family.set("occasion.feeding", "\(feed) \(due.utcText) snoozed \(until.utcText)")
      try await family.pass(.minutes(29))
      try await family.rest()
      #expect(try family.told(phone).count == 1)
      try await family.pass(.minutes(1))
      #expect(try await family.wait(for: 2, at: phone).count == 2)
      // Dismissed before it is due, and done before it is due.
      try await family.log(3, ["kind": "diaper", "type": "wet"])
      let diaper = "diaper.\(family.server.entry(3)) \((family.server.now + .hours(2)).utcText)"
      try await family.set("occasion.diaper", "\(diaper) dismissed \(family.server.now.utcText)")
      try await family.feed(4)
      try await family.pass(.minutes(170))
      try await family.feed(5)
      try await family.pass(.minutes(20))
      try await family.rest()
      #expect(try family.told(phone).count == 2)
    }
  }

  @Test("after the person's quiet hours, if still due; another person's quiet hours do not matter")
  func quietHours() async throws {
    try await PushFamily.run { family in
      let (annas, bobs) = (family.service.browser("anna"), family.service.browser("bob"))
      let bob = try await family.server.join("Bob", family.eva, of: family.anna, as: .viewer)
      try await family.subscribe(annas)
      try await family.subscribe(bobs, as: bob)
      // In Berlin it is one o'clock.
      try await family.set("reminders.quiet", "13:30-20:00", ofChild: false)
      try await family.set("feeding.interval", "2h")
      try await family.set("diaper.interval", "1h")
      try await family.feed(1)
      try await family.log(2, ["kind": "diaper", "type": "wet"])
      try await family.pass(.hours(2))
      #expect(try await family.wait(for: 2, at: bobs).count == 2)
      try await family.rest()
      #expect(try family.told(annas) == [])
      // The diaper is changed, and the next one due with the end of the quiet hours, too.
      try await family.log(3, ["kind": "diaper", "type": "dirty"])
      try await family.pass(.minutes(299))
      try await family.rest()
      #expect(try family.told(annas) == [])
      try await family.pass(.minutes(1))
      let told = try await family.wait(for: 2, at: annas)
      #expect(Set(told.map(\.body)) == ["Last feed at 1:00 PM", "Last diaper at 3:00 PM"])
    }
  }

  @Test("at most once, also if the server stops before it has sent anything")
  func restart() async throws {
    let phone = Box<TestBrowser>()
    try await PushFamily.run { family in
      let browser = family.service.browser()
      phone.value = browser
      try await family.subscribe(browser)
      try await family.set("feeding.interval", "3h")
      try await family.set("diaper.interval", "4h")
      try await family.feed(1)
      try await family.log(2, ["kind": "diaper", "type": "wet"])
      family.answer { _ in .silence }
      try await family.pass(.hours(3))
      _ = try await family.wait(for: 1, at: browser)
      // There is no answer; and the next due reminder is not checked any more.
    } afterRestart: { family in
      let browser = try #require(phone.value)
      family.answer { _ in .taken }
      try await family.rest()
      #expect(try family.told(browser).count == 1)
      // While the server was off, something else was due.
      try await family.pass(.hours(2))
      let told = try await family.wait(for: 2, at: browser)
      #expect(told.map(\.title) == ["Next feed", "Next diaper"])
      try await family.rest()
      #expect(try family.told(browser).count == 2)
    }
  }

  @Test("never again after the browser has unsubscribed; after a while if the service is busy, and then no more")
  func answers() async throws {
    let log = LogRecorder()
    try await PushFamily.run(log: log) { family in
      let (gone, busy) = (family.service.browser("gone"), family.service.browser("busy"))
      let other = try await family.login("Anna")
      try await family.subscribe(gone)
      try await family.subscribe(busy, as: other)
      family.answer { $0.path == "/gone" ? .status(410) : .status(503, headers: [("Retry-After", "0")]) }
      try await family.set("feeding.interval", "3h")
      try await family.feed(1)
      try await family.pass(.hours(3))
      #expect(try await family.wait(for: 3, at: busy).count == 3)
      #expect(try family.told(gone).count == 1)
      try await family.rest()
      #expect(try await family.server.send("push.get", as: family.anna).status == 404)
      #expect(try await family.server.send("push.get", as: other).status == 200)
      #expect(family.deliveries.count == 4)
      // What was busy takes the next one.
      family.answer { _ in .taken }
      try await family.feed(2)
      try await family.pass(.hours(3))
      #expect(try await family.wait(for: 4, at: busy).count == 4)
    }
    let lines = log.lines.filter { $0.contains("push") || $0.contains("browser") }
    #expect(lines.count == 2, "\(lines)")
    for line in log.lines {
      for secret in ["127.0.0.1", "gone\"", "/busy", "Eva", "Anna", "feed"] {
        #expect(!line.contains(secret) || line.contains("the account"), "\(line)")
      }
    }
  }

  @Test("not again once they are switched off", arguments: [false, true])
  func preferencesMeanwhile(isNews: Bool) async throws {
    try await PushFamily.run { family in
      let (phone, tablet) = (family.service.browser("phone"), family.service.browser("tablet"))
      let bob = try await family.server.join("Bob", family.eva, of: family.anna, as: .caregiver)
      try await family.subscribe(phone, ["others": true])
      try await family.subscribe(tablet, ["others": true], as: family.login("Anna"))
      try await family.set("feeding.interval", "3h")
      try await family.rest()
      family.answer { _ in .status(503) }
      family.service.hold()
      try await family.feed(1, as: isNews ? bob : family.anna)
      if !isNews { try await family.pass(.hours(3)) }
      for browser in [phone, tablet] { _ = try await family.wait(for: 1, at: browser) }
      try await family.subscribe(phone, ["reminders": isNews, "others": !isNews])
      family.service.release()
      // Sent again twice where it is still wished for.
      _ = try await family.wait(for: 3, at: tablet)
      #expect(try family.told(phone).count == 1)
    }
  }

  @Test("not again if it was done while the service was busy")
  func doneMeanwhile() async throws {
    try await PushFamily.run { family in
      let (phone, tablet) = (family.service.browser("phone"), family.service.browser("tablet"))
      try await family.subscribe(phone)
      try await family.subscribe(tablet, as: family.login("Anna"))
      try await family.set("feeding.interval", "3h")
      try await family.set("diaper.interval", "3h")
      try await family.feed(1)
      try await family.log(2, ["kind": "diaper", "type": "wet"])
      family.answer { _ in .status(503) }
      family.service.hold()
      try await family.pass(.hours(3))
      for browser in [phone, tablet] { _ = try await family.wait(for: 2, at: browser) }
      try await family.feed(3)
      family.service.release()
      // The diaper is still due, and told of again twice.
      _ = try await family.wait(for: 4, at: tablet)
      let told = try await family.wait(for: 4, at: phone)
      #expect(told.count(where: { $0.title == "Next feed" }) == 1, "the child was fed meanwhile")
      family.service.hold()
      try await family.pass(.hours(3))
      for browser in [phone, tablet] { _ = try await family.wait(for: 5, at: browser) }
      try await family.server.send("push.remove", as: family.anna)
      family.service.release()
      _ = try await family.wait(for: 7, at: tablet)
      #expect(try family.told(phone).count == 5, "nobody wants to be told any more")
    }
  }
}

/// A value that one part of a test leaves to another.
private final class Box<Value> {
  var value: Value?
}
