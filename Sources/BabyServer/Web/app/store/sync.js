// Polls the family server while the page is visible, and keeps what is new.

import {pageLength} from '../model/generated/delays.js';
import {wire} from '../model/time.js';

import {ApiError} from './api.js';
import {chosen, first, keepFirst} from './first.js';
import {beginning, forgetAll, forgetKept, horizon, merge, prune, takeOver, write} from './merge.js';
import {News} from './news.js';
import {noSession, session, setValue, value, values} from './records.js';
import {PollSchedule} from './schedule.js';

/** @typedef {import('./types.js').Dashboard} Dashboard */
/**
 * Whose session it is, and what the phone has of the child that is shown.
 * @typedef {{number: number, childId: string | null, isShown: boolean, hasLog: boolean}} Asker
 */
/**
 * `answers`: whether the server does, and for the first time since it did not.
 * @typedef {{isChanged?: boolean, answers?: 'at-last' | 'still' | 'not', session?: 'expired' | 'stranger'}} Report
 */
/**
 * An answer, when it was asked for, and what was known then of the changes.
 * @typedef {{value: any, tag: string | null, at: number, changes: string | null}} Kept
 */

/** Pages of one list, of changes or of a day: no server has more that matters here. */
const mostPages = 1000;
/** How old what depends on the time may be, without anything having changed. */
const lifetimes = {
  reminders: 60_000,
  predictions: 300_000
};

export class Sync {
  #schedule = new PollSchedule();
  /**
   * Why the last poll was not answered.
   * @type {string | null}
   */
  #outage = null;
  #isVisible = false;
  #isWanted = false;
  /** @type {Promise<void> | null} */
  #run = null;
  /** @type {unknown} */
  #timer = null;

