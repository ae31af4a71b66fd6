// Generated from the model by `RECORD=1 swift test --filter PageCaseTests`: what is changed here is lost.

// Parts of texts are put in place of {}.
export const separator = ' · ';
export const today = 'Today';
export const yesterday = 'Yesterday';
export const justNow = 'Just now';
export const ago = '{} ago';
export const wasDue = 'was due ';
export const awake = 'Awake {}';
export const next = 'Next {}';
export const diaper = '{} diaper';
export const unknown = 'From a newer version: {}';
export const endUnknown = 'end unknown';
export const switched = 'Started on {}, then switched';
export const sleeping = 'Sleeping';
export const runs = '{}, running';
export const feeding = 'Feeding {}';
export const offlineWithData = 'Offline · Showing last known data';
export const feedPaused = 'Feed paused';
export const logged = 'Logged {}';
export const started = '{} started';
export const ended = '{} ended';
export const updated = 'Updated {}';
export const deleted = 'Deleted {}';
export const undid = 'Undid: {}';
export const resumed = 'Feed resumed · {} breast';
export const switchedTo = 'Switched to the {} breast';
export const switchTo = 'Switch to {} breast';
export const mayBeGiven = 'may be given again';
export const nextFrom = 'next from {}';
export const last = 'last {}';
export const pendingDeleted = 'deleted {}';
export const startedTwice = '{} was started twice · the earlier start was kept';
export const conflict = 'Changed meanwhile: {} · your version is kept';
export const notShared = 'Not sent, {} is no longer shared with you: {} · your version is kept';
export const readOnly = "Not sent, you may only read {}'s log now: {} · your version is kept";
export const savedHere = "Saved here · couldn't sync · will retry";
export const saved = 'Saved';
export const retrying = 'Retrying…';
export const couldntSync = "Couldn't sync {} · Retry";
export const stillCouldntSync = "Still couldn't sync {} · Retry";
export const feeds = ['{} feed', '{} feeds'];
export const pumpings = ['{} pumping', '{} pumpings'];
export const notes = ['{} note', '{} notes'];
export const left = 'left {}';
export const right = 'right {}';
export const wet = '{} wet';
export const dirty = '{} dirty';
export const asleep = '{} asleep';
export const tummy = '{} tummy';
export const wakings = ['{} waking', '{} wakings'];
export const awakeFor = '{}, {} awake';

// What is wrong with an entry.
export const inFuture = 'must not be in the future';
export const beforeBirth = 'must not be before {} was born, on {}';
export const beforeStart = 'must not be before the start';
export const notAfterStart = 'must be after the start';
export const tooLong = 'must be at most {} hours after the start';
export const noAmount = 'must be more than 0';
export const tooMuch = 'must be at most {}';
export const sidesTooLong = 'and rightSeconds together must be at most {} hours';
export const sidesLonger = 'and rightSeconds together must not be longer than the feed';
export const missing = 'is missing';
export const empty = 'must not be empty';
export const controlCharacters = 'must not contain control characters';
export const notPlain = 'must be one line of plain text';
export const tooManyBytes = 'must have at most {} bytes';
export const tooManyCharacters = 'must have at most {} characters';
export const notANumber = 'must be a number';
export const outOfRange = 'must be between {} and {}';
export const outOfSense = 'must be between {} and {} {}';
export const notWhole = 'must be a whole number from {} to {}';
export const notWholeSeconds = 'must be a whole number of seconds from {} to {}';
export const beforeTurn = 'must not be before it began on the {}';
export const beforePause = 'must not be before it was paused';

// Names of words of the wire.
/** @type {Record<string, Record<string, string>>} */
export const titles = {
  diapers: {wet: 'Wet', dirty: 'Dirty', both: 'Wet and dirty'},
  notes: {general: 'Note', health: 'Health note', medicine: 'Medicine note', milestone: 'Milestone', growth: 'Growth note', food: 'Food note'},
  feeds: {breast: 'Breast feed', bottle: 'Bottle', pumping: 'Pumping', left: 'Left breast', right: 'Right breast', both: 'Both breasts'},
  predictions: {nap: 'Next nap', bedtime: 'Bedtime', feeding: 'Next feed', wakeUp: 'Wake-up'},
  reasons: {network: 'No connection', server: 'Something went wrong', limited: 'Too many requests. Please wait.'},
};
