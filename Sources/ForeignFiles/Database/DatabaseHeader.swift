/// The header of an SQLite file.
struct DatabaseHeader {
  static let length = 100
  static let beginning = Array("SQLite format 3\0".utf8)
  /// Where it says whether it is written, and read, with a log.
  static let journalModes = 18...19

  let pageSize: Int
  /// Of a page, which SQLite leaves to others at its end.
  let reserved: Int
  let isWrittenWithLog: Bool
  /// The file's program (`application_id`), if it is set; otherwise 0.
  let applicationID: UInt32

  /// - Returns: nil if it is not one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length, bytes.starts(with: Self.beginning) else { return nil }
    let declared = bytes.number(at: 16, 2)
    pageSize = declared == 1 ? 65_536 : Int(declared)
    reserved = Int(bytes[20])
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, pageSize - reserved >= 480 else { return nil }
    isWrittenWithLog = bytes[18] == 2
    applicationID = UInt32(bytes.number(at: 68, 4))
  }
}

extension [UInt8] {
  /// A number with its highest byte first, of at most 4 bytes, at a place that is there.
  func number(at place: Int, _ count: Int) -> UInt64 {
    self[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
