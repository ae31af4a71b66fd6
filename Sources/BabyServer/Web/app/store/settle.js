// Decides what an answer means for the change that was sent, as the daemon's `Settlement` does. Pure.

import {busyPause} from '../model/generated/delays.js';
import {wire} from '../model/time.js';

import {fresh, hasLater, isRefused, isSame, retryAt} from './outbox.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Kept} Kept */
/** @typedef {import('./types.js').Failure} Failure */

/**
 * The result of one attempt.
 * @typedef {{kind: 'accepted' | 'conflict', entry: Entry} | {kind: 'clash', entry: Entry, message: string} |
 *   {kind: 'refused', status: number, message: string, fields: string[]} | {kind: 'unauthorized'} |
 *   {kind: 'limited', pause: number | null, message: string} |
 *   {kind: 'unavailable', failure: 'network' | 'server', message: string}} Result
 */

/**
 * What is to be done: the rows to put (the row itself is gone unless it is among them), the versions of the server's
 * to take over, what the server no longer has, what to keep aside, and what to tell.
 * @typedef {{rows: Row[], place: Entry[], forget: string[], kept: {entry: Entry, reason: Kept['reason']}[],
 *   news: News}} Outcome
 *
 * @typedef {{kind: 'sent', wasRequested: boolean} | {kind: 'retrying', isFirst: boolean} |
 *   {kind: 'failed', wasRequested: boolean} | {kind: 'conflict'} | {kind: 'quiet'} | {kind: 'paused'}} News
 *
 * @typedef {{now: number, skew: number, number: number, known: Entry | null, other: Row | null}} Context
 *     `number` for a new row, `known` the server's version of the entry, `other` what waits of the entry that is in the
 *     way
 */

/** @param {Partial<Outcome>} what What is not told is quiet. @returns {Outcome} */
const outcome = (what) =>
    ({rows: [], place: [], forget: [], kept: [], news: {kind: 'quiet'}, ...what});

/** @param {Entry | null} one @param {Entry} other */
const newer = (one, other) => (one && one.updatedAt > other.updatedAt ? one : other);

/**
 * @param {Row} row as it was sent
 * @param {Result} result
 * @param {Context} context
 * @returns {Outcome}
 */
export function settle(row, result, context) {
  const {now, skew, known} = context;
  const sent = row.sent ?? row.entry;
  switch (result.kind) {
    case 'accepted':
      return accepted(row, result.entry, known);
    case 'conflict':
      return isSame(sent, result.entry) ? accepted(row, result.entry, known) :
                                          yielded(row, newer(known, result.entry));
    case 'clash':
      return clash(row, result, context);
    case 'refused': {
      if (hasLater(row)) return dropped(row, known);
      if (result.status === 404 && sent.deletedAt) {
        // Deleted was an earlier version than the last that was seen.
        if (known && row.base && known.updatedAt > row.base) return yielded(row, known);
        return outcome({forget: [row.entryId], news: sentNews(row)});
      }
      /** @type {Failure} */
      const failure = {kind: 'refused', message: result.message};
      const time = ownTime(sent, result, now + skew);
      return time === null ? failed(row, failure, now) : postponed(row, time - skew, failure, now);
    }
    case 'limited':
      return postponed(
          row, now + (result.pause ?? busyPause), {kind: 'limited', message: result.message}, now);
    case 'unauthorized':
      return outcome({rows: [{...row, sends: Math.max(row.sends - 1, 0)}], news: {kind: 'paused'}});
    case 'unavailable': {
      /** @type {Failure} */
      const failure = {kind: result.failure, message: result.message};
      const at = retryAt(row.sends, now);
      if (at === null) return failed(row, failure, now);
      return outcome({
        rows: [{...row, nextAt: at, waitsSince: now, failure}],
        news: {kind: 'retrying', isFirst: row.sends === 1 && !row.isRequested}
      });
    }
  }
}

/** @param {Row} row @returns {News} */
const sentNews = ({isRequested}) => ({kind: 'sent', wasRequested: isRequested});

/**
 * @param {Row} row
 * @param {Entry} theirs
 * @param {Entry | null} known
 */
