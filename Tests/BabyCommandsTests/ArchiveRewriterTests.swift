import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("A log that is moved to a daemon with children")
struct ArchiveRewriterTests {
  private static let theirs = ChildRecord(
    Child(
      id: Sample.identifier(0x71), name: "eva", born: Sample.date("2019-12-18"), zone: "Europe/Berlin",
      createdAt: Sample.now, updatedAt: Sample.now), isCurrent: true)

  private static func file(eva: String, removed: Bool = false) -> String {
    """
    {"format":"babybasics","version":1,
    "children":[
    {"id":"\(eva)","name":"Eva"\(removed ? ",\"removedAt\":\"2026-01-31T00:00:00Z\"" : "")},
    {"id":"max","name":"Max"}
    ],
    "settings":[
    {"key":"units","value":"oz"},
    {"key":"units","value":"ml","childId":"\(eva)"}
    ],
    "reminders":[
    ],
    "entries":[
    {"id":"1","childId":"\(eva)","note":"\\"childId\\":\\"max\\""},
    {"id":"2","childId":"max"}
    ]}

    """
  }

  @Test(
    "a child of the same name is merged into theirs with all its data, however the file is split",
    arguments: [1, 7, 4096])
  func successor(size: Int) throws {
    var archive = ArchiveRewriter(children: [Self.theirs])
    let file = Array(Self.file(eva: "eva"))
    var text = ""
    for start in stride(from: 0, to: file.count, by: size) {
      text += try archive.rewrite(String(file[start..<min(start + size, file.count)]))
    }
    let json = try JSON(parsing: text.utf8)
    let id = JSON.string("\(Self.theirs.child.id)")
    let children = json["children"]?.arrayValue
    #expect(children?.first?["id"] == id && children?.first?["zone"] == "Europe/Berlin")
    #expect(children?.last?["id"] == "max")
    #expect(json["settings"]?.arrayValue?.map { $0["childId"] } == [nil, id])
    let entries = json["entries"]?.arrayValue
    #expect(entries?.map { $0["childId"] } == [id, "max"])
    #expect(entries?.first?["note"] == "\"childId\":\"max\"")
  }

  @Test("the same child, and a removed one, stay as they are")
  func same() throws {
    for file in [Self.file(eva: "\(Self.theirs.child.id)"), Self.file(eva: "eva", removed: true)] {
      var archive = ArchiveRewriter(children: [Self.theirs])
      #expect(try archive.rewrite(file) == file)
    }
  }
}
