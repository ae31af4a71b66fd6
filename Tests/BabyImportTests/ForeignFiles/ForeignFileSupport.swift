import CSQLite
import CSystemLibraries
import Foundation
import Testing

@testable import BabyImport

/// An empty folder of a test's own.
final class TestFolder {
  let path = FileManager.default.temporaryDirectory.path + "/foreign-\(UUID().uuidString)"

  init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  func spools(_ change: (inout ForeignFileLimits) -> Void = { _ in }) -> SpoolFolder {
    var limits = ForeignFileLimits()
    change(&limits)
    return SpoolFolder(path: path, limits: limits)
  }

  func spool(_ bytes: [UInt8], _ change: (inout ForeignFileLimits) -> Void = { _ in }) throws -> SpoolFile {
    let file = try spools(change).makeFile()
    try file.append(bytes)
    return file
  }

  /// A database that is made by statements.
  func database(_ statements: String...) throws -> [UInt8] {
    let path = path + "/\(UUID().uuidString).db"
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    try #require(sqlite3_open(path, &connection) == SQLITE_OK)
    for statement in statements {
      var message: UnsafeMutablePointer<CChar>?
      let code = sqlite3_exec(connection, statement, nil, nil, &message)
      try #require(code == SQLITE_OK, "\(message.map { String(cString: $0) } ?? "")")
    }
    sqlite3_close(connection)
    connection = nil
    defer { try? FileManager.default.removeItem(atPath: path) }
    return [UInt8](try #require(FileManager.default.contents(atPath: path)))
  }
}

/// A zip that is made byte by byte, so that it can lie.
struct ZipMaker {
  struct Member {
    var name: [UInt8]
    var content: [UInt8]
    var method = 8
    var flags = 0
    var extra: [UInt8] = []
    /// What the directory says instead.
    var size: Int?
    var packedSize: Int?
    var checksum: UInt32?
    var place: Int?
    /// With sizes after it instead of before.
    var isDescribedAfter = false
    /// With sizes where only large files have them.
    var isLarge = false

    init(_ name: String, _ content: String, _ change: (inout Member) -> Void = { _ in }) {
      self.init(Array(name.utf8), Array(content.utf8), change)
    }

    init(_ name: [UInt8], _ content: [UInt8], _ change: (inout Member) -> Void = { _ in }) {
      self.name = name
      self.content = content
      change(&self)
    }
  }

  var members: [Member]
  var count: Int?
  var isLarge = false
  var comment: [UInt8] = []
  var before: [UInt8] = []

  init(_ members: Member..., change: (inout ZipMaker) -> Void = { _ in }) {
    self.members = members
    change(&self)
  }

  var bytes: [UInt8] {
    var zip = before
    var directory: [UInt8] = []
    for member in members {
      let packed = member.method == 8 ? Self.deflated(member.content) : member.content
      let checksum = member.checksum ?? Checksum(of: member.content[...]).value
      let size = member.size ?? member.content.count
      let packedSize = member.packedSize ?? packed.count
      let flags = member.flags | (member.isDescribedAfter ? 8 : 0)
      let place = member.place ?? zip.count - before.count
      let isAfter = member.isDescribedAfter
      zip += word(0x0403_4b50) + short(20) + short(flags) + short(member.method) + word(0)
      zip += word(isAfter ? 0 : checksum) + word(isAfter ? 0 : UInt32(packedSize)) + word(isAfter ? 0 : UInt32(size))
      zip += short(member.name.count) + short(0) + member.name + packed
      if isAfter { zip += word(0x0807_4b50) + word(checksum) + word(UInt32(packedSize)) + word(UInt32(size)) }
      var extra = member.extra
      if member.isLarge { extra += short(1) + short(24) + long(size) + long(packedSize) + long(place) }
      func shown(_ number: Int) -> [UInt8] { member.isLarge ? word(.max) : word(UInt32(truncatingIfNeeded: number)) }
      directory += word(0x0201_4b50) + short(20) + short(20) + short(flags) + short(member.method) + word(0)
      directory += word(checksum) + shown(packedSize) + shown(size)
      directory += short(member.name.count) + short(extra.count) + short(0) + short(0) + short(0) + word(0)
      directory += shown(place) + member.name + extra
    }
    let start = zip.count - before.count
    zip += directory
    let count = count ?? members.count
    if isLarge {
      let end = zip.count
      zip += word(0x0606_4b50) + long(44) + short(45) + short(45) + word(0) + word(0)
      zip += long(count) + long(count) + long(directory.count) + long(start)
      zip += word(0x0706_4b50) + word(0) + long(end) + word(1)
    }
    zip += word(0x0605_4b50) + short(0) + short(0) + short(isLarge ? 0xffff : count) + short(isLarge ? 0xffff : count)
    zip += word(isLarge ? .max : UInt32(directory.count)) + word(isLarge ? .max : UInt32(start))
    return zip + short(comment.count) + comment
  }

  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: Int(compressBound(CUnsignedLong(bytes.count))))
    var count = CUnsignedLong(packed.count)
    compress(&packed, &count, bytes, CUnsignedLong(bytes.count))
    // Without zlib's own beginning and end.
    return Array(packed[2..<Int(count) - 4])
  }

  private func short(_ number: Int) -> [UInt8] { little(UInt64(number), 2) }
  private func word(_ number: UInt32) -> [UInt8] { little(UInt64(number), 4) }
  private func long(_ number: Int) -> [UInt8] { little(UInt64(number), 8) }
  private func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// What a walk finds, in a line for each piece.
func pieces(_ walk: ForeignFileWalk) throws -> [String] {
  var lines: [String] = []
  while let piece = try walk.next() {
    switch piece {
    case .file(let name, let number): lines.append("\(number) \(name)")
    case .bytes(let bytes): lines.append("bytes \(String(decoding: bytes, as: UTF8.self))")
    case .database(let tables): lines.append("database \(tables.map(\.name).joined(separator: " "))")
    case .table(let table): lines.append("table \(table.name)")
    case .row(let row): lines.append("row \(row.line) \(row.text)")
    case .tableFault(let name, let error): lines.append("\(name)? \(error.reason)")
    case .end: lines.append("end")
    case .fault(let error): lines.append("fault \(error.reason)")
    }
  }
  return lines
}

extension DatabaseRow {
  var text: String {
    values.map { column in
      switch column.value {
      case .null: "\(column.name)=-"
      case .integer(let number): "\(column.name)=\(number)"
      case .real(let number): "\(column.name)=\(number)"
      case .text(let text): "\(column.name)=\(text)"
      }
    }.joined(separator: " ")
  }
}