function accepted(row, theirs, known) {
  // What a poll has brought meanwhile may be newer. What the change was made to is not, whatever its time: a server
  // that was put back begins at an earlier one.
  const last = row.base && row.base > theirs.updatedAt ? row.base : theirs.updatedAt;
  const isNewer = known !== null && known.updatedAt > last;
  const rest = hasLater(row) ? [fresh({...row, base: theirs.updatedAt})] : [];
  return outcome({rows: rest, place: [isNewer ? known : theirs], news: sentNews(row)});
}

/**
 * Takes ours off the screen, with all its changes.
 * @param {Row} row
 * @param {Entry} theirs
 */
function yielded(row, theirs) {
  if (isSame(row.entry, theirs)) return outcome({place: [theirs], news: sentNews(row)});
  return outcome(
      {place: [theirs], kept: [{entry: row.entry, reason: 'conflict'}], news: {kind: 'conflict'}});
}

/**
 * Takes what was sent out, and has what was made of it since take its place.
 * @param {Row} row
 * @param {Entry | null} known
 */
function dropped(row, known) {
  let base = row.base;
  if (base === null && row.entry.deletedAt) {
    // Made and deleted again, and the server has neither, unless a poll has brought it.
    if (!known || known.deletedAt) {
      return outcome({forget: [row.entryId]});
    }
    if (!isSame(known, row.sent ?? row.entry)) return yielded(row, known);
    base = known.updatedAt;
  }
  return outcome({rows: [fresh({...row, base})]});
}

/**
 * Of two timers that were started without knowing of each other, the one that began first stays.
 * @param {Row} row
 * @param {{entry: Entry, message: string}} result
 * @param {Context} context
 */
function clash(row, {entry: theirs, message}, {now, number, known, other}) {
  const ours = row.entry;
  if (ours.deletedAt || !(ours.running ?? !(ours.end || ours.endUnknown))) {
    if (hasLater(row)) return dropped(row, known);
    // Ours is no timer at all: the server means something that cannot be helped.
    return failed(row, {kind: 'refused', message}, now);
  }
  /** @type {Row} */
  const behind = {...row, behind: theirs.id, sends: 0, nextAt: 0, waitsSince: null};
  if (other && !isRefused(other)) {
    return outcome({rows: [behind], place: [theirs]});
  }
  const gone = wire(now);
  if (theirs.start > ours.start) {
    const unsent = other?.entry ?? theirs;
    const entry = theirs.note || unsent.note ? {...theirs, running: false, endUnknown: true} :
                                               {...theirs, deletedAt: gone};
    return outcome({
      rows: [fresh({userId: row.userId, number, entry, base: theirs.updatedAt}), behind],
      place: [theirs],
      kept: [{entry: unsent, reason: 'started-twice'}]
    });
  }
  const kept = [{entry: ours, reason: /** @type {const} */ ('started-twice')}];
  // With a note it stays in the log, with its end unknown.
  if (ours.note && row.base === null) {
    const entry = {...ours, running: false, endUnknown: true};
    const rows = [fresh({userId: row.userId, number, entry, base: null})];
    return outcome({rows, place: [theirs], kept, news: {kind: 'conflict'}});
  }
  const forget = known ? [] : [row.entryId];
  return outcome({place: [theirs], forget, kept, news: {kind: 'conflict'}});
}

/** @param {Row} row @param {Failure} failure @param {number} now */
function failed(row, failure, now) {
  return outcome({
    rows: [{
      ...row,
      state: 'failed',
      failure: {...failure, isStill: row.isRequested},
      failedAt: now,
      isRequested: false
    }],
    news: {kind: 'failed', wasRequested: row.isRequested}
  });
}

/**
 * This send does not count.
 * @param {Row} row
 * @param {number} at
 * @param {Failure} failure
 * @param {number} now
 */
function postponed(row, at, failure, now) {
  return outcome(
      {rows: [{...row, sends: Math.max(row.sends - 1, 0), nextAt: at, waitsSince: now, failure}]});
}

/**
 * When a server takes an entry that it has refused because its time had not come there.
 * @param {Entry} entry
 * @param {{status: number, fields: string[]}} refusal
 * @param {number} serverTime
 * @returns {number | null} by the server's clock; null when the time is not what is wrong, or not all of it
 */
function ownTime(entry, {status, fields}, serverTime) {
  if (status !== 400 || fields.length === 0) return null;
  if (fields.some((field) => field !== 'start' && field !== 'end')) return null;
  const latest = Math.max(Date.parse(entry.start), Date.parse(entry.end ?? entry.start));
  return latest > serverTime ? latest : null;
}
