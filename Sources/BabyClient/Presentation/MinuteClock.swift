package import BabyModel

extension Instant {
  /// The last full minute that has passed since another instant: what is shown as running or past is counted by it
  /// everywhere, and turns at the same moment. Before the other, as when clocks were set back, the instant itself.
  package func snapped(to start: Instant) -> Instant {
    self < start ? self : self - .milliseconds((milliseconds - start.milliseconds) % 60_000)
  }
}
