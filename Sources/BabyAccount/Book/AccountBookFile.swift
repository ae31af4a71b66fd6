import BabyModel
import BabyProtocol
package import SystemCalls

/// Where the account book lies: `accounts.json` in the directory of the databases.
package struct AccountBookFile: Sendable {
  private let file: PrivateFile

  init(dataDirectory: String) { file = PrivateFile(path: dataDirectory + "/accounts.json") }

  struct Opened {
    var book: AccountBook
    /// The new path of a damaged book, and what is wrong with it.
    var setAside: (path: String, reason: String)?
  }

  /// Why the book cannot be used.
  package enum Failure: Error, CustomStringConvertible {
    case file(FileFailure)
    /// A newer version of the program has written it.
    case newer(path: String)

    package var description: String {
      switch self {
      case .file(let failure): failure.description
      case .newer(let path):
        "\(path) was written by a newer version of Baby Basics. Install that version again."
      }
    }
  }

  /// Reads the book, or creates a new one, which is written to the file later.
  ///
  /// A damaged file is set aside, never overwritten. Its accounts are known again at the next login, with everything in
  /// their databases.
  ///
  /// - Parameter now: names a damaged file and dates the new book's id.
  func open(at now: Instant, ids: IDGenerator) throws(Failure) -> Opened {
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { throw .file(error) }
    guard let bytes else { return Opened(book: AccountBook(installation: ids.next(at: now))) }
    let reason: String
    do {
      let json = try JSON(parsing: bytes)
      if let version = json["version"]?.integerValue, version > AccountBook.version {
        throw Failure.newer(path: file.path)
      }
      return Opened(book: try AccountBook(json: json))
    } catch let error as Failure {
      throw error
    } catch let error as WireError {
      reason = error.sentence
    } catch {
      reason = "It is not JSON: \(error)"
    }
    let target = "\(file.path).damaged-\(now.fileStamp)"
    do throws(FileFailure) { try file.move(to: target) } catch { throw .file(error) }
    return Opened(book: AccountBook(installation: ids.next(at: now)), setAside: (target, reason))
  }

  /// Returns when the book is on the disk.
  func write(_ book: AccountBook) throws(FileFailure) { try file.write(book.encoded) }
}
