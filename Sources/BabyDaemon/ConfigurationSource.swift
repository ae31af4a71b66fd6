import BabyModel
import BabyProtocol
import Yams

/// One place that configuration comes from, with each value's own place for error messages.
struct ConfigurationSource: Sendable {
  struct Value: Sendable {
    let text: String
    /// `config.yaml:3:8`, `BABYBASICS_LOG_LEVEL` or `--log-level`.
    let place: String
  }

  let name: String
  private(set) var values: [String: Value] = [:]

  /// The command line's values.
  init(flags: [String: String]) throws(ConfigurationError) {
    name = "flags"
    for key in ConfigurationKey.all {
      if let text = flags[key.name] { try set(key.name, Value(text: text, place: key.flag)) }
    }
  }

  /// Every variable that begins with `BABYBASICS_`, but for those of clients. An empty one counts as not set.
  init(environment: [String: String]) throws(ConfigurationError) {
    name = "environment"
    for (variable, text) in environment.sorted(by: { $0.key < $1.key })
    where variable.hasPrefix("BABYBASICS_") && !text.isEmpty && variable != Self.configVariable
      && !ClientVariable.isOne(variable)
    {
      guard let key = ConfigurationKey.all.first(where: { $0.environmentVariable == variable }) else {
        let known = ConfigurationKey.all.map(\.environmentVariable) + [Self.configVariable]
        throw .unknownKey(variable, place: "the environment", nearest: nearestName(to: variable, among: known))
      }
      try set(key.name, Value(text: text, place: variable))
    }
  }

  /// A YAML file's text. Keys may be nested or written with dots.
  init(yaml text: String, file: String) throws(ConfigurationError) {
    name = file
    let root: Node?
    do { root = try Yams.compose(yaml: text) } catch { throw .unreadable(file: file, reason: "\(error)") }
    if let root { try read(root, under: "", file: file) }
  }

  static let configVariable = "BABYBASICS_CONFIG"

  private mutating func read(_ node: Node, under prefix: String, file: String) throws(ConfigurationError) {
    let place = node.mark.map { "\(file):\($0.line):\($0.column)" } ?? file
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        let name = prefix + (key.scalar?.string ?? "?")
        let isKnown = ConfigurationKey.all.contains { $0.name == name || $0.name.hasPrefix(name + ".") }
        guard isKnown else {
          let keyPlace = key.mark.map { "\(file):\($0.line):\($0.column)" } ?? file
          let nearest = nearestName(to: name, among: ConfigurationKey.all.map(\.name))
          throw .unknownKey(name, place: keyPlace, nearest: nearest)
        }
        let isLeaf = ConfigurationKey.all.contains { $0.name == name }
        try read(value, under: isLeaf ? name : name + ".", file: file)
      }
    case .scalar(let scalar):
      guard ConfigurationKey.all.contains(where: { $0.name == prefix }) else {
        if scalar.string.isEmpty { return }
        throw .badValue(place: place, value: scalar.string, complaint: "must be a mapping of keys to values")
      }
      try set(prefix, Value(text: scalar.string, place: place))
    case .sequence, .alias:
      throw .badValue(place: place, value: "a list", complaint: "must be a single value")
    }
  }

  private mutating func set(_ key: String, _ value: Value) throws(ConfigurationError) {
    if let complaint = ConfigurationKey.all.first(where: { $0.name == key })?.complaint(value.text) {
      throw .badValue(place: value.place, value: value.text, complaint: complaint)
    }
    values[key] = value
  }
}

/// Why the daemon does not start with a configuration.
public enum ConfigurationError: Error, Hashable, Sendable {
  case unknownKey(String, place: String, nearest: String?)
  case badValue(place: String, value: String, complaint: String)
  case unreadable(file: String, reason: String)
}

extension ConfigurationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownKey(let key, let place, let nearest):
      "\(place): \"\(key)\" is not known" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ".")
    case .badValue(let place, let value, let complaint): "\(place): \"\(value)\" is not allowed: it \(complaint)."
    case .unreadable(let file, let reason): "\(file): the configuration cannot be read: \(reason)"
    }
  }
}
