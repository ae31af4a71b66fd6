import Foundation
import Logging
import Testing

@testable import BabyServer

@Suite("Renewed certificates", .enabled(if: OpenSSL.isThere, "openssl is not installed"))
struct CertificateTests {
  @Test("are loaded as a pair; an invalid one changes nothing and is reported once")
  func renewal() throws {
    let (files, renewed) = (try Certificate(), try Certificate())
    let log = LogRecorder()
    let certificates = try Certificates(files.files, logger: Logger(label: "test") { _ in log })
    let first = certificates.context()
    certificates.reload()
    #expect(certificates.context() === first, "nothing has changed")

    // One after the other: in between they are not a pair.
    try files.replace(\.certificate, with: renewed)
    for _ in 1...3 { certificates.reload() }
    #expect(certificates.context() === first)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("warning") == true)

    try files.replace(\.key, with: renewed)
    certificates.reload()
    #expect(certificates.context() !== first)
    #expect(log.lines.count == 2)

    let second = certificates.context()
    try FileManager.default.removeItem(atPath: files.files.key)
    certificates.reload()
    #expect(certificates.context() === second)
    #expect(log.lines.count == 3)
  }
}
