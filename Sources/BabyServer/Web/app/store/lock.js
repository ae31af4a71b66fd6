// Two tabs never send at the same time.

import {setValue, value} from './records.js';

const name = 'babybasics-outbox';
/** Longer than a request can take. */
const lease = 60_000;

/**
 * @typedef {{exclusively<T>(body: () => Promise<T>): Promise<T | null>}} Lock
 *     null when another tab is at it, and it is to be tried later
 */

/** @param {LockManager} locks @returns {Lock} */
export const webLock = (locks) => ({exclusively: (body) => locks.request(name, body)});

/**
 * In place of Web Locks, which plain http does not have: whose name is in the database. A tab that is killed
 * loses it after a minute.
 * @param {import('./database.js').Database} database
 * @param {() => number} now
 * @param {string} tab
 * @returns {Lock}
 */
export const leaseLock = (database, now, tab) => ({
  async exclusively(body) {
    const isOurs = await database.write(['values'], async (tx) => {
      const held = (await value(tx, 'lease')) ?? {tab, until: 0};
      const ahead = held.until - now();
      if (held.tab !== tab && ahead > 0 && ahead <= lease) return false;
      setValue(tx, 'lease', {tab, until: now() + lease});
      return true;
    });
    if (!isOurs) return null;
    try {
      return await body();
    } finally {
      await database.write(['values'], async (tx) => {
        if ((await value(tx, 'lease'))?.tab === tab) tx.delete('values', 'lease');
      });
    }
  }
});