  /**
   * @param {{database: import('./database.js').Database, api: import('./api.js').Api,
   *   clock: import('./types.js').Clock, jitter: () => number,
   *   report: (state: Report) => void}} parts
   */
  constructor({database, api, clock, jitter, report}) {
    this.database = database;
    this.api = api;
    this.clock = clock;
    this.jitter = jitter;
    this.report = report;
    this.news = new News({api, clock, jitter, hear: (id) => this.#hear(id)});
  }

  /** @param {number | null} lastSuccess as an earlier page has left it */
  begin(lastSuccess) {
    this.#schedule.lastSuccess = lastSuccess;
  }

  /** The state of the connection. */
  get standing() {
    const {missed, lastSuccess} = this.#schedule;
    const isStale = this.#schedule.isStale(this.clock.now());
    return {isOnline: missed === 0, isStale, lastSuccess, outage: this.#outage};
  }

  /** @param {boolean} isVisible a hidden page does not poll */
  look(isVisible) {
    const isNew = isVisible && !this.#isVisible;
    this.#isVisible = isVisible;
    if (isNew)
      this.wake();
    else
      this.#attend();
  }

  /**
   * Something makes it worth polling at once: a network, a change that the server has accepted, a page that becomes visible.
   * @returns {Promise<void>} once it was asked
   */
  wake() {
    this.#schedule.wake();
    this.news.wake();
    return this.#work();
  }

  /** @param {string} id */
  async #hear(id) {
    // What is asked for now may have it.
    await this.#run;
    const {place} = await this.#said();
    if (place?.tag?.endsWith(`:${id}"`)) return;
    this.#schedule.hear();
    this.#work();
  }

  /** @returns {Promise<void>} */
  #work() {
    this.#isWanted = true;
    this.#run ??= this.#loop().finally(() => {
      this.#run = null;
      return this.#isWanted ? this.#work() : undefined;
    });
    return this.#run;
  }

  async #loop() {
    this.#isWanted = false;
    const asker = await this.#asker();
    if (asker && this.#isVisible && this.#schedule.next(this.clock.now()) <= this.clock.now()) {
      await this.#poll(asker);
    }
    this.#attend(asker !== null);
  }

  /** @param {boolean} [isOpen] whether there is a session */
  #attend(isOpen) {
    this.clock.clearTimer(this.#timer);
    if (isOpen !== undefined) this.isOpen = isOpen;
    const isLooking = this.#isVisible && this.isOpen === true;
    this.news.attend(isLooking && this.#schedule.missed === 0);
    if (!isLooking) return;
    const wait = this.#schedule.next(this.clock.now()) - this.clock.now();
    this.#timer = this.clock.setTimer(() => this.#work(), Math.max(wait, 0));
  }

  /** @returns {Promise<Asker | null>} null without a session */
  async #asker() {
    const {session = noSession, childId = null, place, ...said} = await this.#said();
    const {user, state, number} = session;
    if (!user || state !== 'open') return null;
    return {number, childId, isShown: `dashboard:${childId}` in said, hasLog: Boolean(place)};
  }

  #said() {
    return this.database.read(['values'], values);
  }

  /** @param {Asker} asker */
  async #poll(asker) {
    this.#schedule.begin();
    try {
      await this.#first(asker);
      let isChanged = await this.#changes(asker);
      if (isChanged) this.report({isChanged});
      isChanged = await this.#details(await this.#asker());
      this.#outage = null;
      const isOver = this.#schedule.succeeded(this.clock.now());
      if (isOver) this.news.wake();
      this.report({isChanged, answers: isOver ? 'at-last' : 'still'});
    } catch (error) {
      const {status, code, retryAfter} =
          error instanceof ApiError ? error : new ApiError('storage', String(error));
      this.#outage = code;
      this.#schedule.failed(this.clock.now(), status === 401 ? null : retryAfter, this.jitter());
      this.report(status === 401 ? {session: 'expired'} : {answers: 'not'});
    }
  }

  /**
   * What is shown first is asked for first: all that has ever changed may take its time.
   * @param {Asker} asker
   */
  async #first(asker) {
    let {childId} = asker;
    if (!asker.isShown) {
      const {values} = await first(this.api, childId);
      await this.#keep(asker, (tx) => keepFirst(tx, values));
      this.report({isChanged: true});
      childId = chosen(values.children, childId);
    } else if (asker.hasLog) {
      return;
    }
    if (!childId) return;
    await this.day(childId, null);
    this.report({isChanged: true});
  }

  /**
   * @param {Asker} asker
   * @returns {Promise<boolean>} whether there was anything
   */
  async #changes({number}) {
    for (let count = 0, isAnew = false; count < mostPages; count++) {
      /** @type {import('./merge.js').Place} */
      const place = (await this.#said()).place ?? beginning;
      try {
        const query = new URLSearchParams({limit: String(pageLength)});
        if (place.position) query.set('since', place.position);
        /** @type {{[name: string]: string}} */
        const headers = {'Babybasics-Settings': place.settingsPosition ?? '0'};
        if (place.tag) headers['If-None-Match'] = place.tag;
        const {status, body, tag} = await this.api.send('GET', `/v1/changes?${query}`, {headers});
        if (status === 304) return count > 0;
        /** @type {import('./merge.js').Page} */
        const list = body;
        // It would never end.
        if (list.hasMore && list.position === place.position) throw new ApiError('bad_answer', '');
        const now = this.clock.now();
        const result = await this.#write(async (tx) => {
          const result = await merge(tx, list, {tag, now, number});
          if (result === 'merged') {
            setValue(tx, 'childId', chosen(list.children, await value(tx, 'childId')));
          }
          return result;
        });
        if (result === 'stranger') this.report({session: 'stranger'});
        if (result !== 'merged' || !list.hasMore) return true;
      } catch (error) {
        const code = error instanceof ApiError ? error.code : '';
        if (code === 'epoch_unknown' && !isAnew) {
          isAnew = true;
          await this.database.write(['values', 'entries'], forgetAll, 'relaxed');
        } else {
          throw error;
        }
      }
    }
    throw new ApiError('bad_answer', '');
  }

  /**
   * Of the child that is shown, what is older than the changes.
   * @param {Asker | null} asker
   * @returns {Promise<boolean>} whether anything was asked
   */
  async #details(asker) {
    const childId = asker?.childId;
    if (!asker || !childId) return false;
    const now = this.clock.now();
    const names = /** @type {const} */ (['dashboard', 'reminders', 'predictions']);
    const said = await this.#said();
    const old = names.filter((name) => {
      /** @type {Kept | undefined} */
      const answer = said[`${name}:${childId}`];
      if (!answer || answer.changes !== said.place?.tag || answer.at > now) return true;
      if (name !== 'dashboard') return now - answer.at >= lifetimes[name];
      return Date.parse(answer.value.day.end) <= now + (this.api.offset ?? 0);
    });
    await Promise.all(old.map((name) => this.#answer(asker, name)));
    await this.#prune(now);
    return old.length > 0;
  }

  /**
   * @param {Asker} asker
   * @param {'dashboard' | 'reminders' | 'predictions'} name
   */
  async #answer(asker, name) {
    const at = this.clock.now();
    const place = `${name}:${asker.childId}`;
    const said = await this.#said();
    /** @type {string | undefined} */
    const tag = said[place]?.tag;
    /** @type {{[name: string]: string}} */
    const headers = tag ? {'If-None-Match': tag} : {};
    const context = {at, changes: said.place?.tag ?? null};
    try {
      const {status, body, tag} =
          await this.api.send('GET', `/v1/children/${asker.childId}/${name}`, {headers});
      await this.#keep(asker, async (tx) => {
        /** @type {Kept | undefined} */
        const last = await value(tx, place);
        // Another tab may have asked later.
        const isNewer = status !== 304 && !(last?.value.seq > body.seq);
        if (isNewer)
          setValue(tx, place, {value: body, tag, ...context});
        else if (last)
          setValue(tx, place, {...last, ...context});
      });
    } catch (error) {
      // A child that has gone meanwhile, or a server of before it could say.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }

  /**
   * Keeps what was asked for, unless another session has come since.
   * @param {Asker} asker
   * @param {(tx: import('./database.js').Transaction) => Promise<unknown>} body
   */
  #keep({number}, body) {
    return this.#write(async (tx) => {
      if ((await session(tx)).number === number) await body(tx);
    });
  }

  /**
   * Whether the phone has all of a day.
   * @param {string} from when the day begins
   */
  async hasDay(from) {
    const {place} = await this.#said();
    return Boolean(place?.isWhole) && from >= place.since;
  }

  /**
   * Fetches the entries of a day, of which the phone may not have all.
   * @param {string} childId
   * @param {string | null} day null for today
   */
  async day(childId, day) {
    const asker = await this.#asker();
    if (!asker) return;
    const since = wire(this.clock.now() - 86_400_000);
    let cursor = '';
    for (let count = 0; count < 10; count++) {
      const query = new URLSearchParams({limit: String(pageLength)});
      if (day)
        query.set('day', day);
      else
        query.set('from', since);
      if (cursor) query.set('cursor', cursor);
      const {body} = await this.api.send('GET', `/v1/children/${childId}/entries?${query}`);
      await this.#keep(asker, async (tx) => {
        await Promise.all(body.entries.map(
            (/** @type {import('./types.js').Entry} */ entry) => takeOver(tx, entry)));
        if (day || body.nextCursor) return;
        setValue(tx, 'place', {...((await value(tx, 'place')) ?? beginning), since});
      });
      cursor = body.nextCursor;
      if (!cursor) return;
    }
  }

  /**
   * What the server tells can be asked for again, so it need not be on the disk at once, and gives way when that is full.
   * @template T
   * @param {(tx: import('./database.js').Transaction) => Promise<T>} body
   */
  #write(body) {
    return write(this.database, this.clock.now(), body, 'relaxed');
  }

  /**
   * Once a day.
   * @param {number} now
   */
  async #prune(now) {
    const first = horizon(now);
    await this.#write(async (tx) => {
      const last = await value(tx, 'pruned');
      if (last === first.slice(0, 10)) return;
      setValue(tx, 'pruned', first.slice(0, 10));
      await prune(tx, first);
      await forgetKept(tx, first);
    });
  }
}
