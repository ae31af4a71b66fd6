// Every text of the page that is written by hand. Texts that all programs share are generated from the model
// (model/generated/texts.js), and model/words.js puts them together.

import {nap as napLength, password as leastPassword} from './model/generated/limits.js';
import {counted, length as lengthOf} from './model/words.js';

// What most words of fields and settings are called begins with a capital letter, and is the word else.
export const word = (/** @type {string} */ word) => wordTitles[word] ??
    (/^(\d|ml|oz|kg|lb)/.test(word) ? word : word[0].toUpperCase() + word.slice(1));
export const field = (/** @type {string} */ kind, /** @type {string} */ name) =>
    fieldTitles[`${kind}.${name}`];
export const setting = (/** @type {string} */ key) => settingTitles[key];
export const sync = (/** @type {string} */ standing) => syncTitles[standing];

export const name = 'Baby Basics';
export const apple = 'iPhone, iPad';
export const android = 'Android';
export const home = 'Home';
export const today = 'Today';
export const trends = 'Trends';
export const screens = 'Screens';
export const retry = 'Retry';
export const edit = 'Edit';
export const undo = 'Undo';
export const dismiss = 'Dismiss';
export const ok = 'OK';
export const busy = (/** @type {string} */ name) => `${name}, loading`;
export const search = 'Search';
export const cancel = 'Cancel';
export const back = 'Back';
export const min = 'min';
export const hours = 'hours';
export const unit = 'Unit';
export const useAmount = (/** @type {string} */ amount) => `Use ${amount}`;

// How the day stands
export const atAGlance = 'Today at a glance';
export const hello = (/** @type {string} */ name) => `${name}’s day`;
export const nothingCounted = 'No feed, diaper or sleep today';
export const noDashboard = 'Couldn’t load dashboard';
export const noConnection = 'No connection';
export const noAnswer = 'The family server is busy or restarting. Trying again automatically.';
export const untilOK = 'This stays on your phone until you press OK.';
export const noMedicalAdvice = 'Estimates from the log. Not medical advice.';
export const update = 'Update available';
export const reload = 'Reload';
export const unsent = (/** @type {number} */ count) => `${count} unsent`;
export const failed = (/** @type {number} */ count) => `${count} failed`;
export const sendNow = (/** @type {string} */ text) => `${text}. Try now`;
export const useMine = 'Use mine';
export const viewOnly = 'View only';
export const profile = 'Child profile and settings';
export const notYet = 'Not yet';
export const runningNow = 'Running';
export const sinceClock = (/** @type {string} */ clock) => `since ${clock}`;
export const nursingTimer = 'Nursing timer';
export const leftOrRight = 'Left or right';
export const moreKinds = 'More…';
export const logFrom = (/** @type {string} */ said) => `Log. ${said}`;
export const nightMode = 'Night mode';
export const settings = 'Settings';

// Sheets
export const amount = 'Amount';
export const startedAt = 'Started';
export const category = 'Category';
export const discardTimer = 'Discard this timer';
export const reallyDiscard = (/** @type {string} */ what) =>
    `Discard “${what}”? It will not be logged.`;
export const ended = 'Ended';
export const fellAsleep = 'Fell asleep';
export const fromTo = 'From … to …';
export const length = 'Length';
export const lessDetails = 'Fewer details';
export const logDiaper = 'Log Diaper';
export const logFeed = 'Log Feeding';
export const logNote = 'Log Note';
export const logSleep = 'Log Sleep';
export const moreDetails = 'More details';
export const nap = `Nap · ${lengthOf(napLength)}`;
export const save = 'Save';
export const startSleep = 'Start Sleep';
export const startTimer = 'Start timer';
export const suggested = 'Suggested';
export const wokeUp = 'Woke up';
export const close = 'Close';
export const exactTime = 'Exact time';
export const note = 'Note';
export const now = 'Now';
export const when = 'When';
export const pumped = (/** @type {string} */ amount) => `Pumped ${amount}`;
export const suggestedSide = (/** @type {string} */ side) => `${side}, suggested`;
export const less = (/** @type {string} */ name) => `Less: ${name}`;
export const more = (/** @type {string} */ name) => `More: ${name}`;
export const minutes = (/** @type {number} */ count) => `${count}m`;
export const manyMinutes = (/** @type {number} */ count) => counted(count, 'minute');
export const minutesAgo = (/** @type {number} */ count) =>
    counted(count, 'minute ago', 'minutes ago');
export const wakeUp = 'Wake Up';
export const stop = 'Stop';
export const pause = 'Pause';
export const resume = 'Resume';
export const stopThis = (/** @type {string} */ what) => `Stop: ${what}`;
export const usualUnit =
    (/** @type {string} */ kind, /** @type {Record<string, string>} */ settings) =>
        kind === 'weight'                 ? settings['units.weight'] :
    kind !== 'temperature'                ? undefined :
    settings['units.temperature'] === 'F' ? 'fahrenheit' :
                                            'celsius';
