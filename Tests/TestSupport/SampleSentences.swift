/// Sentences of all kinds: what is logged, asked about and refused.
///
/// Each has to mean the same wherever it is said: at a command, in a bar's menu, by a link, and on a phone.
package enum SampleSentences {
  package static let all = [
    "bottle 4oz yesterday at 3pm", "4.5 oz bottle", "90ml", "bottle 3½ oz yesterday at noon", "bottle 120ml formula",
    "left 10m right 5m", "nursed 10 minutes on the left", "10 min each side", "pumped 60ml", "wet", "wet and dirty",
    "poop yesterday at half past 2", "yesterday she pooped at 6pm", "runny green poop", "nap 45 min",
    "slept yesterday 1pm-2pm", "asleep", "tummy 5 min", "bath 15 min", "walk yesterday 2pm to 3pm", "weight 7lb4oz",
    "temp 38.2 ear", "tylenol 5ml for fever", "medicine \"Vitamin D\" 1 drop", "vaccine MMR yesterday",
    "milestone first steps yesterday", "food banana loved it", "bottle 4oz note slowly", "note first smile",
    "Eva drank 90 ml", "feed 15", "nap 30-45 min", "bottel 4oz", "wet at half 3", "is she asleep", "not hungry",
    "bottle 4oz then nap", "wet at 3:75pm", "bottle 90ml no 120ml", "will feed at 5",
  ]
}
