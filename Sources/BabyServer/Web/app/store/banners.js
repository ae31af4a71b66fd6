// Which banner is shown: errors go before warnings, and those before what can be undone; the rest is a count.

import {lifetimes} from '../model/generated/tables.js';

import {isStuck} from './outbox.js';

/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Banner} Banner */

/**
 * Something to show for a while. `undo` says how to take it back: `before` is the entry as it was, null where there was none.
 * @typedef {{severity: Banner['severity'], text: string, entryId: string | null, until: number | null,
 *   undo?: {entryId: string, before: Entry | null}}} Note
 *
 * The banner to show, the note behind it if it is one, and when another banner may be due.
 * @typedef {{banner: Banner | null, note: Note | null, next: number}} Shown
 */

const order = ['error', 'warning', 'success'];
/** Older ones are dropped. */
const most = 20;
/** For how long news is shown that can be looked up afterwards, in milliseconds. */
export const newsLifetime = 60_000;

export class Banners {
  /** @type {Note[]} */
  #notes = [];
  /**
   * Entries whose errors were dismissed.
   * @type {Set<string>}
   */
  #dismissed = new Set();

  /**
   * @param {{now: () => number, words: Pick<import('./model.js').Model['words'],
   *   'couldntSync' | 'stillCouldntSync' | 'retrying' | 'reason'>}} parts `now` by the phone's clock
   */
  constructor({now, words}) {
    this.now = now;
    this.words = words;
  }

  /** @param {Omit<Note, 'until'> & {lifetime?: number}} what `lifetime` where it is not the severity's */
  add({lifetime, ...what}) {
    const now = this.now();
    const length = lifetime ?? lifetimes[what.severity];
    const note = {...what, until: length === null ? null : now + length};
    // Of several actions in a row only the last is announced: the others are in the log.
    const isReplaced = (/** @type {Note} */ {severity, text}) =>
        text === note.text || severity === 'success' && note.severity === severity;
    const others =
        this.#notes.filter((old) => (old.until === null || old.until > now) && !isReplaced(old));
    this.#notes = [note, ...others].slice(0, most);
  }

  clear() {
    this.#notes = [];
  }

  /**
   * Of these entries it is not said any longer that they were logged.
   * @param {Set<string>} entryIds
   */
  forgetSuccess(entryIds) {
    this.#notes = this.#notes.filter(
        ({severity, entryId}) => severity !== 'success' || !entryIds.has(entryId ?? ''));
  }

  /**
   * Takes out what can be undone: the note that is shown, or the newest.
   * @param {Note | null} shown
   */
  takeUndo(shown) {
    const last = shown?.undo ? shown : this.#notes.find(({undo}) => undo);
    this.#notes = this.#notes.filter((note) => note !== last);
    return last;
  }

  /** @param {Note} note that was taken out */
  putBack(note) {
    this.#notes = [note, ...this.#notes];
  }

  /** @param {Pick<Shown, 'banner' | 'note'>} shown */
  dismiss({banner, note}) {
    if (note)
      this.#notes = this.#notes.filter((other) => other !== note);
    else if (banner?.entryId)
      this.#dismissed.add(banner.entryId);
  }

  /** @param {string} [entryId] one that is sent again; all without it */
  recallErrors(entryId) {
    if (entryId)
      this.#dismissed.delete(entryId);
    else
      this.#dismissed.clear();
  }

  /**
   * @param {Row[]} rows
   * @param {boolean} isOnline
   * @returns {Shown}
   */
  shown(rows, isOnline) {
    const [notes, dismissed, words, now] = [this.#notes, this.#dismissed, this.words, this.now()];
    /** @type {(Note & {action: Banner['action'], note: Note | null, detail?: string})[]} */
    const all = [];
    for (const row of rows) {
      const isRetrying = row.state === 'waiting' && row.isRequested;
      if ((!isStuck(row, isOnline) && !isRetrying) || dismissed.has(row.entryId)) continue;
      const text = isRetrying  ? words.retrying :
          row.failure?.isStill ? words.stillCouldntSync(row.entry) :
                                 words.couldntSync(row.entry);
      const action = isRetrying ? null : 'retry';
      const detail = action && row.failure ? words.reason(row.failure) : undefined;
      const {entryId} = row;
      all.push({severity: 'error', text, detail, entryId, until: null, action, note: null});
    }
    for (const note of notes) {
      if (note.until !== null && note.until <= now) continue;
      all.push({...note, action: note.undo ? 'edit-undo' : null, note});
    }
    const next = Math.min(...all.map(({until}) => until ?? Infinity));
    const [first, ...others] =
        all.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
    if (!first) return {banner: null, note: null, next};
    const {severity, text, action, entryId, until, note, detail} = first;
    const more = others.filter(({severity}) => severity !== 'success').length;
    return {banner: {severity, text, action, entryId, until, more, detail}, note, next};
  }
}
