// Who is signed in, and what happens to the phone's data at a change. Nothing is sent meanwhile, and one person's unsent
// changes are never shown to another.

import {ApiError} from './api.js';
import {first, firstKnown, keepFirst} from './first.js';
import {noSession, session, setValue, setValues, value} from './records.js';

/** @typedef {import('./types.js').User} User */
/** @typedef {import('./types.js').Session} Session */
/** @typedef {import('./database.js').Transaction} Transaction */

/** What stays when another person signs in: numbers are never given twice, and what is kept has an owner. */
const lasting = ['number', 'owner', 'learned'];

export class Account {
  /**
   * @param {{database: import('./database.js').Database, api: import('./api.js').Api,
   *   lock: import('./lock.js').Lock, show: (known: import('./view.js').Known) => void}} parts `show`: what is about to be
   *     kept
   */
  constructor({database, api, lock, show}) {
    this.database = database;
    this.api = api;
    this.lock = lock;
    this.show = show;
  }

  /**
   * @param {'login' | 'register' | 'reset'} way
   * @param {unknown} body
   */
  async enter(way, body) {
    const entered = await this.lock.exclusively(async () => {
      const before = await this.#change((last) => ({...last, state: 'uncertain'}));
      try {
        const answer = await this.api.send('POST', `/v1/auth/${way}`, {body});
        await this.#adopt(answer.body.user);
      } catch (error) {
        // Whether the cookie is another one now is known only where the server has said no.
        if (error instanceof ApiError && !error.isOutage) await this.#change(() => before);
        throw error;
      }
      return true;
    });
    if (!entered) throw new ApiError('unavailable', '');
  }

  /**
   * Finds out whose cookie it is where that is not known: after a sign-in without an answer, and on a phone that has
   * forgotten everything.
   * @param {boolean} isNew whether the phone had nothing, which need not be read again then
   * @returns {Promise<boolean>} whether there was a session that the phone did not know
   */
  async recognise(isNew) {
    const isClear = !isNew && await this.database.read(['values'], async (tx) => {
      const {state, number} = await session(tx);
      return state !== 'uncertain' && number > 0 && !(await value(tx, 'isLeaving'));
    });
    if (isClear) return false;
    return (await this.lock.exclusively(async () => {
             if (!isNew) await this.#leave();
             const {state, number} =
                 isNew ? noSession : await this.database.read(['values'], session);
             if (state !== 'uncertain' && number > 0) return false;
             try {
               if (isNew) {
                 const {user, values} = await first(this.api, null);
                 const kept = this.#adopt(user, values);
                 this.show(firstKnown(user, values));
                 await kept;
               } else {
                 await this.#adopt((await this.api.send('GET', '/v1/me')).body);
               }
               return true;
             } catch (error) {
               if (!(error instanceof ApiError)) throw error;
               if (error.status !== 401) return false;
               if (number > 0) {
                 await this.#change((last) => ({...last, state: last.user ? 'expired' : 'left'}));
               }
               return false;
             }
           })) ??
        false;
  }

  /** Unsent changes stay here, for the same person. The server learns of it in the background, or when it answers again. */
  async leave() {
    await this.database.write(['values', 'entries'], async (tx) => {
      const {number} = await session(tx);
      await forget(tx);
      setValue(tx, 'session', {user: null, state: 'left', number: number + 1});
      setValue(tx, 'isLeaving', true);
    });
    // Under the lock, so that it takes no cookie away that comes after it.
    this.lock.exclusively(() => this.#leave()).catch(() => {});
  }

  /**
   * The session is over; unless another one has begun since.
   * @param {number} number
   */
  async expire(number) {
    await this.#change(
        (last) =>
            (last.number === number && last.state === 'open' ? {...last, state: 'expired'} : last));
  }

  /** Only the server can take the cookie away, and may be out of reach. */
  async #leave() {
    if (!(await this.database.read(['values'], (tx) => value(tx, 'isLeaving')))) return;
    try {
      await this.api.send('POST', '/v1/auth/logout');
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
    }
    await this.database.write(['values'], (tx) => tx.delete('values', 'isLeaving'));
  }

  /** @param {User} user @param {import('./first.js').First} [family] what is to be kept with it */
  #adopt(user, family) {
    if (typeof user?.id !== 'string') throw new ApiError('bad_answer', '');
    return this.database.write(['values', 'entries'], async (tx) => {
      const [last, owner] = await Promise.all([session(tx), value(tx, 'owner')]);
      // Another tab has signed in since the phone had nothing: that holds.
      if (family && last.number > 0) throw new Error('not the first');
      if (owner !== user.id) await forget(tx);
      const now = {user, state: 'open', number: last.number + 1};
      setValues(tx, {owner: user.id, session: now});
      tx.delete('values', 'isLeaving');
      if (family) await keepFirst(tx, family);
      // Were it lost, it would be found out again.
    }, 'relaxed');
  }

  /**
   * @param {(last: Session) => Session} change
   * @returns {Promise<Session>} the one before
   */
  #change(change) {
    return this.database.write(['values'], async (tx) => {
      const last = await session(tx);
      setValue(tx, 'session', change(last));
      return last;
    });
  }
}

/**
 * Everything of the server's, which has it.
 * @param {Transaction} tx
 */
async function forget(tx) {
  const names = (await tx.keys('values')).filter((name) => !lasting.includes(String(name)));
  for (const name of names) tx.delete('values', name);
  tx.clear('entries');
}
