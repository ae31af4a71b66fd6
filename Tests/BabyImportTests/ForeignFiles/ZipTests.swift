import Foundation
import Testing

@testable import BabyImport

@Suite("Zips")
struct ZipTests {
  private let folder = TestFolder()

  private func archive(
    _ maker: ZipMaker, _ change: (inout ForeignFileLimits) -> Void = { _ in }
  ) throws -> ZipArchive {
    try ZipArchive(folder.spool(maker.bytes, change))
  }

  private func content(_ member: ZipMember, of archive: ZipArchive) throws -> [UInt8] {
    let reader = try archive.reader(of: member)
    var content: [UInt8] = []
    while let bytes = try reader.next() {
      #expect(!bytes.isEmpty && bytes.count <= 65_536)
      content += bytes
    }
    return content
  }

  private func contents(_ maker: ZipMaker) throws -> [String] {
    let archive = try archive(maker)
    return try archive.members.map { "\($0.name): \(String(decoding: try content($0, of: archive), as: UTF8.self))" }
  }

  @Test("files are read, compressed or not, with sizes before or after them, and in the format of large ones")
  func forms() throws {
    typealias Member = ZipMaker.Member
    let maker = ZipMaker(
      Member("a.csv", "packed"), Member("b.csv", "stored") { $0.method = 0 },
      Member("c.csv", "after") { $0.isDescribedAfter = true }, Member("d.csv", "large") { $0.isLarge = true },
      Member("e.csv", ""), Member("f.csv", "") { $0.method = 0 })
    let expected = ["a.csv: packed", "b.csv: stored", "c.csv: after", "d.csv: large", "e.csv: ", "f.csv: "]
    #expect(try contents(maker) == expected)
    var large = maker
    large.isLarge = true
    #expect(try contents(large) == expected)
    var marked = maker
    marked.comment = Array("made by an app PK\u{5}\u{6} of some kind".utf8)
    marked.before = Array("#!/bin/sh".utf8)
    #expect(try contents(marked) == expected)
    #expect(try contents(ZipMaker()) == [])
  }

  @Test("a file of many chunks comes out as it went in")
  func long() throws {
    var random = SystemRandomNumberGenerator()
    let noise = (0..<300_000).map { _ in UInt8.random(in: 0...15, using: &random) }
    for method in [0, 8] {
      let archive = try archive(ZipMaker(ZipMaker.Member(Array("noise".utf8), noise) { $0.method = method }))
      #expect(try content(archive.members[0], of: archive) == noise)
    }
  }

  @Test("names are in UTF-8, marked or not, in the PC's code page, or repeated in Unicode")
  func names() throws {
    typealias Member = ZipMaker.Member
    let former: [UInt8] = [0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72]
    let unicode = Array("Mia 😀".utf8)
    let checksum = withUnsafeBytes(of: Checksum(of: former[...]).value.littleEndian, Array.init)
    let maker = ZipMaker(
      Member("Zoë.csv", "") { $0.flags = 0x800 }, Member("Zoë.csv", ""), Member(former, []),
      Member(former, []) { $0.extra = [0x75, 0x70, UInt8(5 + unicode.count), 0, 1] + checksum + unicode },
      Member(former, []) { $0.extra = [0x75, 0x70, UInt8(5 + unicode.count), 0, 1, 0, 0, 0, 0] + unicode },
      Member(#"folder\sleep.csv"#, ""), Member("../../etc/passwd", ""), Member("/absolute", ""),
      Member("a\u{1b}[2J\u{202e}b\n\u{0}", ""))
    #expect(
      try archive(maker).members.map(\.name) == [
        "Zoë.csv", "Zoë.csv", "Müller", "Mia 😀", "Müller", "folder/sleep.csv", "../../etc/passwd", "/absolute",
        "a\u{fffd}[2J\u{fffd}b\u{fffd}\u{fffd}",
      ])
  }

  @Test("folders, hidden files, and macOS's additions are left out")
  func skipped() throws {
    typealias Member = ZipMaker.Member
    let maker = ZipMaker(
      Member("export/", ""), Member("export/sleep.csv", ""), Member("export/.DS_Store", ""),
      Member("__MACOSX/export/._sleep.csv", ""), Member("__MACOSX/export/sleep.csv", ""), Member(".env", "secret"))
    #expect(try archive(maker).members.map(\.name) == ["export/sleep.csv"])
  }

