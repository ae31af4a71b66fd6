// Every text of the page that the table of words (../model/words.js) does not have, and texts/later.json: another language
// is another one of these.

import {filled} from '../model/clocks.js';
import {counted} from '../model/words.js';

import {later} from './later.js';

// What most words of fields and settings are called begins with a capital letter, and is the word else.
export const word = (/** @type {string} */ word) =>
    /** @type {Record<string, string>} */ (later.wordTitles)?.[word] ??
    (/^(\d|ml|oz|kg|lb)/.test(word) ? word : word[0].toUpperCase() + word.slice(1));
export const field = (/** @type {string} */ kind, /** @type {string} */ name) =>
    /** @type {Record<string, string>} */ (later.fieldTitles)[`${kind}.${name}`];
export const setting = (/** @type {string} */ key) =>
    /** @type {Record<string, string>} */ (later.settingTitles)[key];
export const sync = (/** @type {string} */ standing) =>
    /** @type {Record<string, string>} */ (later.syncTitles)[standing];

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

// How the day stands
export const howItStands = 'How it stands';
export const hello = (/** @type {string} */ name) => `${name}’s day`;
export const nothingCounted = 'No feed, diaper or sleep today';
export const noDashboard = 'Couldn’t load dashboard';
export const noConnection = 'No connection';
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

// Sheets
export const amount = 'Amount';
export const began = 'Began';
export const category = 'Category';
export const discardTimer = 'Discard this timer';
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

// Entries
export const andMore = (/** @type {number} */ count) => `and ${count} more`;
export const found = (/** @type {number} */ count) =>
    (count ? counted(count, 'entry', 'entries') : 'Nothing found');

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

// Settings
export const storage = (/** @type {boolean|null} */ isPersistent) =>
    isPersistent ? later.isKept : later.mayBeCleared;
export const unsentWarning = (/** @type {number} */ count) =>
    filled(later.unsentWarning, counted(count, 'entry has', 'entries have'));

// People
export const codeOnce = (/** @type {string} */ time) =>
    `It is shown only now${time ? `, and works until ${time}` : ''}.`;

// The phone
export const install = 'On the home screen';
