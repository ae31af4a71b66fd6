// What a press becomes: the draft of an entry, or the changes of one. Times are milliseconds; null takes a member out.

import {beginTurn, countTurn, endOf, isRunning, keptTurn, membersOf, nursing, opposite, settle, startOf, together} from './entries.js';
import * as limits from './generated/limits.js';
import {kinds} from './generated/tables.js';
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
 * A feed: of an amount or with a content from a bottle, else at the breast, the one to offer next where none is said.
 * @param {{method?: 'breast' | 'bottle' | 'pumping', side?: Side, both?: boolean, amount?: number, unit?: Unit,
 *   content?: string, start?: number, minutes?: number, note?: string}} said
 * @param {Dashboard} dashboard
 * @param {number} now
 */
export function feed(said, dashboard, now) {
  const {side, both, amount, content, start, minutes, note} = said;
  const {quick, units, suggestedSide} = dashboard;
  const method = said.method ?? (amount == null && !content ? 'breast' : 'bottle');
  const isBreast = method === 'breast';
  const usual = method === 'bottle' && amount == null;
  return draft('feeding', dashboard, {
    ...span(start, minutes, now),
    method,
    startedSide: side ?? (isBreast ? suggestedSide ?? 'left' : null),
    breasts: both ? 'both' :
        isBreast  ? 'one' :
                    null,
    amount: usual ? quick.amount : amount,
    unit: usual        ? quick.unit :
        amount == null ? null :
                         said.unit ?? units,
    content,
    note,
  });
}

/**
 * @param {{type?: string, start?: number, note?: string}} said
 * @param {Dashboard} dashboard
 * @param {number} now
 */
export const diaper = ({type, start, note}, dashboard, now) => draft(
    'diaper', dashboard, {start: start ?? now, type: type ?? dashboard.quick.diaperType, note});

/**
 * A nap that is over, for the parent who noticed too late.
 * @param {{end?: number}} said
 * @param {Of} of
 * @param {number} now
 */
export const nap = ({end}, of, now) =>
    draft('sleep', of, {start: (end ?? now) - limits.nap, end: end ?? now, note: limits.napNote});

/**
 * Tummy time of a length, or as long as the last one: it began when that was said, and else it ends.
 * @param {{seconds?: number, start?: number, end?: number, note?: string}} said
 * @param {Dashboard} dashboard
 * @param {number} now
 */
export function tummyTime({seconds, start, end, note}, dashboard, now) {
  const ms = (seconds ?? dashboard.quick.tummySeconds) * 1000;
  const over = start == null ? end ?? now : start + ms;
  // What nobody said did not go on into the future.
  const isGuess = seconds == null && start != null && start < now;
  const time = {start: start ?? over - ms, end: isGuess ? Math.min(over, now) : over};
  return draft('tummy', dashboard, {...time, note});
}

/**
 * @param {{note: string, category?: string, start?: number}} said
 * @param {Of} of
 * @param {number} now
 */
export const note = ({note, category = 'general', start}, of, now) =>
    draft('note', of, {start: start ?? now, category, note});

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
  if (isOpen && !namedBy)
    throw new Refusal('end', 'is missing: say how long it was, or from when to when');
  return draft(kind, of, {...time, endUnknown: isOpen || null, ...fields, note});
}

// What runs

/**
 * A feed that begins at a breast.
 * @param {{side?: Side, start?: number}} said
 * @param {Dashboard} dashboard
 * @param {number} now
 */
export function feedStart({side, start}, dashboard, now) {
  const first = side ?? dashboard.suggestedSide ?? 'left';
  /** @type {Nursing} */
  const feed = {startedSide: first, breasts: 'one', left: null, right: null, turn: null};
  beginTurn(feed, first, start ?? now);
  return draft('feeding', dashboard, {start: start ?? now, method: 'breast', ...membersOf(feed)});
}

/**
 * @param {{start?: number}} said
 * @param {Of} of
 * @param {number} now
 */
export const sleepStart = ({start}, of, now) => draft('sleep', of, {start: start ?? now});

/**
 * @param {{start?: number}} said
 * @param {Of} of
 * @param {number} now
 */
export const tummyStart = ({start}, of, now) => draft('tummy', of, {start: start ?? now});

/**
 * @param {Entry} running
 * @param {number | null | undefined} at when somebody says it was
 * @param {number} now
 */
function checkedTurn(running, at, now) {
  const turn = keptTurn(running);
  if (at == null && isForgotten(running, now))
    throw new Refusal('at', 'It has been running for too long: say when it ended.', 'forgotten');
  if (at != null && turn && at < turn.since) {
    const what = turn.isPaused ? 'was paused' : `began on the ${turn.side}`;
    throw new Refusal('at', `must not be before it ${what}`);
  }
  return turn;
}

/**
 * Ends what runs.
 * @param {Entry} running
 * @param {number} now
 * @param {number | null} [at] when it ended, if somebody says so; else it is now, or when it was paused
 * @returns {Changes}
 * @throws {Refusal} for an end that cannot be, and where it has run for too long and nobody says when it ended
 */
export function stop(running, now, at) {
  const start = startOf(running);
  if (at != null && at <= start) throw new Refusal('at', 'must be after the start');
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
 * @param {number | null | undefined} at
 * @param {(feed: Nursing, turn: import('./entries.js').Turn, at: number) => void} take
 * @returns {Changes}
 */
function step(running, now, at, take) {
  const turn = isRunning(running) ? checkedTurn(running, at, now) : null;
  if (!turn) throw new Refusal('at', 'There is no feed running.');
  const feed = nursing(running);
  take(feed, turn, at ?? Math.max(now, turn.since));
  return membersOf(feed);
}

/**
 * To the other breast; a paused feed goes on there.
 * @param {Entry} running
 * @param {number} now
 * @param {number} [at]
 */
export const switchSides = (running, now, at) =>
    step(running, now, at, (feed, {side}, at) => beginTurn(feed, opposite(side), at));

/**
 * @param {Entry} running
 * @param {number} now
 * @param {number} [at]
 */
export const pause = (running, now, at) => step(running, now, at, (feed, {side, isPaused}, at) => {
  if (isPaused) return;
  countTurn(feed, at);
  feed.turn = {side, since: at, isPaused: true};
});

/**
 * A paused feed goes on where it was.
 * @param {Entry} running
 * @param {number} now
 * @param {number} [at]
 */
export const resume = (running, now, at) =>
    step(running, now, at, (feed, {side, isPaused}, at) => isPaused && beginTurn(feed, side, at));

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
