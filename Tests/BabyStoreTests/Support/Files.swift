import Foundation

/// Whole files, as bytes.
enum Files {
  static func bytes(of path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  static func write(_ bytes: Data, to path: String) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Permission bits, such as 0o600.
  static func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  static func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }
}

/// Databases as programs of earlier versions have left them; `contrib/dev/upgrade-fixture` makes them.
enum KeptFiles {
  private static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures").path

  static let versions = (try? Files.names(in: folder)) ?? []

  static func path(of name: String, in version: String) -> String { "\(folder)/\(version)/\(name)" }

  /// - Returns: the copy's path.
  static func copy(_ name: String, of version: String, into directory: TemporaryDirectory) throws -> String {
    let target = directory.path + "/" + name
    try FileManager.default.copyItem(atPath: path(of: name, in: version), toPath: target)
    return target
  }
}

/// A small file system of a test's own, which can be filled and made read-only.
final class SmallDisk: Sendable {
  static let canMount: Bool = {
    guard let volume = try? SmallDisk(kilobytes: 64) else { return false }
    _ = volume
    return true
  }()

  struct CannotMount: Error {}

  let directory = TemporaryDirectory()
  var path: String { directory.path }

  init(kilobytes: Int) throws {
    guard mount("tmpfs", directory.path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { throw CannotMount() }
  }

  func remount(readOnly: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    guard mount("tmpfs", path, "tmpfs", flags, nil) == 0 else { throw CannotMount() }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
