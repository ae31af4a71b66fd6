import BabyModel

/// The most likely meaning of English, German, Spanish and French words in people's tables.
///
/// A stem with a star stands for all words that begin so.
enum MapWords {
  /// The possible meaning of a value.
  enum Proposal: Hashable {
    case kind(EntryKind, [FieldInputs.Field])
    /// It is a kind that needs more than the word says.
    case feed, diaper
  }

  /// The longest text that is looked at, in bytes.
  private static let limit = 200

  /// Nil for a word without a meaning.
  static func proposal(_ text: String) -> Proposal? {
    let words = words(of: text)
    func has(_ stems: [String]) -> Bool { contains(words, stems) }
    if has(pumping) { return .kind(.feeding, [.init("method", .word("pumping"))]) }
    if has(tummy) { return .kind(.tummyTime, []) }
    let isBoth = has(both) || has(wet) && has(dirty)
    if has(diaper) || has(wet) || has(dirty) {
      let type: DiaperType? = isBoth ? .both : has(wet) ? .wet : has(dirty) ? .dirty : nil
      return type.map { .kind(.diaper, [.init("type", .word($0.rawValue))]) } ?? .diaper
    }
    if has(bottle) {
      let content = BottleWords(text.replacing(ColumnMap.joint, with: " ")).content
      return .kind(
        .feeding,
        [.init("method", .word("bottle"))] + (content.map { [.init("content", .word($0.rawValue))] } ?? []))
    }
    if has(breast) {
      let side = sides(text).first.flatMap(\.self)
      return .kind(
        .feeding, [.init("method", .word("breast"))] + (side.map { [.init("startedSide", .word($0.rawValue))] } ?? []))
    }
    return others.first { has($0.stems) }.map(\.proposal)
  }

  static func isNote(_ text: String) -> Bool { contains(words(of: text), noteWords) }

  /// The breasts that a value names, in their order: nil twice for both of them; empty for anything else.
  static func sides(_ text: String) -> [Side?] {
    let words = words(of: text)
    var sides: [Side] = []
    for word in words {
      let side: Side? = contains([word], left) ? .left : contains([word], right) ? .right : nil
      if let side, !sides.contains(side) { sides.append(side) }
    }
    return sides.isEmpty && contains(words, both) ? [nil, nil] : sides
  }

  /// Whether a text names breasts and nothing more.
  static func saysSidesAlone(_ text: String) -> Bool {
    let small = ["and", "side", "breast", "breasts", "und", "seite", "then", "e", "y", "et"]
    return !text.contains(where: \.isNumber)
      && words(of: text).allSatisfy { contains([$0], left + right + both) || small.contains($0) }
  }

  /// Whether an entry covers all words of a text: its kind, its fields, and no more.
  static func says(_ content: EntryContent, _ text: String) -> Bool {
    guard !text.contains(where: \.isNumber) else { return false }
    var said = ["time", "a", "an", "the", "and", "und", "at", "of", "with", content.kind.rawValue.lowercased()]
    switch content {
    case .feeding(let feeding):
      said += feeds
      switch feeding.method {
      case .bottle:
        said += bottle.filter { $0 != "formula" }
        // A text has its words without the apostrophe.
        if let content = feeding.content { said += BottleWords.words(of: content).flatMap { words(of: $0) } }
      case .breast:
        said += breast
        if let side = feeding.startedSide, feeding.breasts != .both { said += side == .left ? left : right }
        if feeding.breasts == .both { said += both }
      case .pumping: said += pumping + breast
      }
    case .diaper(let type):
      said += diaper + ["change*", "wechsel*"]
      if type != .dirty { said += wet }
      if type != .wet { said += dirty }
      if type == .both { said += both }
    case .sleep: said += sleep
    case .tummyTime: said += tummy
    case .note: return false
    case .declared(let kind, let values):
      said += words(of: kind.title)
      said += (plain[kind.word] ?? others.filter { $0.proposal == .kind(.declared(kind), []) }.flatMap(\.stems))
      for (field, value) in zip(kind.fields, values) {
        switch (field.type, value) {
        case (_, .text(let text)?): said += words(of: text)
        case (.quantity(let quantity), .quantity(_, let unit)?): said.append(quantity.unitWords[unit] + "*")
        case (.choice(let names), .choice(let place)?): said.append(names[place].lowercased())
        default: break
        }
      }
    }
    // An emoji is not a word, but has a meaning.
    let textWords = words(of: text)
    return !textWords.isEmpty && textWords.allSatisfy { contains([$0], said) }
  }

  /// The probable uses of a column, from its title; the most likely first.
  static func roles(ofTitle title: String) -> [ColumnMap.Role] {
    let words = words(of: title)
    return titles.filter { contains(words, $0.stems) }.map(\.role)
  }

  private static func words(of text: String) -> [String] {
    guard text.utf8.count <= limit else { return [] }
    return lowercaseWords(of: text)
  }

  private static func contains(_ words: [String], _ stems: [String]) -> Bool {
    words.contains { word in
      stems.contains { $0.last == "*" ? word.hasPrefix($0.dropLast()) : word == $0 }
    }
  }

  // MARK: Values

