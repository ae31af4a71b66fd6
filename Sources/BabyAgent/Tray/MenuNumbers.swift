import BabyProtocol

/// The numbers by which a menu's host names items. A number means the same call for as long as the agent runs, so that
/// a click in a menu that was drawn a moment ago does what it said there.
struct MenuNumbers {
  private var numbers: [MethodCall: Int32] = [:]
  private var calls: [Int32: MethodCall] = [:]
  private var last: Int32
  /// Calls in the order of their first use. Nobody looks at a menu for as long as it takes to fill this.
  private var order: [MethodCall] = []

  static let most = 256

  /// - Parameter first: numbers below are given to items that do nothing.
  init(first: Int32) { last = first - 1 }

  mutating func number(of call: MethodCall) -> Int32 {
    if let known = numbers[call] { return known }
    if order.count == Self.most {
      let oldest = order.removeFirst()
      if let number = numbers.removeValue(forKey: oldest) { calls[number] = nil }
    }
    last += 1
    numbers[call] = last
    calls[last] = call
    order.append(call)
    return last
  }

  /// What a number stands for; nil for an item that does nothing.
  subscript(_ number: Int32) -> MethodCall? { calls[number] }
}
