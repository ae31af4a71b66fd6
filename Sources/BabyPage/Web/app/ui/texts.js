// Every text of the page that the table of words (../model/words.js) does not have: another language is another one of
// these.

import {counted} from '../model/words.js';

// What most words of fields and settings are called begins with a capital letter, and is the word else.
export const word = (/** @type {string} */ word) => wordTitles[word] ??
    (/^(\d|ml|oz|kg|lb)/.test(word) ? word : word[0].toUpperCase() + word.slice(1));
export const field = (/** @type {string} */ kind, /** @type {string} */ name) =>
    fieldTitles[`${kind}.${name}`];
export const setting = (/** @type {string} */ key) => settingTitles[key];
export const sync = (/** @type {string} */ standing) => syncTitles[standing];

export const name = 'Baby Basics';
export const home = 'Home';
export const today = 'Today';
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
export const isMeant = (/** @type {string} */ amount) => `It is ${amount}`;

// How the day stands
export const howItStands = 'How it stands';
export const hello = (/** @type {string} */ name) => `${name}’s day`;
export const nothingCounted = 'No feed, diaper or sleep today';
export const noDashboard = 'Couldn’t load dashboard';
export const noConnection = 'No connection';
export const noAnswer = 'The family server is busy or restarting. The page tries again by itself.';
export const keptHere = 'It stays on this phone until you press OK.';
export const noMedicalAdvice = 'Estimates based on what was logged. Not medical advice.';
export const stale = 'Offline · Showing last known data';
export const update = 'There is a new version.';
export const reload = 'Load it';
export const unsent = (/** @type {number} */ count) => `${count} unsent`;
export const failed = (/** @type {number} */ count) => `${count} failed`;
export const sendNow = (/** @type {string} */ text) => `${text}. Try now`;
export const useMine = 'Use mine';
export const onlyLooking = 'You can look at everything, but not change it.';
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
export const began = 'Began';
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
export const nap = 'Nap · 10 min';
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
export const usual = 'Which';
export const clocksGoBack = 'The clocks show this twice';
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
  'feeding.method': 'How',
  'feeding.content': 'In the bottle',
  'feeding.startedSide': 'Started on',
  'food.foods': 'Food',
  'head.value': 'Around the head',
  'medicine.intervalSeconds': 'Next one after',
  'medicine.mostPerDay': 'At most in 24 hours',
  'milkStore.change': 'What happened',
};
/** @type {Record<string, string>} */
const wordTitles = {
  breastMilk: 'Breast milk',
  otherMilk: 'Other milk',
  own: 'Something else',
  add: 'Put by',
  give: 'Given',
  discard: 'Thrown away',
  more: 'There is more',
  less: 'There is less',
  C: '°C',
  F: '°F',
  '12h': '12 hours',
  '24h': '24 hours',
};

// The field for sentences
export const sayIt = 'Say it';
export const sentence = 'Say it: nap 45 min';
export const needsServer =
    '. Only the family server understands sentences; the buttons work without it.';
export const noSentences =
    'This family server is too old to understand sentences. The buttons work.';
export const otherMeanwhile = 'The child was changed before this was understood. Press Log again.';
export const isAbout = (/** @type {string} */ name) => `This is about ${name}.`;
export const logFor = (/** @type {string} */ name) => `Log for ${name}`;
export const logAnyway = 'Log it anyway';
export const notLogged = (/** @type {string} */ reason) => `Not logged. ${reason}`;

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
export const gone = 'Not here';
export const goneDetail = 'Somebody may have deleted it.';
export const discard = 'Discard';
export const deleteIt = 'Delete';
export const reallyDelete = (/** @type {string} */ title) => `Delete “${title}”?`;
export const ofDay = 'Noon stands for the day.';
export const loggedBy = (/** @type {string} */ name) => `Logged by ${name}`;
export const changedBy = (/** @type {string} */ name) => `changed by ${name}`;

// Days
export const days = 'Days';
export const dayBefore = 'The day before';
export const dayAfter = 'The day after';
export const otherDay = 'Another day';
export const noDay = 'Couldn’t load this day';
export const nothingToday = 'No events yet today';
export const nothingTodayDetail = 'Tap + to log the first one.';
export const nothingThen = 'No events';
export const moreEntries = 'More';
export const logSomething = 'Log something';
export const searchFor = 'Notes, kinds, times';

// Signing in
export const signIn = 'Sign in';
export const signInLead = 'Your family’s log, on this phone.';
export const expired = 'You were signed out. Please sign in again.';
export const keptFor = (/** @type {number} */ count) =>
    `${counted(count, 'entry is', 'entries are')} kept on this phone and sent then.`;
export const keptForOthers = (/** @type {number} */ count) => `${
    counted(
        count, 'entry of another person is',
        'entries of another person are')} kept on this phone until they sign in.`;
