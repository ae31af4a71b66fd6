// What the server decides and a phone has to know without it: what an entry can be, and what is usual. Tables of cases
// that both run hold it to the server's own rules (Tests/PageTests/cases).

import {noUnit} from '../texts.js';

import {filled} from './clocks.js';
import {endOf, isBottle, isMilk, keptTurn, lengthOf, nursing, startOf, together} from './entries.js';
import * as limits from './generated/limits.js';
import {kinds, settings as standards, volumes} from './generated/tables.js';
import * as texts from './generated/texts.js';
import {addDays, date} from './time.js';
import {amount, decimal} from './words.js';

/** @typedef {import('./types.js').Child} Child */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').EntryDraft} EntryDraft */
/** @typedef {import('./types.js').Field} Field */
/** @typedef {import('./types.js').Problem} Problem */
/** @typedef {import('./types.js').Settings} Settings */
/** @typedef {import('./types.js').Unit} Unit */
/** @typedef {(field: string, message: string) => void} Find */

/** What cannot be done, for a person: as the server refuses it. */
export class Refusal extends Error {
  /**
   * @param {string} field
   * @param {string} message
   * @param {string} [code]
   */
  constructor(field, message, code = 'invalid') {
    super(message);
    this.code = code;
    this.details = [{field, message}];
  }
}

/**
 * The number typed into a field, with a point or a comma.
 * @param {string} field
 * @param {string} text
 * @throws {Refusal} if it is not a number
 */
export function typedNumber(field, text) {
  if (!/^\s*(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text)) throw new Refusal(field, texts.notANumber);
  return Number(text.replace(',', '.'));
}

/**
 * What is typed into a field with units: a number, or with the unit behind it: "4,2 kg", "7 lb 4 oz", "98.6F".
 * @param {Field} field
 * @param {string} text
 * @param {string} word of the unit that is chosen
 * @returns {{number: number, word: string}}
 * @throws {Refusal} if it is not a number, or of no unit of the field
 */
export function typedQuantity({name, units = []}, text, word) {
  const refuse = () => new Refusal(name, texts.notANumber);
  const found = [...text.trim().matchAll(/([\d.,]+)\s*([^\d.,\s]*)\s*/gy)];
  if (found.map(([all]) => all).join('') !== text.trim() || found.length > 2) throw refuse();
  const [[first, said], rest] = found.map(([, number, unit]) => [typedNumber(name, number), unit]);
  const isCalled =
      (/** @type {any} */ unit,
       /** @type {any} */ said) => [unit.word, unit.sign, unit.plural, unit.sign?.slice(1),
                                    `${unit.word}s`]
                                       .some((name) => name?.toLowerCase() === said.toLowerCase());
  const unit =
      said ? units.find((unit) => isCalled(unit, said)) : units.find((unit) => unit.word === word);
  if (!unit) throw said ? new Refusal(name, noUnit(said)) : refuse();
  if (!rest) return {number: Number(first), word: unit.word};
  const {parts} = unit;
  const [part, partSaid] = rest;
  if (!said || !parts || partSaid && !isCalled(parts, partSaid) || Number(first) % 1 ||
      part >= parts.perWhole)
    throw refuse();
  return {number: Number(first) + Number(part) / parts.perWhole, word: unit.word};
}

/**
 * The most that a feed can be, in whole steps.
 * @param {Unit} unit
 * @param {number} step
 */
export const mostIn = (unit, step) => Math.floor(limits.feedMl / volumes[unit] / step) * step;

/**
 * An amount in another unit, rounded to steps.
 * @param {Unit} unit
 * @param {{amount: number, unit: Unit}} usual
 * @param {number} step
 */
export function amountIn(unit, usual, step) {
  if (usual.unit === unit) return usual.amount;
  const steps = Math.round(usual.amount * volumes[usual.unit] / volumes[unit] / step);
  return Math.min(Math.max(1, steps) * step, mostIn(unit, step));
}

// What an entry can be

const isBlank = (/** @type {string} */ text) => !/\P{White_Space}/u.test(text);
const trimmed = (/** @type {string} */ text) =>
    text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');

/**
 * How long a text can be: in letters as people count them, and in bytes.
 * @param {string} text
 * @param {{characters: number, bytes: number}} limit
 */
