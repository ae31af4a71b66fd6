import BabyClient
import BabyModel
import BabyProtocol

/// The settings of a command's run.
struct SessionSettings {
  var printsJSON = false
  /// Plain lines for screen readers.
  var isPlain = false
  /// Nil is the standard place; see `DaemonSocket`.
  var socket: String?
  /// How long one call may take.
  var timeout = Timeout()
  /// The index of its child, if the command runs for each child; otherwise nil.
  var childIndex: Int?
}

/// One run of one command: its daemon, and its output.
final class CommandSession {
  let environment: CommandEnvironment
  let renderer: Renderer
  let printsJSON: Bool
  let timeout: Duration
  /// The command is run for each child.
  let isOfEachChild: Bool
  /// It has already run for another child: matters of all children have been shown.
  let isFurtherChild: Bool
  private(set) var outcome = Outcome()
  private let named: String?
  /// Nil until the daemon is needed, and where a command says itself that there are two.
  private var chosen: DaemonSocket?

  /// The daemon to call: determined on demand, because this may need a call of its own.
  private(set) lazy var socket: DaemonSocket = {
    let socket = DaemonSocket(
      option: named, variable: { environment.variables[$0] }, exists: environment.exists,
      mayOpen: environment.mayOpen)
    chosen = socket
    return socket
  }()

  private lazy var client = Client(socket: socket.path, name: clientName, timeout: timeout)

  /// - Throws: `badTimeout`.
  init(_ settings: SessionSettings, in environment: CommandEnvironment) throws(ClientError) {
    self.environment = environment
    printsJSON = settings.printsJSON
    renderer = Renderer(isPlain: settings.isPlain, in: environment)
    named = settings.socket
    timeout = try settings.timeout.duration(in: environment)
    isOfEachChild = settings.childIndex != nil
    isFurtherChild = (settings.childIndex ?? 0) > 0
  }

  private var clientName: String { environment.isKey ? ClientNames.key : ClientNames.command }

  /// A client of another daemon.
  func client(of socket: String) -> Client { Client(socket: socket, name: clientName, timeout: timeout) }

  var now: Instant { environment.now() }

  func call<Method: RPCMethod>(_ method: Method.Type, _ params: Method.Params) throws(ClientError) -> Method.Answer {
    try client.call(method, params)
  }

  func call(_ call: MethodCall) throws(ClientError) -> JSON { try client.call(call).json }

  /// Calls a method and prints its answer: as JSON if requested, otherwise as `page` renders it.
  func answer<Method: RPCMethod>(
    _ method: Method.Type, _ params: Method.Params, page: (Method.Answer) -> Page
  ) throws(ClientError) {
    let answer = try client.call(MethodCall(method, params))
    // A repeat within a second: it has already been asked.
    let isRepeated = answer["repeated"]?.boolValue == true
    if isRepeated { end(with: .state) }
    if printsJSON { return print(json: answer.json) }
    let page = page(try Client.read(method, answer))
    print(isRepeated ? .repeated(page) : page)
  }

  /// Calls a method, prints its answer at once, before any question about it, and returns it.
  func relay<Method: RPCMethod>(
    _ method: Method.Type, _ params: Method.Params, page: (Method.Answer) -> Page
  ) throws(ClientError) -> Method.Answer {
    let (wire, answer) = try read(method, params)
    _ = write(printsJSON ? SafeText.json(wire.json.text) + "\n" : renderer.render(page(answer)))
    return answer
  }

  /// Prints a page immediately, whatever happens later.
  func show(_ page: Page) { _ = write(renderer.render(page)) }

  /// Reconnects after the daemon has switched to another database.
  func follow(_ answer: AccountAnswer) throws(ClientError) { if answer.isMoving { try client.waitForEnd() } }

  /// Returns when the daemon has another content: who calls next sees it. One that takes its time has done it anyway.
  func followReplacement() { try? client.waitForEnd() }

  /// The account and the state of the connection to the family server; nil if the daemon does not answer.
  func sync() -> AccountStatus.Answer? { try? call(AccountStatus.self, .init()) }

  /// Calls a method that logs or changes an entry, and prints the result in one line.
  func log<Method: RPCMethod>(_ method: Method.Type, _ params: Method.Params) throws
  where Method.Answer == EntryAnswer {
    try answer(method, params) { .echo($0, now: now) }
  }

