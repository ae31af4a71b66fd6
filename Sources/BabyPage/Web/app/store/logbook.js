// What is pressed, and what is looked at.

import {wire} from '../model/time.js';

import {ApiError} from './api.js';
import {Board} from './board.js';
import {Courier} from './courier.js';
import {contains} from './merge.js';
import {Online} from './online.js';
import {Presses} from './presses.js';
import {Sync} from './sync.js';
import {overlaid} from './view.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').EntryView} EntryView */
/** @typedef {import('./types.js').Draft} Draft */

/** As long as the screen needs to show something. */
const frames = 50;

export class Logbook extends Board {
  /**
   * @param {import('./family.js').Parts} parts
   * @param {import('./view.js').Known} known
   */
  constructor(parts, known) {
    super(parts, known);
    const {database, api, clock, lock, jitter, key, model} = parts;
    this.presses = new Presses({database, now: () => clock.now()});
    this.online =
        new Online({api, key, reason: model.words.reason, expire: () => this.end('expired')});
    this.courier = new Courier(
        {database, api, clock, lock, key, tell: (row, outcome) => this.sent(row, outcome)});
    this.sync = new Sync({database, api, clock, jitter, tell: (told) => this.heard(told)});
  }

  /**
   * What became of a change on its way.
   * @param {import('./types.js').Row} row
   * @param {import('./settle.js').Outcome | null} outcome
   */
  sent(row, outcome) {}

  /** @param {import('./sync.js').Told} told */
  heard(told) {}

  /** @param {'expired' | 'other-person'} reason */
  async end(reason) {}

  // What is pressed

