import Glibc

/// Where desktops look for icons by name, after the Icon Theme Specification: which of ours are there.
struct IconTheme {
  private let folders: [String]
  private let exists: (String) -> Bool

  /// - Parameters:
  ///   - environment: `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME` say where the folders are.
  ///   - exists: whether there is a file at a path.
  init(environment: [String: String], exists: @escaping (String) -> Bool = { access($0, R_OK) == 0 }) {
    let home = environment["HOME"].map { $0 + "/.local/share" }
    let own = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    let data = [own].compactMap(\.self) + shared.split(separator: ":").map(String.init)
    folders = data.filter { $0.hasPrefix("/") }.map { $0 + "/icons/hicolor/scalable/apps/" }
    self.exists = exists
  }

  /// The icon's name if there is one; empty where a desktop would find nothing and show a gap.
  func name(of icon: String) -> String { path(of: icon) == nil ? "" : icon }

  /// The icon's file; nil where there is none.
  func path(of icon: String) -> String? { folders.lazy.map { "\($0)\(icon).svg" }.first(where: exists) }
}
