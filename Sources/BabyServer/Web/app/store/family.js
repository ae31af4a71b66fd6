// The family as this phone knows it: the objects that the page is made of, put together here, and what happens around
// the page. They know each other only in one direction: a press goes through the logbook into the database, from there
// to the screen, and from the database through the sender to the server. Sender and sync say here what came of it.

import {Account} from './account.js';
import {Api} from './api.js';
import {ask} from './asked.js';
import {newsLifetime} from './banners.js';
import {Charts} from './charts.js';
import {Children} from './children.js';
import {Database} from './database.js';
import {leaseLock, webLock} from './lock.js';
import {Logbook} from './logbook.js';
import {model} from './model.js';
import {Online} from './online.js';
import {People} from './people.js';
import {Presses} from './presses.js';
import {Notifications, Push} from './push.js';
import {nothing, readAll} from './reading.js';
import {setValue} from './records.js';
import {Screen} from './screen.js';
import {Sender} from './sender.js';
import {Sentences} from './sentences.js';
import {Sessions} from './sessions.js';
import {Settings} from './settings.js';
import {Shell} from './shell.js';
import {Sync} from './sync.js';
import {Timeline} from './timeline.js';

/**
 * What the family needs from outside, so that a test can replace it.
 * @typedef {{
 *   database: import('./database.js').Database, api: import('./api.js').Api, clock: import('./types.js').Clock,
 *   lock: import('./lock.js').Lock, push: import('./push.js').Push, jitter: () => number, key: () => string,
 *   model: import('./model.js').Model, channel: Pick<BroadcastChannel, 'postMessage'> | null,
 *   storage: Pick<StorageManager, 'persist' | 'persisted'> | null, takeUpdate: () => Promise<void>}} Parts
 */

export class Family {
  /**
   * @param {Parts} parts
   * @param {import('./view.js').Known} known
   */
  constructor(parts, known) {
    this.parts = parts;
    const tools = {
      ...parts,
      now: () => this.now(),
      refresh: () => this.refresh(),
      wake: () => this.wake(),
      send: () => this.sender.wake(),
      poll: () => this.sync.wake(),
    };
    this.sender = new Sender({...tools, report: (row, outcome) => this.#sent(row, outcome)});
    this.sync = new Sync({...tools, report: (state) => this.#heard(state)});
    this.account = new Account({...tools, show: (known) => this.#recognised(known)});
    this.screen = new Screen(tools, known);
    /** @type {() => Promise<void>} */
    const expire = () => this.sessions.expire('expired');
    const objects = {
      ...tools,
      screen: this.screen,
      sync: this.sync,
      account: this.account,
      presses: new Presses(tools),
      online: new Online({...tools, expire}),
    };
    this.logbook = new Logbook(objects);
    this.timeline = new Timeline(objects);
    this.charts = new Charts(objects);
    this.sessions = new Sessions(objects);
    this.children = new Children(objects);
    this.people = new People(objects);
    this.settings = new Settings(objects);
    this.notifications = new Notifications(objects);
    this.sentences = new Sentences({...objects, logbook: this.logbook, children: this.children});
  }

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
    const {screen, sync} = family;
    sync.begin(known.learned.syncedAt);
    screen.standing = sync.standing;
    storage?.persisted().then((isPersistent) => screen.more.isPersistent = isPersistent);
    if (problem instanceof Error) {
      screen.note({severity: 'error', text: problem.message, entryId: null});
    } else {
      screen.more.isRecognised = !database.isNew;
      // What could not be kept is not shown any longer.
      family.#recognise(database.isNew)
          .catch(() => family.changedElsewhere())
          .catch(() => {})
          .then(() => screen.learn({isRecognised: true}));
    }
    screen.show();
    return family;
  }

  /** What the screens show. */
  get state() {
    return this.screen.state;
  }

  /** The server's time by the phone's clock, in milliseconds. */
  now() {
    const {clock, api} = this.parts;
    return clock.now() + (api.offset ?? 0);
  }

  /**
   * Behind what is shown: a network may take its time.
   * @param {boolean} isNew whether the phone had nothing
   */
  async #recognise(isNew) {
    if (!(await this.account.recognise(isNew))) return;
    this.#tryAgain();
    this.sync.wake();
    await this.screen.changed();
    if (!isNew) return;
    // There is a session that the phone does not know: it has lost its data.
    const text = this.parts.model.words.emptied;
    this.screen.note({severity: 'warning', text, entryId: null, lifetime: newsLifetime});
  }

  /** @param {import('./view.js').Known} known of a phone that had nothing, before it is kept */
  #recognised(known) {
    this.screen.known = known;
    this.screen.learn({isRecognised: true});
  }

  // What happens around the page

  /** @param {boolean} isVisible */
  look(isVisible) {
    this.sync.look(isVisible);
    if (!isVisible) return;
    this.screen.banners.recallErrors();
    this.#tryAgain();
    this.screen.read().then(() => this.screen.recall()).catch(() => {});
  }

  /** The page is back from where its connections may have been cut. */
  async back() {
    await this.parts.database.reopen();
    this.wake();
    await this.screen.read();
  }

  /** A network is there, or the worker says that something is new. */
  wake() {
    this.#recognise(false).catch(() => {});
    this.#tryAgain();
    return this.sync.wake();
  }

  /** Asks the server now: what is in no outbox is shown once the server has it. */
  async refresh() {
    await this.wake();
    await this.screen.read();
  }

  /** Another tab has changed something. */
  async changedElsewhere() {
    const {number} = this.screen.known.session;
    await this.screen.read();
    this.sender.wake();
    // A new session began there.
    if (this.screen.known.session.number !== number) this.sync.wake();
  }

  /** A new version of the page waits to take over. */
  updateIsReady() {
    this.screen.learn({isUpdateReady: true});
  }

  /** What was typed and not logged is lost then. */
  takeUpdate() {
    return this.parts.takeUpdate();
  }

  /** What has failed for want of an answer is worth trying. */
  #tryAgain() {
    this.sender.answersAgain(true).then(() => this.sender.wake()).catch(() => {});
  }

  /**
   * @param {import('./types.js').Row} row
   * @param {import('./settle.js').Outcome | null} outcome null when it is on its way
   */
  #sent(row, outcome) {
    const {screen} = this;
    screen.sending = this.sender.sending;
    if (!outcome) return screen.show();
    const {kind} = outcome.news;
    if (kind === 'paused') this.sessions.expire('expired');
    screen.announce(row, outcome);
    if (kind !== 'retrying') this.sync.wake();
    return screen.changed().catch(() => {});
  }

  /** @param {import('./sync.js').Report} news */
  #heard({isChanged, answers, session}) {
    if (session) return this.sessions.expire(session === 'expired' ? 'expired' : 'other-person');
    const {screen} = this;
    const {api, database} = this.parts;
    screen.standing = this.sync.standing;
    if (answers && answers !== 'not') {
      const learned = {offset: api.offset, syncedAt: screen.standing.lastSuccess};
      database.write(['values'], (tx) => setValue(tx, 'learned', learned), 'relaxed')
          .catch(() => {});
      this.sender.answersAgain(answers === 'at-last').catch(() => {});
    }
    return isChanged ? screen.changed().catch(() => {}) : screen.show();
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
  family.sender.wake();
  if (isVisible()) quietly(family.parts.push.renew());
}
