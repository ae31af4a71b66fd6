import Systemd

/// A conversation with the desktop's keyring, in the words of the Secret Service specification, on the thread that
/// began it.
///
/// All steps share one deadline, and no prompt is ever shown: items that would need one count as locked.
struct SecretService {
  static let name = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"

  private let bus: Bus
  private let deadline: BusDeadline
  private let startsService: Bool

  /// The result of a search.
  struct Found {
    var unlocked: [String]
    var locked: [String]
  }

  /// - Parameters:
  ///   - address: of the session bus.
  ///   - startsService: starts the keyring when it is known to the bus but does not run.
  init(address: String, within limit: Duration, startsService: Bool) throws(KeyringError) {
    do { bus = try Bus(address: address) } catch { throw KeyringError(error) }
    deadline = BusDeadline(in: limit)
    self.startsService = startsService
  }

  /// Items with all of the attributes, and maybe more.
  func search(_ attributes: [String: String]) throws(KeyringError) -> Found {
    let answer = try call(Self.root, "Service", "SearchItems", [Self.dictionary(attributes)])
    guard answer.count == 2 else { throw Self.notUnderstood }
    return Found(unlocked: answer[0].texts, locked: answer[1].texts)
  }

  func secret(of item: String) throws(KeyringError) -> [UInt8] {
    let answer = try call(item, "Item", "GetSecret", [.objectPath(try session())])
    guard case .structure(let secret)? = answer.first, secret.count == 4, case .bytes(let bytes) = secret[2] else {
      throw Self.notUnderstood
    }
    return bytes
  }

  /// Stores a secret in the default keyring, replacing one with the same attributes.
  ///
  /// - Returns: the item.
  func store(_ secret: [UInt8], label: String, attributes: [String: String]) throws(KeyringError) -> String {
    let session = try session()
    let alias = try call(Self.root, "Service", "ReadAlias", [.string("default")])
    guard let collection = alias.first?.text else { throw Self.notUnderstood }
    // Creating a keyring needs a password, and so a prompt.
    guard collection != "/" else { throw .locked }
    let properties = BusValue.properties([
      "org.freedesktop.Secret.Item.Label": .string(label),
      "org.freedesktop.Secret.Item.Attributes": Self.dictionary(attributes),
    ])
    let value = BusValue.structure([.objectPath(session), .bytes([]), .bytes(secret), .string("text/plain")])
    let answer = try call(collection, "Collection", "CreateItem", [properties, value, .bool(true)])
    try refusePrompt(answer.last)
    guard let item = answer.first?.text else { throw Self.notUnderstood }
    return item
  }

  func delete(_ item: String) throws(KeyringError) {
    try refusePrompt(try call(item, "Item", "Delete").last)
  }

  /// The conversation's name; secrets go over the bus as they are, which is this user's alone.
  private func session() throws(KeyringError) -> String {
    let answer = try call(Self.root, "Service", "OpenSession", [.string("plain"), .variant(.string(""))])
    guard let session = answer.last?.text else { throw Self.notUnderstood }
    return session
  }

  private func refusePrompt(_ prompt: BusValue?) throws(KeyringError) {
    guard let path = prompt?.text, path != "/" else { return }
    _ = try? call(path, "Prompt", "Dismiss")
    throw .locked
  }

  private func call(
    _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = []
  ) throws(KeyringError) -> [BusValue] {
    let member = BusMember(
      service: Self.name, path: path, interface: "org.freedesktop.Secret.\(interface)", name: method)
    do { return try bus.call(member, arguments, until: deadline, startsService: startsService) } catch {
      throw KeyringError(error)
    }
  }

  private static let notUnderstood = KeyringError.failed("its answer does not follow the Secret Service specification")

  private static func dictionary(_ attributes: [String: String]) -> BusValue {
    let pairs = attributes.map { (BusValue.string($0), BusValue.string($1)) }
    return .dictionary(key: "s", value: "s", Dictionary(uniqueKeysWithValues: pairs))
  }
}

extension BusValue {
  fileprivate var texts: [String] { elements?.compactMap(\.text) ?? [] }
}
