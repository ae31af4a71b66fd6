import BabyModel
import BabyProtocol
import Testing

@Suite("Params and answers")
struct WireTests {
  @Test("Every method's params and answers read back from what was written")
  func roundTrips() throws {
    for method in allMethods { try checkRoundTrips(of: method) }
  }

  private func checkRoundTrips<Method: RPCMethod>(of method: Method.Type) throws {
    let params = Method.Params.sample.encoded
    #expect(try Method.Params(strictly: JSON(parsing: params)).encoded == params, "\(method.name)")
    let answer = Method.Answer.sample.encoded
    #expect(try Method.Answer(json: JSON(parsing: answer)).encoded == answer, "\(method.name)")
    #expect(try Method.Answer(wire: WireInput(JSONText(parsing: answer))).encoded == answer, "\(method.name)")
  }

  @Test("The sum of days' totals has all members of a day")
  func sumOfDays() throws {
    let zero = String(decoding: DayTotalsRecord.zero.encoded, as: UTF8.self)
    func each(_ number: Int) throws -> DayTotalsRecord {
      try DayTotalsRecord(strictly: JSON(parsing: zero.replacing(":0", with: ":\(number)").utf8))
    }
    var sum = try each(1)
    sum.add(try each(2))
    #expect(try sum == each(3) && sum != .zero)
  }

  @Test("A share is for a caregiver or a viewer, and for a caregiver by default")
  func shareRoles() throws {
    #expect(try ShareCreate.Params(strictly: [:]).role == .caregiver)
    #expect(try ShareCreate.Params(strictly: ["role": "viewer"]).role == .viewer)
    let error = #expect(throws: WireError.self) { try ShareCreate.Params(strictly: ["role": "owner"]) }
    #expect(error == WireError(path: "role", message: "must be one of caregiver, viewer"))
    guard case .object(let properties) = ShareCreate.Params.schema else {
      Issue.record("params are not an object")
      return
    }
    #expect(properties.first { $0.name == "role" }?.schema == .nullable(.choice(["caregiver", "viewer"])))
  }

  @Test(
    "The versions of the protocol are the lowest and the highest, in this order",
    arguments: [("[1,1]", true), ("[1,3]", true), ("[3,1]", false), ("[1]", false), ("[1,2,3]", false)])
  func protocolVersions(text: String, isTaken: Bool) {
    let params = try? Hello.Params(strictly: JSON(parsing: #"{"protocol":\#(text)}"#.utf8))
    #expect((params != nil) == isTaken)
  }

  @Test("A text or a list in params that is too long is refused before it is parsed")
  func lengths() throws {
    let letters = String(repeating: "x", count: 1024)
    #expect(try EntryLog.Params(strictly: ["kind": "diaper", "childId": .string(letters)]).childID == letters)
    let error = #expect(throws: WireError.self) {
      try EntryLog.Params(strictly: ["kind": "diaper", "childId": .string(letters + "x")])
    }
    #expect(error == WireError(path: "childId", message: "must have at most 1024 bytes"))
    #expect(throws: WireError.self) { try EntryUpdate.Params(strictly: ["id": .string(letters + "x")]) }

    let note = String(repeating: "क्षि", count: 10_000)
    #expect(try EntryLog.Params(strictly: ["kind": "note", "note": .string(note)]).note == note)
    #expect(throws: WireError.self) {
      try EntryLog.Params(strictly: ["kind": "note", "note": .string(note + note)])
    }

    let topics = JSON.array(Array(repeating: "sleep", count: 1025))
    let list = #expect(throws: WireError.self) { try ChangesWait.Params(strictly: ["topics": topics]) }
    #expect(list == WireError(path: "topics", message: "must have at most 1024 elements"))
  }

  @Test("No method accepts a text of a megabyte, whatever its name", arguments: allMethods.map { $0.name })
  func megabyte(method: String) throws {
    let type = try #require(allMethods.first { $0.name == method })
    try refuseMegabyte(type)
  }

  private func refuseMegabyte<Method: RPCMethod>(_ method: Method.Type) throws {
    let kinds = Method.Params.kinds
    for schema in kinds.isEmpty ? [Method.Params.schema] : kinds.map(Method.Params.schema(of:)) {
      guard case .object(let properties) = schema else {
        Issue.record("params are not an object")
        continue
      }
      let sample = properties.filter(\.isRequired).map { ($0.name, $0.schema.example) }
      for property in properties {
        guard case .string(format: nil) = property.schema.withoutNull else { continue }
        let others = sample.filter { $0.0 != property.name }
        let long = (property.name, JSON.string(String(repeating: "é", count: 524_288)))
        let params = JSON.object(JSONObject(others + [long]))
        let error = #expect(throws: WireError.self) { try Method.Params(strictly: params) }
        #expect(error?.path == property.name && error?.message.hasSuffix(" bytes") == true)
        #expect(error?.sentence.utf8.count ?? .max < 200)
      }
    }
  }

