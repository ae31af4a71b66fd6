// What is pressed: an entry is logged, changed, deleted, brought back or sent again. Each press is in the database before
// it is shown, and is sent after that.

import {setting} from '../model/rules.js';
import {wire} from '../model/time.js';

import {ApiError} from './api.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').EntryView} EntryView */
/** @typedef {import('./types.js').Draft} Draft */

/** As long as the screen needs to show something, in milliseconds. */
const frames = 50;

export class Logbook {
  /**
   * @param {{database: import('./database.js').Database, clock: import('./types.js').Clock, now: () => number,
   *   model: import('./model.js').Model, storage: Pick<StorageManager, 'persist'> | null,
   *   screen: import('./screen.js').Screen, presses: import('./presses.js').Presses, send: () => unknown,
   *   poll: () => unknown}} parts `now` by the server's clock; `send` sends what is due, `poll` asks the server for news
   */
  constructor(parts) {
    this.parts = parts;
  }

  /**
   * @param {Draft} draft
   * @returns {Promise<EntryView>} once it is on the phone for good
   */
  log(draft) {
    const childId = String(draft.childId ?? this.parts.screen.state.childId);
    return this.parts.presses.once('log', {...draft, childId}, async () => {
      const {words, uuid} = this.parts.model;
      const now = wire(this.parts.now());
      const {id, name: author} = this.#user;
      const entry = this.#completed(
          {...draft, id: uuid(this.parts.now()), childId, author, createdAt: now, updatedAt: now});
      const put = await this.parts.presses.add(id, entry);
      const view = this.#announce(put, (entry) => words.logged(entry, this.#units));
      this.#persist();
      return view;
    });
  }

  /**
   * @param {string} entryId
   * @param {{[member: string]: unknown}} changes null takes a member out
   * @param {(entry: Entry) => Entry} [base] the part of the entry to change; default: all of it
   * @returns {Promise<EntryView>}
   */
  edit(entryId, changes, base = (entry) => entry) {
    const {words} = this.parts.model;
    return this.parts.presses.once(`edit ${entryId}`, changes, () => {
      const change = (/** @type {Entry | null} */ current) => {
        if (!current || current.deletedAt) throw new ApiError('not_found', words.gone);
        return this.#completed({...base(current), ...changes, updatedAt: wire(this.parts.now())});
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
    return this.parts.presses.once(`remove ${entryId}`, null, () => {
      const deletedAt = wire(this.parts.now());
      const change = (/** @type {Entry | null} */ current) =>
          current && !current.deletedAt ? {...current, deletedAt, updatedAt: deletedAt} : null;
      return this.#put(entryId, change, (entry) => this.parts.model.words.deleted(entry));
    });
  }

  /** Takes back what the banner is about. */
  async undo() {
    const last = this.parts.screen.banners.takeUndo(this.parts.screen.banner().note);
    if (!last?.undo) return;
    const {entryId, before} = last.undo;
    const updatedAt = wire(this.parts.now());
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
      if (!isGone) this.parts.screen.banners.putBack(last);
      this.parts.screen.show();
      if (!isGone) throw error;
    }
  }

  /** @param {string} [entryId] all that have failed without it */
  async retry(entryId) {
    const {user} = this.parts.screen.state;
    if (!user) return;
    this.parts.screen.banners.recallErrors(entryId);
    await this.parts.presses.retry(user.id, entryId);
    await this.parts.screen.changed();
    this.parts.send();
    this.parts.poll();
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
    const kept = this.parts.screen.known.kept.find((kept) => kept.entryId === entryId);
    if (kept)
      await this.#put(entryId, () => kept.entry, (entry) => this.parts.model.words.updated(entry));
  }

  /** @param {string} entryId */
  dismissKept(entryId) {
    return this.#forget('kept', entryId);
  }

  /** @param {'outbox' | 'kept'} store @param {string} entryId */
  async #forget(store, entryId) {
    const {user} = this.parts.screen.state;
    if (!user) return;
    await this.parts.database.write([store], (tx) => tx.delete(store, [user.id, entryId]));
    await this.parts.screen.changed();
  }

  /** @throws {ApiError} without a session */
  get #user() {
    const {user} = this.parts.screen.state;
    if (!user) throw new ApiError('unauthorized', '');
    return user;
  }

  /** @type {string} */
  get #units() {
    const {dashboard, settings} = this.parts.screen.state;
    return String(dashboard?.units ?? setting(settings, 'units'));
  }

  /**
   * @param {Entry} entry
   * @returns {Entry} as it would come from the server
   * @throws {ApiError} where it is against the rules
   */
  #completed(entry) {
    const {model} = this.parts;
    const child = this.parts.screen.known.children.find(({id}) => id === entry.childId);
    const details = model.validate(entry, child, this.parts.now());
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
    return this.#announce(
        await this.parts.presses.put(this.#user.id, entryId, change, seen), text, isUndoable);
  }

  /**
   * Says what is on the phone for good.
   * @param {import('./presses.js').Put} put
   * @param {(entry: Entry, before: Entry | null) => string} text
   * @param {boolean} [isUndoable]
   * @returns {EntryView}
   * @throws {ApiError} where it is gone
   */
  #announce({row, entry, before}, text, isUndoable = true) {
    if (!entry) throw new ApiError('not_found', this.parts.model.words.gone);
    const entryId = entry.id;
    this.parts.screen.patch(entryId, row);
    const undo = isUndoable ? {entryId, before: before?.deletedAt ? null : before} : undefined;
    const shown = entry.deletedAt ? null : entryId;
    this.parts.screen.note({severity: 'success', text: text(entry, before), entryId: shown, undo});
    this.parts.screen.tellOthers();
    // Once the screen says that it is kept.
    this.parts.clock.setTimer(() => this.parts.send(), frames);
    return {...entry, sync: row ? 'saved-here' : null, problem: null};
  }

  /**
   * @param {string} entryId
   * @returns {Entry | null} as the server has told it with the dashboard
   */
  #onScreen(entryId) {
    /** @type {any[]} */
    const parts = Object.values(this.parts.screen.known.dashboard?.value ?? {});
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
    if (!storage || this.parts.screen.more.isPersistent) return;
    this.parts.screen.learn({isPersistent: await storage.persist().catch(() => null)});
  }
}