  @Test("an encrypted file, an unknown compression and a contradiction are errors of that file")
  func faults() throws {
    typealias Member = ZipMaker.Member
    let archive = try archive(
      ZipMaker(
        Member("a", "x") { $0.flags = 1 }, Member("b", "x") { $0.method = 14 },
        Member("c", "xyz") {
          $0.method = 0
          $0.size = 4
        }, Member("d", "good")))
    #expect(
      archive.members.map(\.fault) == [
        ForeignFileError(.encrypted, file: "a"), ForeignFileError(.packedUnknown(method: 14), file: "b"),
        ForeignFileError(.memberDamaged("its sizes contradict each other"), file: "c"), nil,
      ])
    #expect(throws: ForeignFileError(.encrypted, file: "a")) { _ = try archive.reader(of: archive.members[0]) }
    #expect(try content(archive.members[3], of: archive) == Array("good".utf8))
    #expect(archive.members[0].fault?.message.contains("password") == true)
    #expect(archive.members[0].fault.map { "\($0)".contains("a:") } == false, "a log shows no name")
  }

  @Test("damage affects only the file that has it")
  func damage() throws {
    typealias Member = ZipMaker.Member
    let long = String(repeating: "abc", count: 100)
    let archive = try archive(
      ZipMaker(
        Member("a", long) { $0.checksum = 7 }, Member("b", long) { $0.size = 299 }, Member("c", long) { $0.size = 301 },
        Member("d", "xyz") {
          $0.method = 0
          $0.checksum = 7
        }, Member("good", long)))
    let reasons = archive.members.map { member -> ForeignFileError.Reason? in
      do {
        _ = try content(member, of: archive)
        return nil
      } catch { return (error as? ForeignFileError)?.reason }
    }
    #expect(
      reasons == [
        .checksumWrong, .memberDamaged("it is larger than the zip says"),
        .memberDamaged("it is smaller than the zip says"), .checksumWrong, nil,
      ])
  }

  @Test("a stream that is longer or shorter than its place is damaged, and so is one with other bytes")
  func streams() throws {
    let text = Array(String(repeating: "abc", count: 100).utf8)
    let packed = ZipMaker.deflated(text)
    let streams: [[UInt8]] = [packed.dropLast(), packed + [0], [0xff, 0xff, 0xff], []]
    for stream in streams {
      var archive = try archive(ZipMaker(ZipMaker.Member(Array("a".utf8), Array(stream)) { $0.method = 0 }))
      let member = ZipMember(
        name: "a", size: text.count, method: 8, checksum: Checksum(of: text[...]).value, packedSize: stream.count,
        header: 0, data: archive.members[0].data)
      archive = try self.archive(ZipMaker(ZipMaker.Member(Array("a".utf8), Array(stream)) { $0.method = 0 }))
      #expect(throws: ForeignFileError.self) { _ = try content(member, of: archive) }
    }
  }

  @Test("wherever a zip is truncated, its missing end is reported")
  func truncated() throws {
    let bytes = ZipMaker(ZipMaker.Member("a.csv", "packed"), ZipMaker.Member("b.csv", "too")).bytes
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: ForeignFileError(.zipTruncated)) { _ = try ZipArchive(folder.spool(Array(bytes.prefix(count)))) }
    }
  }

  @Test("two files in the same bytes are refused, and so is one that reaches into the directory")
  func overlap() throws {
    typealias Member = ZipMaker.Member
    #expect(throws: ForeignFileError(.membersOverlap)) {
      _ = try archive(ZipMaker(Member("a", "packed"), Member("b", "packed") { $0.place = 0 }))
    }
    #expect(throws: ForeignFileError.self) {
      _ = try archive(ZipMaker(Member("a", "packed") { $0.packedSize = 60 }))
    }
    #expect(throws: ForeignFileError.self) {
      _ = try archive(ZipMaker(Member("a", "packed") { $0.place = 3 }))
    }
  }

  @Test("a directory with a wrong count is damaged")
  func count() throws {
    #expect(throws: ForeignFileError(.zipDamaged("it should have 3 files, and lists 1"))) {
      _ = try archive(ZipMaker(ZipMaker.Member("a", "")) { $0.count = 3 })
    }
  }

  @Test("too many files, or too much metadata, are refused")
  func many() throws {
    let maker = ZipMaker { zip in zip.members = (0..<11).map { ZipMaker.Member("\($0)", "") } }
    #expect(try archive(maker) { $0.members = 11 }.members.count == 11)
    #expect(throws: ForeignFileError(.tooManyMembers(limit: 10))) { _ = try archive(maker) { $0.members = 10 } }
    #expect(throws: ForeignFileError(.tooManyMembers(limit: 2_000))) { _ = try archive(maker) { $0.directory = 100 } }
  }

  @Test("a file with an extreme compression ratio is refused, once it is large at all")
  func bombs() throws {
    let zeros = ZipMaker(ZipMaker.Member(Array("zeros".utf8), [UInt8](repeating: 0, count: 200_000)))
    #expect(try archive(zeros).members[0].fault == nil)
    let refused = try archive(zeros) { $0.ratioFloor = 100_000 }
    #expect(refused.members[0].fault == ForeignFileError(.expandsTooMuch(times: 200), file: "zeros"))
    #expect(throws: ForeignFileError(.expandsTooMuch(times: 200), file: "zeros")) {
      _ = try refused.reader(of: refused.members[0])
    }
    let tooLarge = try archive(zeros) { $0.file = 100_000 }
    #expect(tooLarge.members[0].fault?.reason == .fileTooLarge(limit: 100_000))
  }

  @Test("extreme sizes and positions are refused")
  func huge() throws {
    for number in [Int.max, 1 << 62, 1 << 40] {
      #expect(throws: ForeignFileError.self) {
        _ = try archive(
          ZipMaker(
            ZipMaker.Member("a", "x") {
              $0.isLarge = true
              $0.place = number
            }))
      }
      let size = try archive(
        ZipMaker(
          ZipMaker.Member("a", "x") {
            $0.isLarge = true
            $0.isDescribedAfter = false
            $0.extra =
              [1, 0, 24, 0] + withUnsafeBytes(of: number.littleEndian, Array.init)
              + withUnsafeBytes(of: 3.littleEndian, Array.init) + [UInt8](repeating: 0, count: 8)
          }))
      #expect(size.members[0].fault?.reason == .fileTooLarge(limit: 1 << 30))
    }
  }

  @Test("an office document is a zip, and is named as such")
  func office() throws {
    for name in ["[Content_Types].xml", "mimetype", "Index/Document.iwa", "Index.zip"] {
      #expect(throws: ForeignFileError(.officeDocument)) {
        _ = try archive(ZipMaker(ZipMaker.Member(name, ""), ZipMaker.Member("xl/workbook.xml", "")))
      }
    }
    #expect(ForeignFileError.Reason.officeDocument.text.contains("save it there as CSV"))
  }

  @Test("with any byte changed, it is read or refused, and never produces more than the limits allow")
  func changed() throws {
    typealias Member = ZipMaker.Member
    let bytes = ZipMaker(
      Member("a.csv", String(repeating: "a,b\n", count: 30)), Member("b.csv", "stored") { $0.method = 0 },
      Member("c.csv", "large") { $0.isLarge = true }
    ) { $0.isLarge = true }.bytes
    for place in bytes.indices {
      for value in [0, 1, 0x7f, 0xff, bytes[place] ^ 0x10] as [UInt8] where value != bytes[place] {
        var changed = bytes
        changed[place] = value
        let spools = folder.spools { $0.unpacked = 10_000 }
        let spool = try spools.makeFile()
        try spool.append(changed)
        var count = 0
        do {
          let walk = ForeignFileWalk([("a.zip", spool)], in: spools)
          while let piece = try walk.next() { if case .bytes(let bytes) = piece { count += bytes.count } }
        } catch { #expect(error.reason == .importTooLarge(limit: 10_000)) }
        #expect(count <= 10_000)
      }
    }
  }
}