  @Test("An unknown param is not repeated at length")
  func longUnknownParam() {
    let name = String(repeating: "n", count: 100_000)
    let error = #expect(throws: WireError.self) { try EntryLog.Params(strictly: ["kind": "diaper", name: 1]) }
    #expect(error?.sentence.utf8.count ?? .max < 200)
  }

  @Test("A stale connection has a text, and a fresh one does not")
  func staleConnection() {
    #expect(ConnectionRecord(state: .online, unsent: 2).text == nil)
    #expect(ConnectionRecord(state: .offline).text == nil)
    #expect(ConnectionRecord(state: .offline, isStale: true).text == "Offline · Showing last known data")
    #expect(ConnectionRecord(state: .unauthenticated, isStale: true).text == "Logged out · Showing last known data")
  }

  @Test("A banner is shown for its severity's time, unless it has its own")
  func lifetimes() {
    func lifetime(_ severity: BannerRecord.Severity, _ own: Int? = nil) -> Int? {
      BannerRecord(id: "1", severity: severity, text: "Saved", lifetimeSeconds: own).lifetimeSeconds
    }
    #expect(BannerRecord.Severity.allCases.map { lifetime($0) } == [10, 4, nil])
    #expect(lifetime(.success, 2) == 2)
  }

  @Test("An unknown param is refused with the most similar name")
  func unknownParam() {
    let error = #expect(throws: WireError.self) { try Undo.Params(strictly: ["idd": "a1"]) }
    #expect(error == WireError(path: "idd", message: "is not known; did you mean \"id\"?"))
  }

  @Test("An unknown member of an answer is ignored")
  func unknownMember() throws {
    let answer = try ChildReference(json: [
      "id": "0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f", "name": "Eva", "mood": "good",
    ])
    #expect(answer.name == "Eva")
  }

  @Test("A wrong word is refused with the valid ones and the most similar of them")
  func wrongWord() {
    let error = #expect(throws: WireError.self) { try EntryLog.Params(strictly: ["kind": "diaper", "type": "wett"]) }
    #expect(error == WireError(path: "type", message: "must be one of wet, dirty, both; did you mean \"wet\"?"))
  }

  @Test("A wrong type is refused with the expected and the actual one")
  func wrongType() {
    let error = #expect(throws: WireError.self) { try EntryLog.Params(strictly: ["kind": "note", "note": 7]) }
    #expect(error == WireError(path: "note", message: "must be a string, not a number"))
  }

  @Test(
    "An instant outside the range of arithmetic is refused",
    arguments: [("1800-01-01T00:00:00Z", true), ("1799-12-31T23:59:59.999Z", false), ("9999-12-31T23:59:59Z", false)])
  func instants(text: String, isTaken: Bool) {
    #expect(Instant(rfc3339: text) != nil)
    #expect(((try? Instant(json: .string(text))) != nil) == isTaken)
  }

  @Test("The path includes indices of arrays")
  func path() {
    let error = #expect(throws: WireError.self) { try TimelineList.Params(strictly: ["kinds": ["sleep", "nap"]]) }
    #expect(error?.path == "kinds.1")
  }

  @Test("Null clears a field, and leaving it out keeps it")
  func nullable() throws {
    let cleared = try EntryUpdate.Params(strictly: ["id": "last", "note": nil])
    #expect(cleared.note != nil && cleared.note?.value == nil)
    let untouched = try EntryUpdate.Params(strictly: ["id": "last"])
    #expect(untouched.note == nil)
  }

  @Test("An entry of each kind reads back as itself")
  func entries() throws {
    let time = Instant(milliseconds: 1_583_650_560_123)
    let contents: [EntryContent] = [
      .feeding(Feeding(method: .breast, startedSide: .left, breasts: .both)),
      .feeding(Feeding(method: .bottle, amount: Volume(8.2, .ounces))),
      .feeding(Feeding(method: .bottle, content: .breastMilk)),
      .diaper(.both), .sleep, .tummyTime, .note(.milestone),
    ]
    for content in contents {
      let entry = Entry(
        id: .init(high: 1, low: 2), childID: .init(high: 3, low: 4), content: content, start: time,
        end: time + .minutes(5), note: "a\nb", author: "A", createdAt: time, updatedAt: time)
      let record = EntryRecord(entry, startLocal: "s", endLocal: "e")
      #expect(try EntryRecord(json: JSON(parsing: record.encoded)) == record)
    }
  }

  @Test("A running sleep is marked as such; one with an unknown end is not")
  func running() throws {
    let time = Instant(milliseconds: 0)
    var entry = Entry(
      id: .init(high: 1, low: 2), childID: .init(high: 3, low: 4), content: .sleep, start: time, createdAt: time,
      updatedAt: time)
    #expect(try JSON(parsing: EntryRecord(entry, startLocal: "", endLocal: nil).encoded)["running"] == true)
    entry.endUnknown = true
    let json = try JSON(parsing: EntryRecord(entry, startLocal: "", endLocal: nil).encoded)
    #expect(json["running"] == nil && json["endUnknown"] == true)
  }
}

