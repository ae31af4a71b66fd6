/// Arguments that make no sense, with what helps.
struct UsageError: Error, Equatable {
  let message: String
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
