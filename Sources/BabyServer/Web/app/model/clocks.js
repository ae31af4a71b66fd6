// Lengths and clock times in words, as every client of the family says them.

import * as texts from './generated/texts.js';
import {addDays, date, daysBetween, wall} from './time.js';

/** @typedef {import('./types.js').ClockFormat} ClockFormat */

/**
 * A text of the table with its places filled.
 * @param {string} text @param {...(string | number)} parts
 */
export function filled(text, ...parts) {
  for (const part of parts) text = text.replace('{}', () => String(part));
  return text;
}

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');

/**
 * Whole minutes, towards zero.
 * @param {number} ms
 */
export const wholeMinutes = (ms) => Math.trunc(ms / 60_000);

/** @param {number} seconds */
function hours(seconds) {
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  return minutes === 0 ? `${hours}h` : `${hours}h ${two(minutes)}m`;
}

/**
 * "45m", "2h", "1h 04m"; seconds only below a minute. Never below zero.
 * @param {number} ms
 */
export function duration(ms) {
  const seconds = Math.max(Math.trunc(ms / 1000), 0);
  if (seconds > 0 && seconds < 60) return `${seconds}s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)}m` : hours(seconds);
}

/**
 * How long an entry lasted: "15 min", "1h 04m".
 * @param {number} ms
 */
export function length(ms) {
  const seconds = Math.max(Math.trunc(ms / 1000), 0);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : hours(seconds);
}

/**
 * "Just now" within a minute, "2h 15m ago", "3d 4h ago".
 * @param {number} ms @param {number} now
 */
export function ago(ms, now) {
  const minutes = wholeMinutes(now - ms);
  if (minutes < 1) return texts.justNow;
  const hours = Math.floor(minutes / 60);
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  if (hours < 24) return filled(texts.ago, duration(minutes * 60_000));
  return filled(texts.ago, rest === 0 || hours >= 168 ? `${days}d` : `${days}d ${rest}h`);
}

/** @param {number} wall */
const twelve = (wall) => {
  const shown = new Date(wall);
  return `${(shown.getUTCHours() + 11) % 12 + 1}:${two(shown.getUTCMinutes())}`;
};

/** @param {number} wall */
const half = (wall) => (new Date(wall).getUTCHours() < 12 ? 'AM' : 'PM');

/**
 * "8:24 PM", "20:24", of what is on the wall.
 * @param {number} wall @param {ClockFormat} format
 */
export const shown = (wall, format) =>
    (format === '24h' ? new Date(wall).toISOString().slice(11, 16) :
                        `${twelve(wall)} ${half(wall)}`);

/**
 * "8:24 PM", "20:24".
 * @param {number} ms @param {string} zone @param {ClockFormat} format
 */
export const clock = (ms, zone, format) => shown(wall(ms, zone), format);

/**
 * "8:09–8:24 PM", "10:10 PM–5:40 AM", "22:10–05:40".
 * @param {number} start @param {number} end @param {string} zone @param {ClockFormat} format
 */
export function clockSpan(start, end, zone, format) {
  const [from, to] = [wall(start, zone), wall(end, zone)];
  const time = (/** @type {number} */ wall) => wall - Math.floor(wall / 86_400_000) * 86_400_000;
  const isSameHalf = format === '12h' && half(from) === half(to) && time(from) <= time(to);
  return `${isSameHalf ? twelve(from) : shown(from, format)}–${shown(to, format)}`;
}

/**
 * "Sat, Nov 14", and with the year where it is not today's.
 * @param {string} day @param {string} today
 */
function dayText(day, today) {
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
  return new Date(day).toLocaleDateString(
      'en-US', {weekday: 'short', month: 'short', day: 'numeric', year, timeZone: 'UTC'});
}

/**
 * "Today", "Yesterday", "Sat, Nov 14", of dates such as "2026-11-14".
 * @param {string} day @param {string} today
 */
export const dayHeading = (day, today) => day === today ? texts.today :
    addDays(day, 1) === today                           ? texts.yesterday :
                                                          dayText(day, today);

/**
 * "8:24 PM" today, "yesterday 8:24 PM", "tomorrow 8:24 PM", else "Sat, Nov 14 8:24 PM".
 * @param {number} ms @param {number} now @param {string} zone @param {ClockFormat} format
 */
export function dateTime(ms, now, zone, format) {
  const [day, today, time] = [date(ms, zone), date(now, zone), clock(ms, zone, format)];
  const days = daysBetween(day, today);
  if (days === 0) return time;
  return `${days === 1 ? 'yesterday' : days === -1 ? 'tomorrow' : dayText(day, today)} ${time}`;
}

/**
 * When something is due: "11:20 PM", "tomorrow 2:20 AM"; "was due 11:20 PM" when it is past.
 * @param {number} ms @param {number} now @param {string} zone @param {ClockFormat} format
 */
export const due = (ms, now, zone, format) =>
    (ms <= now ? texts.wasDue : '') + dateTime(ms, now, zone, format);

/**
 * "about 2:15 PM, likely 1:50–2:40 PM"; "tomorrow 6:10 AM, likely 5:40–6:35 AM".
 * @param {{at: string, interval50: {from: string, to: string}}} prediction
 * @param {number} now @param {string} zone @param {ClockFormat} format
 */
export function predicted({at, interval50: {from, to}}, now, zone, format) {
  const ms = Date.parse(at);
  const isToday = date(ms, zone) === date(now, zone);
  const likely = clockSpan(Date.parse(from), Date.parse(to), zone, format);
  return `${isToday ? 'about ' : ''}${dateTime(ms, now, zone, format)}, likely ${likely}`;
}

/**
 * When a medicine was given and may be given again: "last 10:20 AM · next from 2:20 PM".
 * @param {{last: string, next: string}} dose
 * @param {number} now @param {string} zone @param {ClockFormat} format
 */
export function nextDose({last, next}, now, zone, format) {
  const time = (/** @type {string} */ time) => dateTime(Date.parse(time), now, zone, format);
  const mayBe = Date.parse(next) <= now ? texts.mayBeGiven : filled(texts.nextFrom, time(next));
  return filled(texts.last, time(last)) + texts.separator + mayBe;
}
