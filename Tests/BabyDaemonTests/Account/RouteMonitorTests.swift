import Foundation
import Testing

@testable import BabyAccount
@testable import BabyDaemon

@Suite("The kernel's messages about the network")
struct RouteMonitorTests {
  /// Listens to the kernel from when it is made.
  private final class Receiver {
    private var monitor = RouteMonitor()

    func receives(_ datagram: [UInt8]) -> Bool { monitor.isNetworkUp(after: datagram) }

    func loses() { monitor.forget() }
  }

  /// A message as the kernel sends it, in the machine's own order of bytes.
  private func message(_ type: UInt16, _ body: [UInt8]) -> [UInt8] {
    let header = bytes(UInt32(16 + body.count)) + bytes(type) + [UInt8](repeating: 0, count: 10)
    let padding = [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    return header + body + padding
  }

  private func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    return bytes(UInt16(4 + value.count)) + bytes(type) + value + padding
  }

  private func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

  private func address(_ bytes: [UInt8], scope: UInt8 = 0, flags: UInt8 = 0, isRemoval: Bool = false) -> [UInt8] {
    let head = [bytes.count == 4 ? 2 : 10, 24, flags, scope] + self.bytes(UInt32(2))
    // The label comes first, so that the address has to be looked for.
    return message(isRemoval ? 21 : 20, head + attribute(3, Array("eth0\0".utf8)) + attribute(1, bytes))
  }

  private func route(
    _ gateway: [UInt8], prefix: UInt8 = 0, type: UInt8 = 1, isRemoval: Bool = false
  ) -> [UInt8] {
    let head: [UInt8] = [2, prefix, 0, 0, 254, 3, 0, type, 0, 0, 0, 0]
    return message(isRemoval ? 25 : 24, head + attribute(5, gateway) + attribute(4, bytes(UInt32(2))))
  }

  private let home: [UInt8] = [192, 168, 1, 7]

  @Test("report a new address, and not its renewal")
  func addresses() {
    let receiver = Receiver()
    #expect(receiver.receives(address(home)))
    #expect(!receiver.receives(address(home)))
    #expect(!receiver.receives(address(home, isRemoval: true)))
    #expect(receiver.receives(address(home)))
    #expect(receiver.receives(address([192, 168, 1, 8])))
    #expect(receiver.receives(address([UInt8](repeating: 0x20, count: 16))))
    receiver.loses()
    #expect(receiver.receives(address(home)))
  }

  @Test("ignore an address that other machines cannot reach, or not yet")
  func useless() {
    let receiver = Receiver()
    #expect(!receiver.receives(address([127, 0, 0, 1], scope: 254)))
    #expect(!receiver.receives(address([169, 254, 0, 1], scope: 253)))
    #expect(!receiver.receives(address(home, flags: 0x40)))
    #expect(receiver.receives(address(home)))
  }

  @Test("report a new default route, and no other route or renewal")
  func routes() {
    let receiver = Receiver()
    #expect(!receiver.receives(route(home, prefix: 24)))
    #expect(!receiver.receives(route(home, type: 7)))
    #expect(receiver.receives(route(home)))
    #expect(!receiver.receives(route(home)))
    #expect(receiver.receives(route([10, 0, 0, 1])))
    #expect(!receiver.receives(route(home, isRemoval: true)))
    #expect(receiver.receives(route(home)))
  }

  @Test("may be several in one datagram")
  func several() {
    let receiver = Receiver()
    #expect(receiver.receives(route(home, prefix: 24) + message(16, [1, 2, 3]) + address(home)))
    #expect(!receiver.receives(address(home, isRemoval: true) + route([10, 0, 0, 1], isRemoval: true)))
  }

  @Test("are parsed safely when truncated or malformed")
  func damage() {
    let whole = address(home) + route(home)
    for count in 0..<whole.count {
      _ = Receiver().receives(Array(whole.prefix(count)))
    }
    for index in 0..<whole.count {
      for byte in [UInt8(0), 1, 3, 0x7F, 0xFF] {
        var bytes = whole
        bytes[index] = byte
        _ = Receiver().receives(bytes)
      }
    }
  }
}
