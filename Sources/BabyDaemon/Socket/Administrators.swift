import Glibc

/// Who may set the daemon up where several users share one: the daemon's own user, root, and a group's members.
struct Administrators: Sendable {
  /// Nil where there is no such group.
  let groupID: gid_t?
  let owner: uid_t

  static let groupName = "babybasics-admin"

  /// Those of this machine. The group is looked for once: adding it means a new installation, and a restart.
  static let system: Administrators = {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var texts = [CChar](repeating: 0, count: 16_384)
    let result = getgrnam_r(groupName, &entry, &texts, texts.count, &found)
    return Administrators(groupID: result == 0 && found != nil ? entry.gr_gid : nil, owner: geteuid())
  }()

  /// - Parameter socket: the connection's, which the kernel knows the peer's groups by.
  func include(_ peer: Peer, socket: CInt?) -> Bool {
    if peer.uid == owner || peer.uid == 0 { return true }
    guard let groupID else { return false }
    return peer.gid == groupID || socket.map { Self.groups(ofPeerOf: $0).contains(groupID) } ?? false
  }

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
