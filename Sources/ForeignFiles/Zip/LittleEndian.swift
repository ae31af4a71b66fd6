/// A record with numbers at known places, as zip has them. The caller has made sure of its length.
struct LittleEndianRecord {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private func number(at offset: Int, _ count: Int) -> UInt64 {
    let start = bytes.startIndex + offset
    return bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  func short(at offset: Int) -> Int { Int(number(at: offset, 2)) }
  func word(at offset: Int) -> UInt32 { UInt32(number(at: offset, 4)) }
  func long(at offset: Int) -> UInt64 { number(at: offset, 8) }
}
