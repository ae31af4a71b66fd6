import BabyClient
import BabyModel
import BabyProtocol

/// Looks for what usually goes wrong. Each check asks one thing, and none changes anything.
struct HealthCheck {
  let session: CommandSession
  let environment: CommandEnvironment
  let socket: DaemonSocket

  init(_ session: CommandSession) {
    self.session = session
    environment = session.environment
    socket = session.socketWithoutRemark()
  }

  func findings() -> [Finding] {
    var findings = [place, otherDaemon].compactMap(\.self)
    do throws(ClientError) {
      let status = try session.call(DaemonStatus.self, NoParams())
      findings.append(
        .init("daemon", .fine, "It answers, as process \(status.pid)."))
      findings += [age(of: status), upgrade(of: status), damage(status)].compactMap(\.self)
      if !socket.isRemote { findings += [disk(of: status.database), unit, lingering].compactMap(\.self) }
      if let clock = try? clock { findings.append(clock) }
      findings += (try? server) ?? []
      findings += (try? future()) ?? []
      findings += (try? overlaps()) ?? []
    } catch {
      findings.append(failure(error))
      if !socket.isRemote { findings += [refusal, unit, disk(of: data)].compactMap(\.self) }
    }
    if !socket.isRemote { findings += programs + packages + [timeSynchronization, keyring].compactMap(\.self) }
    return findings
  }

  var isSystem: Bool { socket.path == StandardPaths.systemSocket }
  var manager: [String] { isSystem ? ["systemctl"] : ["systemctl", "--user"] }
  var managerText: String { isSystem ? "sudo systemctl" : "systemctl --user" }

  /// Where the daemon keeps its data when it does not answer.
  private var data: String {
    isSystem ? "/var/lib/babybasics" : StandardPaths { environment.variables[$0] }.data
  }

  private var place: Finding {
    Finding("socket", .fine, "\(socket.path), \(socket.words).")
  }

  /// The system's daemon if the user's own is in use. None if there is no choice, or if it was made explicitly.
  private var otherDaemon: Finding? {
    guard socket.origin == .user else { return nil }
    if let other = socket.other {
      return Finding(
        "other log", .remark,
        "There are two logs: yours, and the system's at \(other). Yours is used because it is not empty.",
        remedy: "bbctl move --to system")
    }
    guard environment.exists(StandardPaths.systemSocket) else { return nil }
    return Finding(
      "other log", .remark,
      "The system also has a daemon, for the group babybasics. You are not in it, or joined it after you logged in.",
      remedy: "sudo adduser \(user) babybasics && newgrp babybasics")
  }

  private func disk(of path: String) -> Finding? {
    guard let free = environment.freeBytes(path) else { return nil }
    let megabytes = free / 1_048_576
    guard megabytes < 16 else {
      return Finding("disk", .fine, "There is room for the log.")
    }
    let trouble =
      megabytes == 0
      ? "is full: nothing more can be logged."
      : "is nearly full (\(megabytes) MB left): soon nothing more can be logged."
    return Finding("disk", .wrong, "The disk with \(path) \(trouble)", remedy: "df -h \(path.shellQuoted)")
  }

  private func damage(_ status: DaemonStatus.Answer) -> Finding {
    let lost = LostLogRecord(
      path: status.setAside ?? status.trouble.map { _ in status.database }, backup: status.backup)
    if let trouble = status.trouble {
      return Finding("database", .wrong, trouble, remedy: lost.remedy)
    }
    guard let path = status.setAside else {
      return Finding("database", .fine, Words.count(status.entries, .entries) + ".")
    }
    return Finding("database", .wrong, "\(LostLogRecord.sentence) The old one is \(path).", remedy: lost.remedy)
  }

  var user: String { environment.variables["USER"] ?? "$USER" }
}
