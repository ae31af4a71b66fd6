import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol

/// What happens to the terminal app.
enum DashInput {
  case key(TerminalInput.Key)
  case pasted(Character)
  case mouse(TerminalInput.Mouse)
  /// From the daemon; answers to calls have a case of their own.
  case event(FollowerEvent)
  case answered(DashCall.Purpose, Result<JSON, ClientError>)
  /// The size of the terminal, in characters.
  case resized(columns: Int, rows: Int)
  /// Time has passed.
  case tick
}

/// What the terminal app has to do next.
enum DashEffect: Equatable {
  case call(DashCall)
  /// Follow another child.
  case follow(ChildID)
  case quit
  /// The daemon refuses to be followed, and would again.
  case fail(ClientError)
}

/// A call to make, and what its answer is for.
struct DashCall: Equatable {
  enum Purpose: Hashable {
    /// The entries and the picture of a day, or what a search has found; of an earlier request if the number is not the
    /// latest.
    case entries(Int), chart(Int)
    case write
    /// A dry run: what undo would take back.
    case undoQuestion
  }

  let purpose: Purpose
  let call: MethodCall

  init<Method: RPCMethod>(_ purpose: Purpose, _ method: Method.Type, _ params: Method.Params) {
    self.purpose = purpose
    call = MethodCall(method, params)
  }

  /// A write.
  init(write call: MethodCall) {
    purpose = .write
    self.call = call
  }
}

/// Idempotency keys, each for one write and its repeats.
struct WriteKeys {
  /// What no other run of the program has.
  let run: String
  private var count = 0

  init(run: String) { self.run = run }

  mutating func next() -> String {
    count += 1
    return "dash-\(run)-\(count)"
  }
}
