// The family as this phone knows it: what the screens show, and everything that they can ask for.

import {lifetimes} from '../model/generated/tables.js';

import {Api} from './api.js';
import {ask} from './asked.js';
import {Database} from './database.js';
import {leaseLock, webLock} from './lock.js';
import {model} from './model.js';
import {People} from './people.js';
import {Push} from './push.js';
import {nothing, readAll} from './reading.js';
import {setValue} from './records.js';
import {Shell} from './shell.js';

/**
 * What the family is made of, so that a test can put something else in its place.
 * @typedef {{
 *   database: import('./database.js').Database, api: import('./api.js').Api, clock: import('./types.js').Clock,
 *   lock: import('./lock.js').Lock, push: import('./push.js').Push, jitter: () => number, key: () => string,
 *   model: import('./model.js').Model, channel: Pick<BroadcastChannel, 'postMessage'> | null,
 *   storage: Pick<StorageManager, 'persist' | 'persisted'> | null, takeUpdate: () => Promise<void>}} Parts
 */

/** What is said once, of what lasts, is shown for so long. */
const newsLifetime = 60_000;

export class Family extends People {
  /** @param {Parts} parts */
  static async open(parts) {
    const {api, clock, database, storage} = parts;
    /** @type {unknown} */
    let problem = null;
    const known =
        await database.begin()
            .then(async () => ({
                    ...nothing,
                    ...(database.isNew ? {} : await readAll(database, new Map(), clock.now()))
                  }))
            .catch((error) => {
              problem = error;
              return nothing;
            });
    api.offset ??= known.learned.offset;
    const family = new Family(parts, known);
    family.sync.begin(known.learned.syncedAt);
    family.standing = family.sync.standing;
    storage?.persisted().then((isPersistent) => family.more.isPersistent = isPersistent);
    if (problem instanceof Error) {
      family.note({severity: 'error', text: problem.message, entryId: null});
    } else {
      family.more.isRecognised = !database.isNew;
      // What could not be kept is not shown any longer.
      family.#recognise(database.isNew)
          .catch(() => family.changedElsewhere())
          .catch(() => {})
          .then(() => {
            family.more.isRecognised = true;
            family.show();
          });
    }
    family.show();
    return family;
  }

