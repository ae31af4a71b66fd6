// What the store asks of the page's model.

import {isRunning} from '../model/entries.js';
import {uuid} from '../model/ids.js';
import {project} from '../model/project.js';
import {validate} from '../model/rules.js';
import {dayWindow} from '../model/time.js';
import {changed, couldntSync, deleted, kept, logged, reason, retrying, saved, savedHere, stillCouldntSync, undid, updated} from '../model/words.js';
import {emptied, entryGone as gone} from '../texts.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Child} Child */
/** @typedef {import('./types.js').Kept} Kept */

/**
 * Passed as an object, so that a test can replace it.
 * @typedef {{
 *   uuid: (now: number) => string,
 *   validate: (entry: Entry, child: Child | undefined, now: number) => {field: string, message: string}[],
 *   completed: (entry: Entry) => Entry,
 *   project: (dashboard: any, operations: {entry: Entry}[], known: import('./view.js').Recent,
 *     settings: {[key: string]: string}, now: number) => any,
 *   dayWindow: (day: string, child: Child | undefined, dayStart: string) => import('./view.js').Window,
 *   words: {
 *     logged: (entry: Entry, units: any) => string, changed: (entry: Entry, before: Entry | null) => string,
 *     updated: (entry: Entry) => string, deleted: (entry: Entry) => string, undid: (text: string) => string,
 *     couldntSync: (entry: Entry) => string, stillCouldntSync: (entry: Entry) => string, retrying: string,
 *     saved: string, savedHere: string, gone: string, emptied: string,
 *     kept: (kept: Pick<Kept, 'entry' | 'reason'>, child: string) => string,
 *     reason: (failure: {kind: string, message?: string}) => string}}} Model
 */

/** @type {Model} */
export const model = {
  uuid: (now) => uuid(now, crypto.getRandomValues(new Uint8Array(10))),
  validate: (entry, child, now) => validate(entry, /** @type {any} */ (child), now),
  completed(entry) {
    const said = Object.entries(entry).filter(([, value]) => value !== null && value !== undefined);
    const whole = /** @type {Entry} */ (Object.fromEntries(said));
    whole.running = isRunning(whole);
    return whole;
  },
  project,
  dayWindow: (day, child, dayStart) => dayWindow(day, dayStart, child?.zone ?? 'UTC'),
  words: {
    changed,
    couldntSync,
    deleted,
    emptied,
    gone,
    kept,
    logged,
    reason,
    retrying,
    saved,
    savedHere,
    stillCouldntSync,
    undid,
    updated
  },
};
