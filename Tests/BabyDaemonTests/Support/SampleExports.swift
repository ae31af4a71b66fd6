import BabyImport

/// Small exports of each app, made up after the form that the real ones have: as the app wrote it at first, some days later
/// with more rows, and after a row was corrected in it.
struct SampleExport {
  /// Names and texts of files.
  typealias Files = [(name: String, text: String)]

  var first: Files
  var longer: Files
  var corrected: Files
  /// Entries that the first one has, and that the longer one has more.
  var entries: Int
  var more: Int
  /// What the file leaves open.
  var volume: String?
  var weight: String?
  var map: String?

  init(first: Files, longer: Files, corrected: Files, entries: Int, more: Int = 1) {
    (self.first, self.longer, self.corrected) = (first, longer, corrected)
    (self.entries, self.more) = (entries, more)
  }

  /// One file.
  ///
  /// - Parameters:
  ///   - rows: of the first export.
  ///   - new: what comes first in the longer one, as most apps write the newest first.
  ///   - corrected: what stands in the place of the first of `rows` in the last one.
  private init(
    _ name: String, beginning: String, _ rows: [String], new: String, corrected: String, end: String = "",
    parted separator: String = "\n", entries: Int? = nil
  ) {
    func file(_ rows: [String]) -> Files { [(name, beginning + rows.joined(separator: separator) + end)] }
    first = file(rows)
    longer = file([new] + rows)
    self.corrected = file([new, corrected] + rows.dropFirst())
    self.entries = entries ?? rows.count
    more = 1
  }

  /// Nil for this program's own files, which it writes itself.
  static func of(_ format: ImportFormat) -> SampleExport? {
    switch format {
    case .babyBasicsJSON, .babyBasicsCSV: nil
    case .babyConnectCSV: babyConnect
    case .babyBuddyCSV: babyBuddyTable
    case .babyBuddyJSON: babyBuddyAnswer
    case .babyBuddyDatabase: babyBuddyDump
    case .huckleberryCSV: huckleberry
    case .naraCSV: nara
    case .nighpCSV: nighp
    case .glowCSV: glow
    case .hatchCSV: hatch
    case .sproutTrack: sproutTrack
    case .piyoLogText: piyoLog
    case .babyPlusJSON: babyPlus
    case .mappedCSV: mapped
    }
  }

  private static let babyConnect = SampleExport(
    "eva.csv", beginning: "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver\n",
    [
      "2/14/20 7:47 PM,2/14/20 8:47 PM,60,Sleep,,,Eva slept (1h),,A",
      "2/14/20 5:05 PM,,,Bottle,4,Formula,Eva drank 4 oz of formula,,U",
      "2/14/20 5:05 PM,,,Bottle,4,Formula,Eva drank 4 oz of formula,,U",
    ], new: "2/15/20 8:00 AM,,,Diaper,,Wet,Eva had a wet diaper,,A",
    corrected: "2/14/20 7:47 PM,2/14/20 9:17 PM,90,Sleep,,,Eva slept (1h30m),in the car,A")

  private static let babyBuddyTable = SampleExport(
    "sleep.csv", beginning: "id,child_id,child_first_name,child_last_name,start,end,duration,nap,notes\n",
    [
      "1,1,Eva,,2020-02-14 19:00:00,2020-02-14 20:00:00,1:00:00,0,",
      "2,1,Eva,,2020-02-14 21:00:00,2020-02-14 22:00:00,1:00:00,0,",
    ], new: "3,1,Eva,,2020-02-15 10:00:00,2020-02-15 11:00:00,1:00:00,1,",
    corrected: "1,1,Eva,,2020-02-14 19:00:00,2020-02-14 20:30:00,1:30:00,0,in the car")

  private static let babyBuddyAnswer = SampleExport(
    "changes.json", beginning: #"{"count":2,"next":null,"previous":null,"results":["#,
    [
      #"{"id":1,"child":1,"time":"2020-02-14T19:00:00-08:00","wet":true,"solid":false,"color":"","amount":null,"tags":[]}"#,
      #"{"id":2,"child":1,"time":"2020-02-14T21:00:00-08:00","wet":true,"solid":true,"color":"","amount":null,"tags":[]}"#,
    ],
    new:
      #"{"id":3,"child":1,"time":"2020-02-15T19:00:00-08:00","wet":true,"solid":false,"color":"","amount":null,"tags":[]}"#,
    corrected:
      #"{"id":1,"child":1,"time":"2020-02-14T19:00:00-08:00","wet":true,"solid":true,"color":"brown","amount":null,"tags":[]}"#,
    end: "]}", parted: ",\n")

