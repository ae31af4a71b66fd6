import BabyProtocol
import NIOCore
import NIOPosix
import Testing

/// What a server has answered.
struct Reply {
  let status: Int
  /// By name in lower case.
  let headers: [String: String]
  let body: [UInt8]
  private let lines: [String]

  /// The values of all headers of a name, which is in lower case.
  func allHeaders(_ name: String) -> [String] {
    lines.compactMap { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return line[..<colon].lowercased() == name ? line[colon...].dropFirst().trimmingPrefix(" ").description : nil
    }
  }

  /// The body as JSON; null without a body.
  var json: JSON { get throws { body.isEmpty ? .null : try JSON(parsing: body) } }

  /// The code in an error's body.
  var errorCode: String? { get throws { try json["error"]?["code"]?.stringValue } }

  func decoded<Body: WireObject>(_ type: Body.Type = Body.self) throws -> Body { try Body(json: json) }

  init(bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = try #require(text.firstRange(of: "\r\n\r\n").map { (text[..<$0.lowerBound], text[$0.upperBound...]) })
    let lines = parts.0.split(separator: "\r\n")
    status = try #require(lines.first.flatMap { Int($0.split(separator: " ")[1]) })
    self.lines = lines.dropFirst().map(String.init)
    headers = Dictionary(
      lines.dropFirst().map { line in
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        return (line[..<colon].lowercased(), line[colon...].dropFirst().trimmingPrefix(" ").description)
      }
    ) { first, _ in first }
    body = Array(parts.1.utf8)
  }
}

/// Sends bytes to a port of this machine and takes all that comes until the server hangs up.
func exchange(_ request: [UInt8], port: Int) async throws -> [UInt8] {
  let group = MultiThreadedEventLoopGroup.singleton
  let everything = group.next().makePromise(of: [UInt8].self)
  let channel = try await ClientBootstrap(group: group)
    .channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Collector(everything))
      }
    }
    .connect(host: "127.0.0.1", port: port).get()
  // The server may hang up before it has read everything.
  channel.writeAndFlush(ByteBuffer(bytes: request), promise: nil)
  return try await everything.futureResult.get()
}

/// Sends a request again and again, takes nothing that comes, and goes on until the server hangs up.
func sendWithoutReading(_ request: [UInt8], port: Int) async throws {
  let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    .channelOption(.autoRead, value: false)
    .connect(host: "127.0.0.1", port: port).get()
  do {
    while true { try await channel.writeAndFlush(ByteBuffer(bytes: request)) }
  } catch {}
}

/// A connection on which nothing is sent.
func connect(port: Int) async throws -> any Channel {
  try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    .connect(host: "127.0.0.1", port: port).get()
}

/// Waits until connections that were being made while a server ended are closed.
///
/// If a handshake completes while the listening socket closes, Linux can drop the server's side without a word. The
/// client then believes that it is connected until it sends something, so this sends a byte.
func waitForClosing(of arrivals: [EventLoopFuture<any Channel>]) async throws {
  for arrival in arrivals {
    // The server may have ended before some of them came.
    guard let channel = try? await arrival.get() else { continue }
    channel.writeAndFlush(ByteBuffer(string: "G"), promise: nil)
    try await channel.closeFuture.get()
  }
}

private final class Collector: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var received: [UInt8] = []
  private let everything: EventLoopPromise<[UInt8]>

  init(_ everything: EventLoopPromise<[UInt8]>) { self.everything = everything }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += unwrapInboundIn(data).readableBytesView
  }

  func channelInactive(context: ChannelHandlerContext) { everything.succeed(received) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