  private static let pumping = ["pump*", "express*", "abgepumpt*", "abpump*", "extracción", "sacaleches", "tirage"]
  private static let tummy = ["tummy", "bauchlage", "bauchzeit"]
  private static let diaper = ["diaper*", "nappy", "nappies", "windel*", "pañal*", "panal*", "couche", "couches"]
  private static let wet = [
    "wet", "pee", "peed", "urin*", "nass", "pipi", "pipí", "pis", "mojado", "mouillé", "mouillée", "wee",
  ]
  private static let dirty = [
    "dirty", "poo", "poop*", "pooed", "bm", "stool*", "kaka", "stuhl*", "voll", "caca", "sucio", "selle", "selles",
    "sale",
  ]
  private static let both = ["both", "mixed", "beide*", "gemischt", "ambos", "deux", "mixte"]
  private static let bottle = [
    "bottle*", "formula", "flasche*", "fläschchen", "biberón", "biberon", "biberones", "biberons", "mamadera*",
  ]
  private static let breast = [
    "breast*", "nurs*", "brust*", "stillen", "gestillt", "pecho", "lactancia", "sein", "allaitement", "tétée", "tetee",
  ]
  private static let left = ["left", "l", "links", "linke", "izquierda", "izquierdo", "gauche"]
  private static let right = ["right", "r", "rechts", "rechte", "derecha", "derecho", "droite", "droit"]
  private static let noteWords = [
    "note", "notes", "notiz*", "nota", "notas", "remark*", "comment*", "kommentar*", "bemerkung*", "remarque*",
  ]
  private static let sleep = ["sleep*", "slept", "asleep", "schlaf*", "schlief", "sueño", "dormir", "sommeil"]
  private static let feeds = ["feed*", "fed", "milk", "milch", "fütter*", "toma", "tomas", "leche", "lait"]
  /// Words that mean only a kind: so does "lunch".
  private static let plain: [String: [String]] = [
    KindDeclaration.food.word: [
      "solid*", "food*", "meal*", "eat*", "ate", "beikost", "essen", "mahlzeit*", "comida*", "repas",
    ],
    KindDeclaration.medicine.word: ["medic*", "meds", "medikament*", "arznei*", "médic*"],
    KindDeclaration.weight.word: ["weigh*", "gewicht*", "gewogen", "peso", "poids"],
    KindDeclaration.activity.word: ["activit*", "aktivität*", "actividad*"],
  ]
  private static let others: [(stems: [String], proposal: Proposal)] = [
    (sleep + ["nap", "naps", "nickerchen", "siesta", "sieste"], .kind(.sleep, [])),
    (
      [
        "solid*", "food*", "meal*", "breakfast", "lunch", "dinner", "snack*", "beikost", "brei", "essen", "mahlzeit*",
        "comida*", "papilla*", "purée*", "repas",
      ], .kind(.declared(.food), [])
    ),
    (feeds, .feed),
    (["medic*", "meds", "vitamin*", "medikament*", "arznei*", "médic*"], .kind(.declared(.medicine), [])),
    (["temp", "temperat*", "températ*", "fever", "fieber", "fiebre", "fièvre"], .kind(.declared(.temperature), [])),
    (["weight", "gewicht*", "peso", "poids"], .kind(.declared(.weight), [])),
    (["head", "kopf*", "cabeza", "tête", "crânien"], .kind(.declared(.head), [])),
    (["height", "length", "größe", "länge", "talla", "altura", "taille"], .kind(.declared(.length), [])),
    (["vaccin*", "impf*", "vacuna*", "immuni*"], .kind(.declared(.vaccine), [])),
    (["milestone*", "meilenstein*", "hito", "hitos"], .kind(.declared(.milestone), [])),
    (
      [
        "bath*", "bad", "baden", "baño", "bain", "walk*", "spazier*", "paseo*", "promenade*", "play*", "spiel*",
        "juego*",
        "jeu", "jeux", "massage*", "cry*", "crying",
      ], .kind(.declared(.activity), [])
    ),
    (noteWords, .kind(.note, [])),
  ]

  // MARK: Titles

  private static let titles: [(stems: [String], role: ColumnMap.Role)] = [
    (["end", "ended", "ends", "finish*", "stop*", "until", "ende", "bis", "fin", "hasta", "jusqu", "final"], .end),
    (
      [
        "duration", "length", "minutes", "mins", "dauer", "minuten", "duración", "duracion", "minutos", "durée",
        "duree",
      ],
      .duration
    ),
    (
      [
        "start*", "begin*", "began", "from", "beginn", "anfang", "von", "inicio", "comienzo", "desde", "début", "debut",
      ], .start
    ),
    (["date", "day", "datum", "tag", "fecha", "día", "dia", "jour"], .date),
    (["time", "when", "at", "timestamp", "datetime", "zeit", "uhrzeit", "zeitpunkt", "hora", "heure"], .start),
    (["side", "breast", "seite", "lado", "pecho", "côté"], .side),
    (["unit", "units", "einheit*", "unidad*", "unité*"], .unit),
    (
      ["amount", "quantity", "qty", "volume", "value", "ml", "oz", "menge", "wert", "cantidad", "quantité", "valor"],
      .amount
    ),
    (
      [
        "type", "activity", "event", "category", "what", "was", "typ", "art", "aktivität", "ereignis", "kategorie",
        "tipo",
        "actividad", "evento", "categoría", "activité", "événement", "catégorie", "kind",
      ], .kind
    ),
    (["baby", "child", "kind", "bebé", "niño", "niña", "bébé", "enfant"], .child),
    (
      ["by", "author", "caregiver*", "user", "parent", "wer", "who", "betreuer*", "autor", "auteur", "cuidador*"],
      .author
    ),
    (["medic*", "medikament*", "food*", "item"], .name),
    (noteWords + ["detail*", "description", "text", "observaci*", "comentario*", "commentaire*"], .note),
  ]
}
