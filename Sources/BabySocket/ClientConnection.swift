import BabyProtocol
import NIOCore

/// One client: reads lines, has them answered in order, and never makes others wait for this client.
///
/// Lives on the event loop. What to do is decided by `LineFramer` and `CallQueue`; this does it.
final class ClientConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let service: SocketService
  private let turns: NextTurnQueue
  private let session: ClientSession
  private let output: ConnectionOutput
  private let events: ConnectionEvents
  /// Why this client is turned away, if it is.
  private let refusal: RPCError?
  /// Called once, when the client is gone and nothing is worked on for it any more.
  private let whenOver: () -> Void

  private var context: ChannelHandlerContext?
  private var framer: LineFramer
  private var queue: CallQueue
  private var published = CallQueue.Tally()
  private var running: Task<Void, Never>?
  /// A task is being started, and has not had to wait yet.
  private var isStarting = false
  private var immediateOutcome: Result<[UInt8], RPCError>?
  /// The call that is worked on, and since when.
  private var performed: (method: String, since: NIODeadline)?
  /// When the last call was answered.
  private var lastAnswer = NIODeadline.distantPast
  /// This connection's turn was over before its work was done.
  private var isWaitingForTurn = false
  private var phase = Phase.open { didSet { holdEvents() } }
  private var isWorking = false { didSet { holdEvents() } }

  private enum Phase: Int, Comparable {
    case open
    /// No more input is read; the connection closes when all requests that have arrived are answered.
    case ending
    /// The last answers are on their way.
    case closing
    case closed

    static func < (a: Phase, b: Phase) -> Bool { a.rawValue < b.rawValue }
  }

  init(
    service: SocketService, turns: NextTurnQueue, session: ClientSession, socket: CInt?, events: ConnectionEvents,
    refusal: RPCError?, whenOver: @escaping () -> Void
  ) {
    self.service = service
    self.turns = turns
    self.session = session
    output = ConnectionOutput(service: service, peer: session.peer, socket: socket)
    self.events = events
    self.refusal = refusal
    self.whenOver = whenOver
    framer = LineFramer(longestLine: service.limits.lineLength)
    queue = CallQueue(limits: service.limits)
    events.output = output
    output.whenUnblocked = { [weak events] in events?.sendWaiting() }
  }

  /// Answers what has been taken in, takes nothing more in, and closes.
  func drain() {
    phase = max(phase, .ending)
    queue.refuseFurtherRequests()
    if let context { work(context) }
  }

  /// How it is used just now.
  var use: ConnectionLimiter.Use {
    if queue.tally.calls == 0 { return .silent }
    let isIdle = phase == .open && queue.isEmpty && !isWaitingForTurn
    return isIdle && !service.handler.isInUse(by: session) ? .idle(since: lastAnswer) : .busy
  }

  /// Closes to make room for another client.
  func giveWay() {
    guard phase < .closing else { return }
    output.append(
      Response.failure(
        id: nil,
        RPCError(
          .tooManyConnections,
          "This connection was closed to make room for another client, because it was idle.")))
    close()
  }

  /// Closes without waiting for anything.
  func abort() {
    running?.cancel()
    context?.close(promise: nil)
  }

  // MARK: Channel events

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    output.added(to: context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    output.removed()
  }

  func channelActive(context: ChannelHandlerContext) {
    output.begin()
    if let refusal {
      output.append(Response.failure(id: nil, refusal))
      close()
    } else {
      context.read()
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase == .open else { return }
    unwrapInboundIn(data).withUnsafeReadableBytes { framer.append($0) }
  }

  func channelReadComplete(context: ChannelHandlerContext) { work(context) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { work(context) }
  }

  /// The client has sent everything and may still read the answers.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return }
    framer.end()
    phase = max(phase, .ending)
    work(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .closed
    output.end()
    queue.removeAllWaiting()
    running?.cancel()
    if running == nil { whenOver() }
  }

  // MARK: Work

  /// One turn: works on what has arrived, until it is the other connections' turn.
  private func work(_ context: ChannelHandlerContext) {
    // A flush can make the channel writable, which calls this again from within itself.
    guard phase < .closing, !isWaitingForTurn, !isWorking else { return }
    isWorking = true
    let isDone = workThroughTurn(context)
    publishTally()
    output.flush()
    isWorking = false
    events.sendWaiting()

    // Nothing is done for a client that does not read; `channelWritabilityChanged` continues.
    guard phase < .closing, context.channel.isWritable else { return }
    if !isDone {
      continueInNextTurn(context)
    } else if phase == .open {
      if !queue.isFull { context.read() }
    } else if queue.isEmpty {
      close()
    }
  }

  /// - Returns: whether there was nothing left to work on.
  private func workThroughTurn(_ context: ChannelHandlerContext) -> Bool {
    var calls = 0
    var lines = 0
    while phase < .closing, context.channel.isWritable,
      calls < service.limits.callsPerTurn, lines < service.limits.callsPerTurn
    {
      if let step = queue.next() {
        calls += 1
        perform(step, on: context.eventLoop)
        if output.count >= service.limits.unsentBytes { output.flush() }
      } else if !queue.isFull, let line = framer.next() {
        lines += 1
        take(line)
      } else {
        return true
      }
    }
    return false
  }

  private func take(_ line: LineFramer.Output) {
    switch line {
    case .line(let bytes):
      let admission = queue.admit(bytes)
      if let answer = admission.send { output.append(answer) }
      if admission.cancelsRunning { running?.cancel() }
    case .lineTooLong:
      queue.refuse(.lineTooLong, "The line is longer than \(service.limits.lineLength) bytes.")
      phase = .ending
    case .notJSON:
      output.append(
        Array("This is babybasicsd's JSON-RPC socket: one JSON object per line, see bbctl call --help.".utf8))
      phase = .ending
    }
  }

  private func perform(_ step: CallQueue.Step, on eventLoop: any EventLoop) {
    switch step {
    case .send(let line): output.append(line)
    case .perform(let request):
      performed = (request.method, .now())
      if let result = service.handler.immediateResult(for: request, session: session) {
        finish(.success(result))
      } else {
        start(request, on: eventLoop)
      }
    }
  }

  private func start(_ request: Request, on eventLoop: any EventLoop) {
    let bound = NIOLoopBound(self, eventLoop: eventLoop)
    isStarting = true
    // It begins here and now and comes back here: on a small machine waking another thread costs more than most calls.
    running = Task.immediate(executorPreference: EventLoopTaskExecutor(eventLoop)) { [service, session] in
      let outcome = await service.outcome(of: request, session: session)
      bound.value.taskEnded(outcome, on: eventLoop)
    }
    isStarting = false
    // It had nothing to wait for: then it is a call of this turn like those with an immediate result.
    if let outcome = immediateOutcome.take() { finishTask(outcome) }
  }

  private func taskEnded(_ outcome: Result<[UInt8], RPCError>, on eventLoop: any EventLoop) {
    guard !isStarting else { return immediateOutcome = outcome }
    let bound = NIOLoopBound(self, eventLoop: eventLoop)
    // Not within the task, which would otherwise last as long as what is begun after it.
    eventLoop.execute { bound.value.workAfterTask(outcome) }
  }

  private func finishTask(_ outcome: Result<[UInt8], RPCError>) {
    running = nil
    finish(outcome)
  }

  private func workAfterTask(_ outcome: Result<[UInt8], RPCError>) {
    finishTask(outcome)
    if phase == .closed {
      publishTally()
      whenOver()
    } else if let context {
      work(context)
    }
  }

  private func finish(_ outcome: Result<[UInt8], RPCError>) {
    if let (method, since) = performed {
      lastAnswer = .now()
      var error: ErrorCode?
      if case .failure(let failure) = outcome { error = failure.code }
      service.statistics?.count(method, took: Duration(lastAnswer - since), error: error)
    }
    if let line = queue.finish(outcome) { output.append(line) }
    if !queue.isInBatch { events.release() }
  }

  private func holdEvents() { output.isHoldingEvents = isWorking || phase >= .closing }

  private func continueInNextTurn(_ context: ChannelHandlerContext) {
    isWaitingForTurn = true
    turns.add { [self] in
      isWaitingForTurn = false
      work(context)
    }
  }

  private func close() {
    phase = .closing
    output.flushAndClose()
  }

  private func publishTally() {
    let tally = queue.tally
    guard tally != published else { return }
    let before = published
    published = tally
    service.counters.count {
      $0.calls += tally.calls - before.calls
      $0.failedCalls += tally.failedCalls - before.failedCalls
    }
  }
}
