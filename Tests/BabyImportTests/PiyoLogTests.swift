import BabyModel
import Testing

@testable import BabyImport

/// Texts are made up in the form that people show of theirs.
@Suite("PiyoLog's text")
struct PiyoLogTests {
  static let tokyo = ZoneRules(name: "Asia/Tokyo", initialOffset: 9 * 3600)

  func importing(
    _ texts: String..., children: [Child] = [eva], zone: ZoneRules = tokyo
  ) throws -> (entries: [Entry], summary: ImportSummary) {
    let files = texts.map { [ImportPiece.bytes(Array($0.utf8))] }
    let (batch, summary, _) = try BabyImportTests.importing(pieces: files, children: children, zone: zone)
    return (batch.rows.map(\.entry), summary)
  }

  func day(_ events: String..., date: String = "2020/2/25(火)") -> String {
    """
    【ぴよログ】2020年2月
    ----------
    \(date)
    Eva (0歳2か月7日)

    \(events.joined(separator: "\n"))

    母乳合計　　   左 0分 / 右 0分
    ミルク合計　   0回 0ml

    ----------
    """
  }

  private func entry(_ event: String) throws -> Entry {
    let result = try importing(day(event))
    #expect(result.summary.badRows == [])
    #expect(result.summary.format == .piyoLogText)
    #expect(result.entries.count == 1)
    return try #require(result.entries.first)
  }

  private func content(_ kind: KindDeclaration, _ fields: [FieldInputs.Field]) throws -> EntryContent {
    try EntryContent(.declared(kind), fields: FieldInputs(fields))
  }

  private struct Missing: Error {}

