import BabyModel
import X509

/// The page on how to trust the family's authority: without script, for it has to work before anything is trusted.
struct TrustPage {
  private let steps: TrustSteps
  private let fingerprint: String

  /// - Parameter address: where the server is found by https.
  init(_ server: ServerCertificate, address: String) throws {
    steps = TrustSteps(authority: server.authority.title, address: address)
    fingerprint = try server.authority.fingerprint
  }

  var text: String {
    let sections = steps.sections.map { section in
      """
      <h2>\(Markup.escape(section.title))</h2>
      <p><a class="button" href="\(TrustRoutes.path)/\(section.file)">\(Markup.escape(section.button))</a></p>
      <ol>
      \(section.steps.map { "<li>\(Markup.escape($0))</li>" }.joined(separator: "\n"))
      </ol>
      """
    }
    let address = Markup.escape(steps.address)
    // Two lines of it fit on a narrow phone.
    let groups = fingerprint.split(separator: ":").map { "<span>\($0)</span>" }.joined(separator: ":<wbr>")
    return Self.document(
      """
      <h1>Trust this server</h1>
      <p>Baby Basics runs on a machine of your own, so its certificate is from an authority of your own. Each phone has to \
      trust it once. \(Markup.escape(TrustSteps.meaning))</p>
      \(sections.joined(separator: "\n"))
      <h2>Fingerprint (SHA-256)</h2>
      <p class="code">\(groups)</p>
      <p>\(Markup.escape(TrustSteps.comparing))</p>
      <h2>Then open</h2>
      <p><a href="\(address)">\(address)</a></p>
      <p><img src="\(TrustRoutes.path)/qr.svg" alt="QR code of \(address)" width="198" height="198"></p>
      """)
  }

  /// The page if there is no certificate of the family's own.
  static let without = document(
    """
    <h1>There is nothing to trust here</h1>
    <p>This server has no certificate of the family’s own. If it has another address, which begins with https, open that: \
    ask its administrator.</p>
    <p>The administrator creates a certificate on the server's machine, and restarts the server:</p>
    <p class="code">babybasics-server certificate</p>
    """)

  private static func document(_ content: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Trust this server · Baby Basics</title>
    <link rel="stylesheet" href="\(TrustRoutes.path)/style.css">
    <main>
    \(content)
    </main>
    </html>

    """
  }

  /// The system's own colours and fonts, whatever it is set to.
  static let style = """
    :root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
    body { margin: 0; }
    main { max-width: 36rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
    h1 { font-size: 1.6rem; line-height: 1.2; }
    h2 { font-size: 1.2rem; margin-top: 2rem; }
    li { margin: 0.5rem 0; }
    .button { display: block; min-height: 1.5rem; padding: 0.75rem 1rem; border: 2px solid; border-radius: 0.75rem;
      text-align: center; text-decoration: none; font-weight: 600; }
    .code { font-family: ui-monospace, monospace; }
    .code span { white-space: nowrap; }

    """
}
