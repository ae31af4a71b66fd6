import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// What decides the next steps on a machine.
struct MachineFacts {
  /// The family server that phones can use.
  enum Server: Equatable {
    /// The account's: the page of the log.
    case address(String)
    /// One that runs here with the family's own certificate: the page on trusting it.
    case trust(String)
    /// It runs here: started by this user, or as a service.
    case own, service
    /// Its program is here, and does not run.
    case installed
  }

  /// Names of programs that this user runs, among those that are looked for.
  var running: Set<String> = []
  /// The words of `XDG_CURRENT_DESKTOP`.
  var desktops: [String] = []
  var isInSway = false
  var isInI3 = false
  var isInTmux = false
  /// A graphical session.
  var hasScreen = false
  /// The folder of configurations, as it is written in a command.
  var folder = "~/.config"
  /// Files below that folder that are there, among those that are looked for.
  var files: Set<String> = []
  /// The script that adds keys to GNOME.
  var keyScript: String?
  /// The program of the tray icon is installed.
  var hasAgent = false
  var server: Server?
}

extension MachineFacts {
  func isIn(_ desktop: String) -> Bool { desktops.contains(desktop) }

  private static let programs = StatusBar.all.map(\.process) + ["sway", "i3", "bbagent"]
  private static let configurations = StatusBar.all.flatMap(\.files) + ["tmux/tmux.conf"]

  /// Looks at this machine.
  ///
  /// - Parameter account: the family server that the account is logged in to.
  init(in environment: CommandEnvironment, account: String?) {
    func isSet(_ name: String) -> Bool { environment.variables[name]?.isEmpty == false }
    // Its option -x wants whole names.
    let found = environment.ask(["pgrep", "-l", "-x", "-u", "\(getuid())", Self.programs.joined(separator: "|")])
    running = Set(Self.names(in: found?.output ?? ""))
    desktops = (environment.variables["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map(String.init)
    isInSway = isSet("SWAYSOCK") || running.contains("sway")
    isInI3 = isSet("I3SOCK") || running.contains("i3")
    isInTmux = isSet("TMUX")
    hasScreen = isSet("WAYLAND_DISPLAY") || isSet("DISPLAY")
    let home = environment.variables["HOME"] ?? ""
    let configured = environment.variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    if let configured, configured != home + "/.config" { folder = configured.shellQuoted }
    let place = configured ?? home + "/.config"
    files = Set(Self.configurations.filter { environment.exists("\(place)/\($0)") })
    let beside = Spawn.ownProgram("bbctl").replacing("/bin/bbctl", with: "")
    keyScript = [beside, "/usr"].map { $0 + "/share/doc/bbctl/keys/gnome" }.first(where: environment.exists)
    hasAgent = Self.isInstalled("bbagent", in: environment)
    server = Self.server(in: environment, account: account)
  }

  /// The second word of each line of `pgrep -l`.
  private static func names(in output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      line.firstIndex(of: " ").map { String(line[line.index(after: $0)...]) }
    }
  }

  private static func isInstalled(_ program: String, in environment: CommandEnvironment) -> Bool {
    environment.ask([Spawn.ownProgram(program), "--version"])?.status == 0
  }

  // MARK: The family server

  private static func server(in environment: CommandEnvironment, account: String?) -> Server? {
    if let address = account.flatMap(addressForPhones) { return .address("\(address)") }
    // The kernel keeps 15 letters of a program's name.
    let process = ["-a", "-x", "babybasics-serv"]
    if let line = environment.ask(["pgrep"] + process)?.output.split(separator: "\n").first {
      if let page = trustPage(of: line, in: environment) { return .trust(page) }
      let own = environment.ask(["pgrep", "-u", "\(getuid())"] + process)
      return own?.status == 0 ? .own : .service
    }
    return isInstalled("babybasics-server", in: environment) ? .installed : nil
  }

  /// An address that phones can open: with https, and not this machine's own name for itself.
  private static func addressForPhones(_ text: String) -> ServerAddress? {
    guard let address = try? ServerAddress(text), address.scheme == .https, !address.isLoopback else { return nil }
    return address
  }

  /// The page on trusting a server's certificate, by the name that phones use.
  ///
  /// - Parameter line: the server's command line.
  private static func trustPage(of line: Substring, in environment: CommandEnvironment) -> String? {
    let words = line.split { $0 == " " || $0 == "=" }
    guard let option = words.firstIndex(of: "--trust-port"), option + 1 < words.count, let port = Int(words[option + 1])
    else { return nil }
    // It sends everything but that page to the address by which phones know it.
    let answer = environment.ask([
      "curl", "--silent", "--max-time", "2", "--output", "/dev/null", "--header", "Host: phone", "--write-out",
      "%{redirect_url}", "http://127.0.0.1:\(port)/",
    ])
    guard answer?.status == 0, let address = answer.flatMap({ addressForPhones($0.output) }) else { return nil }
    let host = address.host.contains(":") ? "[\(address.host)]" : address.host
    return "http://\(host)" + (port == 80 ? "" : ":\(port)") + "/trust"
  }
}

extension CommandSession {
  /// Says what to do next: how to log, and on a terminal of this machine also the bar, the key and the phone.
  func printNextSteps() {
    print(Page(line: "You can start logging: bbctl feed, bbctl diaper wet, bbctl sleep start"))
    guard environment.outputIsTerminal, !socket.isRemote else { return }
    let account = sync()?.account
    let machine = MachineFacts(in: environment, account: account?.state == .authenticated ? account?.server : nil)
    for step in NextStep.all(machine) {
      var page = Page(line: step.text)
      page.line(.init("  " + step.line, .plain, .command))
      print(page)
      if let code = step.code, !renderer.isPlain { print(text: qrCode(code) ?? "") }
    }
  }

  /// A QR code as lines for a terminal, of a program that can draw one; nil if there is none.
  private func qrCode(_ text: String) -> String? {
    let programs = [[Spawn.ownProgram("babybasics-server"), "qr", text], ["qrencode", "-t", "ANSIUTF8", text]]
    for program in programs {
      if let answer = environment.ask(program), answer.status == 0 { return answer.output }
    }
    return nil
  }
}
