/// The steps for trusting the family's authority on a phone, as text for the terminal and the page.
struct TrustSteps: Sendable {
  struct Section: Sendable {
    var title: String
    /// The label on the page, and its file.
    var button: String
    var file: String
    var steps: [String]
  }

  /// As phones list the authority.
  var authority: String
  /// Where the server is then found.
  var address: String

  /// The name of the stored certificate.
  static let file = "babybasics-ca.crt"

  /// With the page open on the phone.
  var sections: [Section] {
    [
      Section(
        title: "iPhone and iPad, in Safari", button: "Certificate for iPhone", file: "ca.mobileconfig",
        steps: [
          "Tap “Certificate for iPhone” on the page, then Allow.",
          "Open Settings and tap Profile Downloaded (or General, VPN & Device Management). Tap Install.",
          "In Settings, General, About, at the very end, tap Certificate Trust Settings and switch on “\(authority)”.",
          "Open \(address) in Safari. Tap Share, then Add to Home Screen.",
        ]),
      Section(
        title: "Android, in Chrome", button: "Certificate for Android", file: "ca.crt",
        steps: [
          "Tap “Certificate for Android” on the page, and keep the file.",
          "In Settings, search for “CA certificate” and tap it (Security & privacy, More, Encryption & credentials, "
            + "Install a certificate). Tap Install anyway, and choose the file \(Self.file).",
          "Open \(address) in Chrome. Tap the menu, Add to Home screen, Install.",
        ]),
    ]
  }

  /// The consequences, for people who hesitate.
  static let meaning =
    "The phone then trusts this server, and nothing more: the authority cannot certify any other name or address."
  static let comparing =
    "Compare the fingerprint that the phone shows for it with the one that `babybasics-server certificate` prints on the "
    + "server. If they differ, someone may be intercepting the connection: remove it again."
}
