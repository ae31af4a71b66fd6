// What a press becomes: the draft of an entry, or the changes of one. Times are milliseconds; null takes a member out.

import {forgotten, noFeedRuns, noLength} from '../texts.js';

import {filled} from './clocks.js';
import {beginTurn, countTurn, endOf, isRunning, keptTurn, membersOf, nursing, opposite, settle, startOf, together} from './entries.js';
import * as limits from './generated/limits.js';
import {kinds} from './generated/tables.js';
import * as texts from './generated/texts.js';
import {isForgotten, Refusal} from './rules.js';
import {wire} from './time.js';

/** @typedef {import('./types.js').Changes} Changes */
/** @typedef {import('./types.js').Dashboard} Dashboard */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').EntryDraft} EntryDraft */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').Unit} Unit */
/** @typedef {import('./entries.js').Nursing} Nursing */
/** @typedef {Pick<Dashboard, 'child'>} Of */

/**
 * @param {{[member: string]: any}} members
 * @returns {any} without what is not there
 */
const present = (members) => Object.fromEntries(
    Object.entries(members).filter(([, value]) => value != null && value !== ''));

/**
 * @param {string} kind
 * @param {Of} of
 * @param {{start: number, end?: number | null, note?: string | null, [field: string]: any}} said
 * @returns {EntryDraft}
 */
const draft = (kind, {child}, {start, end, ...more}) => present(
    {childId: child.id, kind, start: wire(start), end: end == null ? null : wire(end), ...more});

/**
 * When something was that took so long: it began when that was said, and else it ends now.
 * @param {number | null | undefined} start
 * @param {number | undefined} minutes
 * @param {number} now
 */
function span(start, minutes, now) {
  if (!minutes) return {start: start ?? now};
  const ms = minutes * 60_000;
  return start == null ? {start: now - ms, end: now} : {start, end: start + ms};
}

// What is over

/**
 * A feed or pumping. At the breast, the default side is the one to offer next.
 * @param {{method: 'breast' | 'bottle' | 'pumping', side?: Side, both?: boolean, amount?: number, unit?: Unit,
 *   content?: string, start?: number, minutes?: number, note?: string}} said an amount has a unit
 * @param {Dashboard} dashboard
 * @param {number} now
 */
export function feed({side, both, start, minutes, ...said}, dashboard, now) {
  const isBreast = said.method === 'breast';
  return draft('feeding', dashboard, {
    ...span(start, minutes, now),
    startedSide: side ?? (isBreast ? dashboard.suggestedSide ?? 'left' : null),
    breasts: both ? 'both' :
        isBreast  ? 'one' :
                    null,
    ...said,
  });
}

/**
 * What is logged or begins with one press: now unless another time is given.
 * @param {string} kind
 */
const press = (kind) => (
    /** @type {{start?: number, [field: string]: any}} */ {start, ...said}, /** @type {Of} */ of,
    /** @type {number} */ now) => draft(kind, of, {start: start ?? now, ...said});

export const diaper = press('diaper');
export const note = press('note');
export const sleepStart = press('sleep');
export const tummyStart = press('tummy');

/**
 * A nap that is over, for the parent who noticed too late.
 * @param {{end?: number}} said
 * @param {Of} of
 * @param {number} now
 */
export const nap = ({end}, of, now) =>
    draft('sleep', of, {start: (end ?? now) - limits.nap, end: end ?? now, note: limits.napNote});

/**
 * Tummy time that is over.
 * @param {{seconds: number, end?: number}} said
 * @param {Of} of
 * @param {number} now
 */
export const tummyTime = ({seconds, end}, of, now) =>
    draft('tummy', of, {start: (end ?? now) - seconds * 1000, end: end ?? now});

/**
 * An entry of any kind by its fields. What lasts has an end or a length, unless it is of one moment.
 * @param {string} kind
 * @param {{fields?: {[field: string]: any}, start?: number, end?: number | null, minutes?: number, note?: string}} said
 * @param {Of} of
 * @param {number} now
 */
export function entry(kind, {fields, start, end, minutes, note}, of, now) {
  const {runsWithoutEnd, namedBy} = kinds[kind];
  const time = minutes ? span(start, minutes, now) : {start: start ?? now, end};
  const isOpen = runsWithoutEnd && time.end == null;
  if (isOpen && !namedBy) throw new Refusal('end', noLength);
  return draft(kind, of, {...time, endUnknown: isOpen || null, ...fields, note});
}