  private static let babyBuddyDump = SampleExport(
    "dump.json",
    beginning: """
      [{"model":"auth.user","pk":1,"fields":{"username":"anna","password":"secret"}},
      {"model":"core.child","pk":1,"fields":{"first_name":"Eva","last_name":"","birth_date":"2019-12-18"}},

      """,
    [
      #"{"model":"core.note","pk":1,"fields":{"child":1,"note":"By train","time":"2020-02-14T11:54:09Z"}}"#,
      #"{"model":"core.sleep","pk":1,"fields":{"child":1,"start":"2020-02-14T12:00:00Z","end":"2020-02-14T13:00:00Z"}}"#,
    ],
    new:
      #"{"model":"core.diaperchange","pk":1,"fields":{"child":1,"time":"2020-02-15T11:54:09Z","wet":true,"solid":false}}"#,
    corrected: #"{"model":"core.note","pk":1,"fields":{"child":1,"note":"By bus","time":"2020-02-14T11:54:09Z"}}"#,
    end: "]", parted: ",\n")

  private static let huckleberry = SampleExport(
    "huckleberry.csv", beginning: "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\r\n",
    [
      "Feed,2020-02-14 08:00,2020-02-14 08:10,0:10,00:03R,Breast,00:07L,",
      "Feed,2020-02-14 12:00,,,Formula,Bottle,150ml,",
      "Growth,2020-02-14 12:00,,,4kg,53 cm,36cm,",
      "Diaper,2020-02-14 13:00,,yellow,Loose,,\"Both, pee:medium poo:medium\",",
      "Meds,2020-02-14 14:00,,,1 drop,Vitamin D,,", "Bath,2020-02-14 18:00,2020-02-14 18:20,0:20,,,,",
    ], new: "Sleep,2020-02-14 20:00,2020-02-15 06:00,10:00,Upset,Crib,Woke up child,",
    corrected: "Feed,2020-02-14 08:00,2020-02-14 08:12,0:12,00:03R,Breast,00:09L,sleepy", parted: "\r\n", entries: 8)

  private static let naraColumns = [
    "Type", "Profile Name", "Start Date/time", "Start Date/time (Epoch)", "Note", "[Bottle Feed] Volume",
    "[Bottle Feed] Volume Unit", "[Diaper] Type", "[Sleep] Duration (Seconds)", "[Profile] Birth Date", "_activityKey",
  ]

  private static func naraRow(_ values: String...) -> String { values.map { "\"\($0)\"" }.joined(separator: ",") }

  private static let nara = SampleExport(
    "nara.csv", beginning: "\u{feff}" + naraColumns.map { "\"\($0)\"" }.joined(separator: ",") + "\n",
    [
      naraRow("Bottle Feed", "Eva", "2020-02-14 08:00", "1581696000000", "", "120", "ML", "", "", "", "k1"),
      naraRow("Diaper", "Eva", "2020-02-14 07:00", "1581692400000", "", "", "", "Dirty Wet", "", "", "k2"),
      naraRow("Profile", "Eva", "", "", "", "", "", "", "", "2019-12-18", ""),
    ], new: naraRow("Sleep", "Eva", "2020-02-14 09:00", "1581699600000", "", "", "", "", "3600", "", "k3"),
    corrected: naraRow(
      "Bottle Feed", "Eva", "2020-02-14 08:00", "1581696000000", "slow", "110", "ML", "", "", "", "k1"),
    entries: 2)

  private static let nighp: SampleExport = {
    let sleep = "Baby,Time,Duration(minutes),Note\r\n"
    let rows = "Eva,\"2/14/20, 19:54\",60\r\nEva,\"2/14/20, 12:09\",101,in the pram\r\n"
    let diapers = (name: "Eva_diaper.csv", text: "Baby,Time,Status,Note\r\nEva,\"2/14/20, 15:58\",Mixed\r\n")
    let bottles = (name: "Eva_formula.csv", text: "Baby,Time,Amount (oz.),Note\r\nEva,\"2/14/20, 8:38\",3.5\r\n")
    let new = "Eva,\"2/15/20, 12:00\",45\r\n"
    func files(_ rows: String) -> Files { [("Eva_sleep.csv", sleep + rows), diapers, bottles] }
    return SampleExport(
      first: files(rows), longer: files(new + rows),
      corrected: files(new + rows.replacing("19:54\",60", with: "19:54\",75,late")), entries: 4)
  }()

  private static let glow: SampleExport = {
    let bottles = "Time of feeding,Milk type,Amount(ml),Amount(oz)\n"
    let rows = "02/14/2020 12:50:18 PM,Breast milk,80.0,2.7051\n02/14/2020 9:47:21 AM,Formula,,4.5\n"
    let sleep = (name: "sleep.csv", text: "Begin time,End time\n02/14/2020 1:00:00 PM,02/14/2020 2:00:00 PM\n")
    let growth = (
      name: "growth.csv",
      text: "Date,Weight(kg),Weight(lb),Height(cm),Height(in),Head Circ.(cm),Head Circ.(in)\n"
        + "2020/02/14,5.0,11.023,57,22.44,,\n"
    )
    let new = "02/15/2020 8:00:00 AM,Formula,100,3.38\n"
    func files(_ rows: String) -> Files { [("bottle.csv", bottles + rows), sleep, growth] }
    return SampleExport(
      first: files(rows), longer: files(new + rows),
      corrected: files(new + rows.replacing("Breast milk,80.0,2.7051", with: "Breast milk,90.0,3.0433")), entries: 5)
  }()

