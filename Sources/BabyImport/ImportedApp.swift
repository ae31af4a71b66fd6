/// The app that a format is of, as people read it: "Huckleberry" of `huckleberry-csv`. A format that this program does not
/// know is called by its own name.
public func importedApp(format: String) -> String {
  switch format.split(separator: "-").first {
  case "babybasics": "Baby Basics"
  case "babyconnect": "Baby Connect"
  case "babybuddy": "Baby Buddy"
  case "huckleberry": "Huckleberry"
  case "nara": "Nara"
  case "glow": "Glow Baby"
  case "hatch": "Hatch"
  case "nighp": "Baby Tracker by Nighp"
  case "sprouttrack": "Sprout Track"
  case "piyolog": "PiyoLog"
  case "babyplus": "Baby+"
  case "mapped": "a CSV file"
  default: format
  }
}
