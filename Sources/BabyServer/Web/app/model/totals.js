// A day's counts and sums, and the wakings within a sleep. What began in the day counts; what lasts counts for the part
// of it that lies in the day, and time that was logged twice once.

import {endOf, isBreast, isMilk, isRunning, lengthOf, nursing, startOf} from './entries.js';
import {volumes} from './generated/tables.js';

/** @typedef {import('./types.js').Day} Day */
/** @typedef {import('./types.js').DayTotals} DayTotals */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {[number, number][]} Stretches */

/**
 * How much time some stretches cover, in milliseconds.
 * @param {Stretches} stretches @param {number} [limit] what comes after is counted elsewhere
 */
function covered(stretches, limit = Infinity) {
  let [total, reach] = [0, -Infinity];
  for (const [start, end] of [...stretches].sort(([a], [b]) => a - b)) {
    total += Math.max(Math.min(end, limit) - Math.max(start, reach), 0);
    reach = Math.max(reach, end);
  }
  return total;
}

/**
 * Sums of converted ounces without the noise behind the third place.
 * @param {number} ml
 */
const toMicroliters = (ml) => Math.round(ml * 1000) / 1000;

/**
 * Time at each breast when it is over: what was counted, or all of a feed at one breast.
 * @param {Entry} entry
 */
function sidesOver(entry) {
  const {left, right, breasts, startedSide} = nursing(entry);
  if (left !== null || right !== null) return {left: left ?? 0, right: right ?? 0};
  const ms = isBreast(entry) && breasts === 'one' ? lengthOf(entry) ?? 0 : 0;
  return {
    left: startedSide === 'left' ? ms / 1000 : 0,
    right: startedSide === 'right' ? ms / 1000 : 0
  };
}

/**
 * @param {Entry[]} entries those that touch the day; others and deleted ones are left out
 * @param {Day} day
 * @returns {DayTotals}
 */
export function dayTotals(entries, {start, end}) {
  const [first, last] = [Date.parse(start), Date.parse(end)];
  /** @type {DayTotals} */
  const totals = {
    feedings: 0,
    feedingMl: 0,
    leftSeconds: 0,
    rightSeconds: 0,
    pumpings: 0,
    wetDiapers: 0,
    dirtyDiapers: 0,
    sleepSeconds: 0,
    tummySeconds: 0,
    notes: 0,
  };
  /** @type {{[kind: string]: Stretches}} */
  const times = {};
  /** @type {{[kind: string]: number}} */
  const running = {};
  for (const entry of entries) {
    if (entry.deletedAt) continue;
    const [begin, over] = [startOf(entry), endOf(entry)];
    if (begin >= first && begin < last) count(totals, entry);
    if (isRunning(entry)) running[entry.kind] = begin;
    if (over === null) continue;
    const stretch = [Math.max(begin, first), Math.min(over, last)];
    if (stretch[0] < stretch[1]) (times[entry.kind] ??= []).push([stretch[0], stretch[1]]);
  }
  const seconds = (/** @type {string} */ kind, /** @type {Stretches} */ without = []) => {
    const limit = running[kind];
    const all = times[kind] ?? [];
    return Math.trunc((covered([...all, ...without], limit) - covered(without, limit)) / 1000);
  };
  const sums = /** @type {any} */ (totals);
  for (const name in sums)
    if (name.endsWith('Ml')) sums[name] = toMicroliters(sums[name]);
  return {
    ...totals,
    leftSeconds: Math.trunc(totals.leftSeconds),
    rightSeconds: Math.trunc(totals.rightSeconds),
    sleepSeconds: seconds('sleep', times.briefWaking),
    tummySeconds: seconds('tummy'),
  };
}

/** @param {DayTotals} totals @param {Entry} entry */
function count(totals, entry) {
  const {kind, type, content, amount, unit} = entry;
  if (kind === 'note') totals.notes++;
  if (kind === 'diaper' && type !== 'dirty') totals.wetDiapers++;
  if (kind === 'diaper' && type !== 'wet') totals.dirtyDiapers++;
  if (kind !== 'feeding') return;
  if (!isMilk(entry)) {
    totals.pumpings++;
    return;
  }
  totals.feedings++;
  const ml = (amount ?? 0) * volumes[/** @type {'ml' | 'oz'} */ (unit ?? 'ml')];
  totals.feedingMl += ml;
  if (content && ml > 0) {
    const known = /** @type {'formulaMl'} */ (`${content}Ml`);
    totals[known] = (totals[known] ?? 0) + ml;
  }
  if (isRunning(entry)) return;
  const {left, right} = sidesOver(entry);
  totals.leftSeconds += left;
  totals.rightSeconds += right;
}

/**
 * The brief wakings within a sleep; null without any.
 * @param {Entry} sleep
 * @param {Entry[]} entries
 * @param {number} until when a running sleep goes on
 */
export function wakingsIn(sleep, entries, until) {
  const start = startOf(sleep);
  const end = endOf(sleep) ?? (isRunning(sleep) ? Math.max(until, start) : start);
  const within = entries.filter(
      (entry) => entry.kind === 'briefWaking' && !entry.deletedAt && startOf(entry) >= start &&
          startOf(entry) < end);
  if (within.length === 0) return null;
  /** @type {Stretches} */
  const times =
      within.map((entry) => [startOf(entry), Math.min(endOf(entry) ?? startOf(entry), end)]);
  return {count: within.length, awakeSeconds: Math.trunc(covered(times) / 1000)};
}
