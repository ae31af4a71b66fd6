// Types of the wire, as the server's OpenAPI document has them; nothing here runs. Times are texts in RFC 3339.

/** @typedef {'left' | 'right'} Side */
/** @typedef {'ml' | 'oz'} Unit */
/** @typedef {'12h' | '24h'} ClockFormat */

/**
 * What a kind's fields say: those that it declares, by their names, and the units of its quantities.
 * @typedef {{[field: string]: any}} Fields
 */

/**
 * An entry as a caregiver says it, without what the server adds.
 * @typedef {Fields & {childId?: string, kind: string, start: string, end?: string | null, endUnknown?: boolean,
 *   note?: string | null}} EntryDraft
 */

/**
 * An entry of the wire. `running` and `endUnknown` are left out unless they are true.
 * @typedef {EntryDraft & {id: string, childId: string, startLocal?: string, endLocal?: string | null,
 *   running?: boolean, author?: string | null, changedBy?: string | null, createdAt: string, updatedAt: string,
 *   deletedAt?: string | null}} Entry
 */

/**
 * An entry's new values: null removes a member.
 * @typedef {{[member: string]: any}} Changes
 */

/** @typedef {{field: string, message: string}} Problem */

/**
 * @typedef {{id: string, name: string, born: string, zone: string, feedingStyle?: string | null,
 *   [member: string]: any}} Child
 */

/**
 * A day of a child.
 * @typedef {{date: string, start: string, end: string}} Day
 */

/**
 * Those of a day's counts and sums that a screen shows; the server's answers have more.
 * @typedef {{feedings: number, feedingMl: number, formulaMl?: number, breastMilkMl?: number,
 *   otherMilkMl?: number, waterMl?: number, leftSeconds: number, rightSeconds: number, pumpings: number,
 *   wetDiapers: number, dirtyDiapers: number, sleepSeconds: number, tummySeconds: number, notes: number}} DayTotals
 */

/** @typedef {{amount: number, unit: Unit, tummySeconds: number}} Quick */

/** @typedef {{name: string, last: string, lastLocal: string, next: string, nextLocal: string}} NextDose */

/**
 * How a child's day stands. Of a projected one, `unknown` names the members that cannot be told here before the server
 * has answered: they are null.
 * @typedef {{child: {id: string, name: string}, zone: string, units: Unit, timeFormat: ClockFormat, theme: any,
 *   day: Day, lastFeeding: Entry | null, feedingSince?: string | null,
 *   lastDiaper: Entry | null, lastSleep: Entry | null, lastTummyTime: Entry | null, lastNote: Entry | null,
 *   runningFeeding: Entry | null, runningSleep: Entry | null, runningTummyTime: Entry | null,
 *   runningActivities?: Entry[], suggestedSide: Side | null, nextFeedingDue?: string | null,
 *   nextDiaperDue?: string | null,
 *   predictions?: any[] | null, medicines?: NextDose[], wakings?: {count: number, awakeSeconds: number} | null,
 *   recentKinds?: string[], quick: Quick, today: DayTotals | null, seq: number, unknown?: string[]}} Dashboard
 */

/**
 * What waits to be sent: the entry as it is to be, deleted or not.
 * @typedef {{entry: Entry}} Operation
 */

/**
 * The server's entries that are known here: all that touch the time from `since` on; null where some may be missing
 * at any time.
 * @typedef {{entries: Entry[], since: string | null}} Known
 */

/**
 * Settings in force, by their keys; what is not there is as it is by default.
 * @typedef {{[key: string]: string}} Settings
 */

/**
 * A unit: a number in it times the factor (1 if left out) plus the offset is the number in the base unit. `parts`
 * are what people say beside it, as ounces beside pounds; without a `sign` it is written as its word is.
 * @typedef {{word: string, sign?: string, plural?: string, factor?: number, offset?: number,
 *   parts?: {word: string, perWhole: number}}} UnitOf
 */

/**
 * A field that entries of a kind have of their own. `least`, 0 where it is left out, and `most` are what a number can be
 * at all, `limits` what makes sense in the base unit; `prefix` stands before its text.
 * @typedef {{name: string, type: 'choice' | 'quantity' | 'seconds' | 'instant' | 'count' | 'text', isRequired?: boolean,
 *   words?: string[], standard?: string, unitName?: string, least?: number, most?: number,
 *   limits?: number[], units?: UnitOf[], prefix?: string}} Field
 */

/**
 * What is declared of a kind. Without a `title` it is called as its word is spoken. `longest` is left out for what
 * happens at one moment; `namedBy` is the field that says what an entry is called; `requiredNote` what the note is called where an entry is nothing without it; `isDeclared` whether it
 * is a declaration and nothing more; `hasDays` whether a day says enough of when it was.
 * @typedef {{title?: string, longest?: number, hasTimer?: boolean, runsWithoutEnd?: boolean,
 *   isDeclared?: boolean, hasDays?: boolean, requiredNote?: string, namedBy?: string, fields: Field[]}} Kind
 */

export {};
