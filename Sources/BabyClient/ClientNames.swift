/// The names by which the daemon knows programs of ours, where others go by them.
package enum ClientNames {
  package static let agent = "bbagent"
  package static let bar = "bbbar"
  /// `bbctl`, run by a person on a terminal, or by a script.
  package static let command = "bbctl"
  /// `bbctl`, run by a key of a desktop: nobody reads what it prints.
  package static let key = "bbctl-key"
}
