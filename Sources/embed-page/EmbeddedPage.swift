import CBrotli
import Foundation
import SystemLibraries

/// Why the page cannot be embedded, in a sentence.
struct EmbeddingError: Error {
  let reason: String
}

/// The files of the page as they are served.
struct EmbeddedPage {
  struct File {
    /// Below the folder.
    let path: String
    var bytes: Data
  }

  let files: [File]
  /// Changes with any file.
  let version: String

  /// The files that esbuild makes: one script of all modules, one style sheet of all sheets, and the scripts that stand
  /// alone.
  private static let bundled = ["app/main.js", "app/ui/early.js", "style/page.css", "worker.js"]
  /// Files with a fixed name; all others have the version in their address.
  private static let fresh: Set = ["index.html", "manifest.webmanifest", "plain.html", "worker.js"]

  /// - Parameter web: the folder of the sources.
  init(_ web: URL) throws {
    var files = try Self.bundles(of: web)
    for path in try FileManager.default.subpathsOfDirectory(atPath: web.path) {
      let file = web.appending(path: path)
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      guard !isHidden, !["", "css", "js", "md"].contains(file.pathExtension) else { continue }
      files.append(File(path: path, bytes: try Data(contentsOf: file)))
    }
    files.sort { $0.path < $1.path }
    let whole = files.reduce(into: Data()) { $0 += Data("\($1.path)\n\($1.bytes.count)\n".utf8) + $1.bytes }
    let version = Self.digest(whole)
    let addresses = files.filter { !Self.fresh.contains($0.path) }.map { "/page/\(version)/\($0.path)" }
    for index in files.indices where Self.fresh.contains(files[index].path) {
      let text = String(decoding: files[index].bytes, as: UTF8.self)
        .replacing("%VERSION%", with: version).replacing("%FILES%", with: addresses.joined(separator: " "))
      files[index].bytes = Data(text.utf8)
    }
    self.files = files
    self.version = version
  }

  private static func bundles(of web: URL) throws -> [File] {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let program = folders.map({ "\($0)/esbuild" }).first(where: FileManager.default.isExecutableFile) else {
      throw EmbeddingError(reason: "esbuild is missing. Run: sudo apt-get install esbuild")
    }
    let output = FileManager.default.temporaryDirectory.appending(path: "embed-page-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    let (esbuild, said) = (Process(), Pipe())
    esbuild.executableURL = URL(filePath: program)
    esbuild.currentDirectoryURL = web
    esbuild.arguments =
      bundled + [
        "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning",
        "--outbase=.", "--outdir=\(output.path)",
      ]
    esbuild.standardError = said
    try esbuild.run()
    let complaint = String(decoding: try said.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    esbuild.waitUntilExit()
    // Warnings end the build, too.
    guard esbuild.terminationStatus == 0, complaint.isEmpty else {
      throw EmbeddingError(reason: "esbuild does not accept the page.\n\(complaint)")
    }
    return try bundled.map { File(path: $0, bytes: try Data(contentsOf: output.appending(path: $0))) }
  }

  /// 64 bits that tell contents apart.
  static func digest(_ bytes: Data) -> String {
    MessageDigest.sha256(bytes).prefix(8).map { String(format: "%02x", $0) }.joined()
  }
}

/// A file packed as small as it can be: that is done once, and the file is sent often.
struct PackedForms {
  let gzip: Data
  let brotli: Data

  init(_ file: EmbeddedPage.File) {
    let bytes = Array(file.bytes)
    gzip = Data(Gzip.packed(bytes, .most))
    var count = max(BrotliEncoderMaxCompressedSize(bytes.count), 16)
    var packed = [UInt8](repeating: 0, count: count)
    let isPacked = BrotliEncoderCompress(
      BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, &packed)
    precondition(isPacked == BROTLI_TRUE, "brotli needs more space than it announced")
    brotli = Data(packed.prefix(count))
  }
}
