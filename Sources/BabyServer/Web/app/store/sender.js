// Sends what is due, one request at a time. It decides nothing, and knows nothing that is not in the database: a page
// that dies at any instruction sends the same again, under the same key.

import {ApiError} from './api.js';
import * as outbox from './outbox.js';
import {keep, known, nextNumber, noteSettled, rowOf, rowsOf, session} from './records.js';
import {settle} from './settle.js';

/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./settle.js').Result} Result */
/** @typedef {import('./settle.js').Outcome} Outcome */

/** How long after a failure of the database, or while another tab sends, it is tried again. */
const pause = 5_000;
/** Longer than that, timers count in another number. */
const longestTimer = 3_600_000;

export class Sender {
  /**
   * The entry whose change is on its way.
   * @type {string | null}
   */
  sending = null;
  #isWanted = false;
  /** @type {Promise<void> | null} */
  #run = null;
  /** @type {unknown} */
  #timer = null;

  /**
   * @param {{database: import('./database.js').Database, api: import('./api.js').Api,
   *   clock: import('./types.js').Clock, lock: import('./lock.js').Lock, key: () => string,
   *   report: (row: Row, outcome: Outcome | null) => void}} parts `report`: first without an outcome, when the row is sent
   */
  constructor({database, api, clock, lock, key, report}) {
    this.database = database;
    this.api = api;
    this.clock = clock;
    this.lock = lock;
    this.key = key;
    this.report = report;
  }

  /**
   * Something may be due.
   * @returns {Promise<void>} once nothing is that could be sent now
   */
  wake() {
    this.#isWanted = true;
    this.#run ??= this.#work().finally(() => {
      this.#run = null;
      return this.#isWanted ? this.wake() : undefined;
    });
    return this.#run;
  }

  /**
   * Gives what has failed for want of an answer another series of sends, and sends it.
   * @param {boolean} isOver whether an outage has just ended
   */
  async answersAgain(isOver) {
    const count = await this.database.write(
        ['values', 'outbox'], (tx) => this.#requeue(tx, isOver), 'relaxed');
    if (count > 0) await this.wake();
  }

  async #work() {
    let at = null;
    this.clock.clearTimer(this.#timer);
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        do {
          at = (await this.lock.exclusively(() => this.#sendNext())) ?? this.clock.now() + pause;
        } while (at <= this.clock.now());
      } catch {
        at = this.clock.now() + pause;
      }
    }
    if (at === null || at === Infinity) return;
    const wait = Math.min(Math.max(at - this.clock.now(), 0), longestTimer);
    this.#timer = this.clock.setTimer(() => this.wake(), wait);
  }

  /** @returns {Promise<number>} when to send the next; infinite when nothing waits for its time */
  async #sendNext() {
    const {clock, database} = this;
    const found = await database.write(['values', 'outbox'], async (tx) => {
      const {user, state} = await session(tx);
      if (!user || state !== 'open') return Infinity;
      const rows = await rowsOf(tx, user.id);
      const row = outbox.next(rows, clock.now());
      if (!row) return outbox.nextInstant(rows) ?? Infinity;
      const begun = outbox.begun(row, this.key());
      tx.put('outbox', begun);
      return begun;
    });
    if (typeof found === 'number') return found;
    this.sending = found.entryId;
    this.report(found, null);
    try {
      const result = await sendRow(this.api, found);
      const outcome = await this.#settle(found, result);
      this.sending = null;
      if (outcome) this.report(found, outcome);
      return result.kind === 'unauthorized' ? Infinity : 0;
    } finally {
      this.sending = null;
    }
  }

  /**
   * @param {Row} sent
   * @param {Result} result
   * @returns {Promise<Outcome | null>} null when it was settled before, or taken back
   */
  #settle(sent, result) {
    const now = this.clock.now();
    return this.database.write(['values', 'outbox', 'entries', 'kept'], async (tx) => {
      const {userId, entryId} = sent;
      const row = await rowOf(tx, userId, entryId);
      if (!row || row.number !== sent.number || row.key !== sent.key) return null;
      const outcome = settle(row, result, {
        now,
        skew: this.api.offset ?? 0,
        number: await nextNumber(tx),
        known: await known(tx, entryId),
        other: result.kind === 'clash' ? await rowOf(tx, userId, result.entry.id) : null,
      });
      tx.delete('outbox', [userId, entryId]);
      for (const put of outcome.rows) tx.put('outbox', put);
      for (const entry of outcome.place) tx.put('entries', entry);
      for (const id of outcome.forget) tx.delete('entries', id);
      for (const {entry, reason} of outcome.kept) keep(tx, row, entry, reason, now);
      if (outcome.news.kind === 'sent') {
        await noteSettled(
            tx, outcome.place[0] ?? {...row.entry, deletedAt: row.entry.updatedAt}, now);
        await this.#requeue(tx, true);
      }
      return outcome;
      // Were it lost, the same would be sent again, under the same key.
    }, 'relaxed');
  }

  /** @param {import('./database.js').Transaction} tx @param {boolean} isOver */
  async #requeue(tx, isOver) {
    const {user} = await session(tx);
    if (!user) return 0;
    const rows = outbox.revived(await rowsOf(tx, user.id), {isOver, now: this.clock.now()});
    for (const row of rows) tx.put('outbox', row);
    return rows.length;
  }
}

/**
 * Sends a change once.
 * @param {import('./api.js').Api} api
 * @param {Row} row that has begun
 * @returns {Promise<Result>}
 */
export async function sendRow(api, row) {
  try {
    return await attempt(api, row, row.base);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return result(error);
  }
}

/**
 * @param {import('./api.js').Api} api
 * @param {Row} row
 * @param {string | null} base
 * @returns {Promise<Result>}
 */
async function attempt(api, row, base) {
  const {method, path, headers, body} = outbox.request(row, base);
  try {
    const {body: entry} = await api.send(method, path, {headers, body, isLast: true});
    if (entry?.id !== row.entryId || typeof entry.updatedAt !== 'string') {
      throw new ApiError('bad_answer', '');
    }
    return {kind: 'accepted', entry};
  } catch (error) {
    // A server that was restored may not know an entry any more that it knew: there, it is a new one.
    if (error instanceof ApiError && error.code === 'changed' && !error.entry && base && body) {
      return attempt(api, row, null);
    }
    throw error;
  }
}

/**
 * @param {ApiError} error
 * @returns {Result}
 */
function result(error) {
  const {code, message, entry, status} = error;
  if (entry && code === 'timer_running') return {kind: 'clash', entry, message};
  if (entry && (code === 'changed' || code === 'entry_deleted')) return {kind: 'conflict', entry};
  if (status === 401) return {kind: 'unauthorized'};
  if (status === 429) return {kind: 'limited', pause: error.retryAfter, message};
  if (error.isOutage) {
    return {kind: 'unavailable', failure: code === 'network' ? 'network' : 'server', message};
  }
  return {kind: 'refused', status, message, fields: error.details.map(({field}) => field)};
}