// What runs

/**
 * A feed that begins at a breast.
 * @param {{side: Side, start?: number}} said
 * @param {Of} of
 * @param {number} now
 */
export function feedStart({side, start}, of, now) {
  /** @type {Nursing} */
  const feed = {startedSide: side, breasts: 'one', left: null, right: null, turn: null};
  beginTurn(feed, side, start ?? now);
  return draft('feeding', of, {start: start ?? now, method: 'breast', ...membersOf(feed)});
}

/**
 * @param {Entry} running
 * @param {number | null | undefined} at the time that was given
 * @param {number} now
 */
function checkedTurn(running, at, now) {
  const turn = keptTurn(running);
  if (at == null && isForgotten(running, now)) throw new Refusal('at', forgotten, 'forgotten');
  if (at != null && turn && at < turn.since) {
    throw new Refusal(
        'at', turn.isPaused ? texts.beforePause : filled(texts.beforeTurn, turn.side));
  }
  return turn;
}

/**
 * Ends what runs.
 * @param {Entry} running
 * @param {number} now
 * @param {number | null} [at] when it ended; else it is now, or when it was paused
 * @returns {Changes}
 * @throws {Refusal} for an end that cannot be, and if it has run for too long and no end is given
 */
export function stop(running, now, at) {
  const start = startOf(running);
  if (at != null && at <= start) throw new Refusal('at', texts.notAfterStart);
  const turn = checkedTurn(running, at, now);
  // Pressed twice within a moment, or the clock was set back: a second has passed all the same.
  const least = Math.max(start + 1000, turn?.since ?? start);
  const end = at ?? (turn?.isPaused ? least : Math.max(now, least));
  if (!turn) return {end: wire(end)};
  const feed = nursing(running);
  countTurn(feed, end);
  settle(feed);
  return {end: wire(end), ...membersOf(feed)};
}

/**
 * Changes the turn of a feed that runs.
 * @param {Entry} running
 * @param {number} now
 * @param {(feed: Nursing, turn: import('./entries.js').Turn, at: number) => void} take
 * @returns {Changes}
 */
function step(running, now, take) {
  const turn = isRunning(running) ? checkedTurn(running, null, now) : null;
  if (!turn) throw new Refusal('at', noFeedRuns);
  const feed = nursing(running);
  take(feed, turn, Math.max(now, turn.since));
  return membersOf(feed);
}

/**
 * Continues at the other breast; a paused feed resumes there.
 * @param {Entry} running
 * @param {number} now
 */
export const switchSides = (running, now) =>
    step(running, now, (feed, {side}, at) => beginTurn(feed, opposite(side), at));

/**
 * @param {Entry} running
 * @param {number} now
 */
export const pause = (running, now) => step(running, now, (feed, {side, isPaused}, at) => {
  if (isPaused) return;
  countTurn(feed, at);
  feed.turn = {side, since: at, isPaused: true};
});

/**
 * Resumes a paused feed at the same breast.
 * @param {Entry} running
 * @param {number} now
 */
export const resume = (running, now) =>
    step(running, now, (feed, {side, isPaused}, at) => isPaused && beginTurn(feed, side, at));

// What is changed

/**
 * All that a change means: a feed's sides and its times are brought together again.
 * @param {Entry} before
 * @param {Changes} changes
 * @returns {Changes}
 */
export function edited(before, changes) {
  const after = {...before, ...changes};
  /** @type {Changes} */
  const all = changes.end ? {...changes, endUnknown: null} : {...changes};
  if (after.kind !== 'feeding') return all;
  const [feed, end] = [nursing(after), endOf(after)];
  if (feed.turn) {
    if (feed.turn.since === startOf(before)) feed.turn.since = startOf(after);
    if (end === null) return {...all, ...membersOf(feed)};
    countTurn(feed, end);
  }
  const both = together(feed);
  if (feed.turn || both !== null) settle(feed);
  if (both && end === null) all.end = wire(startOf(after) + both * 1000);
  return {...all, ...membersOf(feed)};
}
