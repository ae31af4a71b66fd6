import Glibc

extension sockaddr_un {
  /// - Parameter path: at most 107 bytes.
  init(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
  }

  /// The path that the socket is bound to; empty if it is unnamed.
  var path: String {
    withUnsafeBytes(of: sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
