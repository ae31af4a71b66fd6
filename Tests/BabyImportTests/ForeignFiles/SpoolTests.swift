import Foundation
import Glibc
import Testing

@testable import BabyImport

@Suite("Uploads are stored without a name")
struct SpoolTests {
  @Test("bytes are read as they were appended, at any position and beyond the end")
  func reading() throws {
    let folder = TestFolder()
    let file = try folder.spools().makeFile()
    try file.append(Array("0123".utf8))
    try file.append(Array("456789".utf8)[...])
    #expect(file.size == 10)
    #expect(try file.read(at: 0, count: 100) == Array("0123456789".utf8))
    #expect(try file.read(at: 3, count: 3) == Array("345".utf8))
    #expect(try file.read(at: 10, count: 1) == [])
    #expect(try file.read(at: -1, count: 1) == [])
    #expect(try file.read(at: .max, count: .max) == [])
  }

  @Test("no file is ever visible: there is nothing to clean up after kill -9", arguments: [true, false])
  func nameless(isNameless: Bool) throws {
    let folder = TestFolder()
    let descriptor = try SpoolFile.open(in: folder.path, asNameless: isNameless)
    let file = SpoolFile(descriptor: descriptor, folder: folder.spools())
    try file.append([1, 2, 3])
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    #expect(status.st_nlink == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(status.st_size == 3)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(folder.names.isEmpty)
    #expect(try file.read(at: 0, count: 3) == [1, 2, 3])
  }

  @Test("a file has a limit, and so have all files of an import; a finished one returns its space")
  func limits() throws {
    let folder = TestFolder()
    let spools = folder.spools {
      $0.file = 10
      $0.total = 15
    }
    let first = try spools.makeFile()
    try first.append([UInt8](repeating: 1, count: 10))
    #expect(throws: ForeignFileError(.fileTooLarge(limit: 10))) { try first.append([1]) }
    do {
      let second = try spools.makeFile()
      try second.append([UInt8](repeating: 2, count: 5))
      #expect(throws: ForeignFileError(.importTooLarge(limit: 15))) { try second.append([2]) }
      #expect(spools.size == 15)
      #expect(second.size == 5)
    }
    #expect(spools.size == 10)
    try spools.makeFile().append([3])
  }

  @Test("a full disk is reported as such, and uses none of the import's space")
  func fullDisk() throws {
    let folder = TestFolder()
    let spools = folder.spools()
    let file = SpoolFile(descriptor: open("/dev/full", O_RDWR), folder: spools)
    #expect(throws: ForeignFileError(.diskFull(folder: folder.path))) { try file.append([1]) }
    #expect(file.size == 0 && spools.size == 0)
    #expect(ForeignFileError(.diskFull(folder: "/data")).message.contains("in /data"))
    #expect(ForeignFileError(.diskFull(folder: "/data")).endsImport)
  }

  @Test("a missing folder is reported in the system's words")
  func noFolder() throws {
    let spools = SpoolFolder(path: "/nowhere/at/all")
    #expect(throws: ForeignFileError(.notKept(folder: "/nowhere/at/all", why: "No such file or directory"))) {
      _ = try spools.makeFile()
    }
  }
}
