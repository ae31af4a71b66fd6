import BabyModel
import Foundation
import Glibc
import Logging
import NIOSSL
import Testing

@testable import BabyServer

@Suite("The folder of the family's certificates")
struct CertificateFolderTests {
  private static let now = TestServer.noon
  private let directory: TemporaryDirectory
  private let folder: CertificateFolder
  private let names: [ServerName]

  init() throws {
    directory = try TemporaryDirectory()
    folder = CertificateFolder(besides: directory.path + "/family.db")
    names = try ["home.local", "192.168.1.5"].map { try ServerName($0) }
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("is for its owner alone, except for the public files")
  func permissions() throws {
    #expect(!folder.isThere)
    #expect(try folder.renew(at: Self.now) == nil)
    umask(0o022)
    _ = try folder.make(names, by: nil, at: Self.now)
    #expect(folder.isThere)
    #expect(folder.path == directory.path + "/tls")
    #expect(mode(folder.path) == 0o700)
    #expect(mode(folder.authorityFile.path) == 0o600)
    #expect(mode(folder.serverFile.path) == 0o600)
    #expect(mode(folder.publicFile.path) == 0o644)
    #expect(try directory.text("tls/authority.crt") == folder.content()?.authority.certificatePEM)
    #expect(try !directory.text("tls/authority.crt").contains("PRIVATE"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3, "no draft is left")
  }

  @Test("has a pair that TLS accepts")
  func pair() throws {
    _ = try folder.make(names, by: nil, at: Self.now)
    let log = LogRecorder()
    _ = try Certificates(folder.files, logger: Logger(label: "test") { _ in log })
  }

  @Test("keeps what is valid, and makes a new certificate by the same authority when it is due")
  func renewal() throws {
    let made = try folder.make(names, by: nil, at: Self.now)
    let kept = try #require(try folder.renew(at: Self.now + .hours(24 * 200)))
    #expect(!kept.isNew)
    #expect(kept.content.server?.leaf == made.server?.leaf)
    let renewed = try #require(try folder.renew(at: Self.now + .hours(24 * 300)))
    #expect(renewed.isNew)
    #expect(renewed.content.authority.certificate == made.authority.certificate)
    #expect(renewed.content.server?.leaf != made.server?.leaf)
    #expect(renewed.content.server?.names == names)
    #expect(try folder.server()?.leaf == renewed.content.server?.leaf)
    #expect(try folder.renew(at: Self.now + .hours(24 * 300))?.isNew == false)
  }

  @Test(
    "makes nothing by a clock from before its creation or after its end, and reports it; a clock that was ahead is handled"
  )
  func clocks() throws {
    let made = try folder.make(names, by: nil, at: Self.now)
    for wrong in [Instant(milliseconds: 0), Self.now - .hours(48), Self.now + .hours(24 * 365 * 21)] {
      let error = #expect(throws: ServerStartFailure.self) { try folder.renew(at: wrong) }
      #expect(error?.description.contains("Set the clock") == true)
      #expect(try folder.server()?.leaf == made.server?.leaf, "the old one stays")
    }
    #expect(try folder.renew(at: Self.now + .hours(24 * 3000))?.isNew == true)
    #expect(try folder.renew(at: Self.now + .hours(1))?.isNew == true)
    #expect(try folder.server()?.validity.contains(Self.now + .hours(1)) == true)
  }

  @Test("with other names has another certificate, by the same authority if that covers them")
  func otherNames() throws {
    let made = try folder.make(names, by: nil, at: Self.now)
    let fewer = try folder.make([names[1]], by: made.authority, at: Self.now)
    #expect(fewer.authority.certificate == made.authority.certificate)
    #expect(try folder.content()?.names == [names[1]])
    #expect(try folder.renew(at: Self.now + .hours(24 * 300))?.content.names == [names[1]])
    let other = try folder.make(names, by: nil, at: Self.now)
    #expect(other.authority.certificate != made.authority.certificate)
    #expect(try directory.text("tls/authority.crt") == other.authority.certificatePEM)
  }

  /// Another authority takes three files, one after the other.
  @Test(
    "is consistent wherever a new authority was interrupted: a valid pair is served, and the next check completes it",
    arguments: 0...3)
  func interrupted(written: Int) throws {
    _ = try folder.make(names, by: nil, at: Self.now)
    let other = CertificateFolder(besides: directory.path + "/other/family.db")
    let new = try other.make(names, by: nil, at: Self.now)
    for file in [\CertificateFolder.authorityFile, \.serverFile, \.publicFile].prefix(written) {
      try folder[keyPath: file].write(try #require(try other[keyPath: file].read()))
    }
    // As it is served until then.
    #expect(try folder.server() != nil)
    let log = LogRecorder()
    _ = try Certificates(folder.files, logger: Logger(label: "test") { _ in log })
    let found = try #require(try folder.renew(at: Self.now))
    #expect(found.isNew == (written == 1))
    #expect(found.content.server?.isFrom(found.content.authority) == true)
    #expect((found.content.authority.certificate == new.authority.certificate) == (written > 0))
    #expect(found.content.names == names)
    #expect(try directory.text("tls/authority.crt") == found.content.authority.certificatePEM)
    #expect(mode(folder.publicFile.path) == 0o644)
    #expect(try folder.server()?.leaf == found.content.server?.leaf)
  }

  @Test("that is damaged, or that others may read, is refused with instructions")
  func damaged() throws {
    let made = try folder.make(names, by: nil, at: Self.now)
    chmod(folder.serverFile.path, 0o644)
    #expect(throws: ServerStartFailure.self) { try folder.server() }
    chmod(folder.serverFile.path, 0o600)
    try folder.serverFile.write(Array("nonsense".utf8))
    let error = #expect(throws: ServerStartFailure.self) { try folder.renew(at: Self.now) }
    #expect(error?.description.contains("rm -r ") == true)
    try folder.serverFile.remove()
    #expect(try folder.renew(at: Self.now)?.content.authority.certificate == made.authority.certificate)
    try folder.authorityFile.remove()
    #expect(folder.isThere)
    #expect(try folder.renew(at: Self.now) == nil, "what there is is served while it is good")
    let missing = #expect(throws: ServerStartFailure.self) { try folder.renew(at: Self.now + .hours(24 * 300)) }
    #expect(missing?.description.contains("authority.pem is missing") == true)
  }

  @Test("has one writer at a time: a concurrent renewal leaves a valid pair")
  func together() async throws {
    _ = try folder.make(names, by: nil, at: Self.now)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask { [folder, names] in
          for turn in 1...5 {
            if (number + turn).isMultiple(of: 3) {
              _ = try folder.make(names, by: nil, at: Self.now)
            } else {
              _ = try folder.renew(at: Self.now + .hours(24 * 300))
            }
            guard try folder.server() != nil else { throw ServerStartFailure("none") }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.content()?.server != nil)
  }
}
