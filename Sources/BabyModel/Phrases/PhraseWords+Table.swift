extension PhraseWord {
  /// What words and groups of words mean, each list divided by commas.
  static let meanings: [(PhraseWord, String)] = [
    (
      .filler(.plain),
      """
      log,logged,add,added,record,recorded,track,tracked,please,that,it,it's,baby's,was,is,were,are,her,has,have,having,\
      got,him,them,again,tracking,just,did,do,went,go,session,been,being,ok,hey,alexa,new,logging,another,only,timer,\
      can you,could you,would you,will you,\
      😊,😀,😁,😂,😅,😄,😃,🙂,😍,🥰,❤,👍,🙏,🎉,👶
      """
    ),
    (.filler(.leading), "the,a,an,of,with,and,on,for,his,my,our,their,then,after that"),
    (.filler(.person), "she,he,they,she's,he's,they're,baby,bub,the baby,little one"),
    (.filler(.given), "gave,give,given,had,took,take"), (.filler(.some), "some"), (.filler(.time), "time"),
    (.thing(.feed), "feed,feeds,feed time"), (.fed, "fed,feeding,ate,eat,eats,eaten,eating,meal"),
    (
      .thing(.bottle),
      """
      bottle,bottles,bottle feed,bottle feeding,bottle fed,bottlefed,bottle of milk,top up,topup,topped up,drank,drink,\
      drunk,drinking,from the bottle,from a bottle,from bottle,from her bottle,from his bottle,🍼
      """
    ),
    (.thing(.milk), "milk"),
    (.content(.formula), "formula,formula feed,formula feeding,formula milk,infant formula,baby formula"),
    (
      .content(.breastMilk),
      """
      breast milk,breastmilk,expressed milk,ebm,bottle of pumped milk,bottle of expressed milk,mother's milk,mothers milk,\
      mom's milk,mum's milk,human milk,donor milk,donor breast milk
      """
    ),
    (
      .content(.otherMilk),
      """
      other milk,cow milk,cow's milk,cows milk,goat milk,goat's milk,goats milk,sheep milk,sheep's milk,whole milk,\
      soy milk,soya milk,oat milk,almond milk,coconut milk,rice milk,plant milk
      """
    ),
    (.content(.water), "water"),
    (
      .thing(.breast),
      """
      breast,breasts,nurse,nursed,breastfed,breastfeed,breast feed,breast fed,bf,\
      boob,latched,at the breast,at breast,on the breast,🤱
      """
    ),
    (.thing(.pump), "pump,pumped,pumping,expressed,express,expressing"),
    (
      .pumpedMilk,
      "pumped milk,pumped breast milk,pumped breastmilk,pumped bottle,expressed breast milk,expressed breastmilk"
    ),
    (.thing(.diaper), "diaper,diapers,nappy,nappies,diaper change,nappy change,changed,change,changing"),
    (.thing(.wet), "wet,pee,peed,pees,wee,weed,wees,urine,urinated,number one,pee diaper,wet diaper,wet nappy,💧"),
    (
      .thing(.dirty),
      """
      dirty,poop,pooped,poops,pooping,poo,pooed,poos,poopy,pooey,bm,stool,soiled,messy,number two,\
      bowel movement,dirty diaper,dirty nappy,poopy diaper,💩
      """
    ),
    (.thing(.mixed), "mixed"),
    (.without(.wet), "no pee,no wee,not wet,but not wet,no urine,but no pee,but no wee,no wet,but no urine"),
    (
      .without(.dirty),
      "no poop,no poo,no stool,not dirty,but not dirty,but no poop,but no poo,no bm,no dirty,but no bm"
    ),
    (.blowout, "blowout,blow out,explosion"),
    (
      .looks,
      """
      green,yellow,brown,black,orange,mustard,red,dark,runny,watery,loose,soft,hard,seedy,sticky,mucus,firm,thick,mushy,\
      pasty,formed,explosive,smelly,stinky,big,huge,large,massive,small,little,tiny,heavy,soaked,full,leaky,leaked,smear,\
      bloody
      """
    ),
    (
      .children,
      """
      both of them,they both,they are both,them both,both babies,both kids,both children,both girls,both boys,both twins,\
      the twins,twins,the girls,the boys,the kids,kids,babies,everyone,everybody
      """
    ),
    (
      .later,
      """
      will,she'll,he'll,i'll,we'll,going to,gonna,need,needs,due,tomorrow,soon,later,about to,scheduled,appointment,\
      time to,time for
      """
    ),
    (.corrects, "sorry,actually,oops,wait,correction,i mean,i meant,meant,scratch that,never mind,nevermind"),
    (.thing(.sleep), "sleep,sleeps,night sleep,nighttime sleep,night's sleep,overnight sleep,💤,😴"),
    (.thing(.nap), "nap,naps,naptime,catnap"),
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
      switch,switched,switches,switching,swap,swapped,switch sides,switched sides,switching sides,swap sides,\
      swapped sides,\
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
      put her to sleep,put him to sleep,put baby to sleep,put the baby to sleep,put baby to bed,put the baby to bed,\
      going to sleep,went down for a nap,start sleeping,started sleeping,\
      started napping,start napping,goes to sleep,sleep now,asleep now,down,finally asleep,finally down,fast asleep,\
      sound asleep,going down for a nap
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
      benadryl,zyrtec,claritin,cetirizine,loratadine,mylicon,infacol,colief,gaviscon,nystatin,omeprazole,famotidine,\
      pepcid,albuterol,prednisolone,aspirin,melatonin,lactulose,miralax,vit,vitamin,vitamins,drops,dose,probiotic,probiotics,gripe,simethicone,mg,mcg,medicine,medicines,medication,meds
      """
    ),
    (.begins(.temperature), "degrees,celsius,fahrenheit,temp,temperature,fever,c,f"),
    (.begins(.weight), "kg,kilos,lb,lbs,pounds,grams,weight,weighed"),
    (.begins(.length), "cm,inches,height"), (.begins(.vaccine), "shot,shots,jab,jabs,vaccine,vaccination,vaccinated"),
    (
      .notKept("A symptom", .health),
      """
      vomit,vomited,vomiting,threw up,throw up,spit up,spat up,spits up,spit out,spat out,puked,rash,cough,coughing,sick,reflux,colic,\
      diarrhea,diarrhoea,constipated
      """
    ),
    (
      .begins(.food),
      """
      solid,solids,puree,cereal,porridge,food,baby food,snack,breakfast,lunch,dinner,yogurt,banana,avocado,oatmeal,rice,\
      juice,tea
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
