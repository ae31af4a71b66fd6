extension Words {
  /// A time on an axis: "12a", "6:30p"; "00", "18:30" on a 24-hour clock.
  public static func tick(_ time: TimeOfDay, format: TimeFormat) -> String {
    let minutes = time.minute == 0 ? "" : ":" + padded(time.minute, 2)
    return switch format {
    case .twelveHour: "\((time.hour + 11) % 12 + 1)\(minutes)\(time.hour < 12 ? "a" : "p")"
    case .twentyFourHour: padded(time.hour, 2) + minutes
    }
  }

  /// A day in a column of days: "Today", "Fri"; with more than a week of them "Nov 20".
  public static func dayLabel(_ day: LocalDate, today: LocalDate, isOfWeek: Bool) -> String {
    if day == today { return "Today" }
    return isOfWeek ? weekdays[day.weekday] : "\(months[day.month - 1]) \(day.day)"
  }

  /// "Sat, Nov 14"; "Sat, Nov 14 to today" for several days.
  public static func daysTitle(from first: LocalDate, to last: LocalDate, today: LocalDate) -> String {
    first == last ? dayHeading(first, today: today) : "\(dayHeading(first, today: today)) to \(day(last, today: today))"
  }

  /// What a day comes to: "9h 05m asleep, 2 feeds and 4 diapers"; nil if it has none of them.
  public static func daySentence(asleep: Duration, feeds: Int, diapers: Int) -> String? {
    let parts =
      (asleep > .zero ? ["\(duration(asleep)) asleep"] : []) + (feeds > 0 ? [count(feeds, .feeds)] : [])
      + (diapers > 0 ? [count(diapers, .diapers)] : [])
    return parts.isEmpty ? nil : listed(parts)
  }

  /// What several days come to: "Usually 13h 20m asleep, 6 feeds and 5 diapers a day; nothing was logged on 1 day"
  ///
  /// - Parameter usual: what a usual day comes to; nil if there is none.
  public static func daysSentence(_ usual: String?, unlogged: Int) -> String {
    let nothing = usual == nil ? "Nothing" : "nothing"
    let gap = unlogged > 0 ? "\(nothing) was logged on \(days(unlogged))" : nil
    let parts = [usual.map { "Usually \($0) a day" }, gap].compactMap(\.self)
    return parts.isEmpty ? noEvents : line(parts, separator: "; ")
  }
}
