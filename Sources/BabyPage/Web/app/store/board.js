// Keeps what the screen shows up to date: read from the database, and told to whoever listens.

import {noted, shown} from './banners.js';
import {nothing, readAll, readLately} from './reading.js';
import {composed} from './view.js';

/** @typedef {import('./view.js').Known} Known */
/** @typedef {import('./view.js').Window} Window */
/** @typedef {import('./banners.js').Note} Note */
/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Kept} Kept */

/** Days that are kept at hand beside the one that is now. */
const mostDays = 30;

export class Board extends EventTarget {
  /**
   * What the person may want to know that the database does not.
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
  /** @type {Note[]} */
  notes = [];
  /** @type {Map<string, Window>} */
  #windows = new Map();
  /** @type {Set<string>} */
  #dismissed = new Set();
  /** How often something was changed here: what was read before is old. */
  #changes = 0;
  /** @type {Promise<void> | null} */
  #reading = null;
  /** @type {unknown} */
  #timer = null;

  /**
   * @param {import('./family.js').Parts} parts
   * @param {Known} known
   */
  constructor(parts, known) {
    super();
    this.parts = parts;
    this.words = parts.model.words;
    this.known = known;
    /** @type {string | null} */
    this.sending = null;
    this.standing = {
      isOnline: true,
      isStale: false,
      outage: /** @type {string | null} */ (null),
      lastSuccess: /** @type {number | null} */ (null)
    };
    this.state = this.#composed();
  }

  /** The server's time by the phone's clock, in milliseconds. */
  now() {
    return this.parts.clock.now() + (this.parts.api.offset ?? 0);
  }

  // What is read

  /**
   * @param {string} day
   * @param {Window} window
   */
  open(day, window) {
    this.#windows.delete(day);
    this.#windows.set(day, window);
    for (const old of [...this.#windows.keys()].slice(0, -mostDays)) this.#windows.delete(old);
  }

  /** Another child, or another person: none of the days is shown any more. */
  closeAll() {
    this.#windows.clear();
    this.notes = [];
    [this.more.members, this.more.shares] = [[], []];
  }

  /**
   * Takes over a change that is in the database already, before anything is read. It is shown with the next that is.
   * @param {string} entryId
   * @param {Row | null} row
   */
  patch(entryId, row) {
    this.#changes++;
    const rows = this.known.rows.filter((other) => other.entryId !== entryId);
    this.known = {...this.known, rows: row ? [...rows, row] : rows};
  }

  /** Something else was changed here: it is read again, and other tabs are told. */
  changed() {
    this.tellOthers();
    return this.read();
  }

  /** Other tabs read it again. */
  tellOthers() {
    this.parts.channel?.postMessage({kind: 'changed'});
  }

  /** @returns {Promise<void>} once what is shown is what there is */
  read() {
    this.#changes++;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read() {
    for (;;) {
      const changes = this.#changes;
      const known = await readAll(this.parts.database, this.#windows, this.now());
      if (changes !== this.#changes) continue;
      // It ends with the session, too: what is deleted meanwhile is not told to the next one.
      const {lately} = known.childId ? this.known : nothing;
      this.known = {...known, lately};
      const isOther = known.childId !== lately.childId;
      if (known.childId && (isOther || known.recent.isWhole && !lately.isWhole)) this.recall();
      // What the server has refused, or has otherwise, was not logged.
      const ids = new Set(known.kept.map(({entryId}) => entryId));
      this.notes = this.notes.filter(
          ({severity, entryId}) => severity !== 'success' || !ids.has(entryId ?? ''));
      return this.show();
    }
  }

  /** Reads what was measured and given before the last days, behind what is shown. */
  async recall() {
    const {childId, recent: {isWhole}} = this.known;
    if (!childId) return;
    const entries =
        await readLately(this.parts.database, childId, this.parts.clock.now()).catch(() => null);
    if (!entries) return;
    this.known = {...this.known, lately: {childId, isWhole, entries}};
    this.show();
  }

  // Banners

  /** @param {Omit<Note, 'until'> & {lifetime?: number}} what */
  note(what) {
    this.notes = noted(this.notes, what, this.parts.clock.now());
    this.show();
  }

  banner() {
    return shown({
      notes: this.notes,
      rows: this.known.session.state === 'open' ? this.known.rows : [],
      isOnline: this.standing.isOnline,
      dismissed: this.#dismissed,
      now: this.parts.clock.now(),
      words: this.words,
    });
  }

  /** Takes the banner away that is shown; an error that lasts comes back with the page. */
  dismissBanner() {
    const {banner, note} = this.banner();
    if (note)
      this.notes = this.notes.filter((other) => other !== note);
    else if (banner?.entryId)
      this.#dismissed.add(banner.entryId);
    this.show();
  }

  /** @param {string} [entryId] one that is tried again; all without it */
  recallErrors(entryId) {
    if (entryId)
      this.#dismissed.delete(entryId);
    else
      this.#dismissed.clear();
  }

  // What is shown

  #composed() {
    const {parts, known, standing, words, more} = this;
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
        reason: words.reason,
        project: parts.model.project,
      }),
      kept: known.kept.map(
          (kept) => ({...kept, text: words.kept(kept, kept.child ?? this.nameOf(kept))})),
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
    const {clock} = this.parts;
    this.state = this.#composed();
    clock.clearTimer(this.#timer);
    const {next} = this.banner();
    if (next !== Infinity) {
      this.#timer = clock.setTimer(() => this.show(), Math.max(next - clock.now(), 0) + 1);
    }
    this.dispatchEvent(new Event('change'));
  }
}
