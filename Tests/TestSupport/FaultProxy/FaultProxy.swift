import NIOCore
import NIOPosix
import Synchronization

/// Stands before a server of this machine and passes requests on, or fails in the requested way.
///
///     let proxy = try await FaultProxy.start(before: port)
///     proxy.fail([.loseAnswer]) { $0.method == "PUT" }
///     // … the next PUT is done, and its answer is lost …
///     proxy.stop()
///
/// It runs on NIO's own threads: callers may wait for processes as they like.
package final class FaultProxy: Sendable {
  package typealias Rule = @Sendable (SeenRequest) -> Fault

  fileprivate struct State {
    var rule: Rule = { _ in .none }
    var seen: [SeenRequest] = []
    var clients: [any Channel] = []
  }

  /// The port of this machine at which it listens.
  package let port: Int
  private let listener: any Channel
  private let state: SharedState

  /// What the connections know.
  fileprivate final class SharedState: Sendable {
    let value = Mutex(State())
  }

  private init(port: Int, listener: any Channel, state: SharedState) {
    self.port = port
    self.listener = listener
    self.state = state
  }

  deinit { listener.close(promise: nil) }

  /// - Parameter serverPort: of the server on this machine.
  package static func start(before serverPort: Int) async throws -> FaultProxy {
    let state = SharedState()
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        state.value.withLock { $0.clients.append(channel) }
        return channel.eventLoop.makeCompletedFuture {
          let handler = ProxyConnection(serverPort: serverPort) { state.fault(for: $0) }
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return FaultProxy(port: listener.localAddress?.port ?? 0, listener: listener, state: state)
  }

  /// Takes no more connections.
  package func stop() { listener.close(promise: nil) }

  /// What has passed so far.
  package var seen: [SeenRequest] { state.value.withLock { $0.seen } }

  /// How many connections it has taken so far.
  package var connectionCount: Int { state.value.withLock { $0.clients.count } }

  /// Hangs up on everybody, as a server does on connections that rest.
  package func hangUp() { for client in state.value.withLock({ $0.clients }) { client.close(promise: nil) } }

  /// Waits until all connections that it has taken are closed.
  package func everybodyGone() async {
    for client in state.value.withLock({ $0.clients }) { try? await client.closeFuture.get() }
  }

  /// Decides by a rule from now on.
  package func follow(_ rule: @escaping Rule) { state.value.withLock { $0.rule = rule } }

  /// Gives the next requests these faults, one each, and lets all others pass.
  ///
  /// - Parameter matches: which requests count.
  package func fail(_ faults: [Fault], where matches: @escaping @Sendable (SeenRequest) -> Bool = { _ in true }) {
    let waiting = Waiting(faults)
    follow { matches($0) ? waiting.next() : .none }
  }

  private final class Waiting: Sendable {
    private let faults: Mutex<ArraySlice<Fault>>

    init(_ faults: [Fault]) { self.faults = Mutex(faults[...]) }

    func next() -> Fault { faults.withLock { $0.popFirst() } ?? .none }
  }
}

extension FaultProxy.SharedState {
  /// Notes a request and says what is to happen to it.
  fileprivate func fault(for message: ProxiedMessage) -> Fault {
    let words = message.firstLine.split(separator: " ").map(String.init)
    let (request, rule) = value.withLock { state in
      let request = SeenRequest(
        number: state.seen.count + 1, method: words.first ?? "", target: words.count > 1 ? words[1] : "",
        headers: Dictionary(message.headers.map { ($0.name, $0.value) }) { first, _ in first }, body: message.body)
      state.seen.append(request)
      return (request, state.rule)
    }
    return rule(request)
  }
}
