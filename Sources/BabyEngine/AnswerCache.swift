public import BabyModel
public import Synchronization

/// Answers to reads. Each is right for one version of the database, and only within its own period.
///
/// A version is the number of the last commit, or anything else that differs after a commit which may change the answer.
/// A caller notes it before reading the database and keeps the answer under it, so an answer that was read before a
/// commit is never given after it.
///
/// The cache is bounded in answers and in bytes. When it is full, the half that was used least recently goes.
///
/// `@inlinable` lets the compiler specialize it for a program's keys: bars ask every second.
public final class AnswerCache<Key: Hashable & Sendable, Version: Hashable & Sendable, Answer: Sendable>: Sendable {
  @usableFromInline struct Entry {
    @usableFromInline var answer: Answer
    @usableFromInline var bytes: Int
    @usableFromInline var version: Version
    @usableFromInline var period: Range<Instant>
    @usableFromInline var lastUse: Int

    @inlinable init(answer: Answer, bytes: Int, version: Version, period: Range<Instant>, lastUse: Int) {
      (self.answer, self.bytes, self.version, self.period) = (answer, bytes, version, period)
      self.lastUse = lastUse
    }
  }

  @usableFromInline struct State {
    @usableFromInline var entries: [Key: Entry] = [:]
    /// The size of all answers together.
    @usableFromInline var bytes = 0
    /// Counts the uses, as a clock for `lastUse`.
    @usableFromInline var uses = 0

    @inlinable init() {}
  }

  @usableFromInline let maxAnswers: Int
  @usableFromInline let maxBytes: Int
  @usableFromInline let state = Mutex(State())

  /// - Parameters:
  ///   - maxAnswers: the most answers to keep, at least 2.
  ///   - maxBytes: the most bytes of all answers together. An answer of more than half of them is not kept.
  @inlinable public init(maxAnswers: Int, maxBytes: Int) {
    (self.maxAnswers, self.maxBytes) = (maxAnswers, maxBytes)
  }

  /// The answer that was kept for the same key and version, if it is right at a time.
  @inlinable
  public func answer(to key: Key, version: Version, at now: Instant) -> Answer? {
    state.withLock { state in
      guard let index = state.entries.index(forKey: key) else { return nil }
      let entry = state.entries.values[index]
      guard entry.version == version, entry.period.contains(now) else { return nil }
      state.uses += 1
      state.entries.values[index].lastUse = state.uses
      return entry.answer
    }
  }

  /// Keeps an answer in place of an earlier one to the same key.
  ///
  /// - Parameters:
  ///   - bytes: the size of the answer.
  ///   - version: the version of the database, noted before the answer was read.
  ///   - period: when the answer is right, if nothing is committed.
  @inlinable
  public func keep(_ answer: Answer, bytes: Int, to key: Key, version: Version, during period: Range<Instant>) {
    guard bytes <= maxBytes / 2 else { return }
    state.withLock { state in
      state.bytes -= state.entries.removeValue(forKey: key)?.bytes ?? 0
      if state.entries.count >= maxAnswers || state.bytes + bytes > maxBytes { dropLeastRecentlyUsed(&state) }
      state.uses += 1
      state.entries[key] = Entry(
        answer: answer, bytes: bytes, version: version, period: period, lastUse: state.uses)
      state.bytes += bytes
    }
  }

  @inlinable func dropLeastRecentlyUsed(_ state: inout State) {
    let entries = state.entries.sorted { $0.value.lastUse > $1.value.lastUse }
    (state.entries, state.bytes) = ([:], 0)
    for (key, entry) in entries {
      guard state.entries.count < maxAnswers / 2, state.bytes + entry.bytes <= maxBytes / 2 else { return }
      state.entries[key] = entry
      state.bytes += entry.bytes
    }
  }
}
