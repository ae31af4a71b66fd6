// Takes over what the server tells. An entry with a change on its way stays as it is here: the server's version lies
// beside it.

import {wire} from '../model/time.js';

import {StorageError} from './database.js';
import {draftOf} from './outbox.js';
import {keep, known, noSession, rowsOf, setValue, value, values} from './records.js';

/** @typedef {import('./database.js').Transaction} Transaction */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Child} Child */
/** @typedef {import('./types.js').SharedSetting} SharedSetting */

/**
 * @typedef {{position: string, hasMore: boolean, children: Child[], entries: Entry[], settings?: SharedSetting[],
 *   settingsPosition?: string, user?: import('./types.js').User}} Page
 * @typedef {{position: string | null, tag: string | null, settingsPosition: string | null, isWhole: boolean,
 *   since: string | null}} Place
 *     where the changes have been read to; `isWhole` once all of them were. `since` is from when on all entries are
 *     here, or were at first
 */

/** What is kept of the log on a phone, in days: the server has the rest. */
const days = 35;
/** What is kept of it when there is no room for more, in milliseconds. */
const least = 2 * 86_400_000;

/** @type {Place} */
export const beginning = {
  position: null,
  tag: null,
  settingsPosition: null,
  isWhole: false,
  since: null
};

/** The stores that merging needs. */
export const stores = ['values', 'outbox', 'entries', 'kept'];

/** @param {number} now @returns {string} what began before is not kept */
export const horizon = (now) => wire(now - days * 86_400_000);

/**
 * Takes a version of the server's over unless a later one is here.
 * @param {Transaction} tx
 * @param {Entry} entry
 */
export async function takeOver(tx, entry) {
  const ours = await known(tx, entry.id);
  if (!ours || ours.updatedAt < entry.updatedAt) tx.put('entries', entry);
}

/**
 * @param {Transaction} tx
 * @param {Page} page
 * @param {{tag: string | null, now: number, number: number}} context `number` of the session that has asked
 * @returns {Promise<'merged' | 'stranger' | null>} null when the session is another one by now, `stranger` when the
 *     answer is for another person
 */
export async function merge(tx, page, {tag, now, number}) {
  const {session, children, place = beginning, settings} = await values(tx);
  const {user, ...rest} = session ?? noSession;
  if (!user || rest.number !== number) return null;
  if (page.user && page.user.id !== user.id) return 'stranger';
  if (page.user) setValue(tx, 'session', {...rest, user: page.user});
  await mergeChildren(tx, user.id, children ?? [], page.children, now);
  const first = horizon(now);
  // At once: one after another, a thousand would take seconds on a phone.
  await Promise.all(page.entries.map(async (entry) => {
    const isRecent = entry.running || (entry.end ?? entry.start) >= first;
    if (isRecent || (place.isWhole && (await known(tx, entry.id)))) await takeOver(tx, entry);
  }));
  if (page.settings?.length) setValue(tx, 'settings', merged(settings, page.settings));
  const isWhole = place.isWhole || !page.hasMore;
  setValue(tx, 'place', {
    position: page.position,
    tag,
    settingsPosition: page.settingsPosition ?? null,
    isWhole,
    since: isWhole && !place.isWhole ? first : place.since,
  });
  return 'merged';
}

/**
 * What is to be sent to a child that is no longer shared is kept aside.
 * @param {Transaction} tx
 * @param {string} userId
 * @param {Child[]} before
 * @param {Child[]} children all that there are now
 * @param {number} now
 */
async function mergeChildren(tx, userId, before, children, now) {
  setValue(tx, 'children', children);
  const ids = new Set(children.map(({id}) => id));
  for (const row of await rowsOf(tx, userId)) {
    if (ids.has(row.childId)) continue;
    keep(tx, row, row.entry, 'not-shared', now, before.find(({id}) => id === row.childId)?.name);
    tx.delete('outbox', [userId, row.entryId]);
  }
  for (const {id} of before) {
    if (!ids.has(id)) await forgetChild(tx, id);
  }
}

/** @param {Transaction} tx @param {string} id */
async function forgetChild(tx, id) {
  const range = {index: 'start', from: [id], to: [id, []]};
  for (const key of await tx.keys('entries', range)) tx.delete('entries', key);
  for (const name of ['dashboard', 'predictions', 'reminders'])
    tx.delete('values', `${name}:${id}`);
}

/** @param {{[place: string]: string} | undefined} before @param {SharedSetting[]} changes */
function merged(before, changes) {
  const all = {...before};
  for (const {home, childId, key, value} of changes) {
    const place = `${home}:${childId ?? ''}:${key}`;
    if (value === undefined)
      delete all[place];
    else
      all[place] = value;
  }
  return all;
}

/**
 * The settings in force for a child and a person: the child's own, before what the person has set for it, before
 * what they have set for all.
 * @param {{[place: string]: string}} all
 * @param {string | null} childId
 * @returns {{[key: string]: string}}
 */
export function settingsOf(all, childId) {
  /** @type {{[key: string]: string}} */
  const settings = {};
  for (const prefix of ['person::', `person:${childId}:`, `child:${childId}:`]) {
    for (const [place, value] of Object.entries(all)) {
      if (place.startsWith(prefix)) settings[place.slice(prefix.length)] = value;
    }
  }
  return settings;
}

/**
 * Throws away what began before a time, to make room. Unsent changes have their own copy.
 * @param {Transaction} tx
 * @param {string} first
 */
export async function prune(tx, first) {
  const {children, place} = await values(tx);
  for (const {id} of children ?? []) {
    const range = {index: 'start', from: [id], to: [id, first]};
    for (const key of await tx.keys('entries', range)) tx.delete('entries', key);
  }
  if (place?.since && place.since < first) setValue(tx, 'place', {...place, since: first});
}

/**
 * Writes; if the phone is full, makes room once: what the server has can be fetched again.
 * @template T
 * @param {import('./database.js').Database} database
 * @param {number} now
 * @param {(tx: Transaction) => Promise<T>} body
 * @param {'strict' | 'relaxed'} [durability]
 * @returns {Promise<T>}
 */
export async function write(database, now, body, durability) {
  try {
    return await database.write(stores, body, durability);
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'storage_full') throw error;
    const first = wire(now - least);
    await database.write(stores, (tx) => prune(tx, first), 'relaxed');
    return database.write(stores, body, durability);
  }
}

/**
 * Versions that were kept aside expire.
 * @param {Transaction} tx
 * @param {string} first
 */
export async function forgetKept(tx, first) {
  for (const {userId, entryId, at} of await tx.all('kept')) {
    if (at < Date.parse(first)) tx.delete('kept', [userId, entryId]);
  }
}

/**
 * Everything is fetched again: the server's data was replaced. What is shown stays until it has come.
 * @param {Transaction} tx
 */
export async function forgetAll(tx) {
  setValue(tx, 'place', beginning);
  tx.clear('entries');
  for (const name of await tx.keys('values')) {
    if (!String(name).startsWith('dashboard:')) continue;
    const {value: dashboard, ...rest} = await value(tx, String(name));
    // Another database counts from another number.
    setValue(tx, String(name), {...rest, tag: null, value: {...dashboard, seq: 0}});
  }
}

/**
 * Whether a text is in what was written of an entry.
 * @param {Entry} entry
 * @param {string} text
 */
export const contains = (entry, text) =>
    Object.values(draftOf(entry))
        .some(
            (value) =>
                typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase()));
