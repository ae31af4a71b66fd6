/// How a page in a browser says whose session it is: with a cookie that no script can read, and a header that no other
/// site can send along.
public enum PageSession {
  /// The header that a page sends with each request.
  public static let header = "Babybasics-Page"
  /// The only valid value; others are ignored.
  public static let headerValue = "1"
  /// The cookie's name over https. Browsers enforce the rules of the prefix.
  public static let cookie = "__Host-babybasics"
  /// The cookie's name otherwise: over plain HTTP.
  public static let plainCookie = "babybasics"
}
