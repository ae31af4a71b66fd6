import Glibc

/// The process at the other end of a Unix socket, as the kernel knew it when it connected.
package struct Peer: Hashable, Sendable {
  /// 0 for a process of another process-id namespace.
  package var pid: Int32
  package var uid: UInt32
  package var gid: UInt32
}

extension Peer {
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

  /// The daemon's own user, and root. The socket's mode has the same effect; this still holds if the mode is changed.
  package static func ownUserAndRoot(uid: UInt32 = geteuid()) -> PeerPolicy {
    PeerPolicy { $0.uid == uid || $0.uid == 0 }
  }
}

/// The users who may configure a shared daemon: its own user, root, and a group's members.
package struct Administrators: Sendable {
  package static let groupName = "babybasics-admin"
  /// Looked up once, with the first client who is neither the owner nor root, because the lookup loads the system's
  /// user database: adding the group means a new installation, and a restart.
  static let system = Administrators(groupID: groupOfSystem, owner: geteuid())

  private let owner: uid_t
  /// Nil if there is no such group.
  private let groupID: @Sendable () -> gid_t?

  init(groupID: @autoclosure @escaping @Sendable () -> gid_t?, owner: uid_t) {
    self.groupID = groupID
    self.owner = owner
  }

  /// - Parameter socket: the connection's, which the kernel knows the peer's groups by.
  func include(_ peer: Peer, socket: CInt?) -> Bool {
    if peer.uid == owner || peer.uid == 0 { return true }
    guard let groupID = groupID() else { return false }
    return peer.gid == groupID || socket.map { Self.groups(ofPeerOf: $0).contains(groupID) } ?? false
  }

  private static let groupOfSystem: gid_t? = {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var texts = [CChar](repeating: 0, count: 16_384)
    let result = getgrnam_r(groupName, &entry, &texts, texts.count, &found)
    return result == 0 && found != nil ? entry.gr_gid : nil
  }()

  /// The other side's supplementary groups when it connected.
  private static func groups(ofPeerOf socket: CInt) -> [gid_t] {
    // A user has a few; the kernel allows 65,536 and says when there is not room enough.
    var groups = [gid_t](repeating: 0, count: 256)
    while true {
      var size = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
      if getsockopt(socket, SOL_SOCKET, 59 /* SO_PEERGROUPS */, &groups, &size) == 0 {
        return Array(groups.prefix(Int(size) / MemoryLayout<gid_t>.stride))
      }
      let needed = Int(size) / MemoryLayout<gid_t>.stride
      guard errno == ERANGE, needed > groups.count else { return [] }
      groups = [gid_t](repeating: 0, count: needed)
    }
  }
}
