import Glibc

/// How long tests wait for what has to happen: longer than it takes on any machine, because a test that gives up too
/// early is red for no reason. One that times out is red anyway, so less would gain nothing.
package enum Patience {
  /// A minute; on a very slow machine `TEST_PATIENCE` makes it more.
  package static let seconds: Int = {
    let usual = 60
    guard let text = getenv("TEST_PATIENCE") else { return usual }
    guard let seconds = Int(String(cString: text)), (usual...3600).contains(seconds) else {
      fatalError("TEST_PATIENCE must be a number of seconds from \(usual) to 3600.")
    }
    return seconds
  }()

  package static let limit = Duration.seconds(seconds)

  /// For `poll`.
  package static let milliseconds = CInt(seconds * 1000)

  /// What the environment of our programs has, so that they wait for the daemon as patiently.
  package static let variables = ["BABYBASICS_TIMEOUT": "\(seconds)"]
}
