// Zones, days and clock times, by the browser's zone database. Nothing here asks what time it is.
//
// A time on the wall is a number, too: the milliseconds since 1970-01-01T00:00 on the same wall clock.

import {clockDifference as tolerance} from './generated/limits.js';

/** @typedef {import('./types.js').Day} Day */

const day = 86_400_000;
const quarter = 900_000;
/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();
/**
 * By zone and quarter of an hour, within which no zone has changed since 1970.
 * @type {Map<string, number>}
 */
const offsets = new Map();

/** @param {number} ms @returns {string} as the wire has it */
export const wire = (ms) => new Date(ms).toISOString();

/** @param {string | undefined} timeZone the phone's without one */
function format(timeZone) {
  const number = /** @type {const} */ ('numeric');
  const fields =
      {year: number, month: number, day: number, hour: number, minute: number, second: number};
  return new Intl.DateTimeFormat('en-US', {timeZone, hourCycle: 'h23', ...fields});
}

/** @param {string} zone */
function known(zone) {
  let found = formats.get(zone);
  if (!found) {
    try {
      found = format(zone);
    } catch {
      // A zone that is newer than the phone: most of a family is where the child is.
      found = format(undefined);
    }
    formats.set(zone, found);
  }
  return found;
}

/** @param {number} ms @param {string} zone */
function read(ms, zone) {
  try {
    // The first use of Intl takes 15 ms or more, this nothing. Not every browser has it, or knows every zone.
    const {Temporal} = /** @type {any} */ (globalThis);
    const instant = Temporal.Instant.fromEpochMilliseconds(ms);
    return instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
  } catch {
    /** @type {{[type: string]: number}} */
    const parts = {};
    for (const {type, value} of known(zone).formatToParts(ms)) parts[type] = Number(value);
    const {year, month, day, hour, minute, second} = parts;
    return Date.UTC(year, month - 1, day, hour % 24, minute, second) - Math.floor(ms / 1000) * 1000;
  }
}

/**
 * @param {number} ms
 * @param {string} zone
 * @returns {number} by how much its clocks are ahead of UTC, in milliseconds
 */
export function offset(ms, zone) {
  const key = ms > 0 ? `${zone} ${Math.floor(ms / quarter)}` : '';
  let found = key ? offsets.get(key) : undefined;
  if (found === undefined) {
    found = read(ms, zone);
    if (offsets.size > 2000) offsets.clear();
    if (key) offsets.set(key, found);
  }
  return found;
}

/**
 * What the clocks of a zone show.
 * @param {number} ms @param {string} zone
 */
export const wall = (ms, zone) => ms + offset(ms, zone);

/**
 * The instants at which clocks show a time: one, the two of a night on which they are set back, or none, and then when
 * they have just skipped it.
 * @param {number} wall
 * @param {string} zone
 * @returns {{all: number[], next: number | null}}
 */
export function instants(wall, zone) {
  const [before, after] = [offset(wall - day, zone), offset(wall + day, zone)];
  const all = [...new Set([wall - before, wall - after])]
                  .filter((ms) => ms + offset(ms, zone) === wall)
                  .sort((a, b) => a - b);
  if (all.length > 0) return {all, next: null};
  // Clocks go from `before` to `after` somewhere between: the first instant of it is looked for.
  let [low, high] = [wall - after, wall - before];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(middle, zone) === before) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return {all, next: high};
}

/**
 * The instant at which a day's time begins: the first of two, and the end of a gap.
 * @param {number} wall @param {string} zone @returns {number}
 */
export function earliest(wall, zone) {
  const {all, next} = instants(wall, zone);
  return all[0] ?? next ?? wall;
}

/**
 * "2026-11-21T20:14", as an input has it.
 * @param {number} ms @param {string} zone
 */
export const local = (ms, zone) => wire(wall(ms, zone)).slice(0, 16);

/**
 * "2026-11-21".
 * @param {number} ms @param {string} zone
 */
export const date = (ms, zone) => local(ms, zone).slice(0, 10);

/**
 * "2020-03-07T22:56:00.000-08:00", as the wire has local times.
 * @param {number} ms @param {string} zone
 */
export function text(ms, zone) {
  const ahead = offset(ms, zone);
  const minutes = Math.floor(Math.abs(ahead) / 60_000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const sign = ahead < 0 ? '-' : '+';
  return wire(ms + ahead).slice(0, -1) + sign + two(Math.floor(minutes / 60)) + ':' +
      two(minutes % 60);
}

/**
 * What an input says: "2026-11-21T20:14".
 *
 * `at` is null where that is no one time: clocks that were set back show it twice, and those set forward never. Then
 * `choices` are what can be meant. While the second of two is still to come, the first is.
 * @param {string} text
 * @param {string} zone
 * @param {number} now
 * @returns {{at: number | null, choices: number[]}}
 */
export function typed(text, zone, now) {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return {at: null, choices: []};
  const {all, next} = instants(wall, zone);
  const past = all.length === 2 && all[1] > now + tolerance ? all.slice(0, 1) : all;
  if (past.length === 1) return {at: past[0], choices: []};
  return {at: null, choices: next === null ? past : [next]};
}

/**
 * The one time that an input says; null where there is no one.
 * @param {string} text @param {string} zone @param {number} [now]
 */
export const instant = (text, zone, now = Infinity) => typed(text, zone, now).at;

/** @param {string} date @param {number} days @returns {string} */
export const addDays = (date, days) => wire(Date.parse(`${date}T00:00Z`) + days * day).slice(0, 10);

/**
 * Days from one date to another.
 * @param {string} from @param {string} to
 */
export const daysBetween = (from, to) =>
    (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / day;

/**
 * One day of a child: from its day start time to the next, 23, 24 or 25 hours long.
 * @param {string} date
 * @param {string} dayStart "00:00"
 * @param {string} zone
 * @returns {Day}
 */
export function dayWindow(date, dayStart, zone) {
  const start = (/** @type {string} */ date) =>
      wire(earliest(Date.parse(`${date}T${dayStart}Z`), zone));
  return {date, start: start(date), end: start(addDays(date, 1))};
}

/**
 * The day that holds an instant.
 * @param {number} ms
 * @param {string} dayStart
 * @param {string} zone
 */
export function dayOf(ms, dayStart, zone) {
  const shown = date(ms, zone);
  const window = dayWindow(shown, dayStart, zone);
  const at = wire(ms);
  if (at < window.start) return dayWindow(addDays(shown, -1), dayStart, zone);
  if (at >= window.end) return dayWindow(addDays(shown, 1), dayStart, zone);
  return window;
}