  private static let hatch: SampleExport = {
    func row(_ time: String, _ activity: String, _ amount: String, end: String? = nil) -> String {
      "\"Eva\",\"\(time)\",\"\(end ?? time)\",\"\(activity)\",\"\(amount)\",\"\",\"\",\"\",\"\","
    }
    var sample = SampleExport(
      "hatch.csv",
      beginning:
        "\"Baby Name\",\"Start Time\",\"End Time\",\"Activity\",\"Amount\",\"Percentile\",\"Duration\",\"Info\",\"Notes\",\n",
      [
        row("02/14/2020 9:00 AM", "Weight", "5.1"), row("02/14/2020 10:00 AM", "Diaper", "Wet + Dirty"),
        row("02/14/2020 12:00 PM", "Sleep", "", end: "02/14/2020 13:30 PM"),
      ], new: row("02/15/2020 9:00 AM", "Diaper", "Wet"), corrected: row("02/14/2020 9:00 AM", "Weight", "5.2"))
    sample.weight = "kg"
    return sample
  }()

  private static let sproutTrack: SampleExport = {
    func row(_ id: String, _ type: String, _ time: String) -> String {
      """
      {"id":"\(id)","babyId":"b1","caretakerId":"c1","time":"\(time)","type":"\(type)","blowout":false,"creamApplied":false,\
      "deletedAt":null}
      """
    }
    return SampleExport(
      "data.json",
      beginning: """
        {"AppConfig":[{"id":"a","adminPass":"secret","rootDomain":"localhost"}],
        "Caretaker":[{"id":"c1","name":"Anna","securityPin":"739201","deletedAt":null}],
        "Baby":[{"id":"b1","firstName":"Eva","lastName":"Smith","birthDate":"2019-12-18T00:00:00.000Z"}],
        "DiaperLog":[

        """, [row("r1", "WET", "2020-02-14T16:00:00.000Z"), row("r2", "DIRTY", "2020-02-14T18:00:00.000Z")],
      new: row("r3", "WET", "2020-02-15T16:00:00.000Z"), corrected: row("r1", "BOTH", "2020-02-14T16:00:00.000Z"),
      end: "]}", parted: ",\n")
  }()

  private static let piyoLog: SampleExport = {
    func day(_ date: String, _ events: String...) -> String {
      "----------\n\(date)\nEva (0歳2か月)\n\n\(events.joined(separator: "\n"))\n\nミルク合計　   1回 100ml\n\nよく寝た\n\n"
    }
    let beginning = "【ぴよログ】2020年2月\n"
    let first = day(
      "2020/2/14(金)", "08:00   ミルク 100ml   ", "09:00   寝る   ", "10:00   起きる (1時間0分)   ", "11:00   おしっこ   ")
    let next = day("2020/2/15(土)", "08:00   うんち   ")
    let corrected = first.replacing("100ml   \n", with: "120ml   多め\n")
    return SampleExport(
      first: [("log.txt", beginning + first)], longer: [("log.txt", beginning + first + next)],
      corrected: [("log.txt", beginning + corrected + next)], entries: 4, more: 2)
  }()

  private static let babyPlus = SampleExport(
    "babyplus_data_export.json",
    beginning: """
      {"active_child":{},"babyprofile":[{"a":1,"b":"Eva","c":"girl","d":"2019-12-18T00:00:00.000-08:00"}],
      "baby_sleep":[{"pk":1,"babyid":1,"startDate":1581696000.0,"endDate":1581699600.0}],
      "baby_nappy":[

      """,
    [
      #"{"pk":1,"babyid":1,"date":1581692400.5,"type":"Wet"}"#,
      #"{"pk":2,"babyid":1,"date":1581693400,"type":"Mixed"}"#,
    ], new: #"{"pk":3,"babyid":1,"date":1581792400,"type":"Wet"}"#,
    corrected: #"{"pk":1,"babyid":1,"date":1581692400.5,"type":"Soiled","details":"Soft"}"#, end: "]}", parted: ",\n",
    entries: 3)

  private static let mapped: SampleExport = {
    var sample = SampleExport(
      "sheet.csv", beginning: "Day,From,Until,What,ml\n",
      ["2020-02-14,20:15,06:30,Night,", "2020-02-14,10:00,,Milk,120", "2020-02-14,18:30,,Physio,"],
      new: "2020-02-15,10:00,,Milk,90", corrected: "2020-02-14,20:15,06:45,Night,")
    sample.map = """
      columns: {date: Day, start: From, end: Until, kind: What, amount: ml}
      units: {volume: ml}
      words: {Night: sleep, Milk: {kind: feeding, method: bottle}}
      """
    return sample
  }()
}
