import Glibc

extension Machine {
  /// Lets all programs run for a moment before a kill: a power cut comes at any instant, and there is nothing to wait
  /// for.
  static func goOn(forMicroseconds moment: UInt32) { usleep(moment) }
}
