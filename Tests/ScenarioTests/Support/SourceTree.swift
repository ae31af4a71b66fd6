import Foundation

/// The tree that these tests are in, whose scripts and files they try as a person finds them.
enum SourceTree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// - Parameter path: from the top of the tree, such as `contrib/install`.
  static func path(_ path: String) -> String { root + "/" + path }

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: Self.path(path))), as: UTF8.self)
  }
}
