import Glibc
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("Accepting connections")
struct AcceptPauseTests {
  @Test("pauses for a second when there are no descriptors left")
  func pause() throws {
    let logs = LogRecorder()
    let channel = EmbeddedChannel(handler: AcceptPause(logger: logs.logger))
    let noDescriptors = IOError(errnoCode: EMFILE, reason: "accept")
    channel.pipeline.fireErrorCaught(noDescriptors)
    channel.pipeline.fireErrorCaught(noDescriptors)
    #expect(channel.isAccepting == false)
    #expect(logs.lines.count == 1)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
    #expect(channel.isAccepting == false)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(channel.isAccepting == true)
    _ = try channel.finish()
  }
}

extension EmbeddedChannel {
  fileprivate var isAccepting: Bool? {
    options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
  }
}
