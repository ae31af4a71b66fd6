import BabyModel
import Testing

@Suite("Links") struct LinkTests {
  static let table: [(link: String, expected: Link)] = [
    ("nestling://log/feed", .logFeeding(amount: nil, unit: nil)),
    ("nestling://log/feed?", .logFeeding(amount: nil, unit: nil)),
    ("nestling://log/feed?amount=120&unit=ml", .logFeeding(amount: 120, unit: .milliliters)),
    ("nestling://log/feed?unit=oz&amount=4.5", .logFeeding(amount: 4.5, unit: .ounces)),
    ("nestling://log/feed?amount=500", .logFeeding(amount: 500, unit: nil)),
    ("nestling://log/diaper", .logDiaper(nil)),
    ("nestling://log/diaper?type=wet", .logDiaper(.wet)),
    ("nestling://log/diaper?type=%64irty", .logDiaper(.dirty)),
    ("nestling://log/diaper?type=both", .logDiaper(.both)),
    ("nestling://log/tummy", .logTummyTime(nil)),
    ("nestling://log/tummy?duration=7.5", .logTummyTime(.seconds(450))),
    ("nestling://log/tummy?duration=120", .logTummyTime(.hours(2))),
    ("nestling://log/sleep", .startSleep),
    ("nestling://sleep/start", .startSleep),
    ("nestling://sleep/stop", .stopSleep),
    ("nestling://open/home", .open(.home)),
    ("nestling://open/history", .open(.history)),
    ("nestling://open/predictions", .open(.predictions)),
    ("nestling://open/settings", .open(.settings)),
    ("babybasics://sleep/start", .startSleep),
    ("NESTLING://Sleep/stop/", .stopSleep),
    ("babybasics://say?text=bottle%204oz%20at%203pm", .say("bottle 4oz at 3pm")),
    ("https://nestling.app/say?text=wet,poop%20note%20gr%C3%BCn", .say("wet,poop note grün")),
    ("https://nestling.app/log/feed?amount=90", .logFeeding(amount: 90, unit: nil)),
    ("https://nestling.app/open/predictions", .open(.predictions)),
  ]

  @Test("each row of the apps' table is understood", arguments: table.indices)
  func understood(row: Int) throws {
    #expect(try Link(parsing: Self.table[row].link) == Self.table[row].expected)
  }

  static let refusals: [(link: String, reason: String)] = [
    ("", "\"\" is not a link. Links look like nestling://log/feed?amount=120&unit=ml."),
    (
      "nestling:log/feed",
      "\"nestling:log/feed\" is not a link. Links look like nestling://log/feed?amount=120&unit=ml."
    ),
    ("--yes", "\"--yes\" is not a link. Links look like nestling://log/feed?amount=120&unit=ml."),
    ("nestlign://log/feed", "The link's scheme \"nestlign\" is not known: the nearest is \"nestling\"."),
    ("file:///etc/passwd", "The link's scheme \"file\" is not known: it must be one of nestling, babybasics, https."),
    ("https://nestling.ap/log/feed", "The link's host \"nestling.ap\" is not known: the nearest is \"nestling.app\"."),
    ("https://evil.example/log/feed", "The link's host \"evil.example\" is not known: it must be nestling.app."),
    ("https://nestling.app@evil.example/log/feed", "The link's host \"nestling.app@evil.example\" is not known:"),
    ("https://nestling.app:8080/log/feed", "The link's host \"nestling.app:8080\" is not known:"),
    ("nestling://log/fed", "No link goes to \"log/fed\": the nearest is \"log/feed\"."),
    ("nestling://log//feed", "No link goes to \"log//feed\": the nearest is \"log/feed\"."),
    ("nestling://user@log/feed", "No link goes to \"user@log/feed\""),
    ("nestling://log/feed/..", "No link goes to \"log/feed/..\""),
    ("nestling://", "No link goes to \"\": it must be one of log/feed, log/diaper,"),
    ("nestling://log/feed#top", "The link has a fragment (#), which is not allowed."),
    ("nestling://log/feed?amuont=120", "A link to log/feed takes no parameter \"amuont\": the nearest is \"amount\"."),
    ("nestling://log/feed?Amount=120", "A link to log/feed takes no parameter \"Amount\": the nearest is \"amount\"."),
    ("nestling://log/diaper?x=1", "A link to log/diaper takes no parameter \"x\": it must be type."),
    ("nestling://sleep/start?at=yesterday", "A link to sleep/start takes no parameters."),
    ("nestling://log/feed?amount=1&amount=2", "The link gives \"amount\" twice."),
    ("nestling://log/feed?amount=1&%61mount=2", "The link gives \"%61mount\" twice."),
    ("nestling://log/feed?amount", "\"amount\" in the link is not a parameter. Parameters look like amount=120."),
    ("nestling://log/feed?amount=1&", "\"\" in the link is not a parameter. Parameters look like amount=120."),
    ("nestling://log/feed?=1", "\"=1\" in the link is not a parameter. Parameters look like amount=120."),
    ("nestling://log/feed?unit=ml", "The link has a unit but no amount."),
    ("nestling://log/feed?amount=120&unit=mL", "The link's unit cannot be \"mL\": the nearest is \"ml\"."),
    ("nestling://log/feed?amount=501&unit=ml", "The link's amount must be at most 500 ml."),
    ("nestling://log/feed?amount=17&unit=oz", "The link's amount must be at most 16.9 oz."),
    ("nestling://log/feed?amount=999999", "The link's amount must be at most 500 ml."),
    ("nestling://log/feed?amount=0", "The link's amount must be more than 0."),
    ("nestling://log/feed?amount=", "The link's amount must be a plain number, such as 120 or 4.5."),
    ("nestling://log/tummy?duration=121", "The link's duration must be at most 120 minutes."),
    ("nestling://log/tummy?duration=0.001", "The link's duration must be more than 0."),
    ("nestling://log/diaper?type=wte", "The link's type cannot be \"wte\": the nearest is \"wet\"."),
    ("nestling://log/diaper?type=green", "The link's type cannot be \"green\": it must be one of wet, dirty, both."),
    ("nestling://log/diaper?type=%E2%80%AEtew", "The link's type cannot be what it says: "),
    ("nestling://log/diaper?type=wet%0A", "The link's type cannot be what it says: "),
    ("nestling://log/diaper?type=wet%00", "The link's type cannot be what it says: "),
    ("nestling://log/diaper?type=%", "\"%\" in the link has a % without two hexadecimal digits after it."),
    ("nestling://log/diaper?type=%4", "\"%4\" in the link has a % without two hexadecimal digits after it."),
    ("nestling://log/diaper?type=%GG", "\"%GG\" in the link has a % without two hexadecimal digits after it."),
    ("nestling://log/diaper?type=%+4", "\"%+4\" in the link has a % without two hexadecimal digits after it."),
    ("nestling://log/diaper?type=%C3%28", "\"%C3%28\" in the link does not decode to UTF-8."),
    ("nestling://log/diaper?type=%C0%AF", "\"%C0%AF\" in the link does not decode to UTF-8."),
    ("nestling://log/diaper?type=%ED%A0%80", "\"%ED%A0%80\" in the link does not decode to UTF-8."),
    ("nestling://log/diaper?type=wet ", "The link contains characters that are not allowed in links."),
    ("babybasics://say", "The link is empty. Links look like babybasics://say?text=bottle%204oz."),
    ("babybasics://say?text=%20%20", "The link is empty."),
    ("babybasics://say?words=wet", "A link to say takes no parameter \"words\": it must be text."),
    ("babybasics://say?text=wet%0Anote%20x", "The link's text contains control characters."),
    ("babybasics://say?text=wet%1B%5B2J", "The link's text contains control characters."),
    ("nestling://log/diaper\n?type=wet", "The link contains characters that are not allowed in links."),
    ("nestling://log/diaper?type=n\u{e4}ss", "The link contains characters that are not allowed in links."),
  ]

