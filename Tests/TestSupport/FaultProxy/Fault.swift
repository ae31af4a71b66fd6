/// What goes wrong with one request and its answer.
package enum Fault: Hashable, Sendable {
  /// Nothing.
  case none

  // Before the server has seen the request

  /// The proxy hangs up.
  case refuse
  /// The proxy answers with a status, an HTML page and nothing else.
  case status(Int)
  /// The proxy answers with a status and this JSON.
  case answer(Int, String)
  /// The proxy answers with 307 and this address.
  case redirect(to: String)
  /// There is never an answer.
  case silence
  /// It takes its time.
  case delay(Duration)
  /// It is passed on once this has ended.
  case held(until: Task<Void, Never>)

  // After the server has done what it was asked

  /// The server gets the request a second time; its second answer is the one that is given.
  case twice
  /// The proxy hangs up without a byte.
  case loseAnswer
  /// The answer is lost, and the connection stays open.
  case silenceAfter
  /// The proxy answers with a status in the server's place.
  case statusAfter(Int)
  /// The proxy hangs up in the middle of the body.
  case cut
  /// A byte at a time.
  case drip(every: Duration)

  // In place of the answer's body

  /// This JSON.
  case body(String)
  /// What is called JSON is none.
  case notJSON
  /// JSON of another form.
  case otherForm
  /// A page for people.
  case html
  /// This many bytes.
  case huge(Int)
  /// A length that promises more than comes; then the proxy hangs up.
  case longLength
  /// A length that cuts the body off; then the proxy hangs up.
  case shortLength
  /// No HTTP at all.
  case garbage
}
