import Glibc

extension Machine {
  /// Lets everybody go on for a moment, at whose end somebody is killed: a power cut comes at any instant, and nothing
  /// that could be waited for says when.
  static func goOn(forMicroseconds moment: UInt32) { usleep(moment) }
}
