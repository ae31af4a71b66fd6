import CSQLite

/// The file system that SQLite sees when it reads another app's database: one nameless read-only file without a journal
/// or a log, of which it can read a limited number of bytes.
///
/// SQLite's own way to files would need a name, and resolves the one in /proc to a file that is not there.
final class SpoolFileSystem {
  private let spool: SpoolFile
  /// Bytes that may still be read.
  private var allowance: Int
  /// More was wanted.
  private(set) var isExhausted = false
  private let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
  private let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  private let name: UnsafeMutablePointer<CChar>

  /// SQLite's data of an open file; it begins with SQLite's struct.
  private struct Handle {
    var base: sqlite3_file
    var owner: UnsafeMutableRawPointer?
  }

  /// - Parameter allowance: bytes that may be read in all.
  init(_ spool: SpoolFile, allowance: Int) {
    self.spool = spool
    self.allowance = allowance
    // Of its own for each: it is only known for as long as it takes to open the file.
    let text = Array("spool-\(UInt(bitPattern: system))".utf8CString)
    name = .allocate(capacity: text.count)
    name.initialize(from: text, count: text.count)
    methods.initialize(to: Self.makeMethods())
    system.initialize(to: sqlite3_vfs())
    fillSystem()
  }

  deinit {
    system.deallocate()
    methods.deallocate()
    name.deallocate()
  }

  /// - Returns: SQLite's result code. The connection always exists, and has to be closed before this object is
  ///   released.
  func open(_ connection: inout OpaquePointer?) -> CInt {
    guard sqlite3_vfs_register(system, 0) == SQLITE_OK else { return SQLITE_ERROR }
    defer { sqlite3_vfs_unregister(system) }
    return sqlite3_open_v2("import", &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, name)
  }

  private func fillSystem() {
    system.pointee.iVersion = 1
    system.pointee.szOsFile = CInt(MemoryLayout<Handle>.size)
    system.pointee.mxPathname = 64
    system.pointee.zName = UnsafePointer(name)
    system.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    system.pointee.xOpen = { system, _, file, flags, outFlags in
      guard let system, let file else { return SQLITE_CANTOPEN }
      file.pointee.pMethods = nil
      guard flags & SQLITE_OPEN_MAIN_DB != 0, let owner = system.pointee.pAppData else { return SQLITE_CANTOPEN }
      let handle = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Handle.self)
      handle.pointee.owner = owner
      file.pointee.pMethods = UnsafePointer(Unmanaged<SpoolFileSystem>.fromOpaque(owner).takeUnretainedValue().methods)
      outFlags?.pointee = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB
      return SQLITE_OK
    }
    system.pointee.xDelete = { _, _, _ in SQLITE_IOERR }
    system.pointee.xAccess = { _, _, _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    system.pointee.xFullPathname = { _, name, room, out in
      sqlite_copy_text(room, out, name)
      return SQLITE_OK
    }
    system.pointee.xRandomness = { _, count, out in
      out?.update(repeating: 0, count: Int(count))
      return count
    }
    system.pointee.xSleep = { _, _ in 0 }
    system.pointee.xCurrentTime = { _, days in
      // 1970: nothing that is read here may depend on the time.
      days?.pointee = 2_440_587.5
      return SQLITE_OK
    }
    system.pointee.xGetLastError = { _, _, _ in 0 }
  }

  private static func makeMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    // Without shared memory and mapping, which are of later versions.
    methods.iVersion = 1
    methods.xClose = { _ in SQLITE_OK }
    methods.xRead = { file, room, count, offset in
      guard let file, let room,
        let owner = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Handle.self).pointee.owner
      else { return SQLITE_IOERR }
      let buffer = UnsafeMutableRawBufferPointer(start: room, count: Int(count))
      return Unmanaged<SpoolFileSystem>.fromOpaque(owner).takeUnretainedValue().read(into: buffer, at: Int(offset))
    }
    methods.xWrite = { _, _, _, _ in SQLITE_READONLY }
    methods.xTruncate = { _, _ in SQLITE_READONLY }
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xFileSize = { file, size in
      guard let file, let owner = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Handle.self).pointee.owner
      else { return SQLITE_IOERR }
      size?.pointee = Int64(Unmanaged<SpoolFileSystem>.fromOpaque(owner).takeUnretainedValue().spool.size)
      return SQLITE_OK
    }
    methods.xLock = { _, _ in SQLITE_OK }
    methods.xUnlock = { _, _ in SQLITE_OK }
    methods.xCheckReservedLock = { _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in 4096 }
    methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
    return methods
  }

  private func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) -> CInt {
    guard room.count <= allowance else {
      isExhausted = true
      return SQLITE_IOERR
    }
    allowance -= room.count
    guard let count = spool.read(into: room, at: offset) else { return SQLITE_IOERR }
    // The header of a file that was written with a log says so, and SQLite would need the log's files. The file is
    // complete without them.
    for place in DatabaseHeader.journalModes
    where (offset..<offset + count).contains(place) && room[place - offset] == 2 {
      room[place - offset] = 1
    }
    guard count < room.count else { return SQLITE_OK }
    UnsafeMutableRawBufferPointer(rebasing: room[count...]).initializeMemory(as: UInt8.self, repeating: 0)
    return sqlite_short_read
  }
}
