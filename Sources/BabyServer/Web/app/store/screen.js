// Keeps what the screen shows up to date: it is read from the database after each change, and every change of it is
// announced by an event.

import {lifetimes} from '../model/generated/tables.js';

import {Banners, newsLifetime} from './banners.js';
import {nothing, readAll, readLately} from './reading.js';
import {composed} from './view.js';

/** @typedef {import('./view.js').Known} Known */
/** @typedef {import('./view.js').Window} Window */
/** @typedef {import('./types.js').Row} Row */

/** Days that are kept at hand beside the current one. */
const mostDays = 30;

export class Screen extends EventTarget {
  /**
   * What the person may want to know that the database does not have.
   * @type {{reason: 'expired' | 'other-person' | null, isPersistent: boolean | null,
   *   isRecognised: boolean, isUpdateReady: boolean, members: any[], shares: any[]}}
   */
  more = {
    reason: null,
    isPersistent: null,
    isRecognised: true,
    isUpdateReady: false,
    members: [],
    shares: []
  };
  /**
   * The entry that is being sent.
   * @type {string | null}
   */
  sending = null;
  /** The connection to the server. */
  standing = {
    isOnline: true,
    isStale: false,
    outage: /** @type {string | null} */ (null),
    lastSuccess: /** @type {number | null} */ (null)
  };
  /** @type {Map<string, Window>} */
  #windows = new Map();
  /** How often something was changed here: what was read before is old. */
  #changes = 0;
  /** @type {Promise<void> | null} */
  #reading = null;
  /** @type {unknown} */
  #timer = null;

  /**
   * @param {{database: import('./database.js').Database, clock: import('./types.js').Clock, now: () => number,
   *   model: import('./model.js').Model, channel: Pick<BroadcastChannel, 'postMessage'> | null}} parts `now` by the
   *     server's clock
   * @param {Known} known
   */
  constructor({database, clock, now, model, channel}, known) {
    super();
    this.database = database;
    this.clock = clock;
    this.now = now;
    this.model = model;
    this.channel = channel;
    this.known = known;
    this.banners = new Banners({now: () => clock.now(), words: model.words});
    this.state = this.#composed();
  }

  /** @param {Partial<Screen['more']>} what */
  learn(what) {
    Object.assign(this.more, what);
    this.show();
  }

  // What is read

  /**
   * Shows a day, too.
   * @param {string} day
   * @param {Window} window
   */
  open(day, window) {
    this.#windows.delete(day);
    this.#windows.set(day, window);
    for (const old of [...this.#windows.keys()].slice(0, -mostDays)) this.#windows.delete(old);
  }

  /** For another child, or another person: none of the days is shown any more. */
  closeAll() {
    this.#windows.clear();
    this.banners.clear();
    Object.assign(this.more, {members: [], shares: []});
  }

  /**
   * Takes over a change that is in the database already, before anything is read. It is shown with the next change.
   * @param {string} entryId
   * @param {Row | null} row
   */
  patch(entryId, row) {
    this.#changes++;
    const rows = this.known.rows.filter((other) => other.entryId !== entryId);
    this.known = {...this.known, rows: row ? [...rows, row] : rows};
  }

  /** Something else was changed here: it is read again, by other tabs too. */
  changed() {
    this.tellOthers();
    return this.read();
  }

  /** Other tabs read everything again. */
  tellOthers() {
    this.channel?.postMessage({kind: 'changed'});
  }

  /** @returns {Promise<void>} once the state is that of the database */
  read() {
    this.#changes++;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read() {
    let {number} = this.known.session;
    for (;;) {
      const changes = this.#changes;
      const known = await readAll(this.database, this.#windows, this.now());
      if (changes !== this.#changes) continue;
      if (number && known.session.number !== number) {
        // Another session, perhaps begun in another tab, and perhaps another person's.
        number = known.session.number;
        this.closeAll();
        continue;
      }
      // It ends with the session, too: the next session is not told what is deleted meanwhile.
      const {lately} = known.childId ? this.known : nothing;
      this.known = {...known, lately};
      const isOther = known.childId !== lately.childId;
      if (known.childId && (isOther || known.recent.isWhole && !lately.isWhole)) this.recall();
      // What the server has refused, or has otherwise, was not logged.
      this.banners.forgetSuccess(new Set(known.kept.map(({entryId}) => entryId)));
      return this.show();
    }
  }

  /** Reads in the background what was measured and given before the last days. */
  async recall() {
    const {childId, recent: {isWhole}} = this.known;
    if (!childId) return;
    const entries = await readLately(this.database, childId, this.clock.now()).catch(() => null);
    if (!entries) return;
    this.known = {...this.known, lately: {childId, isWhole, entries}};
    this.show();
  }

  // Banners

  /** @param {Parameters<Banners['add']>[0]} what */
  note(what) {
    this.banners.add(what);
    this.show();
  }

  /**
   * Announces what came of a change that was sent.
   * @param {Row} row
   * @param {import('./settle.js').Outcome} outcome
   */
  announce({entryId}, {news, kept, rows}) {
    const {words} = this.model;
    if (news.kind === 'sent' && news.wasRequested) {
      this.note({severity: 'success', text: words.saved, entryId, lifetime: lifetimes.saved});
    }
    // After a press of Retry, it is also said that the change still waits.
    const isAsked = news.kind === 'failed' && news.wasRequested;
    const waits = isAsked && rows.some(({failure}) => failure?.kind === 'network');
    if (news.kind === 'retrying' && news.isFirst || waits) {
      this.note({severity: 'warning', text: words.savedHere, entryId});
    }
    for (const {entry, reason} of kept) {
      const text = words.kept({entry, reason}, this.nameOf(entry));
      // Undo puts the own version on top.
      const before = entry.deletedAt ? null : entry;
      const undo = reason === 'conflict' ? {entryId: entry.id, before} : undefined;
      this.note({severity: 'warning', text, entryId: entry.id, lifetime: newsLifetime, undo});
    }
  }

  /** Takes away the banner that is shown; an error that lasts comes back with the page. */
  dismissBanner() {
    this.banners.dismiss(this.banner());
    this.show();
  }

  /** The banner to show now. */
  banner() {
    const {session, rows} = this.known;
    return this.banners.shown(session.state === 'open' ? rows : [], this.standing.isOnline);
  }

  // What is shown

  #composed() {
    const {model, known, standing, more} = this;
    const {state, user} = known.session;
    const isOpen = state === 'open' && user !== null;
    return {
      ...more,
      ...standing,
      stage: /** @type {'signed-in' | 'signed-out'} */ (isOpen ? 'signed-in' : 'signed-out'),
      reason: isOpen ? null : more.reason ?? (state === 'expired' ? state : null),
      ...composed(known, {
        now: this.now(),
        sending: this.sending,
        isOnline: standing.isOnline,
        reason: model.words.reason,
        project: model.project,
      }),
      kept: known.kept.map(
          (kept) => ({...kept, text: model.words.kept(kept, kept.child ?? this.nameOf(kept))})),
      banner: this.banner().banner,
    };
  }

  /**
   * @param {{childId: string}} what
   * @returns {string} the child's name
   */
  nameOf({childId}) {
    return this.known.children.find(({id}) => id === childId)?.name ?? '';
  }

  show() {
    const {clock} = this;
    this.state = this.#composed();
    clock.clearTimer(this.#timer);
    const {next} = this.banner();
    if (next !== Infinity) {
      this.#timer = clock.setTimer(() => this.show(), Math.max(next - clock.now(), 0) + 1);
    }
    this.dispatchEvent(new Event('change'));
  }
}
