import ArgumentParser

/// What every command takes.
struct GlobalOptions: ParsableArguments {
  @Flag(help: "Print the daemon's answer as one line of JSON.")
  var json = false

  @Flag(help: "Print plain lines for screen readers: no colour, no columns.")
  var plain = false

  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
  var socket: String?

  @Option(help: ArgumentHelp("How long one call may take.", valueName: "seconds"))
  var timeout = Timeout(seconds: 5)

  var settings: SessionSettings {
    SessionSettings(printsJSON: json, isPlain: plain, socket: socket, timeout: timeout.duration)
  }
}

struct Timeout: ExpressibleByArgument {
  var seconds: Double

  init(seconds: Double) { self.seconds = seconds }

  init?(argument: String) {
    guard let seconds = Double(argument), seconds > 0, seconds <= 3600 else { return nil }
    self.seconds = seconds
  }

  var defaultValueDescription: String { String(Int(seconds)) }

  var duration: Duration { .seconds(seconds) }
}
