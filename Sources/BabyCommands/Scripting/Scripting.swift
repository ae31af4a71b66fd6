import ArgumentParser
import BabyProtocol

struct CallCommand: Command {
  static let commandName = "call"

  static let configuration = command(
    "Call any method of the daemon and print its result as one line of JSON.", usage: "call <method> [<params>]",
    discussion: """
      An error is printed as one line of JSON to standard error. The daemon may take 45 seconds, unless --timeout says \
      otherwise: a method may have to ask the family server.

        bbctl call dashboard.get
        bbctl call timeline.list '{"day":"today","kinds":["sleep"]}'
        bbctl call rpc.discover
      """)

  @Argument(help: "The method's name.", completion: .list(allMethods.map { $0.name }))
  var method: String

  @Argument(help: "Its params, a JSON object.")
  var params = "{}"

  @OptionGroup var global: GlobalOptions

  /// Everything here is JSON, errors too.
  var settings: SessionSettings {
    var settings = global.patientSettings
    settings.printsJSON = true
    return settings
  }

  func validate() throws {
    do {
      let json = try JSON(parsing: params.utf8)
      guard json.objectValue != nil else {
        throw ValidationError("The params must be a JSON object, not \(json.typeName).")
      }
    } catch let error as JSONSyntaxError {
      throw ValidationError("The params are not JSON: \(error.reason), at byte \(error.offset).")
    }
  }

  func run(in session: CommandSession) throws {
    session.print(json: try session.call(MethodCall(method: method, params: Array(params.utf8))))
  }
}

struct Completion: Command {
  static let commandName = "completion"

  static let configuration = command(
    "Print a completion script for a shell.", usage: "completion <shell>",
    discussion: """
        bash: bbctl completion bash > ~/.local/share/bash-completion/completions/bbctl
        zsh:  bbctl completion zsh > ~/.zfunc/_bbctl
        fish: bbctl completion fish > ~/.config/fish/completions/bbctl.fish
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

  @Argument(help: "The shell.")
  var shell: Shell

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    guard let known = CompletionShell(rawValue: shell.rawValue) else {
      throw UsageError(message: "There are no completions for \(shell.rawValue).")
    }
    session.print(text: PhraseCompletions.added(to: Bbctl.completionScript(for: known), for: shell) + "\n")
  }
}
