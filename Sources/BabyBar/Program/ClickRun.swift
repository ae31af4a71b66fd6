import BabyClient
import BabyProtocol
import Glibc

/// A click by a bar that runs a command for it: one short process.
enum ClickRun {
  static func run(_ button: Button, state: ClickState?, _ place: Invocation.Place) throws(ClientError) {
    switch button {
    case .left: try perform(.left(state: state, child: place.child), place.connect(), place)
    case .feed: try perform(.feed(child: place.child), place.connect(), place)
    case .middle: try perform(.middle, place.connect(), place)
    case .right: try perform(.menu, place.connect(), place)
    case .scrollUp, .scrollDown:
      let client = try place.connect()
      var view = FamilyView()
      view.learn(try client.call(ChildList.self, .init()))
      try perform(.on(button, view, child: place.child), client, place)
    }
  }

  private static func perform(_ click: Click, _ client: Client, _ place: Invocation.Place) throws(ClientError) {
    switch click {
    case .nothing: break
    case .menu: _ = place.openMenu()
    case .call(let call): _ = try client.call(call)
    }
  }
}
