/// How a page in a browser says whose session it is: with a cookie that no script can read, and a header that no other
/// site can send along.
public enum PageSession {
  /// The header that a page sends with each request.
  public static let header = "Babybasics-Page"
  /// What it says. Anything else is as if there were none.
  public static let headerValue = "1"
  /// The cookie's name where nobody on the way can read it. The prefix has browsers hold us to that.
  public static let cookie = "__Host-babybasics"
  /// The cookie's name otherwise: over plain HTTP.
  public static let plainCookie = "babybasics"
}
