// Which banner is shown: errors go before warnings, those before what can be undone; the rest is a count. Pure.

import {lifetimes} from '../model/generated/tables.js';

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
  const others = notes.filter(({until, text, entryId}) => {
    const isSame = text === note.text && entryId === note.entryId;
    return (until === null || until > now) && !isSame;
  });
  return [note, ...others].slice(0, most);
}

/**
 * @param {{notes: Note[], rows: Row[], dismissed: Set<string>, now: number,
 *   words: {couldntSync(entry: Entry): string, stillCouldntSync(entry: Entry): string, retrying: string}}} context
 * @returns {{banner: Banner | null, note: Note | null, next: number}} the note that is shown, if it is one, and when
 *     another banner may be due
 */
export function shown({notes, rows, dismissed, now, words}) {
  /** @type {(Note & {action: Banner['action'], note: Note | null})[]} */
  const all = [];
  for (const row of rows) {
    const isRetrying = row.state === 'waiting' && row.isRequested;
    if ((row.state !== 'failed' && !isRetrying) || dismissed.has(row.entryId)) continue;
    const text = isRetrying  ? words.retrying :
        row.failure?.isStill ? words.stillCouldntSync(row.entry) :
                               words.couldntSync(row.entry);
    const action = isRetrying ? null : 'retry';
    all.push({severity: 'error', text, entryId: row.entryId, until: null, action, note: null});
  }
  for (const note of notes) {
    if (note.until !== null && note.until <= now) continue;
    all.push({...note, action: note.undo ? 'edit-undo' : null, note});
  }
  const next = Math.min(...all.map(({until}) => until ?? Infinity));
  const [first, ...others] =
      all.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  if (!first) return {banner: null, note: null, next};
  const {severity, text, action, entryId, until, note} = first;
  return {banner: {severity, text, action, entryId, until, more: others.length}, note, next};
}
