import BabyModel

/// Words that people try, from other programs and from daily life, and the commands that do what they mean.
///
/// `nearestName` finds misspelt words; this table is for other words with the same meaning. It comes first: "stats" is
/// two letters away from "status", and means something else.
enum Suggestions {
  /// The command lines to choose from; empty if the words are not in the table.
  ///
  /// - Parameter words: as they were typed, options left out; what follows the words of the table does not matter.
  static func commands(for words: [String]) -> [String] {
    let lower = words.prefix(longest).map { $0.lowercased() }
    for count in stride(from: lower.count, to: 0, by: -1) {
      guard let commands = table[lower.prefix(count).joined(separator: " ")] else { continue }
      return commands.map { line(for: $0, with: words.dropFirst(count).map(\.shellQuoted)) }
    }
    return []
  }

  /// Whether the words are only those of the table: there is nothing to log. "switch" changes sides if sides are named,
  /// otherwise the child that follows it.
  static func areCommand(_ words: [String]) -> Bool {
    let lower = words.map { $0.lowercased() }
    if lower.first == "switch", lower.count == 2 { return !sides.contains(lower[1]) }
    return lower.count <= longest && table[lower.joined(separator: " ")] != nil
  }

  private static let sides = ["side", "sides", "breast", "breasts", "left", "right"]

  /// - Parameter rest: the words after those in the table.
  private static func line(for command: String, with rest: [String]) -> String {
    var words = command.split(separator: " ").map(String.init)
    if words.last == open {
      words.removeLast()
      // There are no further arguments: show how the command is used.
      words = rest.isEmpty ? words.prefix { !$0.hasPrefix("-") } + ["--help"] : words + rest
    }
    return (["bbctl"] + words).joined(separator: " ")
  }

  /// Stands for the words that were typed after those of the table.
  static let open = "…"
  /// Words of the longest line.
  private static let longest = 3

  /// Without `bbctl` on either side.
  static let table: [String: [String]] = [
    // Looking
    "stats": ["history --last 7d", "summary"], "statistics": ["history --last 7d", "summary"],
    "graph": ["chart"], "graphs": ["chart"], "totals": ["history --last 7d"], "week": ["history --last 7d"],
    "log list": ["history"], "info": ["status"], "dashboard": ["status"], "now": ["status"],
    "list": ["today"], "ls": ["today"], "timeline": ["today"], "day": ["today"], "entries": ["history"],
    "yesterday": ["history yesterday"], "search": ["history --search …"], "find": ["history --search …"],
    "grep": ["history --search …"], "last": ["summary last"], "share last": ["summary last --copy"],
    "copy": ["summary last --copy"], "next": ["predict"], "forecast": ["predict"], "prediction": ["predict"],
    "predictions": ["predict"], "follow": ["watch"], "live": ["watch"], "tail": ["monitor"], "events": ["monitor"],
    "handover": ["activity"], "who": ["activity", "share members"], "since": ["activity --since …"],
    "news": ["activity"], "changes": ["activity"],
    "stash": ["milk"], "allergens": ["foods"],
    "what's": ["why"], "whats": ["why"], "insight": ["why"], "insights": ["why"],
    "percentile": ["growth"], "percentiles": ["growth"],
    // Logging
    "add": ["log …", "child add …"], "add child": ["child add …"], "new child": ["child add …"],
    "add baby": ["child add …"], "add reminder": ["remind add …"], "new reminder": ["remind add …"],
    "new": ["log …", "child add …"], "record": ["log …"],
    "end": ["sleep stop", "feed stop", "tummy stop"],
    "timer": ["sleep toggle"], "toggle": ["sleep toggle"], "breast": ["feed left"], "nurse": ["feed left"],
    "notes": ["history --kind note", "convert"], "comment": ["note …"], "memo": ["note …"],
    "sleep end": ["sleep stop"], "sleep begin": ["sleep start"], "sleep add": ["sleep log --help"],
    "sleep delete": ["sleep cancel"], "sleep list": ["history --kind sleep"],
    // Changing
    "remove": ["delete …", "child remove …"], "rm": ["delete …"], "del": ["delete …"], "change": ["edit …"],
    "modify": ["edit …"],
    "update": ["edit …"], "fix": ["edit last"], "revert": ["undo"], "rollback": ["undo", "restore"], "back": ["undo"],
    "repeat": ["duplicate last"], "again": ["duplicate last"],
    // Children
    "switch sides": ["feed switch"], "switch side": ["feed switch"], "switch breasts": ["feed switch"],
    "switch left": ["feed switch"], "switch right": ["feed switch"], "switch": ["feed switch", "child select …"],
    "select": ["child select …"], "use": ["child select …"], "baby": ["child"],
    "babies": ["child list"], "children": ["child list"], "kids": ["child list"], "kid": ["child"],
    "child switch": ["child select …"], "child use": ["child select …"], "child show": ["child list"],
    "child new": ["child add …"], "child create": ["child add …"], "child delete": ["child remove …"],
    "child rename": ["child edit …"], "child set": ["child edit …"], "rename": ["child edit …"],
    // Setting up
    "init": ["setup"], "install": ["setup"], "start here": ["setup"], "welcome": ["setup"], "onboarding": ["setup"],
    "config": ["settings"], "configure": ["settings"], "preferences": ["settings"], "prefs": ["settings"],
    "options": ["settings"], "set": ["settings set …"], "get": ["settings get …"], "unit": ["settings set units …"],
    "units": ["settings set units …"], "theme": ["settings set theme.palette …"],
    "timezone": ["child edit …"], "zone": ["child edit …"], "remindme": ["remind add …"],
    "reminder": ["remind"], "reminders": ["remind"], "alarm": ["remind"], "alarms": ["remind"],
    "remind delete": ["remind remove …"], "remind done": ["remind dismiss …"], "remind new": ["remind add …"],
    "mute": ["remind off"],
    // Family
    "log out": ["logout"], "log in": ["login"], "signin": ["login"], "sign in": ["login"], "signout": ["logout"],
    "sign out": ["logout"], "signup": ["register"], "sign up": ["register"], "whoami": ["account"],
    "user": ["account", "share members"], "users": ["share members"], "members": ["share members"],
    "caregivers": ["share members"], "family": ["share members"], "invite": ["share create"],
    "join": ["share accept …"], "accept": ["share accept …"], "unshare": ["share revoke …"],
    "share delete": ["share remove …", "share revoke …"], "share cancel": ["share revoke …"],
    "share kick": ["share remove …"], "leave": ["share leave"], "transfer": ["share transfer …"],
    "share invite": ["share create"], "share add": ["share create"], "share new": ["share create"],
    "share join": ["share accept …"], "share users": ["share members"], "share show": ["share list"],
    "conflicts": ["inbox"], "notifications": ["inbox"], "messages": ["inbox"], "pending": ["queue"],
    "outbox": ["queue"], "push": ["sync"], "pull": ["sync"], "refresh": ["sync"], "offline": ["queue"],
    "account delete": ["erase --help"], "account logout": ["logout"], "account login": ["login"],
    // Data, and when something is wrong
    "save": ["backup"], "backups": ["backup --list"], "dump": ["export log.csv"], "csv": ["export log.csv"],
    "pdf": ["history --plain"], "print": ["history --plain"], "load": ["import …"], "wipe": ["erase --help"],
    "clear": ["erase --help"], "check": ["doctor"], "debug": ["diagnostics"], "version": ["--version"],
    "bug": ["diagnostics"], "man": ["--help"], "manual": ["--help"], "commands": ["--help"], "?": ["--help"],
  ]
}