  @Test("a month has days, each with its events, totals that are ignored, and a text about it")
  func month() throws {
    let result = try importing(
      """
      【ぴよログ】2020年2月

      ----------
      2020/2/25(火)
      Eva (0歳2か月7日)

      08:45 AM   ミルク 140ml   たくさん飲んだ
      01:55 PM   寝る   
      02:45 PM   起きる (0時間50分)   
      03:05 PM   体温 36.4°C   

      母乳合計　　   左 0分 / 右 0分
      ミルク合計　   1回 140ml
      睡眠合計　　   0時間50分
      のみもの合計   0回

      お食い初め

      12:00 みんなで食べた

      ----------
      2020/2/26(水)
      Eva (0歳2か月8日)

      母乳合計　　   左 0分 / 右 0分

      ----------
      """)
    #expect(result.summary.badRows == [])
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(140, .milliliters), content: .formula)), .sleep,
        try content(.temperature, [.init("value", .number(36.4)), .init("unit", .word("celsius"))]), .note(.general),
      ])
    #expect(result.entries.map(\.note) == ["たくさん飲んだ", nil, nil, "お食い初め\n\n12:00 みんなで食べた"])
    #expect(result.entries[0].start == instant("2020-02-24T23:45:00Z"))
    #expect(result.entries[1].start == instant("2020-02-25T04:55:00Z"))
    #expect(result.entries[1].duration == .minutes(50))
    #expect(result.entries[3].start == instant("2020-02-24T15:00:00Z"))
  }

  @Test("a single day has its date after the app's name; English texts are equivalent")
  func english() throws {
    let japanese = try importing(
      """
      【ぴよログ】2020/2/25(火)
      Eva (0歳2か月7日)

      08:45   母乳 左 7分 ▶ 右 5分
      10:00   おしっこ
      11:00   寝る
      12:30   起きる (1時間30分)
      """)
    for date in ["Tue, Feb 25, 2020", "Tue, 25 Feb 2020"] {
      let english = try importing(
        """
        [PiyoLog]\(date)
        Eva (0y2m7d)

        08:45 AM   Breastfeeding L 7m ▶ R 5m
        10:00 AM   Pee
        11:00 AM   Sleep
        12:30 PM   Wake-up (1h30m)

        Total Breastfeeding time   L 7m / R 5m
        Had formula   0times 0ml
        Total sleep   1h30m
        Pee   1times
        """)
      #expect(english.entries.count == 3)
      #expect(english.entries == japanese.entries)
    }
  }

  /// As the app writes it in China, several months in one file.
  @Test("Chinese texts are equivalent, and one file may have several months")
  func chinese() throws {
    let result = try importing(
      """
      [Piyo日志]2020年2月

      ----------
      2020年2月25日 周二
      Eva  (0岁2月7日)

      01:30   配方奶 5ml   
      01:50   瓶喂母乳 50ml   
      02:50   母乳 左 15分钟 → 右 5分钟   
      03:00   尿尿   
      03:00   便便   变黄了
      04:00   睡觉   
      05:05   起床 (1小时5分钟)   
      06:00   睡觉 ( ! )   
      11:30   体重 4.51kg   
      11:30   身高 55.7cm   
      11:30   头围 38.0cm   
      12:00   洗澡   

      母乳共  左 15分钟 / 右 5分钟
      配方奶共  1次 5ml
      睡觉共  1小时5分钟

      今天出院

      ----------
      [Piyo日志]2020年3月

      ----------
      2020年3月1日 周日
      Eva  (0岁2月12日)

      08:00   尿尿   
      """)
    #expect(result.summary.badRows == [])
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(5, .milliliters), content: .formula)),
        .feeding(Feeding(method: .bottle, amount: Volume(50, .milliliters), content: .breastMilk)),
        .feeding(
          Feeding(method: .breast, startedSide: .left, breasts: .both, left: .minutes(15), right: .minutes(5))),
        .diaper(.both), .sleep, try BabyImportTests.measured(.weight, 4.51, "kg"),
        try BabyImportTests.measured(.length, 55.7, "cm"),
        try BabyImportTests.measured(.head, 38, "cm"), try .activity("bath"), .note(.general), .diaper(.wet), .sleep,
      ])
    #expect(
      result.entries.map(\.note) == [
        nil, nil, nil, "变黄了", nil, nil, nil, nil, nil, "今天出院", nil, nil,
      ])
    #expect(result.entries[4].duration == .minutes(65))
    #expect(result.summary.flags == [.endMissing: 1])
  }

  @Test("a sleep that ends in the minute in which it began has an unknown end")
  func noLength() throws {
    let result = try importing(day("10:00   寝る", "10:00   起きる (0時間0分)"))
    #expect(result.summary.badRows == [] && result.summary.flags == [.endMissing: 1])
    #expect(result.entries.map(\.content) == [.sleep])
  }

  @Test("both breasts have their minutes; an arrow shows the first one, and a slash does not")
  func breast() throws {
    func feeding(_ text: String) throws -> (Feeding, Entry) {
      let read = try entry("08:45   \(text)")
      guard case .feeding(let feeding) = read.content else { throw Missing() }
      return (feeding, read)
    }
    let (left, nursing) = try feeding("母乳 左 7分 ▶ 右 5分   眠そう")
    #expect(left.startedSide == .left && left.left == .minutes(7) && left.right == .minutes(5))
    #expect(nursing.duration == .minutes(12) && nursing.note == "眠そう")
    #expect(try feeding("母乳 左7分 ◀ 右5分").0.startedSide == .right)
    let (slash, _) = try feeding("母乳 左 7分 / 右 5分   3回目")
    #expect(slash.startedSide == nil && slash.breasts == .both)
    let (one, _) = try feeding("母乳 左 0分 / 右 5分")
    #expect(one.startedSide == .right && one.breasts == .one && one.left == nil)
    let (weighed, _) = try feeding("母乳 右 5分 (60ml)")
    #expect(weighed.amount == Volume(60, .milliliters))
    #expect(try feeding("母乳").0 == Feeding(method: .breast))
  }

  @Test("bottles, pumpings and drinks; an unknown unit is reported")
  func bottles() throws {
    let milk = try entry("08:45   搾母乳 80ml")
    #expect(milk.content == .feeding(Feeding(method: .bottle, amount: Volume(80, .milliliters), content: .breastMilk)))
    #expect(milk.note == nil)
    #expect(
      try entry("08:45   Pumping 4.5oz").content == .feeding(Feeding(method: .pumping, amount: Volume(4.5, .ounces))))
    let drink = try importing(day("08:45   のみもの 20ml 麦茶"))
    #expect(drink.entries.map(\.note) == ["のみもの · 20ml 麦茶"])
    #expect(drink.summary.keptAsNotes == ["のみもの": 1])
    #expect(try entry("08:45   ミルク   2回目").note == "2回目")
    let result = try importing(day("08:45   ミルク 3杯", "こぼした", "08:50   おしっこ"))
    #expect(result.entries.map(\.content) == [.diaper(.wet)])
    #expect(
      result.summary.badRows == [
        ImportRemark(line: 6, reason: "has a value that cannot be read in the column “ミルク”")
      ])
  }

  @Test("a diaper's contents at one minute are one diaper, also with another event in between")
  func diapers() throws {
    let result = try importing(
      day(
        "10:00   おしっこ   いっぱい", "10:00   ミルク 100ml", "10:00   うんち (ふつう/やわらかめ/黄色)", "10:05   うんち   ",
        "10:05   うんち"))
    #expect(
      result.entries.map(\.content) == [
        .diaper(.both), .feeding(Feeding(method: .bottle, amount: Volume(100, .milliliters), content: .formula)),
        .diaper(.dirty),
        .diaper(.dirty),
      ])
    #expect(result.entries.map(\.note) == ["いっぱい\nふつう/やわらかめ/黄色", nil, nil, nil])
    #expect(Set(result.entries.map(\.id)).count == 4)
    let before = try importing(day("10:00   おしっこ   いっぱい"))
    #expect(before.entries.map(\.id) == [result.entries[0].id])
  }

  @Test("measurements have their unit")
  func measured() throws {
    func measured(_ kind: KindDeclaration, _ number: Double, _ unit: String) throws -> EntryContent {
      try content(kind, [.init("value", .number(number)), .init("unit", .word(unit))])
    }
    #expect(try entry("11:25   体重 2.64kg").content == measured(.weight, 2.64, "kg"))
    #expect(try entry("11:25   Weight 5 lb 8 oz   clinic").content == measured(.weight, 5.5, "lb"))
    #expect(try entry("11:25   Weight 5 lb 8 oz   clinic").note == "clinic")
    #expect(try entry("11:25   身長 49.0cm").content == measured(.length, 49, "cm"))
    #expect(try entry("11:25   Head Size 35cm").content == measured(.head, 35, "cm"))
    #expect(try entry("11:25   Body Temp. 98.6°F").content == measured(.temperature, 98.6, "fahrenheit"))
    let chest = try entry("11:25   胸囲 33cm")
    #expect(chest.content == .note(.growth) && chest.note == "胸囲 · 33cm")
    let result = try importing(day("11:25   体重 1貫"))
    #expect(result.summary.badRows.map(\.reason) == ["has a value that cannot be read in the column “体重”"])
  }

  @Test("food has a name for each line; a sentence, or a line without a name, stays a note")
  func food() throws {
    let result = try importing(
      day("13:00   離乳食   10倍がゆ 4さじ", "かぶ2さじ、にんじん2さじ", "", "麦茶", "14:00   離乳食   よく食べた！", "15:00   離乳食"))
    #expect(
      result.entries.map(\.content) == [
        try content(.food, [.init("foods", .word("10倍がゆ 4さじ, かぶ2さじ, にんじん2さじ, 麦茶"))]), .note(.food),
        .note(.food),
      ])
    #expect(result.entries.map(\.note) == [nil, "離乳食 · よく食べた！", "離乳食"])
    #expect(result.summary.keptAsNotes == ["離乳食": 2])
    #expect(try entry("15:00   くすり   ビタミンD").content == (try content(.medicine, [.init("name", .word("ビタミンD"))])))
    #expect(try entry("15:00   予防接種 (BCG)").content == (try content(.vaccine, [.init("name", .word("BCG"))])))
    #expect(try entry("15:00   できた   寝返り").content == (try content(.milestone, [.init("title", .word("寝返り"))])))
  }

  @Test("baths and walks are activities; memos and everything else are notes")
  func others() throws {
    #expect(try entry("17:30   お風呂").content == (try .activity("bath")))
    let walk = try entry("17:30   さんぽ (0時間30分)   公園")
    #expect(walk.content == (try .activity("walk")) && walk.duration == .minutes(30) && walk.note == "公園")
    #expect(try entry("17:30   メモ   12:00 に電話").note == "12:00 に電話")
    let result = try importing(day("17:30   保湿   ", "17:40   せき   少し"))
    #expect(result.entries.map(\.content) == [.note(.general), .note(.health)])
    #expect(result.entries.map(\.note) == ["保湿", "せき · 少し"])
    #expect(result.summary.keptAsNotes == ["Other": 1, "せき": 1])
  }
}
