extension PhraseWord {
  /// The meanings of words and groups of words; commas divide each list.
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
    (.filler(.leading), "the,a,an,of,with,and,on,for,his,my,our,their,then,after that,n"),
    (.filler(.person), "she,he,they,she's,he's,they're,baby,bub,the baby,little one"),
    (.filler(.given), "gave,give,given,had,took,take"), (.filler(.some), "some"), (.filler(.time), "time"),
    (.thing(.feed), "feed,feeds,feed time"), (.fed, "fed,feeding,ate,eat,eats,eaten,eating,meal"),
    (
      .thing(.bottle),
      """
      bottle,bottles,bottle feed,bottle feeding,bottle fed,bottlefed,bottle of milk,top up,topup,topped up,\
      topped her up,topped him up,topped them up,drank,drink,drunk,drinking,drained,downed,chugged,guzzled,gulped,\
      gulped down,sucked down,knocked back,polished off,from the bottle,from a bottle,from bottle,from her bottle,\
      from his bottle,supplement,supplemented,🍼
      """
    ),
    (.thing(.milk), "milk"),
    (.content(.formula), "formula,formula feed,formula feeding,formula milk,infant formula,baby formula"),
    (
      .content(.breastMilk),
      """
      breast milk,breastmilk,expressed milk,ebm,bottle of pumped milk,bottle of expressed milk,mother's milk,mothers milk,\
      mom's milk,mum's milk,human milk
      """
    ),
    (
      .namedContent(.breastMilk),
      "donor milk,donor breast milk,donor breastmilk,donated milk,donated breast milk,donor,colostrum"
    ),
    (.content(.otherMilk), "other milk"),
    (
      .namedContent(.otherMilk),
      """
      cow milk,cow's milk,cows milk,goat milk,goat's milk,goats milk,sheep milk,sheep's milk,whole milk,soy milk,\
      soya milk,oat milk,almond milk,coconut milk,cashew milk,hemp milk,pea milk,rice milk,plant milk
      """
    ),
    (
      .namedContent(.formula),
      """
      goat formula,goat milk formula,goat's milk formula,goats milk formula,cow's milk formula,cows milk formula,\
      soy formula,soya formula,soy milk formula,soya milk formula
      """
    ),
    (
      .remark(.milk),
      """
      frozen,thawed,defrosted,fresh,freshly,refrigerated,chilled,cold,cool,cooled,warm,warmed,warmed up,reheated,\
      leftover,left over,fortified,thickened,cow,cow's,cows,goat,goat's,goats,soy,soya,oat,almond,coconut,\
      hypoallergenic,hydrolyzed,hydrolysed,lactose free,ready made,ready to feed,powdered,premixed
      """
    ),
    (.content(.water), "water"),
    (
      .thing(.breast),
      """
      breast,breasts,nurse,nursed,breastfed,breastfeed,breast feed,breast fed,bf,\
      boob,boobs,at the breast,at breast,on the breast,🤱
      """
    ),
    (.thing(.pump), "pump,pumping,express,expressing,from pumping,from the pump"), (.pumped, "pumped,expressed"),
    (
      .pumpedMilk,
      "pumped milk,pumped breast milk,pumped breastmilk,pumped bottle,expressed breast milk,expressed breastmilk"
    ),
    (.thing(.diaper), "diaper,diapers,nappy,nappies,diaper change,nappy change,changed,change,changing"),
    (.thing(.wet), "wet,pee,peed,pees,wee,weed,wees,urine,urinated,number one,pee diaper,wet diaper,wet nappy,💧"),
    (
      .thing(.dirty),
      """
      dirty,poop,pooped,poops,pooping,poo,pooed,poos,poopy,pooey,poopie,poopoo,bm,stool,soiled,messy,number two,\
      bowel movement,dirty diaper,dirty nappy,poopy diaper,💩
      """
    ),
    (.thing(.mixed), "mixed"),
    (.without(.wet), "no pee,no wee,not wet,but not wet,no urine,but no pee,but no wee,no wet,but no urine"),
    (
      .without(.dirty),
      "no poop,no poo,no stool,not dirty,but not dirty,but no poop,but no poo,no bm,no dirty,but no bm"
    ),
    (.remarkable(.dirty), "blowout,blow out,explosion,meconium"), (.remarkable(.nap), "contact nap,contact naps"),
    (.remarkable(.feed), "dream feed,dreamfeed,comfort feed,snack feed,cluster feed,cluster feeding,cluster feeds"),
    (.remarkable(.pump), "hand expressed,hand expressing,power pump,power pumped,power pumping"),
    (
      .remark(.look),
      """
      green,yellow,brown,black,orange,mustard,red,dark,light,pale,greenish,yellowish,brownish,reddish,coloured,colored,\
      runny,watery,loose,soft,hard,seedy,sticky,mucus,mucousy,mucusy,firm,thick,mushy,pasty,formed,explosive,foamy,\
      frothy,slimy,curdy,grainy,pebbles,pellets,smelly,stinky,heavy,soaked,soaking,full,leaky,leaked,smear,bloody,\
      up the back,up her back,up his back
      """
    ),
    (
      .remark(.manner),
      """
      big,huge,large,massive,small,little,tiny,short,long,quick,good,great,nice,decent,bad,rough,restless,comfort,well,\
      badly,poorly,soundly,peacefully
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
      left,l,lt,on left,on the left,left breast,left boob,left side,left first,left side first,left breast first,\
      from the left,from left,from the left side,from the left breast,to the left,to left
      """
    ),
    (
      .side(.right),
      """
      right,r,rt,on right,on the right,right breast,right boob,right side,right first,right side first,\
      right breast first,from the right,from right,from the right side,from the right breast,to the right,to right
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
    (.nursing, "nursing,breastfeeding,breast feeding,latched,latched on"),
    (
      .switchSides,
      """
      switch,switched,switches,switching,swap,swapped,switch sides,switched sides,switching sides,swap sides,\
      swapped sides,change sides,changed sides,changing sides,other side,other breast,to the other side,to other side,\
      to the other breast,switched to the other side,switch to the other side
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
      asleep,sleeping,napping,fell asleep,fall asleep,fallen asleep,falls asleep,went to sleep,gone to sleep,\
      go to sleep,went down,down for a nap,down for nap,put down,put down for a nap,put to sleep,put her down,\
      put him down,put them down,put baby down,put the baby down,put her down for a nap,put him down for a nap,\
      put baby down for a nap,put her to sleep,put him to sleep,put baby to sleep,put the baby to sleep,going to sleep,\
      went down for a nap,start sleeping,started sleeping,started napping,start napping,goes to sleep,sleep now,\
      asleep now,down,finally asleep,finally down,fast asleep,sound asleep,going down for a nap,dozed off,nodded off,\
      drifted off,dropped off to sleep,conked out,zonked,zonked out,passed out,out like a light,down for her nap,\
      down for his nap,went down for her nap,went down for his nap
      """
    ),
    (
      .bedtime,
      """
      to bed,in bed,bedtime,bed time,put to bed,went to bed,gone to bed,put her to bed,put him to bed,put them to bed,\
      put baby to bed,put the baby to bed,down for the night,went down for the night,asleep for the night,\
      put her down for the night,put him down for the night
      """
    ),
    (
      .awake,
      """
      awake,wide awake,woke,woken,wake,wakes,woke up,wake up,wakes up,woken up,waking up,up,got up,is up,gets up,\
      stop sleeping,stopped sleeping,stop napping,up from nap,up from a nap,up from her nap,up from his nap,\
      woke from nap,woke up from nap,woke up from a nap,woke up from her nap,woke up from his nap
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
      .notKept("a symptom", .health),
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
      .notKept("that", .general),
      """
      teething,fussy,doctor,pediatrician,dry,dry diaper,nails
      """
    ),
    (
      .notKept("things that did not happen", .general),
      """
      no,not,never,none,don't,dont,didn't,didnt,doesn't,isn't,wasn't,hasn't,haven't,won't,wouldn't,couldn't,can't,\
      without,refused,refuses,refusing,skipped,missed,forgot
      """
    ),
  ]
}
