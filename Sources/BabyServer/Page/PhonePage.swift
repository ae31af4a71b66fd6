import HTTPTypes

/// The phone page: which of its files lies where, and how each is answered.
///
/// Documents, the worker and the manifest keep their addresses and are revalidated each time; everything else has the
/// version in its address, is cached for good, and does not exist in any other version.
struct PhonePage: Sendable {
  private struct Place: Sendable {
    let file: ServedFile
    /// The replacement if the connection can be read by others.
    let overPlainHTTP: ServedFile?
    /// For counting: by kind, because versions come and go.
    let name: String
  }

  private let places: [Substring: Place]

  init() {
    let plain = Self.assets.first { $0.path == "plain.html" }.map { ServedFile($0, isFresh: true) }
    places = Dictionary(
      uniqueKeysWithValues: Self.assets.compactMap { asset in
        switch asset.path {
        case "plain.html": nil
        case "index.html":
          (
            "/",
            Place(
              file: ServedFile(asset, isFresh: true, [PageAnswer.name("Link"): Self.needed]), overPlainHTTP: plain,
              name: "page.document")
          )
        case "worker.js", "manifest.webmanifest":
          (
            "/\(asset.path)",
            Place(
              file: ServedFile(asset, isFresh: true), overPlainHTTP: nil,
              name: "page.\(asset.path.prefix { $0 != "." })")
          )
        default:
          (
            "\(Self.folder)\(Self.version)/\(asset.path)",
            Place(file: ServedFile(asset, isFresh: false), overPlainHTTP: nil, name: "page.asset")
          )
        }
      })
  }

  private static let folder = "/page/"

  /// The files that the document needs, so that browsers fetch them before they have parsed it (RFC 8288).
  private static let needed = [
    ("app/ui/early.js", "preload; as=script"), ("style/page.css", "preload; as=style"),
    ("app/main.js", "modulepreload"),
  ].map { "<\(folder)\(version)/\($0)>; rel=\($1)" }.joined(separator: ", ")

  /// Nil for a request that is about something else.
  ///
  /// - Parameter isSecure: whether the connection cannot be read by others, or the administrator allows it.
  func answer(_ request: HTTPRequest, isSecure: @autoclosure () -> Bool) -> PageAnswer? {
    guard let path = request.path?.prefix(while: { $0 != "?" }) else { return nil }
    guard let place = places[path] else { return path.hasPrefix(Self.folder) ? .notThere : nil }
    guard request.method == .get || request.method == .head else { return .onlyToBeRead(place.name) }
    let file = if let plain = place.overPlainHTTP, !isSecure() { plain } else { place.file }
    return file.answer(request, name: place.name)
  }
}
