public import BabyImport
public import BabyModel
public import BabyProtocol
import BabyStore
import Synchronization

/// The running imports. A client streams its files in chunks, which are kept until all have arrived; then they are read
/// twice: once for facts about the whole, once for their rows. An import ends with its client.
public final class RunningImports: Sendable {
  private struct Slot {
    /// Counts up with each import.
    let number: Int
    let uid: UInt32
    let client: Int
    let work: ImportWork
  }

  private struct State {
    var slots: [String: Slot] = [:]
    var begun = 0
  }

  /// Imports at once. The oldest is given up for one more.
  private static let capacity = 8

  private let state = Mutex(State())
  private let ids: IDGenerator
  private let folder: String

  /// - Parameter folder: where files lie while they are read, without a name; on the disk.
  public init(ids: IDGenerator, folder: String) {
    self.ids = ids
    self.folder = folder
  }

  /// - Parameters:
  ///   - params: its options; the chunk is for `read`.
  ///   - map: what the columns mean, as read from the params.
  ///   - client: the number of the connection with which the import ends.
  /// - Returns: the new import's id.
  public func begin(
    _ params: DataImport.Params, map: ColumnMap?, of client: Int, by caller: Caller, engine: Engine
  ) async throws -> String {
    let now = engine.now()
    var options = params
    // The plan is kept as long as the import: the chunk is read at once, and the map is read already.
    (options.chunk, options.map) = (nil, nil)
    let plan = try await engine.read(caller) { [options] book in try book.plan(options, map: map, now: now) }
    let id: Identifier<ImportSession> = ids.next(at: now)
    let work = ImportWork(plan, in: SpoolFolder(path: folder))
    state.withLock { state in
      if state.slots.count >= Self.capacity, let oldest = state.slots.min(by: { $0.value.number < $1.value.number }) {
        state.slots[oldest.key] = nil
      }
      state.begun += 1
      state.slots["\(id)"] = Slot(number: state.begun, uid: caller.uid, client: client, work: work)
    }
    return "\(id)"
  }

  /// Takes the next bytes of a file, and after the last one reads them all.
  ///
  /// - Parameters:
  ///   - file: the name of the file that begins with these bytes; nil continues the current one.
  ///   - isEnd: whether it was the last piece of the last file.
  ///   - isStepwise: whether to answer before everything is read; another call without bytes then continues. Otherwise
  ///     the answer to the last piece is that of the whole import.
  /// - Throws: `BabyError.importNotFound` for an import that is unknown, has ended, or belongs to another caller. The
  ///   import ends after any error.
  public func read(
    _ bytes: [UInt8], file: String? = nil, isEnd: Bool, isStepwise: Bool = false, into id: String, by caller: Caller,
    engine: Engine
  ) async throws -> DataImport.Answer {
    let slot = try take(id, of: caller)
    do {
      let answer = try await slot.work.read(
        bytes, file: file, isEnd: isEnd, isStepwise: isStepwise, id: id, by: caller, engine: engine)
      if answer.summary == nil { state.withLock { $0.slots[id] = slot } }
      return answer
    } catch let error as ForeignFileError {
      throw BabyError.importInvalid(error.message)
    }
  }

  /// Gives an import up, and takes back what it has stored.
  ///
  /// - Throws: as `read`; as `LogbookWriter.undo`.
  public func cancel(_ id: String, by caller: Caller, engine: Engine) async throws -> DataImport.Answer {
    try await take(id, of: caller).work.cancel(id: id, by: caller, engine: engine)
  }

  /// Whether an import of a client's is going on.
  public func isInUse(by client: Int) -> Bool {
    state.withLock { $0.slots.values.contains { $0.client == client } }
  }

  /// The client is gone, and so are its imports.
  public func ended(_ client: Int) {
    // Releasing imports closes their files, which must not block others.
    _ = state.withLock { state in
      let left = state.slots.filter { $0.value.client == client }
      for id in left.keys { state.slots[id] = nil }
      return left
    }
  }

  /// Taken out while it works, so that two calls can never read into the same import at once.
  private func take(_ id: String, of caller: Caller) throws(BabyError) -> Slot {
    let slot = state.withLock { state in
      state.slots[id]?.uid == caller.uid ? state.slots.removeValue(forKey: id) : nil
    }
    guard let slot else { throw .importNotFound(id) }
    return slot
  }
}