function lengthProblem(text, {characters, bytes}) {
  if (new TextEncoder().encode(text).length > bytes) return filled(texts.tooManyBytes, bytes);
  // No letter is shorter than a code unit; few browsers are too old to count letters.
  const count = text.length > characters && 'Segmenter' in Intl ?
      [...new Intl.Segmenter('en').segment(text)].length :
      text.length;
  return count > characters ? filled(texts.tooManyCharacters, characters) : '';
}

/** @param {string} text */
function textProblem(text) {
  const isPlain = !/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text);
  return lengthProblem(text, limits.field) ||
      (isBlank(text) ? texts.empty :
           isPlain   ? '' :
                       texts.notPlain);
}

/**
 * The unit that an entry says, or the first.
 * @param {Field} field
 * @param {EntryDraft} entry
 * @returns {import('./types.js').UnitOf}
 */
export const unitOf = ({units = [], unitName = ''}, entry) =>
    units.find(({word}) => word === entry[unitName]) ?? units[0];

/**
 * What is wrong with a number of a field's type.
 * @param {Field} field
 * @param {any} value
 */
function typeProblem({type, least = 0, most}, value) {
  if (value == null || most === undefined) return '';
  const isWhole = type !== 'quantity';
  if (value >= least && value <= most && !(isWhole && value % 1)) return '';
  if (!isWhole) return filled(texts.outOfRange, decimal(least, 3), decimal(most, 3));
  return filled(type === 'count' ? texts.notWhole : texts.notWholeSeconds, least, most);
}

/**
 * What is wrong with a value for what it is meant to say.
 * @param {Field} field
 * @param {EntryDraft} entry
 */
export function senseProblem(field, entry) {
  const {name, type, limits: sense} = field;
  if (entry[name] == null) return '';
  if (type === 'text') return textProblem(trimmed(entry[name]));
  if (!sense) return '';
  const {word, factor = 1, offset = 0} = unitOf(field, entry);
  const base = entry[name] * factor + offset;
  if (base >= sense[0] && base <= sense[1]) return '';
  const [low, high] = sense.map((bound) => decimal((bound - offset) / factor, 2));
  return filled(texts.outOfSense, low, high, word);
}

/**
 * @param {EntryDraft} entry
 * @param {Child | undefined} child
 * @param {number} now
 * @param {Find} find
 */
function findInTime(entry, child, now, find) {
  const [start, end, latest] = [startOf(entry), endOf(entry), now + limits.clockDifference];
  const longest = kinds[entry.kind].longest ?? 0;
  if (start > latest) find('start', texts.inFuture);
  if (child && date(start, child.zone) < addDays(child.born, -1))
    find('start', filled(texts.beforeBirth, child.name, child.born));
  if (end === null) return;
  if (end < start) {
    find('end', texts.beforeStart);
  } else if (end === start) {
    find('end', texts.notAfterStart);
  } else if (end - start > longest) {
    find('end', filled(texts.tooLong, Math.floor(longest / 3_600_000)));
  } else if (end > latest) {
    find('end', texts.inFuture);
  }
}

/**
 * @param {EntryDraft} entry
 * @param {number} now
 * @param {Find} find
 */
function findInFeed(entry, now, find) {
  const {method, amount: value, unit} = entry;
  const most = method === 'pumping' ? limits.pumpingMl : limits.feedMl;
  if (value <= 0) find('amount', texts.noAmount);
  if (value * volumes[/** @type {Unit} */ (unit)] > most)
    find('amount', filled(texts.tooMuch, amount(most, 'ml', unit)));
  const [end, turn, both] = [endOf(entry), keptTurn(entry), together(nursing(entry)) ?? -Infinity];
  if (turn) {
    const field = turn.isPaused ? 'pausedSince' : 'timedSince';
    if (turn.since < startOf(entry)) find(field, texts.beforeStart);
    if (turn.since > now + limits.clockDifference) find(field, texts.inFuture);
  }
  if (end !== null && both * 1000 > end - startOf(entry)) {
    find('leftSeconds', texts.sidesLonger);
  } else if (both * 1000 > limits.feed) {
    find('leftSeconds', filled(texts.sidesTooLong, limits.feed / 3_600_000));
  }
}

/**
 * All that is wrong with an entry, as the server says it: of what a form can make, with the units, words and fields that
 * its kind has. Nothing is wrong with a kind that is not known here.
 * @param {EntryDraft} entry
 * @param {Child | undefined} child
 * @param {number} now
 * @returns {Problem[]}
 */