  /**
   * Behind what is shown: a network may take its time.
   * @param {boolean} isNew whether the phone had nothing
   */
  async #recognise(isNew) {
    if (!(await this.account.recognise(isNew))) return;
    this.#tryAgain();
    this.sync.wake();
    await this.changed();
    if (!isNew) return;
    // Somebody is signed in, and the phone knows nothing of it: it has thrown away what it had.
    const text = this.words.emptied;
    this.note({severity: 'warning', text, entryId: null, lifetime: newsLifetime});
  }

  // What happens around the page

  /** @param {boolean} isVisible */
  look(isVisible) {
    this.sync.look(isVisible);
    if (!isVisible) return;
    this.recallErrors();
    this.#tryAgain();
    this.read().then(() => this.recall()).catch(() => {});
  }

  /** The page is back from where its connections may have been cut. */
  async back() {
    await this.parts.database.reopen();
    this.wake();
    await this.read();
  }

  /** A network is there, or somebody says that something is new. */
  wake() {
    this.#recognise(false).catch(() => {});
    this.#tryAgain();
    return this.sync.wake();
  }

  /** Another tab has changed something. */
  async changedElsewhere() {
    const {number} = this.known.session;
    await this.read();
    this.courier.wake();
    // Somebody has signed in there.
    if (this.known.session.number !== number) this.sync.wake();
  }

  /** A new version of the page waits to take over. */
  updateIsReady() {
    this.more.isUpdateReady = true;
    this.show();
  }

  /** What was typed and not logged is lost then. */
  takeUpdate() {
    return this.parts.takeUpdate();
  }

  /** What has failed for want of an answer is worth trying. */
  #tryAgain() {
    this.courier.answersAgain(true).then(() => this.courier.wake()).catch(() => {});
  }

  /**
   * @param {import('./types.js').Row} row
   * @param {import('./settle.js').Outcome | null} outcome null when it is on its way
   */
  sent(row, outcome) {
    const {words} = this.parts.model;
    this.sending = this.courier.sending;
    if (!outcome) return this.show();
    const {news, kept} = outcome;
    const {entryId} = row;
    if (news.kind === 'paused') this.end('expired');
    if (news.kind === 'sent' && news.arrival === 'requested') {
      this.note({severity: 'success', text: words.saved, entryId, lifetime: lifetimes.saved});
    }
    // A retry that was pressed says, too, that the change still waits.
    const isAsked = news.kind === 'failed' && news.wasRequested;
    const waits = isAsked && outcome.rows.some(({failure}) => failure?.kind === 'network');
    if (news.kind === 'retrying' && news.isFirst || waits) {
      this.note({severity: 'warning', text: words.savedHere, entryId});
    }
    for (const {entry, reason} of kept) {
      const text = words.kept({entry, reason}, this.nameOf(entry));
      // To undo it is to put ours on top.
      const before = entry.deletedAt ? null : entry;
      const undo = reason === 'conflict' ? {entryId: entry.id, before} : undefined;
      this.note({severity: 'warning', text, entryId: entry.id, lifetime: newsLifetime, undo});
    }
    if (news.kind !== 'retrying') this.sync.wake();
    return this.changed().catch(() => {});
  }

  /** @param {import('./sync.js').Told} news */
  heard({isChanged, answers, session}) {
    if (session) return this.end(session === 'expired' ? 'expired' : 'other-person');
    const {api, database} = this.parts;
    this.standing = this.sync.standing;
    if (answers && answers !== 'not') {
      const learned = {offset: api.offset, syncedAt: this.standing.lastSuccess};
      database.write(['values'], (tx) => setValue(tx, 'learned', learned), 'relaxed')
          .catch(() => {});
      this.courier.answersAgain(answers === 'at-last').catch(() => {});
    }
    return isChanged ? this.changed().catch(() => {}) : this.show();
  }
}

/** @returns {Promise<Family>} */
export async function openFamily() {
  /** @type {import('./types.js').Clock} */
  const clock = {
    now: () => Date.now(),
    setTimer: (body, wait) => setTimeout(body, wait),
    clearTimer: (timer) => clearTimeout(/** @type {number | undefined} */ (timer)),
  };
  const database = new Database(indexedDB, /** @type {any} */ (globalThis).opening);
  const api = new Api({fetch: ask, clock});
  const key = () => model.uuid(clock.now());
  const shell = new Shell();
  const channel = new BroadcastChannel('babybasics');
  const family = await Family.open({
    database,
    api,
    clock,
    lock: navigator.locks ? webLock(navigator.locks) : leaseLock(database, clock.now, key()),
    push: new Push({api, worker: () => shell.registration}),
    jitter: Math.random,
    key,
    model,
    channel,
    // Plain http has none.
    storage: navigator.storage ?? null,
    takeUpdate: () => shell.takeUpdate(),
  });
  watch(family, shell, channel);
  return family;
}

/**
 * @param {Family} family
 * @param {Shell} shell
 * @param {BroadcastChannel} channel
 */
function watch(family, shell, channel) {
  const isVisible = () => document.visibilityState === 'visible';
  const quietly = (/** @type {Promise<void>} */ work) => work.catch(() => {});
  addEventListener('online', () => quietly(family.wake()));
  document.addEventListener('visibilitychange', () => {
    family.look(isVisible());
    shell.look(isVisible());
  });
  // Also when the page comes out of the browser's memory, where its connections may have died.
  addEventListener('pageshow', ({persisted}) => {
    if (persisted) quietly(family.back());
  });
  channel.addEventListener('message', () => quietly(family.changedElsewhere()));
  shell.begin({
    updateIsReady: () => family.updateIsReady(),
    wake: () => quietly(family.wake()),
    open: (url) => location.assign(url),
  });
  family.look(isVisible());
  family.courier.wake();
  if (isVisible()) quietly(family.parts.push.renew());
}