export const email = 'Email';
export const password = 'Password';
export const forgot = 'Forgot the password?';
export const haveCode = 'I have a share code';
export const register = 'Create an account';
export const registerLead = 'Somebody who shares a child with you gave you a code.';
export const createAccount = 'Create account';
export const yourName = 'Your name';
export const yourNameHint = 'Others see it on what you log.';
export const code = 'Code';
export const codeHint = 'Spaces, dashes and small letters do not matter.';
export const passwordHint = 'At least 8 characters.';
export const setPassword = 'Set password';
export const forgotLead = 'Whoever runs the family server can give you a code.';
export const newChild = 'Add a child';
export const addChildLead = 'A name and a date, and you can log.';
export const childName = 'Name';
export const born = 'Date of birth';
export const feedingStyle = 'Mostly fed by';
export const zone = 'Time zone';
export const zoneHint = 'The child’s days follow it.';
export const acceptCode = 'Share code';
export const acceptLead = 'The child that is shared with you will be among yours.';
export const accept = 'Accept';

// Settings
export const storage = (/** @type {boolean|null} */ isPersistent) => isPersistent ?
    'The phone keeps what is not sent yet.' :
    'A full phone may clear what is not sent yet. It is safer on the home screen.';
export const unsentWarning = (/** @type {number} */ count) => `${
    counted(
        count, 'entry has',
        'entries have')} not reached the server. What is here stays on this phone until you sign in again.`;
export const looks = 'Looks';
export const thisPhoneOnly = 'this phone only';
export const reminders = 'Reminders';
export const quietHint = 'Reminders wait until they end.';
export const from = 'From';
export const to = 'To';
export const child = 'Child';
export const childSettings = 'Days and intervals';
export const day = 'Day';
export const dayStartHint = 'Before that, the night still counts to the day before.';
export const forEverybody = (/** @type {string} */ child) =>
    `These are the same for everybody who shares ${child}.`;
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
  'theme.categoryStrategy': 'Colours of kinds',
  'theme.iconStyle': 'Icons',
  'reminders.enabled': 'Reminders',
  'predictions.enabled': 'Predictions',
  'reminders.quiet': 'Quiet hours',
  'day.start': 'A day begins at',
  'reminders.from': 'Time since a feed counts from its',
  'feeding.interval': 'Next feed is due after',
  'diaper.interval': 'Next diaper is due after',
  'reminders.nap': 'Say before a nap is likely',
  'reminders.sleep': 'Ask about a sleep that runs for',
  'reminders.feed': 'Ask about a feed that runs for',
  'reminders.tummy': 'Ask about tummy time that runs for',
};

// People
export const codeOnce = (/** @type {string} */ time) =>
    `It is shown only now${time ? `, and works until ${time}` : ''}.`;
export const people = 'People';
export const members = 'Who shares this child';
export const leave = 'Leave';
export const remove = 'Remove';
export const reallyLeave = 'Leave this child?';
export const removeMember = (/** @type {string} */ name) => `Remove ${name}?`;
export const youAre = (/** @type {string} */ name) => `${name} (you)`;
export const role = 'They may be a';
export const roleOf = (/** @type {string} */ name) => `What ${name} may do`;
export const shareTitle = 'Share this child';
export const shareLead = 'A caregiver logs, a viewer only looks. The code works once.';
export const createCode = 'Make a code';
export const copy = 'Copy';
export const copied = 'Copied';
export const qrLabel = 'The code as a QR code';
export const openShares = 'Codes nobody has used yet';
export const until = (/** @type {string} */ time) => `until ${time}`;
export const revoke = 'Revoke';
export const sessions = 'Signed in on';
export const unnamed = 'Without a name';
export const thisPhone = 'This one';
export const lastUsed = (/** @type {string} */ time) => `last used ${time}`;
export const end = 'End';
export const endSession = (/** @type {string} */ name) => `End ${name}`;

// The phone
export const install = 'On the home screen';
export const installLead = 'There it opens like an app, without a network.';
export const isInstalled = 'This is the page on your home screen.';
export const installNow = 'Install';
export const appleSteps = [
  'Open this page in Safari.',
  'Tap Share, the square with an arrow.',
  'Choose “Add to Home Screen”, then “Add”.',
];
export const appleSignIn = 'Sign in once more there: it shares nothing with Safari.';
export const androidSteps = [
  'Open the menu with the three dots.',
  'Choose “Add to Home screen” or “Install app”.',
];
export const needsHTTPS = 'This needs a connection by https that the phone trusts.';
export const howToTrust = 'How to trust the certificate';
export const push = 'Notifications';
export const pushLead = 'They go through the maker of your browser, encrypted.';
export const pushOn = 'Notify this phone';
/** @type {Record<string, string>} */
export const pushOptions = {
  reminders: 'Reminders',
  timers: 'A forgotten timer',
  others: 'Logged by somebody else',
  names: 'With the child’s name',
};
/** @type {Record<string, string>} */
export const pushHints = {
  timers: 'A sleep or feed that runs for long',
  names: 'It may be seen on a locked screen',
};
export const noPush = 'This browser cannot notify you.';
export const pushDenied = 'Notifications are off in the phone’s settings.';
export const pushNeedsHome = 'On iPhone and iPad, only the home screen’s page can notify you.';
