import CZlib

/// CRC-32 of bytes, as zips have it.
struct Checksum {
  private(set) var value: UInt32 = 0

  init() {}

  init(of bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { add(UnsafeRawBufferPointer($0)) }
  }

  /// - Parameter bytes: fewer than 4 GiB.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    value = UInt32(
      crc32(CUnsignedLong(value), start.assumingMemoryBound(to: UInt8.self), CUnsignedInt(bytes.count)))
  }
}
