// Types of what goes through the store; nothing here runs.

/**
 * An entry as the wire has it.
 * @typedef {{[field: string]: unknown} & {
 *   id: string, childId: string, kind: string, start: string, end?: string | null,
 *   startLocal?: string, endLocal?: string | null, running?: boolean, endUnknown?: boolean, note?: string | null,
 *   author?: string | null, changedBy?: string | null, createdAt: string, updatedAt: string,
 *   deletedAt?: string | null}} Entry
 */

/**
 * What a caregiver says of an entry.
 * @typedef {{[field: string]: unknown} & {
 *   childId?: string, kind: string, start: string, end?: string | null, endUnknown?: boolean,
 *   note?: string | null}} Draft
 */

/** @typedef {Entry & {sync: 'saved-here' | 'sending' | 'failed' | null, problem: string | null}} EntryView */

/** @typedef {{kind: 'network' | 'server' | 'refused' | 'limited', message: string, isStill?: boolean}} Failure */

/**
 * A change of an entry that the server has not confirmed.
 *
 * `entry` is as it is to be, and `sent` as it was sent, under `key`, or is to be sent before it: both stay until that is
 * settled. `base` is the server's version that the change builds on, null where it has none. Times are milliseconds by
 * the phone's clock.
 * @typedef {{
 *   userId: string, entryId: string, childId: string, number: number, entry: Entry, sent: Entry | null,
 *   base: string | null, key: string | null, sends: number, state: 'waiting' | 'failed', nextAt: number,
 *   waitsSince: number | null, failure: Failure | null, failedAt: number | null, requeuedAt: number | null,
 *   isRequested: boolean, behind: string | null}} Row
 */

/**
 * A person's version that is not shown because another one replaced it.
 * @typedef {{
 *   userId: string, entryId: string, childId: string, entry: Entry, at: number,
 *   reason: 'conflict' | 'started-twice' | 'not-shared', child?: string}} Kept `child` is the name of one that has gone
 */

/** @typedef {{id: string, name: string, email: string}} User */

/**
 * Whose the page is. Nothing is sent while a sign-in is under way: the cookie may be another person's already.
 * @typedef {{user: User | null, state: 'open' | 'uncertain' | 'expired' | 'left', number: number}} Session
 */

/** @typedef {{[member: string]: unknown} & {id: string, name: string, zone: string, role: string}} Child */

/** @typedef {{home: string, childId?: string, key: string, value?: string, changedAt: string}} SharedSetting */

/**
 * @typedef {{
 *   severity: 'success' | 'warning' | 'error', text: string, action: 'edit-undo' | 'retry' | null,
 *   entryId: string | null, until: number | null, more: number, detail?: string}} Banner `detail`: why it was refused
 */

/** @typedef {{[member: string]: unknown} & {day: {date: string, start: string, end: string}, seq: number}} Dashboard */

/**
 * The phone's.
 * @typedef {{now(): number, setTimer(body: () => void, ms: number): unknown, clearTimer(timer: unknown): void}} Clock
 */

export {};
