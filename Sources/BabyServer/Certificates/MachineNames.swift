import Glibc

/// By which names and addresses this machine can be reached at home, as far as it knows itself.
enum MachineNames {
  /// Its name, the one under which it answers in its own network, and its addresses there.
  static var proposed: [ServerName] { proposed(host: host, addresses: addresses) }

  /// - Parameters:
  ///   - host: as the system has it.
  ///   - addresses: with the names of their network cards.
  static func proposed(host: String, addresses: [(card: String, address: NetworkAddress)]) -> [ServerName] {
    var names: [ServerName] = []
    if case .host(let host)? = try? ServerName(host), host != "localhost", !host.hasPrefix("localhost.") {
      let first = host.prefix { $0 != "." }
      names = [.host("\(first).local")]
      if host != "\(first).local" { names.append(.host(host)) }
    }
    for (card, address) in addresses where address.isOfHome && !virtual.contains(where: { card.hasPrefix($0) }) {
      if !names.contains(.address(address)) { names.append(.address(address)) }
    }
    return names
  }

  /// Prefixes of network interfaces that exist on this machine alone.
  private static let virtual = ["lo", "docker", "br-", "veth", "virbr", "podman", "cni", "lxc", "vmnet"]

  private static var host: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
      guard let start = room.baseAddress, gethostname(start, room.count - 1) == 0 else { return "" }
      room[room.count - 1] = 0
      return String(cString: start)
    }
  }

  private static var addresses: [(card: String, address: NetworkAddress)] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
      guard let entry = entry?.pointee, let place = entry.ifa_addr else { return nil }
      return NetworkAddress(place).map { (String(cString: entry.ifa_name), $0) }
    }
  }
}

extension NetworkAddress {
  /// Whether it is one of a home's network: 10/8, 172.16/12 or 192.168/16.
  fileprivate var isOfHome: Bool {
    guard bytes.count == 4 else { return false }
    return bytes[0] == 10 || (bytes[0] == 172 && (16...31).contains(bytes[1])) || (bytes[0] == 192 && bytes[1] == 168)
  }
}