  @Test(
    "everything else is refused, with a sentence that says why and a similar valid one", arguments: refusals.indices)
  func refused(row: Int) {
    let (link, reason) = Self.refusals[row]
    let error = #expect(throws: LinkError.self) { try Link(parsing: link) }
    #expect(error?.message.hasPrefix(reason) == true, "\(link): \(error?.message ?? "")")
  }

  @Test(
    "numbers are plain decimals and nothing else",
    arguments: ["-1", "+1", "1e2", "0x1p9", "inf", "nan", "1,5", ".5", "5.", "1.2.3", "1234567", "%D9%A1", "1%20"])
  func number(text: String) {
    let error = #expect(throws: LinkError.self) { try Link(parsing: "nestling://log/feed?amount=\(text)&unit=ml") }
    #expect(error?.message == "The link's amount must be a plain number, such as 120 or 4.5.")
  }

  @Test("a link is bounded in length and in its number of parameters")
  func bounds() {
    let long = "nestling://log/feed?amount=" + String(repeating: "1", count: 486)
    #expect(throws: LinkError.self) { try Link(parsing: long) }
    let tooLong = #expect(throws: LinkError.self) { try Link(parsing: long + String(repeating: "1", count: 1 << 20)) }
    #expect(tooLong?.message == "The link is longer than 512 bytes.")
    let many = "nestling://log/feed?" + (0..<9).map { "p\($0)=1" }.joined(separator: "&")
    let tooMany = #expect(throws: LinkError.self) { try Link(parsing: many) }
    #expect(tooMany?.message == "The link has more than 8 parameters.")
  }

  @Test("a sentence repeats only an excerpt of a link, and of its decoded text only plain words")
  func quoting() {
    let long = #expect(throws: LinkError.self) {
      try Link(parsing: "nestling://" + String(repeating: "x", count: 400))
    }
    #expect((long?.message.count ?? 1000) < 250)
    for code in 0..<256 {
      let digits = String(code, radix: 16)
      let escaped = "%" + (digits.count == 1 ? "0" : "") + digits
      guard
        let error = #expect(
          throws: LinkError.self,
          performing: {
            try Link(parsing: "nestling://log/diaper?type=a\(escaped)&\(escaped)=b")
          })
      else { continue }
      #expect(error.message.unicodeScalars.allSatisfy { $0 == "…" || (0x20...0x7E).contains($0.value) })
    }
  }
}
