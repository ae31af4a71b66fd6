import Glibc

/// The directory of a socket: everyone who can write to it can replace our socket.
package struct SocketDirectory {
  let path: String

  init(of socketPath: String) {
    guard let slash = socketPath.lastIndex(of: "/") else {
      path = "."
      return
    }
    path = slash == socketPath.startIndex ? "/" : String(socketPath[..<slash])
  }

  /// Makes the directory, for this user alone, when it is not there yet.
  func prepare() throws(SocketError) {
    try Self.make(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .lastSystemError("look at", path) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .system(action: "use", path: path, reason: "it is not a directory")
    }
    guard status.st_uid == geteuid() else { throw .directoryNotOwn(path, owner: status.st_uid) }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .directoryWritableByOthers(path) }
  }

  /// Makes a directory and those down to it.
  package static func make(_ path: String) throws(SocketError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .lastSystemError("make the directory", path)
    }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .lastSystemError("make the directory", path) }
  }
}
