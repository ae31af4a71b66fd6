// Puts a press into the outbox, so that it survives the page.

import {bounce} from '../model/generated/delays.js';

import {ApiError} from './api.js';
import {write} from './merge.js';
import {enqueue, fresh, isSame, requeued} from './outbox.js';
import {known, nextNumber, rowOf, rowsOf, session, setValue, value} from './records.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./database.js').Database} Database */

/** Times in a text, as they are written on the wire. */
const times = /"\d{4}-\d\d-\d\dT[^"]*Z"/g;

/**
 * @typedef {{row: Row | null, entry: Entry | null, before: Entry | null}} Put `row` is null where nothing is to be
 *     sent, `entry` if there is no entry
 */

/**
 * @param {import('./types.js').Session} session
 * @param {string} userId
 * @throws {ApiError} if this user is no longer signed in
 */
function assertTheirs({user, state}, userId) {
  if (user?.id !== userId || state !== 'open') throw new ApiError('unauthorized', '');
}

export class Presses {
  /** @type {{text: string, said: number[], answer: Promise<any>} | null} */
  #last = null;
  /** That of the newest row, as far as it is known here. */
  #number = 0;

  /** @param {{database: Database, clock: import('./types.js').Clock}} parts */
  constructor({database, clock}) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Does the same thing once, however often it is pressed within a second, with nothing else in between.
   * @template T
   * @param {string} verb
   * @param {unknown} content of which times may differ by as much as two presses of one button do
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  once(verb, content, work) {
    const all = verb + JSON.stringify(content);
    const text = all.replace(times, '');
    const at = this.clock.now();
    const said = [at, ...[...all.matchAll(times)].map(([time]) => Date.parse(time.slice(1, -1)))];
    const last = this.#last;
    const isNear = (/** @type {number} */ time, /** @type {number} */ place) =>
        Math.abs(time - (last?.said[place] ?? NaN)) <= bounce;
    if (last?.text === text && said.every(isNear)) return last.answer;
    const answer = work();
    this.#last = {text, said, answer};
    // One that has failed is meant when it is pressed again.
    answer.catch(() => this.#last = null);
    return answer;
  }

  /**
   * Puts in a new entry. It is written while it is asked whose phone this is: each round trip to the database takes its
   * time on a phone.
   * @param {string} userId
   * @param {Entry} entry
   * @returns {Promise<Put>}
   */
  add(userId, entry) {
    return write(this.database, this.clock.now(), async (tx) => {
      const asked = Promise.all([session(tx), value(tx, 'number')]);
      const put = (/** @type {number} */ number) => {
        const row = fresh({userId, number, entry, base: null});
        tx.put('outbox', row);
        setValue(tx, 'number', number);
        return row;
      };
      let row = put(this.#number + 1);
      const [whose, last = 0] = await asked;
      assertTheirs(whose, userId);
      // Another press or tab has put something in, or the sender, or this page nothing so far.
      if (row.number !== last + 1) row = put(last + 1);
      this.#number = row.number;
      return {row, entry, before: null};
    });
  }

  /**
   * @param {string} userId
   * @param {string} entryId
   * @param {(current: Entry | null) => Entry | null} change null to leave it
   * @param {Entry | null} [shown] the server's version, where only the screen has it
   * @returns {Promise<Put>}
   */
  async put(userId, entryId, change, shown) {
    const body = async (/** @type {import('./database.js').Transaction} */ tx) => {
      // All at once: each round trip to the database takes its time on a phone.
      const [whose, row, kept, number] = await Promise.all(
          [session(tx), rowOf(tx, userId, entryId), known(tx, entryId), nextNumber(tx)]);
      assertTheirs(whose, userId);
      const isSeen = !row && !kept && shown;
      const theirs = isSeen ? shown : kept;
      const before = row?.entry ?? theirs;
      const entry = change(before);
      if (!entry || (before && isSame(before, entry))) {
        return {row, entry: before, before};
      }
      const next = enqueue(row, entry, {userId, number, known: theirs});
      if (next)
        tx.put('outbox', next);
      else
        tx.delete('outbox', [userId, entryId]);
      tx.delete('kept', [userId, entryId]);
      if (isSeen) tx.put('entries', shown);
      return {row: next, entry, before};
    };
    return write(this.database, this.clock.now(), body);
  }

  /**
   * Gives what has failed another series of sends.
   * @param {string} userId
   * @param {string} [entryId] all without it
   */
  retry(userId, entryId) {
    return this.database.write(['outbox'], async (tx) => {
      for (const row of await rowsOf(tx, userId)) {
        if (row.state !== 'failed' || (entryId && row.entryId !== entryId)) continue;
        tx.put('outbox', {...requeued(row), isRequested: true});
      }
    });
  }
}
