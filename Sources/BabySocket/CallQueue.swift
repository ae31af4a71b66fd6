package import BabyProtocol
import NIOCore

/// The requests of one connection: they are worked on one after the other and answered in the order in which they came.
///
/// Only `cancel` overtakes the others. A batch's elements stand in the queue like single requests; their answers are
/// collected into one line.
package struct CallQueue {
  package enum Step: Hashable {
    /// Work on this, then call `finish`; there is no next step before.
    case perform(Request)
    /// Send this line.
    case send([UInt8])
  }

  /// The immediate actions when a line comes in.
  package struct Admission: Hashable {
    /// The answer to `cancel`.
    var send: [UInt8]?
    /// `cancel` named the request that is being worked on.
    var cancelsRunning = false
  }

  /// Calls that came in and that ended with an error, for the counters.
  struct Tally: Hashable {
    var calls = 0
    var failedCalls = 0
  }

  let limits: SocketLimits
  private(set) var tally = Tally()

  private var waiting = CircularBuffer<Call>()
  /// Bytes of the lines that waiting calls came in.
  private var waitingBytes = 0
  private var running: (id: RequestID?, place: Place)?
  /// The answers so far of the batch at the queue's head, with the bracket before them.
  private var batch: [UInt8] = []
  private var isRefusing = false

  private struct Call {
    var work: Work
    var place: Place
    /// Of its line; 0 for all but the last of a batch.
    var bytes = 0
  }

  private enum Work {
    case request(Request)
    /// Nothing is left to be done; nil when there is nothing to be answered either.
    case answer([UInt8]?)
  }

  private enum Place {
    case alone
    case inBatch(isLast: Bool)
  }

  package init(limits: SocketLimits) { self.limits = limits }

  /// Calls that are not answered yet, the one that is being worked on among them.
  var count: Int { waiting.count + (running == nil ? 0 : 1) }
  var isEmpty: Bool { count == 0 }
  var isRunning: Bool { running != nil }
  /// Answers of a batch have been collected and not been sent.
  var isInBatch: Bool { !batch.isEmpty }
  /// A line is let in whole when there is room for one call, so what waits may be beyond the limits by a batch, and by
  /// the bytes of a line.
  var isFull: Bool { count >= limits.pendingCalls || waitingBytes >= limits.pendingBytes }

  /// Takes a line in: a request, a batch, or something that is answered with an error.
  package mutating func admit(_ line: [UInt8]) -> Admission {
    let before = waiting.count
    defer {
      if waiting.count > before {
        waiting[waiting.index(before: waiting.endIndex)].bytes = line.count
        waitingBytes += line.count
      }
    }
    do {
      switch try RequestLine(parsing: line, longestBatch: limits.batchLength) {
      case .single(.success(let request)) where request.method == Cancel.name:
        return cancel(request)
      case .single(let request):
        return append(request, place: .alone)
      case .batch(let requests):
        return admit(batch: requests)
      }
    } catch let error as JSONSyntaxError {
      refuse(.parseError, "The line is not JSON: \(error.reason), at byte \(error.offset).")
    } catch let error as InvalidRequest {
      return append(.failure(error), place: .alone)
    } catch {
      refuse(.internalError, ErrorCode.internalError.summary)
    }
    return Admission()
  }

  /// Lets an error into the queue that answers no request in particular.
  mutating func refuse(_ code: ErrorCode, _ message: String) {
    tally.calls += 1
    waiting.append(Call(work: .answer(failure(nil, RPCError(code, message))), place: .alone))
  }

  /// Answers every request with `rpc.shuttingDown` that comes from now on.
  mutating func refuseFurtherRequests() { isRefusing = true }

  /// The next action; nil while a request is being handled and when nothing waits.
  package mutating func next() -> Step? {
    guard running == nil else { return nil }
    while let call = waiting.popFirst() {
      waitingBytes -= call.bytes
      switch call.work {
      case .request(let request):
        running = (request.id, call.place)
        return .perform(request)
      case .answer(let answer):
        if let line = line(with: answer, place: call.place) { return .send(line) }
      }
    }
    return nil
  }

  /// The request that is being worked on is done.
  ///
  /// - Returns: the line to send, nil if no answer is expected or the batch continues.
  package mutating func finish(_ outcome: Result<[UInt8], RPCError>) -> [UInt8]? {
    guard let (id, place) = running else { return nil }
    running = nil
    switch outcome {
    case .success(let result):
      return line(with: id.map { Response.success(id: $0, result: result) }, place: place)
    case .failure(let error):
      let answer = failure(id, error)
      return line(with: id == nil ? nil : answer, place: place)
    }
  }

  /// Drops all waiting requests: the client is gone.
  mutating func removeAllWaiting() {
    waiting.removeAll()
    waitingBytes = 0
  }

  private mutating func admit(batch: [Result<Request, InvalidRequest>]) -> Admission {
    var admission = Admission()
    for (index, request) in batch.enumerated() {
      let element = append(request, place: .inBatch(isLast: index == batch.count - 1))
      admission.cancelsRunning = admission.cancelsRunning || element.cancelsRunning
    }
    return admission
  }

  private mutating func append(_ request: Result<Request, InvalidRequest>, place: Place) -> Admission {
    var admission = Admission()
    let work: Work
    switch request {
    case .success(let request) where request.method == Cancel.name:
      admission = cancel(request)
      work = .answer(admission.send.take())
    case .success(let request):
      tally.calls += 1
      if isRefusing {
        let answer = failure(request.id, RPCError(.shuttingDown, "The daemon is stopping and accepts no new calls."))
        work = .answer(request.id == nil ? nil : answer)
      } else {
        work = .request(request)
      }
    case .failure(let error):
      tally.calls += 1
      work = .answer(failure(error.id, RPCError(.invalidRequest, "This is not a request: \(error.reason).")))
    }
    waiting.append(Call(work: work, place: place))
    return admission
  }

  private mutating func cancel(_ request: Request) -> Admission {
    tally.calls += 1
    do throws(WireError) {
      let params = try Cancel.Params(strictly: request.params)
      guard let id = RequestID(json: params.id) else {
        throw WireError(path: "id", message: "must be a string or a whole number, not \(params.id.typeName)")
      }
      let cancelsRunning = running?.id == id
      let answer = Cancel.Answer(isCancelled: cancelsRunning || cancelWaiting(id))
      return Admission(
        send: request.id.map { Response.success(id: $0, result: answer.encoded) }, cancelsRunning: cancelsRunning)
    } catch {
      let answer = failure(request.id, RPCError(error))
      return Admission(send: request.id == nil ? nil : answer)
    }
  }

  /// A cancelled request keeps its place and is answered there.
  private mutating func cancelWaiting(_ id: RequestID) -> Bool {
    for index in waiting.indices {
      guard case .request(let request) = waiting[index].work, request.id == id else { continue }
      waiting[index].work = .answer(failure(id, .cancelled))
      return true
    }
    return false
  }

  private mutating func failure(_ id: RequestID?, _ error: RPCError) -> [UInt8] {
    tally.failedCalls += 1
    return Response.failure(id: id, error)
  }

  /// - Returns: the line that is complete with this answer.
  private mutating func line(with answer: [UInt8]?, place: Place) -> [UInt8]? {
    guard case .inBatch(let isLast) = place else { return answer }
    if let answer {
      batch.append(batch.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
      batch.append(contentsOf: answer)
    }
    guard isLast, !batch.isEmpty else { return nil }
    defer { batch = [] }
    batch.append(UInt8(ascii: "]"))
    return batch
  }
}
