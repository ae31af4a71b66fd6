/// What words in a phrase mean.
enum PhraseWord: Hashable, Sendable {
  /// It says nothing by itself.
  case filler(Filler)
  case thing(PhraseThing)
  case side(Side)
  case both
  case start, stop, cancel
  /// The name of an activity follows.
  case activity
  /// What happens to a breast feed that goes on.
  case switchSides, pause, resume
  /// A breast feed goes on.
  case nursing
  /// A sleep begins or ends, in one word.
  case asleep, awake
  /// What was said of one breast holds for each.
  case each
  /// A breast feed begins there.
  case started(Side)
  /// Milk that was pumped before, if it was given; else it was pumped.
  case pumpedMilk
  /// It was not there: `no poop`.
  case without(PhraseThing)
  /// What is named here is logged in a phrase that begins with the name of its kind.
  case begins(KindDeclaration)
  /// What is named here is nothing that is logged.
  case notKept(String, NoteCategory)
}

/// What a word does that says nothing by itself.
enum Filler: Hashable, Sendable {
  case plain
  /// It leads to what follows, and something has to.
  case leading
  /// Who did something: `she left` is no breast.
  case person
  /// `gave pumped milk` is a bottle.
  case given
  /// `some`: it takes more to say how much.
  case some
  /// `nap time`: it belongs to the word before it.
  case time
}

/// What a phrase is about.
enum PhraseThing: Hashable, Sendable {
  case feed, bottle, milk, breast, pump
  case diaper, wet, dirty, mixed
  case sleep, nap, slept
  case tummy
  /// By its name.
  case activity(String)
}

extension PhraseWord {
  var isFiller: Bool { if case .filler = self { true } else { false } }

  /// The longest group of words that begins a phrase's rest, and its length.
  static func reading(_ reader: TokenReader) -> (PhraseWord, length: Int)? {
    guard let first = reader.word(), let groups = table[first] else { return nil }
    for group in groups where group.rest.indices.allSatisfy({ reader.word($0 + 1) == group.rest[$0] }) {
      return (group.meaning, group.rest.count + 1)
    }
    return nil
  }

  private struct Group: Sendable {
    let rest: [String]
    let meaning: PhraseWord
  }

  /// By the first word, the longer groups first.
  private static let table: [String: [Group]] = {
    var table: [String: [Group]] = [:]
    let activities = KnownActivities.all.map {
      (PhraseWord.thing(.activity($0.name)), Words.line($0.words, separator: ","))
    }
    for (meaning, texts) in meanings + activities {
      for text in texts.split(separator: ",") {
        let words = text.split(separator: " ").map(String.init)
        table[words[0], default: []].append(Group(rest: Array(words.dropFirst()), meaning: meaning))
      }
    }
    return table.mapValues { $0.sorted { $0.rest.count > $1.rest.count } }
  }()

