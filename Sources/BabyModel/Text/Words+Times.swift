extension Words {
  /// "45m", "2h", "1h 04m"; seconds only below a minute. Never below zero.
  public static func duration(_ duration: Duration) -> String {
    let seconds = max(duration.components.seconds, 0)
    if (1..<60).contains(seconds) { return "\(seconds)s" }
    return seconds < 3600 ? "\(seconds / 60)m" : hours(seconds)
  }

  /// How long an entry lasted: "15 min", "1h 04m"
  public static func length(_ duration: Duration) -> String {
    let seconds = max(duration.components.seconds, 0)
    if seconds < 60 { return "\(seconds) s" }
    return seconds < 3600 ? "\(seconds / 60) min" : hours(seconds)
  }

  private static func hours(_ seconds: Int64) -> String {
    let minutes = seconds / 60 % 60
    return minutes == 0 ? "\(seconds / 3600)h" : "\(seconds / 3600)h \(padded(Int(minutes), 2))m"
  }

  /// "Just now" within a minute, "2h 15m ago", "3d 4h ago"
  public static func ago(_ instant: Instant, now: Instant) -> String {
    let minutes = (now - instant).wholeMinutes
    if minutes < 1 { return "Just now" }
    let hours = minutes / 60
    if hours < 24 { return "\(duration(.minutes(Int(minutes)))) ago" }
    return hours % 24 == 0 || hours >= 168 ? "\(hours / 24)d ago" : "\(hours / 24)d \(hours % 24)h ago"
  }

  /// "8:24 PM", "20:24"
  public static func clock(_ time: TimeOfDay, format: TimeFormat) -> String {
    switch format {
    case .twelveHour: twelveHour(time) + " " + halfOfDay(time)
    case .twentyFourHour: time.description
    }
  }

  /// "8:09–8:24 PM", "10:10 PM–5:40 AM", "22:10–05:40"
  public static func clockSpan(_ start: TimeOfDay, _ end: TimeOfDay, format: TimeFormat) -> String {
    let isSameHalf = format == .twelveHour && halfOfDay(start) == halfOfDay(end) && start <= end
    return (isSameHalf ? twelveHour(start) : clock(start, format: format)) + "–" + clock(end, format: format)
  }

  private static func twelveHour(_ time: TimeOfDay) -> String {
    padded((time.hour + 11) % 12 + 1, 1) + ":" + padded(time.minute, 2)
  }

  private static func halfOfDay(_ time: TimeOfDay) -> String { time.hour < 12 ? "AM" : "PM" }

  /// "8:24 PM" today, "yesterday 8:24 PM", "tomorrow 8:24 PM", else "Sat, Nov 14 8:24 PM"
  public static func dateTime(_ local: LocalDateTime, today: LocalDate, format: TimeFormat) -> String {
    let clock = clock(local.time, format: format)
    return local.date == today ? clock : "\(day(local.date, today: today)) \(clock)"
  }

  /// "Sleep is already logged from 1:00 PM to 2:00 PM: the time counts once."
  public static func alreadyLogged(_ timer: TimerKey, from start: String, to end: String) -> String {
    "\(timer.title) is already logged from \(start) to \(end): the time counts once."
  }

  /// The day of an entry without a time: "today", "yesterday", "tomorrow", "Sat, Nov 14"
  public static func day(_ day: LocalDate, today: LocalDate) -> String {
    switch today.dayNumber - day.dayNumber {
    case 0: "today"
    case 1: "yesterday"
    case -1: "tomorrow"
    default: date(day, today: today)
    }
  }

  /// When something is due: "11:20 PM", "tomorrow 2:20 AM"; "was due 11:20 PM" when it is past
  public static func due(_ local: LocalDateTime, today: LocalDate, isPast: Bool, format: TimeFormat) -> String {
    (isPast ? "was due " : "") + dateTime(local, today: today, format: format)
  }

  /// "Today", "Yesterday", "Sat, Nov 14"
  public static func dayHeading(_ day: LocalDate, today: LocalDate) -> String {
    switch today.dayNumber - day.dayNumber {
    case 0: "Today"
    case 1: "Yesterday"
    default: date(day, today: today)
    }
  }

  /// When all that there is is old: "Nothing since Sat, Nov 7", and after two months "Nothing since December 2020".
  public static func nothingSince(_ day: LocalDate, today: LocalDate) -> String {
    let isRecent = today.dayNumber - day.dayNumber <= 60
    return "Nothing since " + (isRecent ? date(day, today: today) : month(day))
  }

  /// "December 2020"
  public static func month(_ day: LocalDate) -> String { "\(monthNames[day.month - 1]) \(day.year)" }

  /// "Sat, Nov 14", and with the year where it is not today's.
  private static func date(_ day: LocalDate, today: LocalDate) -> String {
    let text = "\(weekdays[day.weekday]), \(months[day.month - 1]) \(day.day)"
    return day.year == today.year ? text : "\(text), \(day.year)"
  }

  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  static let months = monthNames.map { String($0.prefix(3)) }
  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
