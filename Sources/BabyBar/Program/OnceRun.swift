import BabyClient
import BabyProtocol
import Glibc

/// One line: three calls, which the daemon answers from memory, and nothing to be followed.
enum OnceRun {
  /// How long a script waits for a daemon that is there and does not answer.
  private static let timeout = Duration.seconds(1)

  static func line(_ options: Invocation.FollowOptions) throws(ClientError) -> String {
    let timeout = try options.place.timeout(usual: Self.timeout)
    var view = FamilyView()
    let client = Client(socket: options.place.path, name: Invocation.Place.client, timeout: timeout)
    do throws(ClientError) {
      view.learn(try client.call(DashboardGet.self, .init(childID: options.place.child)))
      view.learn(try client.call(ChildList.self, .init()))
      view.learn(try client.call(AccountStatus.self, .init()))
    } catch .refused(let refusal) where refusal.code == .noChild {
      view.learn(nil)
    } catch {
      view.learn(.lost(error), at: WallClock.now)
    }
    let state = BarState(view, at: WallClock.now)
    return options.format.line(BarContent(state, options.look, usesColor: options.usesColor))
  }
}