  private static let meanings: [(PhraseWord, String)] = [
    (
      .filler(.plain),
      """
      log,logged,add,added,record,recorded,track,tracked,please,that,it,it's,baby's,was,is,were,are,her,has,have,having,\
      got,him,them,again,tracking,just,did,do,went,go,session,been,being,ok,hey,alexa,new,logging
      """
    ),
    (.filler(.leading), "the,a,an,of,with,and,on,for,his,my,our,their,then,after that"),
    (.filler(.person), "she,he,they,she's,he's,they're,baby,bub,the baby"),
    (.filler(.given), "gave,give,given,had,took,take"), (.filler(.some), "some"), (.filler(.time), "time"),
    (.thing(.feed), "feed,feeding,feeds,fed,ate,eat,eaten,eating,meal,feed time"),
    (
      .thing(.bottle),
      """
      bottle,bottles,bottle feed,bottle feeding,bottle fed,bottlefed,bottle fed,formula,formula feed,formula feeding,\
      formula bottle,bottle of formula,bottle of milk,bottle of breast milk,top up,topup,topped up,drank,drink,drunk,\
      drinking,ebm,bottle of pumped milk,bottle of expressed milk,from the bottle,from a bottle,from bottle,from her bottle,from his bottle
      """
    ),
    (.thing(.milk), "milk,breast milk,breastmilk,expressed milk"),
    (
      .thing(.breast),
      """
      breast,breasts,nurse,nursed,breastfed,breastfeed,breast feed,breast fed,bf,\
      boob,latched,at the breast,at breast,on the breast
      """
    ),
    (.thing(.pump), "pump,pumped,pumping,expressed,express,expressing"),
    (.pumpedMilk, "pumped milk,pumped breast milk,pumped breastmilk,pumped bottle"),
    (.thing(.diaper), "diaper,diapers,nappy,nappies,diaper change,nappy change,changed,change,changing"),
    (.thing(.wet), "wet,pee,peed,pees,wee,weed,wees,urine,urinated,number one,pee diaper,wet diaper,wet nappy"),
    (
      .thing(.dirty),
      """
      dirty,poop,pooped,poops,pooping,poo,pooed,poos,poopy,pooey,bm,stool,soiled,messy,blowout,number two,\
      bowel movement,dirty diaper,dirty nappy,poopy diaper
      """
    ),
    (.thing(.mixed), "mixed"),
    (.without(.wet), "no pee,no wee,not wet,but not wet,no urine"),
    (.without(.dirty), "no poop,no poo,no stool,not dirty,but not dirty,but no poop,but no poo,no bm"),
    (.thing(.sleep), "sleep,sleeps"),
    (.thing(.nap), "nap,naps,naptime"),
    (.thing(.slept), "slept,napped"),
    (.thing(.tummy), "tummy,tummy time,tummytime,belly time"),
    (
      .side(.left),
      """
      left,l,lt,left breast,left boob,left side,left first,left side first,left breast first,from the left,from left,\
      from the left side,from the left breast,to the left,to left
      """
    ),
    (
      .side(.right),
      """
      right,r,rt,right breast,right boob,right side,right first,right side first,right breast first,from the right,\
      from right,from the right side,from the right breast,to the right,to right
      """
    ),
    (.started(.left), "started left,started on the left,starting left,starting on the left,started on left"),
    (.started(.right), "started right,started on the right,starting right,starting on the right,started on right"),
    (.both, "both,both sides,both breasts,both boobs"),
    (
      .each,
      """
      each,each side,each breast,each boob,on each side,on each breast,per side,per breast,a side,on either side,\
      either side,on both sides each,both sides each
      """
    ),
    (.nursing, "nursing,breastfeeding,breast feeding"),
    (
      .switchSides,
      """
      switch,switched,switches,switching,switch sides,switched sides,switching sides,swap sides,swapped sides,\
      change sides,changed sides,changing sides,other side,other breast
      """
    ),
    (.pause, "pause,paused,pausing"),
    (.resume, "resume,resumed,resuming,continue,continued"),
    (.start, "start,started,starts,starting,begin,began,begins,beginning"),
    (.stop, "stop,stopped,stops,end,ended,ends,ending,finish,finished,done,over"),
    (.cancel, "cancel,cancels,cancelled,canceled,discard,discarded"),
    (.activity, "activity"),
    (
      .asleep,
      """
      asleep,sleeping,napping,fell asleep,fall asleep,fallen asleep,falls asleep,went to sleep,gone to sleep,go to sleep,\
      went down,down for a nap,down for nap,down for the night,put down,put down for a nap,put to sleep,put to bed,\
      went to bed,to bed,in bed,bedtime,bed time,put her down,put him down,put them down,put baby down,put the baby down,\
      put her down for a nap,put him down for a nap,put baby down for a nap,put her to bed,put him to bed,\
      put her to sleep,put him to sleep,going to sleep,went down for a nap,start sleeping,started sleeping,\
      started napping,start napping,goes to sleep,sleep now,asleep now
      """
    ),
    (
      .awake,
      """
      awake,woke,woken,wake,wakes,woke up,wake up,wakes up,woken up,waking up,up,got up,is up,gets up,stop sleeping,\
      stopped sleeping,stop napping,up from nap,up from a nap,up from her nap,up from his nap,woke from nap,\
      woke up from nap,woke up from a nap,woke up from her nap,woke up from his nap
      """
    ),
    (
      .begins(.medicine),
      """
      tylenol,paracetamol,acetaminophen,ibuprofen,motrin,advil,nurofen,calpol,panadol,antibiotic,antibiotics,amoxicillin,\
      vitamin,vitamins,drops,dose,probiotic,probiotics,gripe,simethicone,mg,mcg,medicine,medicines,medication,meds
      """
    ),
    (.begins(.temperature), "degrees,celsius,fahrenheit,temp,temperature,fever"),
    (.begins(.weight), "kg,kilos,lb,lbs,pounds,grams,weight,weighed"),
    (.begins(.length), "cm,inches,height"), (.begins(.vaccine), "shots,jabs,vaccine,vaccination,vaccinated"),
    (
      .notKept("A symptom", .health),
      """
      vomit,vomited,vomiting,threw up,throw up,spit up,spat up,spits up,puked,rash,cough,coughing,sick,reflux,colic,\
      diarrhea,diarrhoea,constipated
      """
    ),
    (
      .begins(.food),
      """
      solid,solids,puree,cereal,porridge,food,baby food,snack,breakfast,lunch,dinner,yogurt,banana,avocado,oatmeal,rice,\
      water,juice,tea
      """
    ),
    (.begins(.milestone), "milestone,smile,smiled,rolled,rolled over,crawled,crawling,tooth,teeth,first,laughed"),
    (
      .notKept("That", .general),
      """
      teething,fussy,doctor,pediatrician,dry,dry diaper,nails
      """
    ),
    (
      .notKept("What did not happen", .general),
      """
      no,not,never,none,don't,dont,didn't,didnt,doesn't,isn't,wasn't,hasn't,haven't,won't,wouldn't,couldn't,can't,\
      without,refused,refuses,refusing,skipped,missed,forgot
      """
    ),
  ]
}

extension TimerKey {
  /// The timer that somebody names: "sleep", "tummy time", "bathtime", or an activity of any name.
  public init(named name: String) {
    let reader = TokenReader(name)
    guard let (word, length) = PhraseWord.reading(reader), length == reader.tokens.count, case .thing(let thing) = word
    else {
      self.init(.declared(.activity), name: String(name[...].trimmed))
      return
    }
    switch thing {
    case .sleep, .nap: self = .sleep
    case .tummy: self = .tummyTime
    case .feed, .breast: self = .feeding
    case .activity(let known): self.init(.declared(.activity), name: known)
    case .bottle, .milk, .pump, .diaper, .wet, .dirty, .mixed, .slept:
      self.init(.declared(.activity), name: String(name[...].trimmed))
    }
  }
}
