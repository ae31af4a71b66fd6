import Glibc

/// The files of a folder and of those in it.
struct FolderListing {
  /// Files that are imported at once at most.
  static let mostFiles = 2_000
  private static let mostDepth = 8

  /// In the order of their paths, without hidden ones. One more than `mostFiles` when there are too many.
  private(set) var files: [String] = []

  /// - Returns: nil if it is not a readable folder.
  init?(_ path: String) {
    guard path != "-", let names = Self.names(in: path) else { return nil }
    add(names, of: path, depth: 0)
    files.sort()
  }

  private mutating func add(_ names: [String], of folder: String, depth: Int) {
    for name in names where files.count <= Self.mostFiles {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: files.append(path)
      case S_IFDIR where depth < Self.mostDepth: add(Self.names(in: path) ?? [], of: path, depth: depth + 1)
      default: break
      }
    }
  }

  /// The files and folders whose paths begin with a text, for completion. Folders end in a slash.
  static func paths(beginningWith typed: String) -> [String] {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let names = names(in: folder.isEmpty ? "." : folder) ?? []
    return names.map { folder + $0 }.filter { $0.hasPrefix(typed) }.map { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? path + "/" : path
    }
  }

  private static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count <= mostFiles {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), name != "__MACOSX" { names.append(name) }
    }
    return names.sorted()
  }
}
