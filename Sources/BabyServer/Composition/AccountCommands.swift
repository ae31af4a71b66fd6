import ArgumentParser
import BabyModel
import BabyStore

extension UserCommand {
  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Disable an account and end its sessions; its children and entries stay.")

    @OptionGroup var database: DatabaseOption
    @Argument(help: "E-mail address.") var email: String

    func run() async throws {
      try await database.withStore { store in
        let user = try await store.user(email)
        try await store.write(at: .systemNow) { try $0.disable(user.id) }
        print("Disabled \(user.email); its sessions have ended. To undo: babybasics-server user enable \(user.email)")
      }
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")

    @OptionGroup var database: DatabaseOption
    @Argument(help: "E-mail address.") var email: String

    func run() async throws {
      try await database.withStore { store in
        let user = try await store.user(email)
        try await store.write(at: .systemNow) { try $0.enable(user.id) }
        print("Enabled \(user.email)")
      }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Erase an account, and the children that have no other owner, with all their entries, for everybody.",
      discussion: "It asks first, and says which children go. Backups keep all of it until they are rotated away.")

    @OptionGroup var database: DatabaseOption
    @Argument(help: "E-mail address.") var email: String

    @Flag(name: .customLong("yes"), help: "Erase without asking.")
    var isConfirmed = false

    func run() async throws {
      try await database.withStore { store in
        let user = try await store.user(email)
        let children = try await store.read { try $0.childrenOwnedAlone(by: user.id) }.map(\.name)
        let all =
          children.isEmpty ? "No child goes with it." : "Its children go too: \(children.joined(separator: ", "))."
        guard try isConfirmed || Terminal.confirms("\(all) Erase \(user.email) with everything in the account?") else {
          throw ServerStartFailure("Nothing was changed.")
        }
        try await store.write(at: .systemNow) { try $0.erase(user.id) }
        try await store.mergeLog()
        print("Erased \(user.email). \(all)")
      }
    }
  }
}

extension ServerStore {
  /// - Throws: `ServerStartFailure` when there is no such account.
  func user(_ email: String) async throws -> User {
    let email = User.normalized(email: email)
    guard let account = try await read({ try $0.account(email: email) }) else {
      throw ServerStartFailure("There is no account \(email).")
    }
    return account.user
  }
}
