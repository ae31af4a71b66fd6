import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

// Completions that only the daemon knows. If it is missing or slow, there are none.

extension CompletionKind {
  /// Words of recent notes, the most frequent first.
  static let noteWords = asking { session, typed in
    let answer = try session.call(TimelineList.self, .init(limit: 300))
    return frequentWords(in: answer.entries.compactMap { $0.entry.note }, beginningWith: typed)
  }

  /// The short ids of the latest entries.
  static let recentEntries = asking { session, typed in
    let answer = try session.call(TimelineList.self, .init(limit: 20))
    return ["last"] + answer.entries.map(\.shortID).filter { $0.hasPrefix(typed) }
  }

  /// Days that have a name.
  static let days = list(DayRange.names)

  /// The names of the children.
  static let children = asking { session, typed in
    try session.call(ChildList.self, .init()).children.map(\.child.name).filter { $0.hasPrefix(typed) }
  }

  /// Names of timers to complete after a word such as `start`: the built-in ones, and the family's activities.
  static let timers = asking { session, typed in
    let word = session.surroundings.variables[PhraseCompletions.saidWord] ?? ""
    if DeclaredKinds.kind(called: word) == .medicine {
      return try session.call(MedicineList.self, .init()).medicines.map(\.name).filter { $0.hasPrefix(typed) }
    }
    guard Phrases.leadToName.contains(word) else { return [] }
    let used = try? session.call(TimelineList.self, .init(kinds: [.declared(.activity)], limit: 200))
    return TimerNames.all(with: used?.entries.compactMap(\.entry.content.name) ?? []).filter { $0.hasPrefix(typed) }
  }

  /// The names of the daemon's backups, and files.
  static let backups = asking { session, typed in
    let names = (try? session.call(DataBackups.self, .init()).backups.map(\.name)) ?? []
    return names.filter { $0.hasPrefix(typed) } + FolderListing.paths(beginningWith: typed)
  }

  private static func asking(_ ask: @escaping @Sendable (CommandSession, String) throws -> [String]) -> CompletionKind {
    .custom { _, _, typed in
      let settings = SessionSettings(timeout: Timeout(usual: .milliseconds(500)))
      guard let session = try? CommandSession(settings, in: .process) else { return [] }
      return ((try? ask(session, typed)) ?? []).map(SafeText.line)
    }
  }
}

enum TimerNames {
  /// All timers by name, each once: built-in names first, then the family's recent ones.
  static func all(with used: [String]) -> [String] {
    var known: Set<TimerKey> = []
    return (["sleep", "tummy time"] + KnownActivities.names + used).filter {
      known.insert(TimerKey(named: $0)).inserted
    }
  }
}

/// At most ten words of three letters and more, the most frequent first; of those that are alike, the first.
func frequentWords(in texts: [String], beginningWith prefix: String) -> [String] {
  var counts: [String: Int] = [:]
  var order: [String] = []
  for text in texts {
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) {
      guard word.count > 2, word.hasPrefix(prefix.lowercased()) else { continue }
      if counts[word] == nil { order.append(word) }
      counts[word, default: 0] += 1
    }
  }
  let sorted = order.enumerated().sorted { (counts[$1.element] ?? 0, $0.offset) < (counts[$0.element] ?? 0, $1.offset) }
  return sorted.prefix(10).map(\.element)
}