@Suite("The description of the protocol")
struct OpenRPCTests {
  @Test("Every reference in the document leads to a schema in it")
  func references() throws {
    let text = String(decoding: OpenRPC.document(version: "1").encoded, as: UTF8.self)
    let schemas = try JSON(parsing: text.utf8)["components"]?["schemas"]?.objectValue?.members.map(\.name) ?? []
    let references = text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/).map { String($0.1) }
    #expect(!references.isEmpty)
    #expect(Set(references).isSubset(of: schemas))
  }

  @Test("Every method is in it, with its params")
  func methods() throws {
    let document = OpenRPC.document(version: "1")
    #expect(document.methods.compactMap { $0["name"]?.stringValue } == allMethods.map { $0.name })
    let start = try #require(document.methods.first { $0["name"] == "timer.start" })
    let params = start["params"]?.arrayValue?.compactMap { $0["name"]?.stringValue }
    #expect(params == ["childId", "kind", "name", "side", "at", "note", "id", "idempotencyKey", "dryRun"])
  }
}

@Suite("The error catalogue")
struct ErrorCatalogueTests {
  @Test("Numbers and names are unique, and every error has a hint and a summary")
  func catalogue() {
    #expect(Set(ErrorCode.all.map(\.number)).count == ErrorCode.all.count)
    #expect(Set(ErrorCode.all.map(\.name)).count == ErrorCode.all.count)
    for code in ErrorCode.all { #expect(!code.hint.isEmpty && code.summary.hasSuffix("."), "\(code.name)") }
  }

  @Test("The numbers of an area have a hundred to themselves, from its first one on without a gap")
  func areas() {
    let own = ErrorCode.all.filter { $0.number > 0 }
    #expect(own.map(\.number) == own.map(\.number).sorted())
    #expect(ErrorCode.all.count - own.count == 5, "JSON-RPC's own")
    for (hundred, codes) in Dictionary(grouping: own, by: { $0.number / 100 }) {
      #expect(Set(codes.map { $0.name.prefix { $0 != "." } }).count == 1, "\(codes.map(\.name))")
      #expect(codes.map(\.number) == Array(hundred * 100 + 1...hundred * 100 + codes.count))
    }
    let areas = Dictionary(grouping: own) { $0.name.prefix { $0 != "." } }
    for (area, codes) in areas { #expect(Set(codes.map { $0.number / 100 }).count == 1, "\(area)") }
  }

  @Test("An error reads back as itself, and an unknown one keeps its number")
  func roundTrip() throws {
    let error = RPCError(
      .timerRunning, "Eva has been sleeping since 8:24 PM.", fields: [FieldError("at", "is late")],
      details: JSONObject([("id", "x")]))
    #expect(try RPCError(json: JSON(parsing: error.encoded)) == error)
    let unknown = try RPCError(json: ["code": 9901, "message": "m", "data": ["name": "x.y", "retryable": true]])
    #expect(unknown.code.number == 9901 && unknown.code.name == "x.y")
  }
}

@Suite("Standard paths")
struct StandardPathsTests {
  @Test("HOME and XDG variables alone move everything")
  func xdg() {
    let paths = StandardPaths(environment: [
      "HOME": "/h", "XDG_RUNTIME_DIR": "/r", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c",
    ])
    #expect(paths.socket == "/r/babybasics/daemon.sock")
    #expect(paths.data == "/d/babybasics")
    #expect(paths.configurationFiles.first == "/c/babybasics/config.yaml")
  }

  @Test("Without XDG variables everything is under HOME")
  func home() {
    let paths = StandardPaths(environment: ["HOME": "/h", "XDG_DATA_HOME": "", "XDG_RUNTIME_DIR": "relative"])
    #expect(paths.socket == "/h/.local/state/babybasics/daemon.sock")
    #expect(paths.data == "/h/.local/share/babybasics")
    #expect(paths.configurationFiles == ["/h/.config/babybasics/config.yaml", "/etc/babybasics/config.yaml"])
  }

  @Test("BABYBASICS_SOCKET sets the socket's path")
  func named() {
    #expect(StandardPaths(environment: ["BABYBASICS_SOCKET": "/s", "XDG_RUNTIME_DIR": "/r"]).socket == "/s")
  }
}

extension Schema {
  fileprivate var withoutNull: Schema {
    if case .nullable(let schema) = self { schema } else { self }
  }

  /// A value of it.
  fileprivate var example: JSON {
    switch self {
    case .choice(let words): .string(words[0])
    case .integer, .number: 1
    case .string(format: "uuid"): .string("\(EntryID.sample)")
    case .string(format: "date"): "2026-01-31"
    case .array: []
    case .object, .named: [:]
    default: "x"
    }
  }
}
