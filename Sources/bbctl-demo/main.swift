import BabyClient
import BabyDemo
import BabyProtocol
import Glibc

var environment: [String: String] = [:]
for name in ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
  if let value = getenv(name) { environment[name] = String(cString: value) }
}
let program = DemoProgram(environment: environment, now: WallClock.now) { text in
  let bytes = Array(text.utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}
exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
