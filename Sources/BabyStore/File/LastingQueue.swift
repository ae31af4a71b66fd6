import CProcess
import GRDB

extension Configuration {
  /// For each connection of a daemon's: its queue is never disposed of.
  ///
  /// Dispatch would dispose of what GRDB has put down there on a thread of its own pool, and wakes up every second once
  /// it has that pool. A queue that is kept takes a few hundred bytes, and connections are closed when a database is
  /// begun, restored or left.
  static func lasting(readonly: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.prepareDatabase { _ in process_keep_queue() }
    return configuration
  }
}
