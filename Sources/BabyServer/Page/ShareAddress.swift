import BabyAPI

/// The address of the page with a share's code. The code is after the `#`, which browsers never send: a bare code in a
/// QR code would be looked up on the Internet by some phones.
struct ShareAddress {
  let text: String

  /// - Parameter origin: of the page, as its browser says it with what it sends: `https://home.local:8443`. Nil for
  ///   anything else.
  init?(of code: String, at origin: String?) {
    guard let origin, origin.utf8.count <= 300, origin.wholeMatch(of: /https?:\/\/[A-Za-z0-9.:\[\]-]+/) != nil else {
      return nil
    }
    text = "\(origin)/#/accept/\(code)"
  }

  var drawn: DrawnCode? { QRCode(text).map { DrawnCode(size: $0.size, rows: $0.rows) } }
}
