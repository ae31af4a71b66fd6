import Glibc

/// Small file systems for what only a file system can do: to be full, and to be read-only.
enum Mounts {
  /// Whether this process may mount anything; root in a container often may not.
  static let areAllowed: Bool = {
    let path = "/tmp/bb-mount-\(getpid())"
    mkdir(path, 0o700)
    defer { rmdir(path) }
    guard mount("tmpfs", path, "tmpfs", 0, "size=64k") == 0 else { return false }
    umount2(path, CInt(MNT_DETACH))
    return true
  }()
}

extension Machine {
  /// Puts the data directory on a file system of its own.
  func mountData(size: String) throws {
    _ = try shell("mkdir -p -m 700 '\(paths.data)'")
    guard mount("tmpfs", paths.data, "tmpfs", 0, "mode=700,size=\(size)") == 0 else {
      throw ScenarioFailure.system("mount \(paths.data)")
    }
    atEnd { [data = paths.data] in umount2(data, CInt(MNT_DETACH)) }
  }

  func growData(to size: String) throws {
    guard mount("tmpfs", paths.data, "tmpfs", UInt(MS_REMOUNT), "mode=700,size=\(size)") == 0 else {
      throw ScenarioFailure.system("remount \(paths.data)")
    }
  }

  func remountData(readOnly: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    guard mount("tmpfs", paths.data, "tmpfs", flags, "") == 0 else {
      throw ScenarioFailure.system("remount \(paths.data)")
    }
  }
}