  /**
   * @param {Draft} draft
   * @returns {Promise<EntryView>} once it is on the phone for good
   */
  log(draft) {
    const childId = String(draft.childId ?? this.state.childId);
    return this.presses.once('log', {...draft, childId}, async () => {
      const {words, uuid} = this.parts.model;
      const now = wire(this.now());
      const {id, name: author} = this.#user;
      const entry = this.#completed(
          {...draft, id: uuid(this.now()), childId, author, createdAt: now, updatedAt: now});
      const put = await this.presses.add(id, entry);
      const view = this.#told(put, (entry) => words.logged(entry, this.#units));
      this.#persist();
      return view;
    });
  }

  /**
   * @param {string} entryId
   * @param {{[member: string]: unknown}} changes null takes a member out
   * @param {(entry: Entry) => Entry} [base] what of the entry is to be changed: all of it unless it is said
   * @returns {Promise<EntryView>}
   */
  edit(entryId, changes, base = (entry) => entry) {
    const {words} = this.parts.model;
    return this.presses.once(`edit ${entryId}`, changes, () => {
      const change = (/** @type {Entry | null} */ current) => {
        if (!current || current.deletedAt) throw new ApiError('not_found', words.gone);
        return this.#completed({...base(current), ...changes, updatedAt: wire(this.now())});
      };
      const text = (/** @type {Entry} */ entry, /** @type {Entry | null} */ before) =>
          words.changed(entry, before);
      return this.#put(entryId, change, text);
    });
  }

  /**
   * @param {string} entryId
   * @returns {Promise<EntryView>}
   */
  remove(entryId) {
    return this.presses.once(`remove ${entryId}`, null, () => {
      const deletedAt = wire(this.now());
      const change = (/** @type {Entry | null} */ current) =>
          current && !current.deletedAt ? {...current, deletedAt, updatedAt: deletedAt} : null;
      return this.#put(entryId, change, (entry) => this.words.deleted(entry));
    });
  }

  /** Takes back what the banner is about. */
  async undo() {
    const {note} = this.banner();
    const last = note?.undo ? note : this.notes.find(({undo}) => undo);
    if (!last?.undo) return;
    const {entryId, before} = last.undo;
    const updatedAt = wire(this.now());
    this.notes = this.notes.filter((other) => other !== last);
    const change = (/** @type {Entry | null} */ current) => {
      if (before) return {...before, updatedAt};
      return current && {...current, updatedAt, deletedAt: updatedAt};
    };
    const {words} = this.parts.model;
    const text = (/** @type {Entry} */ entry) => last.severity === 'success' ?
        words.undid(last.text) :
        entry.deletedAt ? words.deleted(entry) :
                          words.updated(entry);
    try {
      await this.#put(entryId, change, text, false);
    } catch (error) {
      // What is to be undone is undone already.
      const isGone = error instanceof ApiError && error.code === 'not_found';
      if (!isGone) this.notes = [last, ...this.notes];
      this.show();
      if (!isGone) throw error;
    }
  }

  /** @param {string} [entryId] all that have failed without it */
  async retry(entryId) {
    const {user} = this.state;
    if (!user) return;
    this.recallErrors(entryId);
    await this.presses.retry(user.id, entryId);
    await this.changed();
    this.courier.wake();
    this.sync.wake();
  }

  /** @param {string} entryId */
  discard(entryId) {
    return this.#forget('outbox', entryId);
  }

  /**
   * Puts a version that was kept aside on top of what is shown.
   * @param {string} entryId
   */
  async applyKept(entryId) {
    const kept = this.known.kept.find((kept) => kept.entryId === entryId);
    if (kept) await this.#put(entryId, () => kept.entry, (entry) => this.words.updated(entry));
  }

  /** @param {string} entryId */
  dismissKept(entryId) {
    return this.#forget('kept', entryId);
  }

  /** @param {'outbox' | 'kept'} store @param {string} entryId */
  async #forget(store, entryId) {
    const {user} = this.state;
    if (!user) return;
    await this.parts.database.write([store], (tx) => tx.delete(store, [user.id, entryId]));
    await this.changed();
  }

  /** @throws {ApiError} where nobody is signed in */
  get #user() {
    const {user} = this.state;
    if (!user) throw new ApiError('unauthorized', '');
    return user;
  }

  /** @type {string} */
  get #units() {
    return String(this.state.dashboard?.units ?? this.state.settings.units ?? 'ml');
  }

  /**
   * @param {Entry} entry
   * @returns {Entry} as it would come from the server
   * @throws {ApiError} where it is against the rules
   */
  #completed(entry) {
    const {model} = this.parts;
    const child = this.known.children.find(({id}) => id === entry.childId);
    const details = model.validate(entry, child, this.now());
    if (details.length > 0) {
      const message = details.map(({field, message}) => `${field} ${message}.`).join(' ');
      throw new ApiError('invalid', message, {status: 400, details});
    }
    return model.completed(entry);
  }

  /**
   * @param {string} entryId
   * @param {(current: Entry | null) => Entry | null} change
   * @param {(entry: Entry, before: Entry | null) => string} text of the banner
   * @param {boolean} [isUndoable]
   * @returns {Promise<EntryView>}
   * @throws {ApiError} where it is gone
   */
  async #put(entryId, change, text, isUndoable) {
    const seen = this.#onScreen(entryId);
    return this.#told(
        await this.presses.put(this.#user.id, entryId, change, seen), text, isUndoable);
  }

  /**
   * Says what is on the phone for good.
   * @param {import('./presses.js').Put} put
   * @param {(entry: Entry, before: Entry | null) => string} text
   * @param {boolean} [isUndoable]
   * @returns {EntryView}
   * @throws {ApiError} where it is gone
   */
  #told({row, entry, before}, text, isUndoable = true) {
    if (!entry) throw new ApiError('not_found', this.words.gone);
    const entryId = entry.id;
    this.patch(entryId, row);
    const undo = isUndoable ? {entryId, before: before?.deletedAt ? null : before} : undefined;
    const shown = entry.deletedAt ? null : entryId;
    this.note({severity: 'success', text: text(entry, before), entryId: shown, undo});
    this.tellOthers();
    // Once the screen says that it is kept.
    this.parts.clock.setTimer(() => this.courier.wake(), frames);
    return {...entry, sync: row ? 'saved-here' : null, problem: null};
  }

  /**
   * @param {string} entryId
   * @returns {Entry | null} as the server has told it with the dashboard
   */
  #onScreen(entryId) {
    /** @type {any[]} */
    const parts = Object.values(this.known.dashboard?.value ?? {});
    for (const part of parts) {
      for (const entry of [part].flat()) {
        if (entry && typeof entry === 'object' && entry.id === entryId && entry.updatedAt)
          return entry;
      }
    }
    return null;
  }

  /** Asked once something is there that would be lost. */
  async #persist() {
    const {storage} = this.parts;
    if (!storage || this.more.isPersistent) return;
    this.more.isPersistent = await storage.persist().catch(() => null);
    this.show();
  }

  // What is looked at

  /**
   * Puts a day's entries into the state.
   * @param {string} day
   */
  async loadDay(day) {
    const {childId, settings} = this.state;
    if (!childId) return;
    const child = this.known.children.find(({id}) => id === childId);
    const window = this.parts.model.dayWindow(day, child, settings['day.start'] ?? '00:00');
    try {
      if (!(await this.sync.hasDay(window.start))) {
        await this.online.perform(() => this.sync.day(childId, day));
      }
    } catch (error) {
      // What was looked at before is better than nothing.
      const range =
          {index: 'start', from: [childId, window.start], to: [childId, window.end], limit: 1};
      const keys = await this.parts.database.read(['entries'], (tx) => tx.keys('entries', range));
      if (keys.length === 0) throw error;
    }
    this.open(day, window);
    await this.changed();
  }

  /**
   * @param {string} text
   * @returns {Promise<EntryView[]>} from the server, or out of what the phone has where that does not answer
   */
  async search(text) {
    const childId = this.state.childId ?? '';
    const rows = this.known.rows.filter((row) => row.childId === childId);
    const {isOnline} = this.standing;
    const context = {sending: this.sending, isOnline, reason: this.words.reason};
    try {
      const query = new URLSearchParams({q: text, limit: '100'});
      /** @type {Entry[]} */
      let entries = [];
      // The server looks through a part of a long log at a time. No family's log has a hundred parts.
      for (let cursor = '', parts = 0; parts < 100 && entries.length < 100; parts++) {
        if (cursor) query.set('cursor', cursor);
        const page = await this.online.ask('GET', `/v1/children/${childId}/entries?${query}`);
        entries = [...entries, ...page.entries];
        cursor = page.nextCursor;
        if (!cursor) break;
      }
      const found = new Set(entries.map((/** @type {Entry} */ entry) => entry.id));
      return overlaid(
          entries, rows, (entry) => found.has(entry.id) || contains(entry, text), context);
    } catch (error) {
      if (!(error instanceof ApiError && error.isOutage)) throw error;
      const range = {index: 'start', from: [childId], to: [childId, []]};
      const entries = await this.parts.database.read(['entries'], (tx) => tx.all('entries', range));
      return overlaid(entries, rows, (entry) => contains(entry, text), context).slice(0, 100);
    }
  }
}
