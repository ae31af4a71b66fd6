// embed-page WEB OUTPUT: makes a file of Swift out of the folder of the page, while the package is built; see
// Plugins/EmbedPage. `embed-page WEB` prints the version of the page, and how many bytes each file has, packed with brotli.

import Foundation

let types = [
  "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
  "png": "image/png", "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
]

/// Text: the compiler takes minutes for a long array of numbers.
func literal(_ bytes: Data) -> String { "Packed(\(bytes.count), \"\(bytes.base64EncodedString())\")" }

func swift(_ page: EmbeddedPage) throws -> String {
  let assets = try page.files.map { file in
    guard let type = types[URL(filePath: file.path).pathExtension] else {
      throw EmbeddingError(reason: "\(file.path) is of a type that Sources/embed-page/main.swift does not list.")
    }
    let packed = PackedForms(file)
    func smaller(_ form: Data) -> String { form.count < file.bytes.count ? literal(form) : "nil" }
    return """
          Asset(
            path: "\(file.path)", type: "\(type)", tag: "\(EmbeddedPage.digest(file.bytes))",
            plain: \(literal(file.bytes)),
            gzip: \(smaller(packed.gzip)),
            brotli: \(smaller(packed.brotli))),
      """
  }
  return """
    // Made by embed-page out of the folder Web.
    extension PhonePage {
      /// Of all files together.
      static let version = "\(page.version)"

      static let assets: [Asset] = [
    \(assets.joined(separator: "\n"))
      ]
    }

    """
}

do {
  let arguments = CommandLine.arguments.dropFirst()
  guard let web = arguments.first, arguments.count <= 2 else {
    throw EmbeddingError(reason: "the arguments are the folder of the page, and the file to write.")
  }
  let page = try EmbeddedPage(URL(filePath: web))
  if arguments.count == 2, let output = arguments.last {
    try Data(swift(page).utf8).write(to: URL(filePath: output), options: .atomic)
  } else {
    print(page.version)
    for file in page.files { print(file.path, min(PackedForms(file).brotli.count, file.bytes.count), separator: "\t") }
  }
} catch {
  let reason = (error as? EmbeddingError)?.reason ?? "\(error)"
  FileHandle.standardError.write(Data("error: embed-page: \(reason)\n".utf8))
  exit(1)
}