export const logWhat = 'Log';
export const addNote = 'Add a note';
export const recentNames = 'Recent';
export const clocksGoBack = 'This time occurs twice (clocks go back)';
export const turns = [
  'First',
  'Second',
];
export const activities = [
  'bath',
  'walk',
  'play',
  'reading',
  'massage',
  'crying',
];
/** @type {Record<string, string>} */
const fieldTitles = {
  'feeding.method': 'Method',
  'feeding.content': 'In the bottle',
  'feeding.startedSide': 'Started on',
  'food.foods': 'Food',
  'head.value': 'Head circumference',
  'medicine.intervalSeconds': 'Time between doses',
  'medicine.mostPerDay': 'Maximum in 24 hours',
  'milkStore.change': 'Change',
};
/** @type {Record<string, string>} */
const wordTitles = {
  breastMilk: 'Breast milk',
  otherMilk: 'Other milk',
  own: 'Something else',
  day: 'Days',
  wake: 'Time awake',
  hours: 'Hours of the day',
  add: 'Stored',
  give: 'Given',
  discard: 'Discarded',
  more: 'Adjust up',
  less: 'Adjust down',
  C: '°C',
  F: '°F',
  '12h': '12 hours',
  '24h': '24 hours',
};

// The field for sentences
export const sayIt = 'Type an entry';
export const sentence = 'Type an entry: nap 45 min';
export const needsServer = '. Sentences need the family server; the buttons work offline.';
export const noSentences = 'This family server is too old for sentences. Use the buttons.';
export const otherMeanwhile = 'Another child was selected meanwhile. Press Log again.';
export const isAbout = (/** @type {string} */ name) => `This is about ${name}.`;
export const logFor = (/** @type {string} */ name) => `Log for ${name}`;
export const logAnyway = 'Log it anyway';
export const notLogged = (/** @type {string} */ reason) => `Not logged. ${reason}`;

// Refusals that the page alone has; each follows the name of a field, or is a sentence
export const noUnit = (/** @type {string | number} */ word) => `has no unit “${word}”`;
export const noLength = 'is missing: say how long it was, or from when to when';
export const forgotten = 'It has been running for too long: say when it ended.';
export const noFeedRuns = 'There is no feed running.';

// The phone's storage
export const entryGone = 'This entry was deleted.';
export const emptied =
    'This phone had cleared its saved data. Only what the family server has is loaded again.';
export const storageFull = 'The phone’s storage is full.';
export const storageRefused = 'This phone does not let the page save anything.';

// Entries
export const andMore = (/** @type {number} */ count) => `and ${count} more`;
export const found = (/** @type {number} */ count) =>
    (count ? counted(count, 'entry', 'entries') : 'Nothing found');
/** @type {Record<string, string>} */
const syncTitles = {
  'saved-here': 'Saved on this phone',
  sending: 'Sending…',
  failed: 'Couldn’t save',
};
export const gone = 'Not found';
export const goneDetail = 'It may have been deleted.';
export const discard = 'Discard';
export const deleteIt = 'Delete';
export const reallyDelete = (/** @type {string} */ title) => `Delete “${title}”?`;
export const dateOnly = 'Without a time: noon stands for the day.';
export const loggedBy = (/** @type {string} */ name) => `Logged by ${name}`;
export const changedBy = (/** @type {string} */ name) => `changed by ${name}`;

// Days
export const days = 'Days';
export const dayBefore = 'Previous day';
export const dayAfter = 'Next day';
export const otherDay = 'Choose a day';
export const noDay = 'Couldn’t load this day';
export const nothingToday = 'No events yet today';
export const nothingTodayDetail = 'Tap + to log the first one.';
export const nothingThen = 'No events';
export const moreEntries = 'More';
export const logSomething = 'Log something';
export const searchFor = 'Notes, kinds, times';

// Trends
export const figure = 'Show';
export const all = 'All';
export const earlier = 'Earlier';
export const later = 'Later';
export const noPicture = 'Couldn’t load this picture';
export const lastPicture = 'No connection. This is the last picture that was loaded.';

// Signing in
export const signIn = 'Sign in';
export const signInLead = 'Your family’s log on this phone.';
export const expired = 'You were signed out. Please sign in again.';
export const keptFor = (/** @type {number} */ count) => `${
    counted(
        count, 'entry is', 'entries are')} saved on this phone and will be sent after you sign in.`;
export const keptForOthers = (/** @type {number} */ count) => `${
    counted(
        count, 'entry by another person is',
        'entries by another person are')} saved on this phone until they sign in.`;
export const email = 'Email';
export const password = 'Password';
export const forgot = 'Forgot password?';
export const haveCode = 'I have a share code';
export const register = 'Create an account';
export const registerLead = 'Use the share code that you were given.';
export const createAccount = 'Create account';
export const yourName = 'Your name';
export const yourNameHint = 'Shown to others on your entries.';
export const code = 'Code';
export const codeHint = 'Spaces, dashes and capitalization don’t matter.';
export const passwordHint = `At least ${leastPassword} characters.`;
export const setPassword = 'Set password';
export const forgotLead = 'Ask the person who runs the family server for a code.';
export const newChild = 'Add a child';
export const addChildLead = 'Enter a name and date of birth to start logging.';
export const childName = 'Name';
export const born = 'Date of birth';
export const feedingStyle = 'Usual feeding';
export const zone = 'Time zone';
export const zoneHint = 'Sets when the child’s days begin.';
export const acceptCode = 'Share code';
export const acceptLead = 'The shared child will appear in your list.';
export const accept = 'Accept';

