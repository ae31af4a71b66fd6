// Decides what of the outbox is sent, and when, by the daemon's rules. Pure: nothing is read or written here.

import {retryDelays, retryRest} from '../model/generated/delays.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Row} Row */

/** What the server adds to an entry, or the page. */
const added = [
  'id', 'startLocal', 'endLocal', 'running', 'author', 'changedBy', 'createdAt', 'updatedAt',
  'deletedAt', 'sync', 'problem'
];

/**
 * What a caregiver says of an entry, for the wire.
 * @param {Entry} entry
 * @returns {{[member: string]: unknown}}
 */
export function draftOf(entry) {
  return Object.fromEntries(Object.entries(entry).filter(
      ([name, value]) =>
          !added.includes(name) && value != null && !(name === 'endUnknown' && !value)));
}

/**
 * An entry of which a caregiver says nothing.
 * @param {Entry} entry
 * @returns {Entry}
 */
export const blank = (entry) => /** @type {Entry} */ (
    Object.fromEntries(Object.entries(entry).filter(([name]) => added.includes(name))));

/**
 * @param {unknown} value
 * @returns {string} the same for values that say the same
 */
export function canonical(value) {
  return JSON.stringify(
      value,
      (_, part) => part && typeof part === 'object' && !Array.isArray(part) ?
          Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) :
          part);
}

/**
 * Whether both have the same content, no matter who wrote it and when; two tombstones do.
 * @param {Entry} one
 * @param {Entry} other
 */
export function isSame(one, other) {
  if (one.deletedAt || other.deletedAt) return Boolean(one.deletedAt && other.deletedAt);
  return canonical(draftOf(one)) === canonical(draftOf(other));
}

/**
 * Whether the server has refused it, and it was not sent again: the server never had it.
 * @param {Row} row
 */
export function isRefused(row) {
  return row.state === 'failed' && row.failure?.kind === 'refused';
}

/**
 * Whether a change needs the person: the server has refused it, or answers everything but this. A change that waits for
 * a connection is safe, and sent automatically.
 * @param {Row} row
 * @param {boolean} isOnline
 */
export const isStuck = ({state, failure}, isOnline) =>
    state === 'failed' && (failure?.kind === 'refused' || failure?.kind === 'server' && isOnline);

/**
 * Whether the entry was changed after it was sent.
 * @param {Row} row
 */
export function hasLater(row) {
  return row.sent !== null && !isSame(row.sent, row.entry);
}

/**
 * A row that was never sent.
 * @param {Pick<Row, 'userId' | 'number' | 'entry' | 'base'>} what
 * @returns {Row}
 */
export function fresh({userId, number, entry, base}) {
  return {
    userId,
    entryId: entry.id,
    childId: entry.childId,
    number,
    entry,
    sent: null,
    base,
    key: null,
    sends: 0,
    state: 'waiting',
    nextAt: 0,
    waitsSince: null,
    failure: null,
    failedAt: null,
    requeuedAt: null,
    isRequested: false,
    behind: null,
  };
}

/**
 * Gives a row another series of sends.
 * @param {Row} row
 * @returns {Row}
 */
export function requeued(row) {
  return {...row, state: 'waiting', sends: 0, failedAt: null, nextAt: 0, waitsSince: null};
}

/**
 * Puts an entry as it is to be into the outbox.
 * @param {Row | null} row what waits of the same entry
 * @param {Entry} entry
 * @param {{userId: string, number: number, known: Entry | null}} context the number of a new row, and the server's
 *     version
 * @returns {Row | null} null where there is nothing to send
 */
export function enqueue(row, entry, {userId, number, known}) {
  if (!row) return fresh({userId, number, entry, base: known?.updatedAt ?? null});
  // What was sent may have arrived: it is settled first.
  if (row.key !== null && !isRefused(row)) {
    return {...(row.state === 'failed' ? requeued(row) : row), entry};
  }
  // The server has never taken it, so the new one takes its place.
  let base = row.base;
  if (entry.deletedAt && base === null) {
    if (!known || known.deletedAt) return null;
    base = known.updatedAt;
  }
  if (row.key !== null) return fresh({userId, number, entry, base});
  return {...row, entry, base, sent: entry.deletedAt ? edited(row, known) : null};
}

