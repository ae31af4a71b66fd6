import TestSupport
import Foundation
import Synchronization

/// A network of a test's own, with nothing in it.
enum NetworkNamespace {
  static let isAllowed =
    (try? run { access("/usr/sbin/ip", X_OK) == 0 || access("/sbin/ip", X_OK) == 0 }) ?? false
  static let whyNot = "network namespaces are not allowed here, or iproute2 is not installed"

  /// Runs a body on a thread that sees that network; so do threads and programs that it starts.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread {
      let outcome = Result {
        try unshare()
        return try body()
      }
      result.withLock { $0 = outcome }
      done.signal()
    }.start()
    done.wait()
    guard let outcome = result.withLock({ $0 }) else { throw BusTestFailure("no result") }
    return try outcome.get()
  }

  /// Swift's Glibc does not show `unshare(2)`.
  private static func unshare() throws {
    typealias Unshare = @convention(c) (CInt) -> CInt
    let newNetwork: CInt = 0x4000_0000
    guard let symbol = dlsym(nil, "unshare"), unsafeBitCast(symbol, to: Unshare.self)(newNetwork) == 0 else {
      throw BusTestFailure("unshare")
    }
  }

  /// `ip`, as in `ip addr add …`.
  static func ip(_ arguments: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let program = try StartedProgram(["env", "PATH=/usr/sbin:/sbin", "ip"] + words)
    guard program.wait() == 0 else { throw BusTestFailure("ip \(arguments)") }
  }
}