  /// The dry run of a link's call.
  func rehearse(_ call: MethodCall) throws(ClientError) -> EntryAnswer {
    try Client.read(EntryAnswer.self, of: call.method, try client.call(call))
  }

  /// Calls a link's method, and prints the result in one line.
  func log(_ call: MethodCall) throws(ClientError) {
    let answer = try client.call(call)
    if printsJSON {
      print(json: answer.json)
    } else {
      print(.echo(try Client.read(EntryAnswer.self, of: call.method, answer), now: now))
    }
  }

  /// Follows the daemon, for commands that run until they are interrupted.
  func follower(of topics: [Topic], child: String?) -> Follower {
    Follower(socket: socket.path, name: clientName, topics: topics, childID: child, timeout: timeout)
  }

  /// Writes at once.
  ///
  /// - Returns: false when the reader is gone.
  func write(_ text: String) -> Bool { environment.write(text) }

  func print(_ page: Page) { outcome.output += renderer.printed(apart(page)) }

  /// A page as it is printed.
  func text(_ page: Page) -> String { renderer.render(apart(page)) }

  /// A page with a heading is separated from the previous child's.
  private func apart(_ page: Page) -> Page {
    guard isFurtherChild, case .heading? = page.items.first else { return page }
    return .gap(before: page)
  }

  /// A call's answer, and as it came.
  func read<Method: RPCMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(ClientError) -> (wire: WireInput, answer: Method.Answer) {
    let wire = try client.call(MethodCall(method, params))
    return (wire, try Client.read(method, wire))
  }

  /// Prints an answer of the program's own.
  func print(json: @autoclosure () -> JSON, or page: @autoclosure () -> Page) {
    if printsJSON { print(json: json()) } else { print(page()) }
  }

  func print(json: JSON) { outcome.output += Array(SafeText.json(json.text).utf8) + [UInt8(ascii: "\n")] }

  func print(text: String) { outcome.output += Array(text.utf8) }

  /// Prints a remark that is not part of the answer.
  func remark(_ text: String) { outcome.errors += Array((SafeText.line(text) + "\n").utf8) }

  /// Says on a terminal that there is another log, where the person has two: it may be the one that is meant.
  func remarkOnOtherLog() {
    guard let chosen, chosen.origin == .user, let other = chosen.other, !printsJSON, environment.errorIsTerminal
    else { return }
    remark("This is your own log; the system has another one (\(other)). To make them one: bbctl move --to system")
  }

  /// The daemon, for a command that says itself that there are two.
  func socketWithoutRemark() -> DaemonSocket {
    defer { chosen = nil }
    return socket
  }

  /// The exit status for a question that was answered with no.
  func end(with status: ExitStatus) { outcome.status = status }

  /// Asks a person; nil at the end of the input.
  func ask(_ question: String) -> String? {
    environment.writeError(SafeText.line(question) + " ")
    return environment.readLine()
  }

  /// Notes why the command failed.
  func fail(_ error: any Error, after line: TypedLine) { outcome.fail(error, after: line, asJSON: printsJSON) }
}

extension CommandSession {
  /// Whether a person can be asked.
  var hasPerson: Bool { environment.inputIsTerminal && environment.errorIsTerminal }

  /// - Throws: `UsageError` if there is no person to ask.
  func requirePerson(for what: String) throws(UsageError) {
    guard hasPerson else {
      throw UsageError(message: "This \(what), and there is no terminal to ask on. To do it, add --yes.")
    }
  }

  /// Asks a question that only an explicit yes confirms.
  func confirms(_ question: String) -> Bool {
    isConfirmed(agrees(question))
  }

  /// Asks a question that may be answered with no, and nothing is wrong.
  func agrees(_ question: String) -> Bool {
    let answer = ask(question + " [y/N]")?.lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Asks for a name to be typed, for what should not happen by a slip.
  func confirms(byTyping name: String, _ action: String) -> Bool {
    isConfirmed(ask("Type \(name) to \(action):") == SafeText.line(name))
  }

  private func isConfirmed(_ answer: Bool) -> Bool {
    if !answer {
      remark("Nothing was changed.")
      end(with: .failed)
    }
    return answer
  }
}
