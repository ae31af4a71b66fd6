// Facts about one entry: whether it runs, which timer it is, and the time at each breast.

import {kinds} from './generated/tables.js';
import {wall} from './time.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').EntryDraft} EntryDraft */
/** @typedef {import('./types.js').Side} Side */

/**
 * What goes on at a running feed: a turn at one breast, or a pause after one.
 * @typedef {{side: Side, since: number, isPaused: boolean}} Turn
 */

/** @type {Side[]} */
export const bothSides = ['left', 'right'];

/** What a bottle can have held, by the words of the wire. */
export const bottleContents =
    kinds.feeding.fields.find(({name}) => name === 'content')?.words ?? [];

/** @param {Side} side @returns {Side} */
export const opposite = (side) => (side === 'left' ? 'right' : 'left');

/** @param {Pick<EntryDraft, 'start'>} entry */
export const startOf = ({start}) => Date.parse(start);

/** @param {EntryDraft} entry @returns {number | null} */
export const endOf = ({end}) => (end ? Date.parse(end) : null);

/**
 * How long it lasted; null without an end.
 * @param {EntryDraft} entry
 */
export const lengthOf = (entry) => (entry.end ? Date.parse(entry.end) - startOf(entry) : null);

/**
 * Whether it is of a day, with no time to be shown: noon stands for a day that was said alone.
 * @param {EntryDraft} entry @param {string} zone
 */
export const isOfDay = (entry, zone) => !!kinds[entry.kind]?.hasDays && !entry.end &&
    wall(startOf(entry), zone) % 86_400_000 === 43_200_000;

/**
 * As a feed has it, whether it runs or not.
 * @param {EntryDraft} entry @returns {Turn | null}
 */
export function keptTurn({timedSide, timedSince, pausedSince}) {
  const since = timedSince ?? pausedSince;
  return timedSide && since ? {side: timedSide, since: Date.parse(since), isPaused: !timedSince} :
                              null;
}

/**
 * A timer that is going on, paused or not.
 * @param {EntryDraft} entry
 */
export function isRunning(entry) {
  if (entry.end || entry.endUnknown) return false;
  return entry.kind === 'feeding' ? keptTurn(entry) !== null :
                                    kinds[entry.kind]?.runsWithoutEnd === true;
}

/**
 * What goes on while a breast feed runs; else null.
 * @param {EntryDraft} entry
 */
export const turnOf = (entry) =>
    (entry.kind === 'feeding' && isRunning(entry) ? keptTurn(entry) : null);

/**
 * What the entry is called, if it has a name of its own.
 * @param {EntryDraft} entry @returns {string | null}
 */
export function nameOf(entry) {
  const field = kinds[entry.kind]?.namedBy;
  return field ? entry[field] ?? null : null;
}

/**
 * Of two entries, the one that is later: by its start, and then by its id.
 * @param {Pick<Entry, 'start' | 'id'>} one @param {Pick<Entry, 'start' | 'id'>} other
 */
export const compare = (one, other) => startOf(one) - startOf(other) ||
    (one.id < other.id     ? -1 :
         one.id > other.id ? 1 :
                             0);

/**
 * Whether it is a feed; pumping is not.
 * @param {EntryDraft} entry
 */
export const isMilk = ({kind, method}) => kind === 'feeding' && method !== 'pumping';

/**
 * Whether it is a feed at the breast.
 * @param {EntryDraft} entry
 */
export const isBreast = ({kind, method}) => kind === 'feeding' && method === 'breast';

/**
 * Whether it is a bottle.
 * @param {EntryDraft} entry
 */
export const isBottle = ({kind, method}) => kind === 'feeding' && method === 'bottle';

/**
 * A feed at the breast, to calculate with: the seconds at each breast without the turn that is going on, null where
 * they were not counted.
 * @typedef {{startedSide: Side | null, breasts: 'one' | 'both' | null, left: number | null, right: number | null,
 *   turn: Turn | null}} Nursing
 */

/** @param {EntryDraft} entry @returns {Nursing} */
export const nursing = (entry) => ({
  startedSide: entry.startedSide ?? null,
  breasts: entry.breasts ?? null,
  left: entry.leftSeconds ?? null,
  right: entry.rightSeconds ?? null,
  turn: keptTurn(entry),
});

/**
 * The members of an entry that say it; null for what is not there.
 * @param {Nursing} feed
 */
export function membersOf({startedSide, breasts, left, right, turn}) {
  const since = turn && new Date(turn.since).toISOString();
  return {
    startedSide,
    breasts,
    leftSeconds: left,
    rightSeconds: right,
    timedSide: turn && turn.side,
    timedSince: turn && !turn.isPaused ? since : null,
    pausedSince: turn && turn.isPaused ? since : null,
  };
}

/**
 * Time at both breasts together, in seconds; null if it was not counted.
 * @param {Nursing} feed
 */
export const together = ({left, right}) =>
    (left === null && right === null ? null : (left ?? 0) + (right ?? 0));

/**
 * First the one that it is at, or was at last; once it is over, the one that it began with.
 * @param {Nursing} feed
 */
export function sidesInOrder({turn, startedSide}) {
  const first = turn?.side ?? startedSide ?? 'left';
  return [first, opposite(first)];
}

/**
 * Time at each breast up to an instant, in milliseconds.
 * @param {Nursing} feed @param {number} now
 */
export function sidesAt(feed, now) {
  return sidesInOrder(feed).flatMap((side) => {
    const {turn, [side]: seconds} = feed;
    if (turn && turn.side === side && !turn.isPaused)
      return [{side, ms: (seconds ?? 0) * 1000 + Math.max(now - turn.since, 0)}];
    return seconds === null ? [] : [{side, ms: seconds * 1000}];
  });
}

/**
 * Adds the turn that is going on to its side's time, in whole seconds.
 * @param {Nursing} feed @param {number} end
 */
export function countTurn(feed, end) {
  const {turn} = feed;
  if (!turn || turn.isPaused) return;
  feed[turn.side] = (feed[turn.side] ?? 0) + Math.trunc(Math.max(end - turn.since, 0) / 1000);
}

/**
 * Begins a turn at a breast.
 * @param {Nursing} feed @param {Side} side @param {number} at
 */
export function beginTurn(feed, side, at) {
  countTurn(feed, at);
  feed[side] ??= 0;
  if (feed.left !== null && feed.right !== null) feed.breasts = 'both';
  feed.turn = {side, since: at, isPaused: false};
}

/**
 * Makes it one that runs no more. The side on which it was for no second at all was a slip.
 * @param {Nursing} feed
 */
export function settle(feed) {
  feed.turn = null;
  for (const side of bothSides) {
    if (feed[side] !== 0) continue;
    feed[side] = null;
    if (feed[opposite(side)] !== null) feed.breasts = 'one';
  }
  if (together(feed) === null) return;
  feed.breasts = feed.left !== null && feed.right !== null ? 'both' : feed.breasts ?? 'one';
  if (feed.breasts === 'one') feed.startedSide = feed.left === null ? 'right' : 'left';
}
