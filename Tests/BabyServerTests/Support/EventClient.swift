import NIOCore
import NIOHTTP1
import NIOPosix

/// A client that follows events: what comes, piece by piece.
final class EventClient {
  private let channel: any Channel
  private var pieces: AsyncStream<String>.AsyncIterator

  private init(_ channel: any Channel, _ pieces: AsyncStream<String>) {
    self.channel = channel
    self.pieces = pieces.makeAsyncIterator()
  }

  static func follow(_ server: TestServer, as caller: Caller, lastID: String? = nil) async throws -> EventClient {
    let (pieces, piece) = AsyncStream.makeStream(of: String.self)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(Splitter(piece))
        }
      }
      .connect(host: "127.0.0.1", port: server.port).get()
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/v1/events")
    head.headers = HTTPHeaders([("Host", "localhost")] + caller.headers)
    if let lastID { head.headers.add(name: "Last-Event-ID", value: lastID) }
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    return EventClient(channel, pieces)
  }

  /// What comes next: first status and headers in lines, then event after event, comments included; nil at the end of
  /// the answer, `hung up` for an end without one.
  func next() async -> String? { await pieces.next() }

  /// The id of the next event.
  func nextID() async -> String? {
    while let piece = await next() {
      if let line = piece.split(separator: "\n").first(where: { $0.hasPrefix("id: ") }) {
        return String(line.dropFirst(4))
      }
    }
    return nil
  }

  func hangUp() async throws { try await channel.close() }

  private final class Splitter: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let piece: AsyncStream<String>.Continuation
    private var text = ""

    init(_ piece: AsyncStream<String>.Continuation) { self.piece = piece }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        piece.yield(
          (["\(head.status.code)"] + head.headers.map { "\($0.name.lowercased()): \($0.value)" })
            .joined(separator: "\n"))
      case .body(let bytes):
        text += String(buffer: bytes)
        while let end = text.firstRange(of: "\n\n") {
          piece.yield(String(text[..<end.lowerBound]))
          text.removeSubrange(..<end.upperBound)
        }
      case .end: piece.finish()
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      piece.yield("hung up")
      piece.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
