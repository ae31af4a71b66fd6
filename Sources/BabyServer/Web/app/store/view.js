// What the screen sees: what the server has told, with what waits here laid over it. Pure.

import {kinds} from '../model/generated/tables.js';

import {settingsOf} from './merge.js';
import {isStuck} from './outbox.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').EntryView} EntryView */
/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Kept} Kept */
/** @typedef {import('./types.js').Child} Child */
/** @typedef {import('./types.js').Dashboard} Dashboard */

/** @typedef {{start: string, end: string}} Window a day, without its end */

/**
 * The server's entries that touch the time from `since` on; null where some may be missing at any time.
 * @typedef {{entries: Entry[], since: string | null, from?: string, isWhole?: boolean}} Recent `from`: all that the phone has
 *     since then is there; `isWhole` once all changes were read
 */

/**
 * All that was read from the database. `settled` are versions that the server has taken, `at` a time by the phone's
 * clock: an answer that was asked for before does not have them.
 * @typedef {{
 *   session: import('./types.js').Session, rows: Row[], other: number, kept: Kept[], children: Child[],
 *   areChildrenKnown: boolean, childId: string | null, dashboard: {value: Dashboard, at: number} | null, reminders: any[], predictions: any[],
 *   settings: {[place: string]: string}, settled: {entry: Entry, at: number}[], learned: {offset: number | null, syncedAt: number | null},
 *   days: Map<string, {window: Window, entries: Entry[]}>, recent: Recent,
 *   lately: {childId: string | null, isWhole?: boolean, entries: Entry[]}}} Known `lately`: of declared kinds, as the page found them when it was
 *     looked at
 */

/** @param {{kind: string}} entry */
export const isDeclared = ({kind}) => Boolean(kinds[kind]?.isDeclared);

/**
 * Whether an entry is of a day: one that began before is when it ended after, or runs.
 * @param {Entry} entry
 * @param {Window} window
 */
export function touches(entry, {start, end}) {
  if (entry.start >= end) return false;
  return entry.start >= start || (entry.end ? entry.end > start : Boolean(entry.running));
}

/**
 * What is known of sending: the id of the entry that is on its way, whether the server answers, and why it does not.
 * @typedef {{sending: string | null, isOnline: boolean,
 *   reason: (failure: import('./types.js').Failure) => string}} Sending
 */

/**
 * @param {Row} row
 * @param {Sending} context
 * @returns {Pick<EntryView, 'sync' | 'problem'>}
 */
function standing(row, {sending, isOnline, reason}) {
  const problem = row.failure ? reason(row.failure) : null;
  if (isStuck(row, isOnline)) return {sync: 'failed', problem};
  return {sync: sending === row.entryId ? 'sending' : 'saved-here', problem};
}

/**
 * Lays what waits here over the server's entries.
 * @param {Entry[]} entries
 * @param {Row[]} rows of the same child
 * @param {(entry: Entry) => boolean} isShown
 * @param {Sending} context
 * @returns {EntryView[]} the newest first
 */
export function overlaid(entries, rows, isShown, context) {
  const all = new Map(entries.map((entry) => [entry.id, entry]));
  const changed = new Map(rows.map((row) => [row.entryId, row]));
  for (const row of rows) all.set(row.entryId, row.entry);
  return [...all.values()]
      .filter((entry) => !entry.deletedAt && isShown(entry))
      .sort(
          (a, b) =>
              (a.start === b.start   ? (a.id < b.id ? 1 : -1) :
                   a.start < b.start ? 1 :
                                       -1))
      .map((entry) => {
        const row = changed.get(entry.id);
        return row ? {...entry, ...standing(row, context)} : settled(entry);
      });
}

/**
 * Entries without an unsent change, as they are shown: a long day is not built again with each press.
 * @type {WeakMap<Entry, EntryView>}
 */
const views = new WeakMap();

/** @param {Entry} entry @returns {EntryView} */
function settled(entry) {
  const known = views.get(entry);
  if (known) return known;
  const view = {...entry, sync: null, problem: null};
  views.set(entry, view);
  return view;
}

/**
 * @param {Known} known
 * @param {Sending & {now: number, project: import('./model.js').Model['project']}} context `now` by the server's clock
 */
export function composed(known, {now, project, ...context}) {
  const {childId, children} = known;
  const rows = known.rows.filter((row) => row.childId === childId);
  /** @type {Map<string, EntryView[]>} */
  const entries = new Map();
  for (const [day, {window, entries: list}] of known.days) {
    const isShown = (/** @type {Entry} */ entry) => touches(entry, window);
    entries.set(day, overlaid(list, rows, isShown, context));
  }
  // The last days are read with each change, and what was there before them once.
  const {recent, lately} = known;
  const older = lately.childId === childId ?
      lately.entries.filter(({start}) => start < (recent.from ?? '')) :
      [];
  const declared = [...older, ...recent.entries.filter(isDeclared)];
  const failed = known.rows.filter((row) => isStuck(row, context.isOnline)).length;
  return {
    ...known,
    user: known.session.user,
    role: children.find(({id}) => id === childId)?.role ?? null,
    dashboard: known.dashboard && projected(known, rows, {now, project}),
    entries,
    lately: overlaid(declared, rows.filter(({entry}) => isDeclared(entry)), () => true, context),
    settings: settingsOf(known.settings, childId),
    outbox: {waiting: known.rows.length - failed, failed, other: known.other},
  };
}

/**
 * @param {Known} known
 * @param {Row[]} rows
 * @param {{now: number, project: import('./model.js').Model['project']}}
 *     context
 */
function projected({dashboard, settled, settings, recent, childId}, rows, {now, project}) {
  const {value, at} = /** @type {{value: Dashboard, at: number}} */ (dashboard);
  const operations = [
    ...settled.filter((one) => one.at >= at && one.entry.childId === childId)
        .map(({entry}) => ({entry})),
    ...rows.map(({entry}) => ({entry})),
  ];
  // The answer does not know of a day that has begun since.
  if (operations.length === 0 && now < Date.parse(value.day.end)) return value;
  return project(value, operations, recent, settingsOf(settings, childId), now);
}
