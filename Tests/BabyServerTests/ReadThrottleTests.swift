import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import BabyServer

@Suite("Reading from a connection")
struct ReadThrottleTests {
  /// Counts how often the socket would be read.
  private final class Socket: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart
    var reads = 0
    func read(context: ChannelHandlerContext) { reads += 1 }
  }

  private let socket = Socket()
  private let channel: EmbeddedChannel

  init() throws {
    channel = EmbeddedChannel(handlers: [socket, ReadThrottleHandler()])
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "client")).wait()
    socket.reads = 0
  }

  @Test("a trickling body is read ten times a second, however often there is data")
  func trickle() throws {
    try begin()
    for _ in 1...1000 { try receive(bytes: 1) }
    #expect(socket.reads == ReadThrottle.freeReads)
    for _ in 1...10 {
      channel.embeddedEventLoop.advanceTime(by: ReadThrottle.interval)
      for _ in 1...10 { try receive(bytes: 1) }
    }
    #expect(socket.reads == ReadThrottle.freeReads + 10)
  }

  @Test("so is a trickling head")
  func head() {
    for _ in 1...1000 { endReading() }
    #expect(socket.reads == ReadThrottle.freeReads)
  }

  @Test("a body in large pieces is read as it comes")
  func body() throws {
    try begin()
    for _ in 1...256 { try receive(bytes: 1024) }
    #expect(socket.reads == 257)
  }

  @Test("and so is one request after the other")
  func requests() throws {
    for _ in 1...1000 {
      try begin()
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }
    #expect(socket.reads == 1000)
  }

  @Test("the rest of an answered request is read ten times a second, and discarded")
  func answered() throws {
    try begin()
    try receive(bytes: 1)
    try answer()
    let before = socket.reads
    while try channel.readInbound(as: HTTPServerRequestPart.self) != nil {}
    for _ in 1...10 {
      for _ in 1...10 { try receive(bytes: 1000) }
      #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
      channel.embeddedEventLoop.advanceTime(by: ReadThrottle.interval)
    }
    #expect(socket.reads == before + 10)
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == .end(nil))
    channel.pipeline.read()
    #expect(socket.reads == before + 11, "for the next request")
  }

  @Test("a pipelined request is not answered with it")
  func behind() throws {
    try begin()
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    try begin()
    try answer()
    while try channel.readInbound(as: HTTPServerRequestPart.self) != nil {}
    try receive(bytes: 1000)
    #expect(try channel.readInbound(as: HTTPServerRequestPart.self) != nil)
    #expect(socket.reads == 3)
  }

  private func answer() throws {
    let head = HTTPResponseHead(version: .http1_1, status: .notFound)
    try channel.writeOutbound(HTTPServerResponsePart.head(head))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
  }

  private func begin() throws {
    try channel.writeInbound(HTTPServerRequestPart.head(.init(version: .http1_1, method: .POST, uri: "/")))
    channel.pipeline.read()
  }

  private func receive(bytes: Int) throws {
    try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(repeating: 0, count: bytes)))
    channel.pipeline.read()
  }

  private func endReading() {
    channel.pipeline.fireChannelReadComplete()
    channel.pipeline.read()
  }
}
