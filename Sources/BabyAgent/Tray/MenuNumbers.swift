/// The numbers by which a menu's host names items. A number means the same action for as long as the agent runs, so that
/// a click in a menu that was drawn a moment ago does what it said there.
struct MenuNumbers {
  private var numbers: [TrayAction: Int32] = [:]
  private var actions: [Int32: TrayAction] = [:]
  private var last: Int32
  /// Actions in the order of their first use. Nobody looks at a menu for as long as it takes to fill this.
  private var order: [TrayAction] = []

  static let most = 256

  /// - Parameter first: numbers below are given to items that do nothing.
  init(first: Int32) { last = first - 1 }

  mutating func number(of action: TrayAction) -> Int32 {
    if let known = numbers[action] { return known }
    if order.count == Self.most {
      let oldest = order.removeFirst()
      if let number = numbers.removeValue(forKey: oldest) { actions[number] = nil }
    }
    last += 1
    numbers[action] = last
    actions[last] = action
    order.append(action)
    return last
  }

  /// What a number stands for; nil for an item that does nothing.
  subscript(_ number: Int32) -> TrayAction? { actions[number] }
}