// Settings
export const storage = (/** @type {boolean|null} */ isPersistent) => isPersistent ?
    'Unsent entries are kept on this phone.' :
    'Unsent entries may be lost if storage runs out. Add the page to the home screen.';
export const unsentWarning = (/** @type {number} */ count) => `${
    counted(
        count, 'entry has',
        'entries have')} not reached the server. Unsent entries stay on this phone until you sign in again.`;
export const appearance = 'Appearance';
export const thisPhoneOnly = 'this phone only';
export const reminders = 'Reminders';
export const quietHint = 'Reminders wait until they end.';
export const from = 'From';
export const to = 'To';
export const child = 'Child';
export const childSettings = 'Days and intervals';
export const day = 'Day';
export const dayStartHint = 'Earlier times count as the previous day.';
export const forEverybody = (/** @type {string} */ child) =>
    `Shared with everyone who has access to ${child}.`;
export const phone = 'This phone';
export const signOut = 'Sign out';
export const reallySignOut = 'Sign out on this phone?';
/** @type {Record<string, string>} */
const settingTitles = {
  units: 'Amounts',
  'units.temperature': 'Temperatures',
  'units.weight': 'Weights',
  'time.format': 'Clock',
  'theme.mode': 'Mode',
  'theme.palette': 'Palette',
  'theme.categoryStrategy': 'Category colours',
  'theme.iconStyle': 'Icons',
  'reminders.enabled': 'Reminders',
  'predictions.enabled': 'Predictions',
  'reminders.quiet': 'Quiet hours',
  'day.start': 'Day starts at',
  'reminders.from': 'Measure time since feed from',
  'feeding.interval': 'Next feed is due after',
  'diaper.interval': 'Next diaper is due after',
  'reminders.nap': 'Remind me before a likely nap',
  'reminders.sleep': 'Remind me of a sleep longer than',
  'reminders.feed': 'Remind me of a feed longer than',
  'reminders.tummy': 'Remind me of tummy time longer than',
};

// People
export const codeOnce = (/** @type {string} */ time) =>
    `Shown only once${time ? `. Valid until ${time}` : ''}.`;
export const people = 'People';
export const members = 'People with access';
export const leave = 'Leave';
export const remove = 'Remove';
export const reallyLeave = 'Leave this child?';
export const removeMember = (/** @type {string} */ name) => `Remove ${name}?`;
export const youAre = (/** @type {string} */ name) => `${name} (you)`;
export const role = 'Role';
export const roleOf = (/** @type {string} */ name) => `${name}’s role`;
export const shareTitle = 'Share this child';
export const shareLead = 'Caregivers can log; viewers can only read. The code works once.';
export const createCode = 'Create code';
export const copy = 'Copy';
export const copied = 'Copied';
export const qrLabel = 'The code as a QR code';
export const openShares = 'Unused codes';
export const until = (/** @type {string} */ time) => `until ${time}`;
export const revoke = 'Revoke';
export const sessions = 'Devices';
export const unnamed = 'Unnamed device';
export const thisPhone = 'This device';
export const lastUsed = (/** @type {string} */ time) => `last used ${time}`;
export const end = 'End';
export const endSession = (/** @type {string} */ name) => `End ${name}`;

// The phone
export const install = 'Add to home screen';
export const installLead = 'Opens like an app and works offline.';
export const isInstalled = 'Installed on your home screen.';
export const installNow = 'Install';
export const appleSteps = [
  'Open this page in Safari.',
  'Tap Share, the square with an arrow.',
  'Choose “Add to Home Screen”, then “Add”.',
];
export const appleSignIn = 'Sign in again there: it shares no data with Safari.';
export const androidSteps = [
  'Open the menu with the three dots.',
  'Choose “Add to Home screen” or “Install app”.',
];
export const needsHTTPS = 'Requires a trusted https connection.';
export const howToTrust = 'How to trust the certificate';
export const push = 'Notifications';
export const pushLead = 'Sent encrypted through your browser’s push service.';
export const pushOn = 'Notify this phone';
/** @type {Record<string, string>} */
export const pushOptions = {
  reminders: 'Reminders',
  timers: 'Forgotten timers',
  others: 'Entries by other people',
  names: 'Show the child’s name',
};
/** @type {Record<string, string>} */
export const pushHints = {
  timers: 'A sleep or feed that has run for long',
  names: 'May be visible on a locked screen',
};
export const noPush = 'This browser cannot notify you.';
export const pushDenied = 'Notifications are off in the phone’s settings.';
export const pushNeedsHome =
    'On iPhone and iPad, notifications work only from the home screen app.';
