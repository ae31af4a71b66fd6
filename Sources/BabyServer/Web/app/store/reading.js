// Reads all that the screen shows, in one transaction.

import {wire} from '../model/time.js';

import {keptOf, noSession, rowsOf, values} from './records.js';
import {isDeclared, touches} from './view.js';

/** @typedef {import('./view.js').Known} Known */
/** @typedef {import('./view.js').Window} Window */
/** @typedef {import('./types.js').Entry} Entry */

const day = 86_400_000;
/** How long before a day something may have begun that goes on in it. */
const longest = 2 * day;
/** What the dashboard is reckoned from while something waits to be sent. */
const recently = 3 * day;
/** More are neither counted nor read. */
const mostRows = 10_000;

/**
 * What a phone knows that keeps nothing.
 * @type {Known}
 */
export const nothing = {
  session: noSession,
  rows: [],
  other: 0,
  kept: [],
  children: [],
  areChildrenKnown: false,
  childId: null,
  dashboard: null,
  reminders: [],
  predictions: [],
  settings: {},
  settled: [],
  learned: {offset: null, syncedAt: null},
  days: new Map(),
  recent: {entries: [], since: null},
  lately: {childId: null, entries: []},
};

/**
 * What was measured and given lately, of all that the phone has: a weight is of weeks ago. Of a long log the last part.
 * @param {import('./database.js').Database} database
 * @param {string} childId
 * @param {number} now
 */
export function readLately(database, childId, now) {
  return database.read(['entries'], async (tx) => {
    /** @type {Entry[]} */
    let all = [];
    /** @type {IDBValidKey} */
    let end = [];
    // A range is read from its beginning: so the last months come first, and then twice as many before them each time.
    for (let days = 90, start = ' '; start && all.length < mostRows; days *= 2) {
      start = days < 20_000 ? wire(now - days * day) : '';
      const range = {index: 'start', from: [childId, start], to: [childId, end], limit: mostRows};
      all = [...await tx.all('entries', range), ...all];
      end = start;
    }
    return all.filter((entry) => !entry.deletedAt && isDeclared(entry));
  });
}

/**
 * @param {import('./database.js').Database} database
 * @param {Map<string, Window>} windows the days to read beside the one that is now
 * @param {number} now
 * @returns {Promise<Omit<Known, 'lately'>>}
 */
export function readAll(database, windows, now) {
  return database.read(['values', 'entries', 'outbox', 'kept'], async (tx) => {
    // What does not wait for something else is asked for at once: each round trip takes its time on a phone.
    const [said, sent] = await Promise.all([values(tx), tx.keys('outbox', {limit: mostRows})]);
    // In quotes where the page's own states have members of the same name, which may be spelt otherwise.
    const {session = noSession, childId, children, place} = said;
    const [dashboard, reminders, predictions] =
        ['dashboard', 'reminders', 'predictions'].map((name) => said[`${name}:${childId}`]);
    const userId = session.user?.id ?? '';
    const isOpen = userId && session.state === 'open';
    const since = wire(now - recently);
    const days = new Map(windows);
    const today = dashboard?.value.day;
    if (today) days.set(today.date, today);
    /** @param {Window} window @returns {Promise<Entry[]>} */
    const read = async (window) => {
      if (!childId || !isOpen) return [];
      const from = wire(Date.parse(window.start) - longest);
      const range = {index: 'start', from: [childId, from], to: [childId, window.end]};
      return (await tx.all('entries', range)).filter((entry) => touches(entry, window));
    };
    const lately = read({start: since, end: '9999'});
    const [rows, kept, recent, ...loaded] = await Promise.all([
      rowsOf(tx, userId), keptOf(tx, userId), lately,
      ...[...days.values()].map(
          async (window) => window.start < since ?
              read(window) :
              (await lately).filter((entry) => touches(entry, window)))
    ]);
    const counts = {
      session,
      rows,
      other: sent.length - rows.length,
      learned: said['learned'] ?? nothing.learned
    };
    // A person's data is not shown to anyone else.
    if (!isOpen) return {...nothing, ...counts};
    return {
      ...counts,
      kept,
      children: children ?? [],
      areChildrenKnown: Boolean(children),
      childId: childId ?? null,
      dashboard: dashboard ?? null,
      reminders: reminders?.value.reminders ?? [],
      predictions: predictions?.value.predictions ?? [],
      settings: said.settings ?? {},
      settled: said['settled'] ?? [],
      days: new Map(
          [...days].map(([date, window], index) => [date, {window, entries: loaded[index]}])),
      recent: {
        entries: recent.filter((entry) => !entry.deletedAt),
        from: since,
        isWhole: place?.isWhole,
        since: place?.isWhole && place.since < since ? since : place?.since ?? null
      },
    };
  });
}
