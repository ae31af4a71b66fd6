// All that is known of a child's log without the server: what it told last, and what waits here on top of it.

import {compare, startOf} from './entries.js';

/** @typedef {import('./types.js').Dashboard} Dashboard */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Known} Known */
/** @typedef {import('./types.js').Operation} Operation */
/** @typedef {(entry: Entry) => boolean} Sort */

export class Log {
  /**
   * @param {Dashboard} dashboard
   * @param {Operation[]} operations
   * @param {Known} known
   */
  constructor(dashboard, operations, {entries, since}) {
    /** What the server has and the phone does not know began before this. */
    this.since = since === null ? Infinity : Date.parse(since);
    /** @type {Entry[]} */
    const known = [...Object.values(dashboard).flat(), ...entries].filter((entry) => entry?.kind);
    // A later version of the same goes before an earlier one.
    known.sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
    const byId = (/** @type {Entry[]} */ list) => new Map(list.map((entry) => [entry.id, entry]));
    const waiting = byId(operations.map(({entry}) => entry));
    /** What the server has otherwise, or not at all. */
    this.changed = new Set(waiting.keys());
    const present =
        (/** @type {Map<string, Entry>} */ all) => [...all.values()]
                                                       .filter(({deletedAt}) => !deletedAt)
                                                       .sort(compare);
    /** As they are to be, without those that are to be deleted. */
    this.ours = present(waiting);
    /** All of both, in order. */
    this.all = present(new Map([...byId(known), ...waiting]));
    /**
     * What was or may have been counted otherwise, as it was. What was never changed since it was logged is new, unless
     * another version of it is known.
     */
    this.old = [...waiting.values()].flatMap((entry) => {
      const {id, createdAt, updatedAt, deletedAt} = entry;
      const seen = known.filter((other) => other.id === id && other.updatedAt !== updatedAt);
      if (seen.length > 0 || (!deletedAt && updatedAt === createdAt)) return seen;
      return ['breast', 'bottle'].map((method) => ({...entry, method, content: undefined}));
    });
  }

  /**
   * Whether anything that waits here is or was of a sort.
   * @param {Sort} isSort
   */
  concerns(isSort) {
    return [...this.ours, ...this.old].some(isSort);
  }

  /**
   * The last entry of a sort.
   * @param {Sort} isSort
   * @param {number} latest when the server's last one began, at the latest; -Infinity where it has none
   * @returns {Entry | null | undefined} undefined if the phone does not know
   */
  last(isSort, latest) {
    const last = this.all.filter(isSort).at(-1);
    if (last && startOf(last) >= Math.min(latest, this.since)) return last;
    return latest === -Infinity ? last ?? null : undefined;
  }
}
