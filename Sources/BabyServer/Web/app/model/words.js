// What people read of entries and of what was done, word for word as the family's other clients say it.

import {duration, filled, length, wholeMinutes} from './clocks.js';
import {bottleContents, isRunning, keptTurn, lengthOf, nameOf, nursing, opposite, sidesAt, sidesInOrder, startOf, together, turnOf} from './entries.js';
import {kinds, volumes} from './generated/tables.js';
import * as texts from './generated/texts.js';

export {ago, clock, dateTime, dayHeading, due, duration, length, nextDose, predicted} from './clocks.js';
export {retrying, saved, savedHere, separator} from './generated/texts.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').EntryDraft} EntryDraft */
/** @typedef {import('./types.js').DayTotals} DayTotals */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').Unit} Unit */

/** @param {(string | null | undefined | false)[]} parts */
const joined = (parts) => parts.filter(Boolean).join(texts.separator);

/** @param {string} text */
const lower = (text) => text.toLowerCase();
/** @param {string} text */
function capital(text) {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

// Numbers

/**
 * A number with at most `places` decimal places and no trailing zeros.
 * @param {number} number @param {number} places
 */
export function decimal(number, places) {
  const scale = 10 ** places;
  const scaled = Math.round(Math.abs(number) * scale);
  const rest = scaled % scale;
  const text = (number < 0 && scaled > 0 ? '-' : '') + (scaled - rest) / scale;
  return rest === 0 ? text : `${text}.${String(rest).padStart(places, '0').replace(/0+$/, '')}`;
}

/** @param {number} value @param {Unit} unit */
const coarse = (value, unit) => (unit === 'ml' ? (value < 10 ? 1 : 0) : value < 1 ? 2 : 1);

/**
 * "120 ml", "4 oz": as it was typed where the units agree, else rounded as people say it.
 * @param {number} value @param {Unit} unit @param {Unit} [to]
 */
export function amount(value, unit, to = unit) {
  const shown = unit === to ? value : value * volumes[unit] / volumes[to];
  return `${decimal(shown, unit === to ? 2 : coarse(shown, to))} ${to}`;
}

/**
 * The sum of amounts: "480 ml", "16.2 oz".
 * @param {number} ml @param {Unit} unit
 */
export function amountOfMl(ml, unit) {
  const value = ml / volumes[unit];
  return `${decimal(value, coarse(value, unit))} ${unit}`;
}

/**
 * What feeds came to, with what bottles held where that is known: "480 ml", "480 ml formula", "480 ml (300 ml formula, 120 ml
 * breast milk)".
 * @param {DayTotals} day @param {Unit} unit
 */
function fed(day, unit) {
  const sum = amountOfMl(day.feedingMl, unit);
  const known =
      bottleContents.map((content) => [/** @type {any} */ (day)[`${content}Ml`], spaced(content)])
          .filter(([ml]) => ml);
  // Sums of converted amounts differ in their last places.
  if (known[0] && day.feedingMl - known[0][0] < 0.01) return `${sum} ${known[0][1]}`;
  const parts = known.map(([ml, name]) => `${amountOfMl(ml, unit)} ${name}`).join(', ');
  return parts ? `${sum} (${parts})` : sum;
}

/**
 * "38.2 °C", "2 drops", "7 lb 4 oz".
 * @param {any[]} units @param {number} number @param {string} word
 */
function quantity(units, number, word) {
  const unit = units.find((unit) => unit.word === word) ?? units[0];
  const {sign = unit.word, plural, parts} = unit;
  if (parts) {
    const whole = Math.floor(number);
    const rest = (number - whole) * parts.perWhole;
    if (rest > 0 && Number.isInteger(rest * 2)) {
      const second = `${decimal(rest, 1)} ${parts.word}`;
      return whole === 0 ? second : `${decimal(whole, 0)} ${sign} ${second}`;
    }
  }
  return `${decimal(number, 3)} ${number === 1 ? sign : plural ?? sign}`;
}

/** @param {string[]} names of one and of several @param {number} number */
const several = (names, number) => filled(names[number === 1 ? 0 : 1], number);

/**
 * "6 feeds", "1 feed", "2 entries".
 * @param {number} number @param {string} one @param {string} [many]
 */
export const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

// Titles

/**
 * Whether a kind is known here.
 * @param {string} kind
 */
export const knows = (kind) => Boolean(kinds[kind]?.fields);

/**
 * "Feed", "Tummy time".
 * @param {string} kind
 */
export const kindTitle = (kind) =>
    kinds[kind] ? kinds[kind].title ?? capital(spaced(kind)) : filled(texts.unknown, kind);

/**
 * "Next feed".
 * @param {string} kind
 */
export const next = (kind) => filled(texts.next, lower(kindTitle(kind)));

/**
 * "Left".
 * @param {Side} side
 */
export const sideTitle = (side) => capital(side);

/**
 * "Right next".
 * @param {Side} side
 */
export const nextSide = (side) => `${sideTitle(side)} next`;

/**
 * "Wet", "Wet and dirty".
 * @param {string} type
 */
export const diaperTitle = (type) => texts.titles.diapers[type];

/**
 * "Next nap", "Bedtime".
 * @param {string} kind
 */
export const predictionTitle = (kind) => texts.titles.predictions[kind];

/**
 * "Sleep", "Tummy time", "Music class".
 * @param {EntryDraft} entry
 */
export const timerTitle = (entry) => capital(nameOf(entry) ?? '') || kindTitle(entry.kind);

/**
 * "sleep", "music class".
 * @param {EntryDraft} entry
 */
const timerNoun = (entry) => nameOf(entry) || lower(kindTitle(entry.kind));

/**
 * What an entry is: "Left breast", "Bottle", "Wet diaper", "Sleep", "Milestone", "Bath".
 * @param {EntryDraft} entry
 */
export function title(entry) {
  const {kind, method, breasts, startedSide, type, category} = entry;
  if (kind === 'feeding') {
    if (method !== 'breast') return texts.titles.feeds[method];
    return texts.titles.feeds[breasts === 'both' ? 'both' : startedSide ?? 'breast'];
  }
  if (kind === 'diaper') return filled(texts.diaper, diaperTitle(type));
  return kind === 'note' ? texts.titles.notes[category ?? 'general'] : timerTitle(entry);
}

/** @param {EntryDraft} entry */
const noun = (entry) => nameOf(entry) ?? lower(title(entry));

/**
 * "doseNumber" is "dose number".
 * @param {string} name
 */
const spaced = (name) => name.replace(/\p{Lu}/gu, (letter) => ` ${lower(letter)}`);

/**
 * "Started side"; that a length is in seconds, it need not say.
 * @param {{name: string, type?: string}} field
 */
export const fieldTitle = ({name, type}) =>
    capital(spaced(type === 'seconds' ? name.replace(/Seconds$/, '') : name));

/**
 * What is wrong with a field, as a sentence: "Amount must be at most 500 ml."
 * @param {string} field @param {string} message
 */
export const fieldProblem = (field, message) => `${
    capital(`${field} ${message}`
                .replace(/(left|right)Seconds/g, '$1')
                .replace(/\b\p{Ll}+(\p{Lu}\p{Ll}*)+/gu, spaced))}.`;

// What an entry says

/** @param {any} field @param {EntryDraft} entry @returns {string | null} */
function said(field, entry) {
  const value = entry[field.name];
  if (value == null || field.type === 'instant') return null;
  if (field.type === 'quantity') return quantity(field.units, value, entry[field.unitName]);
  if (field.type === 'seconds')
    return `${field.prefix ? `${field.prefix} ` : ''}${length(value * 1000)}`;
  return field.type === 'count' ? `${field.prefix ?? spaced(field.name)} ${value}` : value;
}

/**
 * Time at each breast, without the turn that is going on: "left 12 min".
 * @param {EntryDraft} entry @returns {string[]}
 */
function sideLengths(entry) {
  if (entry.kind !== 'feeding') return [];
  const feed = nursing(entry);
  return sidesInOrder(feed).flatMap((side) => {
    const seconds = feed[side];
    return seconds ? [`${side} ${length(seconds * 1000)}`] : [];
  });
}

/**
 * Whether the time at each breast says more than how long the feed was.
 * @param {EntryDraft} entry
 */
function tellsSides(entry) {
  const feed = nursing(entry);
  const [both, lasted] = [together(feed), lengthOf(entry)];
  if (both === null) return false;
  if (feed.left !== null && feed.right !== null) return true;
  return lasted === null || wholeMinutes(lasted) !== wholeMinutes(both * 1000);
}

/**
 * What an entry measures: "120 ml", "120 ml formula", "15 min"; "end unknown" if it was not recorded.
 * @param {EntryDraft} entry @param {Unit} units @returns {string[]}
 */
export function measures(entry, units) {
  const kind = kinds[entry.kind];
  const [isFeed, lasted] = [entry.kind === 'feeding', lengthOf(entry)];
  /** @type {(string | null)[]} */
  const parts = [];
  if (isFeed) {
    const {content} = entry;
    if (entry.amount != null) parts.push(amount(entry.amount, entry.unit ?? 'ml', units));
    if (content) parts.push([parts.pop(), spaced(content)].filter(Boolean).join(' '));
  } else if (kind?.isDeclared) {
    for (const field of kind.fields)
      if (field.name !== kind.namedBy) parts.push(said(field, entry));
  }
  if (lasted !== null) parts.push(length(lasted));
  if (isFeed && tellsSides(entry)) parts.push(...sideLengths(entry));
  if (entry.endUnknown && !kind?.namedBy) parts.push(texts.endUnknown);
  return parts.flatMap((part) => part ?? []);
}

/**
 * The same in one line: "37.5 °C · ear".
 * @param {EntryDraft} entry @param {Unit} units
 */
export const measured = (entry, units) => joined(measures(entry, units));

/**
 * An entry's note on one line; an empty text without one.
 * @param {EntryDraft} entry
 */
export const noteLine = ({note}) =>
    (note ?? '').split(/\p{White_Space}+/u).filter(Boolean).join(' ');

/**
 * An entry in a timeline: "Left breast · 15 min", "Bottle · 120 ml", "Wet diaper", "Temperature · 37.5 °C · ear". A
 * running one leaves the time that passes to `running`.
 * @param {EntryDraft} entry
 * @param {Unit} units
 */
export function line(entry, units) {
  if (isRunning(entry)) {
    const turn = turnOf(entry);
    if (turn) return turn.isPaused ? texts.feedPaused : filled(texts.feeding, turn.side);
    return entry.kind === 'sleep' ? texts.sleeping : filled(texts.runs, timerTitle(entry));
  }
  const {kind, method, breasts, startedSide} = entry;
  const parts = [title(entry)];
  if (method === 'pumping' && kind === 'feeding')
    parts.push(
        breasts === 'both' ? texts.titles.feeds.both :
            startedSide    ? texts.titles.feeds[startedSide] :
                             '');
  parts.push(...measures(entry, units));
  if (kind === 'feeding' && breasts === 'both' && startedSide)
    parts.push(filled(texts.switched, sideTitle(startedSide)));
  if (kind === 'note') parts.push(noteLine(entry));
  return joined(parts);
}

/**
 * "Sleeping 1h 04m", "Tummy time 4m", "Feeding left 12m · right 4m", "Feed paused · left 12m".
 * @param {EntryDraft} entry @param {number} now
 */
export function running(entry, now) {
  if (entry.kind !== 'feeding') {
    const what = entry.kind === 'sleep' ? texts.sleeping : timerTitle(entry);
    return `${what} ${duration(Math.max(now - startOf(entry), 0))}`;
  }
  const turn = keptTurn(entry);
  const all = sidesAt(nursing(entry), now);
  const lengths = all.filter(({side, ms}) => all.length < 2 || ms !== 0 || side === turn?.side)
                      .map(({side, ms}) => `${side} ${duration(ms)}`);
  return turn?.isPaused ? joined([texts.feedPaused, ...lengths]) :
                          filled(texts.feeding, joined(lengths));
}

/**
 * "Awake 1h 10m".
 * @param {number} ms
 */
export const awake = (ms) => filled(texts.awake, duration(ms));

/**
 * "2 wakings, 25m awake", "1 waking"; an empty text without any.
 * @param {{count: number, awakeSeconds: number} | null | undefined} wakings
 */
export function wakings(wakings) {
  if (!wakings?.count) return '';
  const all = several(texts.wakings, wakings.count);
  return wakings.awakeSeconds > 0 ?
      filled(texts.awakeFor, all, duration(wakings.awakeSeconds * 1000)) :
      all;
}

/**
 * What a day comes to: "6 feeds · 240 ml · 4 wet · 2 dirty · 7h 20m asleep".
 * @param {DayTotals} day @param {Unit} units
 */
export function counts(day, units) {
  const time = (/** @type {number} */ seconds) => duration(seconds * 1000);
  return joined([
    day.feedings > 0 && several(texts.feeds, day.feedings),
    day.leftSeconds > 0 && filled(texts.left, time(day.leftSeconds)),
    day.rightSeconds > 0 && filled(texts.right, time(day.rightSeconds)),
    day.feedingMl > 0 && fed(day, units),
    day.wetDiapers > 0 && filled(texts.wet, day.wetDiapers),
    day.dirtyDiapers > 0 && filled(texts.dirty, day.dirtyDiapers),
    day.sleepSeconds > 0 && filled(texts.asleep, time(day.sleepSeconds)),
    day.tummySeconds > 0 && filled(texts.tummy, time(day.tummySeconds)),
    day.pumpings > 0 && several(texts.pumpings, day.pumpings),
    day.notes > 0 && several(texts.notes, day.notes),
  ]);
}

// What was done

/**
 * "Sleep started", "Feed started · left breast".
 * @param {EntryDraft} entry
 */
export function started(entry) {
  const turn = turnOf(entry);
  return joined(
      [filled(texts.started, timerTitle(entry)), turn && lower(texts.titles.feeds[turn.side])]);
}

/**
 * "Logged left breast", "Logged bottle · 120 ml · 15 min", "Sleep started".
 * @param {EntryDraft} entry @param {Unit} units
 */
export const logged = (entry, units) => isRunning(entry) ?
    started(entry) :
    joined([filled(texts.logged, noun(entry)), ...measures(entry, units)]);

/**
 * "Sleep ended · 1h 04m", "Feed ended · left 12 min · right 4 min".
 * @param {EntryDraft} entry
 */
export function stopped(entry) {
  const [sides, lasted] = [sideLengths(entry), lengthOf(entry)];
  const lengths = sides.length > 0 || lasted === null ? sides : [length(lasted)];
  return joined([filled(texts.ended, timerTitle(entry)), ...lengths]);
}

/**
 * "Updated wet diaper".
 * @param {EntryDraft} entry
 */
export const updated = (entry) => filled(texts.updated, noun(entry));

/**
 * "Deleted feed", "Deleted bath".
 * @param {EntryDraft} entry
 */
export const deleted = (entry) => filled(texts.deleted, timerNoun(entry));

/**
 * "Undid: Logged left breast".
 * @param {string} label
 */
export const undid = (label) => filled(texts.undid, label);

/**
 * What was done to an entry: it was ended, switched to the other breast, paused, went on, or was changed otherwise.
 * @param {EntryDraft} entry
 * @param {EntryDraft | null} [before]
 */
export function changed(entry, before) {
  if (!before || !isRunning(before)) return updated(entry);
  if (!isRunning(entry) && entry.end) return stopped(entry);
  const [turn, old] = [turnOf(entry), turnOf(before)];
  if (!turn || !old || (turn.side === old.side && turn.isPaused === old.isPaused))
    return updated(entry);
  if (turn.isPaused) return joined([texts.feedPaused, ...sideLengths(entry)]);
  if (old.isPaused && turn.side === old.side) return filled(texts.resumed, turn.side);
  const seconds = nursing(entry)[opposite(turn.side)];
  return joined([
    filled(texts.switchedTo, turn.side),
    seconds !== null && `${opposite(turn.side)} ${length(seconds * 1000)}`
  ]);
}

/**
 * "Switch to right breast".
 * @param {Side} side
 */
export const switchSides = (side) => filled(texts.switchTo, side);

// What does not reach the server

/** @param {EntryDraft & {deletedAt?: string | null}} entry */
const pending = (entry) =>
    (entry.deletedAt ? filled(texts.pendingDeleted, noun(entry)) : noun(entry));

/**
 * "Couldn't sync left breast · Retry".
 * @param {EntryDraft} entry
 */
export const couldntSync = (entry) => filled(texts.couldntSync, pending(entry));

/**
 * "Still couldn't sync left breast · Retry".
 * @param {EntryDraft} entry
 */
export const stillCouldntSync = (entry) => filled(texts.stillCouldntSync, pending(entry));

/**
 * "No connection", or what the server has said.
 * @param {{kind: string, message?: string}} failure
 */
export const reason = ({kind, message}) =>
    message || texts.titles.reasons[kind] || texts.titles.reasons.server;

/**
 * Why a version is not shown: "Changed meanwhile: left breast · your version is kept".
 * @param {{entry: Entry, reason: 'conflict' | 'started-twice' | 'not-shared' | 'read-only'}} kept
 * @param {string} child
 */
export function kept({entry, reason}, child) {
  if (reason === 'started-twice') return filled(texts.startedTwice, timerTitle(entry));
  if (reason === 'conflict') return filled(texts.conflict, noun(entry));
  return filled(reason === 'not-shared' ? texts.notShared : texts.readOnly, child, pending(entry));
}
