// Which banner is shown: errors go before warnings, those before what can be undone; the rest is a count. Pure.

import {lifetimes} from '../model/generated/tables.js';

import {isStuck} from './outbox.js';

/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Banner} Banner */

/**
 * Something to show for a while. `undo` says how to take it back: `before` is the entry as it was, null where there was none.
 * @typedef {{severity: Banner['severity'], text: string, entryId: string | null, until: number | null,
 *   undo?: {entryId: string, before: Entry | null}}} Note
 */

const order = ['error', 'warning', 'success'];
/** Nobody reads more. */
const most = 20;

/**
 * @param {Note[]} notes
 * @param {Omit<Note, 'until'> & {lifetime?: number}} what
 * @param {number} now
 * @returns {Note[]} what is still to be shown, the newest first
 */
export function noted(notes, {lifetime, ...what}, now) {
  const length = lifetime ?? lifetimes[what.severity];
  const note = {...what, until: length === null ? null : now + length};
  // Of what is done one after another, the last is told: the rest is in the log.
  const isReplaced = (/** @type {Note} */ {severity, text}) =>
      text === note.text || severity === 'success' && note.severity === severity;
  const others = notes.filter((old) => (old.until === null || old.until > now) && !isReplaced(old));
  return [note, ...others].slice(0, most);
}

/**
 * @param {{notes: Note[], rows: Row[], isOnline: boolean, dismissed: Set<string>, now: number,
 *   words: {couldntSync(entry: Entry): string, stillCouldntSync(entry: Entry): string, retrying: string,
 *     reason(failure: import('./types.js').Failure): string}}} context
 * @returns {{banner: Banner | null, note: Note | null, next: number}} the note that is shown, if it is one, and when
 *     another banner may be due
 */
export function shown({notes, rows, isOnline, dismissed, now, words}) {
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
