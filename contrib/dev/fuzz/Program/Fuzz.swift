import FuzzTargets
import Glibc

/// Runs libFuzzer over one target, whose name is in the environment.
@main
struct Fuzz {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, tryOne))
  }

  fileprivate static func run(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    do { try target.run(Array(bytes)) } catch {
      say("\(target.rawValue): \(error)")
      abort()
    }
    return 0
  }

  private static func say(_ text: String) {
    let line = text + "\n"
    _ = line.withCString { write(STDERR_FILENO, $0, line.utf8.count) }
  }

  private static let target: FuzzTarget = {
    guard let name = getenv("FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
      say("FUZZ_TARGET is one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
      exit(2)
    }
    return target
  }()
}

/// What libFuzzer's own main function would call; it is linked along, and wants it.
@_cdecl("LLVMFuzzerTestOneInput")
func tryOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.run(UnsafeBufferPointer(start: bytes, count: count))
}

/// libFuzzer's own main function calls one of a fixed name; a Swift program brings a main function along.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
