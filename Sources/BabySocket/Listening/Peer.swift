import Glibc

/// The process at the other end of a Unix socket, as the kernel knew it when it connected.
package struct Peer: Hashable, Sendable {
  /// 0 for a process of another process-id namespace.
  package var pid: Int32
  package var uid: UInt32
  package var gid: UInt32

  init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }

  /// Asks the kernel, by `SO_PEERCRED`.
  ///
  /// - Returns: nil if the descriptor is not a connected Unix socket.
  init?(socket descriptor: CInt) {
    // Glibc's `struct ucred` is hidden behind _GNU_SOURCE; three 32-bit members without padding are its layout.
    var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0,
      Int(size) == MemoryLayout.size(ofValue: credentials)
    else { return nil }
    self.init(pid: credentials.pid, uid: credentials.uid, gid: credentials.gid)
  }
}

/// The users who may connect.
package struct PeerPolicy: Sendable {
  let admits: @Sendable (Peer) -> Bool

  init(admits: @escaping @Sendable (Peer) -> Bool) { self.admits = admits }

  /// The daemon's own user, and root. The socket's mode has the same effect; this still holds if the mode is changed.
  package static func ownUserAndRoot(uid: UInt32 = geteuid()) -> PeerPolicy {
    PeerPolicy { $0.uid == uid || $0.uid == 0 }
  }
}
