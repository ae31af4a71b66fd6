import NIOCore

/// One stream of events, held from anywhere.
final class EventStream: Sendable {
  private let eventLoop: any EventLoop
  private let outlet: NIOLoopBound<StreamOutlet>

  /// To be called on the event loop.
  init(_ outlet: StreamOutlet, on eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
    self.outlet = NIOLoopBound(outlet, eventLoop: eventLoop)
  }

  func end() { eventLoop.execute { self.outlet.value.end() } }

  /// Has something done with the outlets of many streams, by one call of each event loop.
  static func forEach<Detail: Sendable>(
    _ streams: [(stream: EventStream, detail: Detail)], _ body: @escaping @Sendable (StreamOutlet, Detail) -> Void
  ) {
    for part in Dictionary(grouping: streams, by: { ObjectIdentifier($0.stream.eventLoop) }).values {
      part[0].stream.eventLoop.execute {
        for (stream, detail) in part { body(stream.outlet.value, detail) }
      }
    }
  }
}
