import BabyModel
import Crypto
import Foundation
import X509

/// The authority's certificate as iPhones and iPads install it: a configuration profile. The same certificate makes the
/// same profile, and another one of the same server takes its place.
struct TrustProfile {
  private let certificate: [UInt8]
  private let title: String
  /// Identifies the profile: a later one with the same identifier replaces it.
  private let identifier: String

  init(_ server: ServerCertificate) throws {
    certificate = try server.authority.bytes
    title = server.authority.title
    identifier = "babybasics.family.\(server.names.first?.description ?? "server")"
  }

  var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>\(Markup.escape(identifier))</string>
      <key>PayloadUUID</key><string>\(uuid(of: "profile"))</string>
      <key>PayloadDisplayName</key><string>\(Markup.escape(title))</string>
      <key>PayloadDescription</key><string>\(Markup.escape(TrustSteps.meaning))</string>
      <key>PayloadContent</key>
      <array>
        <dict>
          <key>PayloadType</key><string>com.apple.security.root</string>
          <key>PayloadVersion</key><integer>1</integer>
          <key>PayloadIdentifier</key><string>\(Markup.escape(identifier)).authority</string>
          <key>PayloadUUID</key><string>\(uuid(of: "authority"))</string>
          <key>PayloadDisplayName</key><string>\(Markup.escape(title))</string>
          <key>PayloadCertificateFileName</key><string>\(TrustSteps.file)</string>
          <key>PayloadContent</key><data>\(Data(certificate).base64EncodedString())</data>
        </dict>
      </array>
    </dict>
    </plist>

    """
  }

  /// The same for every server with this certificate (RFC 9562, version 8).
  private func uuid(of part: String) -> String {
    var bytes = Array(SHA256.hash(data: certificate + Array(part.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let text = bytes.hexadecimal.uppercased()
    var rest = text[...]
    return [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }
}