/**
 * What the server gets before a deletion, so that undoing it elsewhere restores what was deleted here.
 * @param {Row} row that was never sent
 * @param {Entry | null} known the server's version
 * @returns {Entry | null} null where it has all of that
 */
function edited({entry, sent}, known) {
  if (sent || entry.deletedAt) return sent;
  return known && isSame(known, entry) ? null : entry;
}

/**
 * @param {Row[]} rows
 * @returns {Row[]} those that wait for their time alone, in their order
 */
function free(rows) {
  const held = new Set(rows.filter((row) => !isRefused(row)).map((row) => row.entryId));
  return rows.filter((row) => row.state === 'waiting' && !(row.behind && held.has(row.behind)))
      .sort((a, b) => a.number - b.number);
}

/**
 * The row to send now. One is due too when the clock was set back since it began to wait.
 * @param {Row[]} rows of one person
 * @param {number} now
 * @returns {Row | null}
 */
export function next(rows, now) {
  return free(rows).find((row) => row.nextAt <= now || (row.waitsSince ?? now) > now) ?? null;
}

/**
 * @param {Row[]} rows
 * @returns {number | null} when the next row is due
 */
export function nextInstant(rows) {
  const waiting = free(rows);
  return waiting.length > 0 ? Math.min(...waiting.map((row) => row.nextAt)) : null;
}

/**
 * A row as it is about to be sent: from here on the server may have it.
 * @param {Row} row
 * @param {string} key
 * @returns {Row}
 */
export function begun(row, key) {
  return {
    ...row,
    key: row.key ?? key,
    sent: row.sent ?? row.entry,
    sends: row.sends + 1,
    behind: null
  };
}

/**
 * @param {Row} row that has begun
 * @param {string | null} base another one than the row's where the server has lost that
 * @returns {{method: string, path: string, headers: {[name: string]: string}, body?: unknown}}
 */
export function request(row, base = row.base) {
  const entry = row.sent ?? row.entry;
  const path = `/v1/entries/${entry.id}`;
  /** @type {{[name: string]: string}} */
  const headers = {'Idempotency-Key': row.key ?? ''};
  if (base) headers['If-Match'] = `"${base}"`;
  if (entry.deletedAt) return {method: 'DELETE', path, headers};
  if (!base) headers['If-None-Match'] = '*';
  return {method: 'PUT', path, headers, body: draftOf(entry)};
}

/**
 * @param {number} sends how often the row was sent in this series
 * @param {number} now
 * @returns {number | null} null when the series is over
 */
export function retryAt(sends, now) {
  if (sends <= 0) return now;
  return sends <= retryDelays.length ? now + retryDelays[sends - 1] : null;
}

/**
 * What is sent again by itself, now that the server answers.
 * @param {Row[]} rows of one person
 * @param {{isOver: boolean, now: number}} context whether an outage has just ended, or another change has just arrived:
 *     then nothing rests
 * @returns {Row[]} as they are to be
 */
export function revived(rows, {isOver, now}) {
  return rows.flatMap((row) => {
    const kind = row.failure?.kind;
    if (kind !== 'network' && kind !== 'server') return [];
    // The page may be closed before its series goes on.
    if (row.state === 'waiting') return isOver && row.nextAt > now ? [{...row, nextAt: 0}] : [];
    // A server that answers others and not it does so again: it is failed until then, and not for a moment.
    const last = row.requeuedAt ?? (kind === 'server' ? row.failedAt : null);
    const rests = !isOver && last !== null && last <= now && now - last < retryRest;
    return rests ? [] : [{...requeued(row), requeuedAt: now}];
  });
}