export function validate(entry, child, now) {
  /** @type {Problem[]} */
  const found = [];
  const find = (/** @type {string} */ field, /** @type {string} */ message) =>
      message && found.push({field, message});
  const kind = kinds[entry.kind];
  if (!kind) return found;
  const {fields, namedBy, requiredNote} = kind;
  for (const field of fields) find(field.name, typeProblem(field, entry[field.name]));
  const missing = fields.find(
      ({name, isRequired, standard}) => isRequired && (entry[name] ?? standard) == null);
  if (missing && found.length === 0) find(missing.name, texts.missing);
  if (found.length > 0) return found;
  findInTime(entry, child, now, find);
  for (const field of fields) find(field.name, senseProblem(field, entry));
  if (namedBy) find(namedBy, lengthProblem(trimmed(entry[namedBy]), limits.activity));
  if (entry.kind === 'feeding') findInFeed(entry, now, find);
  const note = entry.note ?? '';
  find(
      requiredNote ?? 'note',
      lengthProblem(note, limits.note) ||
          (isBlank(note)                   ? (requiredNote ? texts.empty : '') :
               /[^\P{Cc}\n\t]/u.test(note) ? texts.controlCharacters :
                                             ''));
  return found;
}

/**
 * Whether a running timer has run for longer than an entry of its kind can last.
 * @param {EntryDraft} entry
 * @param {number} now
 */
export const isForgotten = (entry, now) =>
    now - startOf(entry) > (kinds[entry.kind]?.longest ?? Infinity);

// What is usual

/**
 * As much as in the last bottle, and never under 10 ml.
 * @param {EntryDraft | null} bottle
 * @param {Unit} units
 */
export function quickAmount(bottle, units) {
  if (bottle?.amount == null) return {amount: limits.standardAmounts[units], unit: units};
  const {amount: value, unit = 'ml'} = bottle;
  const isEnough = value * volumes[/** @type {Unit} */ (unit)] >= limits.leastMl;
  return isEnough ? {amount: value, unit} : {amount: limits.leastMl, unit: 'ml'};
}

/**
 * As long as the last tummy time, in seconds.
 * @param {EntryDraft | null} last
 */
export function quickTummySeconds(last) {
  const ms = (last && lengthOf(last)) ?? 0;
  const isUsual = ms > 0 && ms <= (kinds.tummy.longest ?? 0);
  return Math.trunc((isUsual ? ms : limits.tummy) / 1000);
}

// Settings

/**
 * The value in force.
 * @param {Settings} settings
 * @param {string} key
 */
export const setting = (settings, key) => settings[key] ?? standards[key] ?? 'off';

const lengths = /^(?:(\d+(?:\.\d+)?) ?h(?:(?:ou)?rs?)?)? ?(?:(\d+) ?(?:m(?:in(?:ute)?s?)?)?)?$/;

/**
 * A setting that is a length of time, in milliseconds; null where it is off. Undefined if only the server understands its
 * text.
 * @param {Settings} settings
 * @param {string} key
 */
export function interval(settings, key) {
  const text = setting(settings, key);
  if (text === 'off') return null;
  const [, hours = 0, minutes = 0] = lengths.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 || undefined;
}

// Feeds

/**
 * Whether it is a feed for the time since the last one.
 * @param {EntryDraft} entry
 * @param {Settings} settings
 */
export const isFeed = (entry, settings) =>
    isMilk(entry) || (entry.kind === 'food' && setting(settings, 'feeding.solids') === 'on');

/**
 * The feed that the time since the last one counts from, and from when. A bottle that begins soon enough after a feed
 * belongs to it.
 * @param {Entry[]} feeds in order, one at least; with top-ups, those of 24 hours before the last
 * @param {Settings} settings
 */
export function feedClock(feeds, settings) {
  const topUp = interval(settings, 'feeding.topUp');
  const over = (/** @type {Entry} */ feed) => endOf(feed) ?? startOf(feed);
  let head = 0;
  for (const [place, feed] of feeds.entries()) {
    const isPart =
        topUp != null && place > 0 && isBottle(feed) && startOf(feed) - over(feeds[head]) <= topUp;
    if (!isPart) head = place;
  }
  const feed = feeds[head];
  const isFromEnd = setting(settings, 'reminders.from') === 'end';
  return {feed, since: isFromEnd ? Math.max(...feeds.slice(head).map(over)) : startOf(feed)};
}
