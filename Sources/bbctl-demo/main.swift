import BabyClient
import BabyProtocol
import Glibc
import SystemCalls

var environment: [String: String] = [:]
for name in [
  "HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", ClientVariable.timeout,
] {
  if let value = getenv(name) { environment[name] = String(cString: value) }
}
var program = DemoProgram(environment: environment, now: WallClock.now) { text in
  _ = writeAll(Array(text.utf8), to: STDOUT_FILENO)
}
exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
