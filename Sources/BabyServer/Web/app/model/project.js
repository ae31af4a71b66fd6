// The dashboard with what waits here laid over it: what the server would answer if it had all of it. What cannot be
// known here is null, and named in `unknown`.

import {compare, endOf, isBottle, isBreast, isRunning, opposite, startOf} from './entries.js';
import * as limits from './generated/limits.js';
import {kinds} from './generated/tables.js';
import {Log} from './log.js';
import {feedClock, interval, isFeed, quickAmount, quickTummySeconds, setting} from './rules.js';
import {dayOf, wire} from './time.js';
import {dayTotals, wakingsIn} from './totals.js';

/** @typedef {import('./types.js').Dashboard} Dashboard */
/** @typedef {import('./types.js').Day} Day */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Known} Known */
/** @typedef {import('./types.js').Operation} Operation */
/** @typedef {import('./types.js').Settings} Settings */

/** @param {Entry | null} entry */
const startIfAny = (entry) => (entry ? startOf(entry) : -Infinity);

/**
 * @template T
 * @param {T[]} list
 */
const unlessEmpty = (list) => (list.length > 0 ? list : null);

/**
 * @param {Dashboard} dashboard as the server has answered it
 * @param {Operation[]} operations what waits here, and what the answer may not have in it yet
 * @param {Known} known
 * @param {Settings} settings in force for the child
 * @param {number} now
 * @returns {Dashboard}
 */
export function project(dashboard, operations, known, settings, now) {
  const log = new Log(dashboard, operations, known);
  const {zone} = dashboard;
  const isOver = now >= Date.parse(dashboard.day.end);
  const day = isOver ? dayOf(now, setting(settings, 'day.start'), zone) : dashboard.day;
  const last = (/** @type {string} */ kind, /** @type {Entry | null} */ theirs) =>
      log.last((entry) => entry.kind === kind && !isRunning(entry), startIfAny(theirs));
  const running = (/** @type {string} */ kind) =>
      log.all.find((entry) => entry.kind === kind && isRunning(entry)) ?? null;
  const [lastDiaper, lastSleep] =
      [last('diaper', dashboard.lastDiaper), last('sleep', dashboard.lastSleep)];
  const lastTummyTime = last('tummy', dashboard.lastTummyTime);
  const runningSleep = running('sleep');
  const fed = feeds(dashboard, log, settings);
  // Each is undefined if the phone does not know it.
  /** @type {{[member: string]: any}} */
  const members = {
    day,
    lastFeeding: fed && fed.feed,
    feedingSince: fed && (fed.since === startOf(fed.feed) ? null : wire(fed.since)),
    lastDiaper,
    lastSleep,
    lastTummyTime,
    lastNote: last('note', dashboard.lastNote),
    runningFeeding: running('feeding'),
    runningSleep,
    runningTummyTime: running('tummy'),
    runningActivities:
        unlessEmpty(log.all.filter((entry) => kinds[entry.kind]?.namedBy && isRunning(entry))
                        .slice(0, limits.activities)),
    suggestedSide: suggestedSide(dashboard, log),
    nextFeedingDue: fed && dueAfter(fed.since, 'feeding', dashboard, settings),
    nextDiaperDue: lastDiaper && dueAfter(startOf(lastDiaper), 'diaper', dashboard, settings),
    medicines: medicines(dashboard, log, day),
    wakings: wakings(runningSleep ?? lastSleep, dashboard, log, day),
    recentKinds: recentKinds(dashboard, log, day),
    quick: {
      ...dashboard.quick,
      ...quickBottle(dashboard, log, settings),
      ...(lastTummyTime !== undefined && {tummySeconds: quickTummySeconds(lastTummyTime)}),
    },
    today: log.since <= Date.parse(day.start) ? dayTotals(log.all, day) : undefined,
  };
  const unknown = Object.keys(members).filter((name) => members[name] === undefined);
  /** @type {{[member: string]: any}} */
  const whole = {...dashboard, ...members};
  for (const name of unknown) whole[name] = null;
  if (unknown.length > 0) whole.unknown = unknown;
  return /** @type {Dashboard} */ (whole);
}

/**
 * When the server's last feed or top-up began, at the latest; NaN if the phone does not know.
 * @param {Dashboard} dashboard
 * @param {number | null | undefined} topUp
 */
const latestFeed = ({lastFeeding}, topUp) => lastFeeding && topUp !== null ?
    (endOf(lastFeeding) ?? startOf(lastFeeding)) + (topUp ?? NaN) :
    startIfAny(lastFeeding);

/**
 * The feed that the time since the last one counts from, and from when.
 * @param {Dashboard} dashboard
 * @param {Log} log
 * @param {Settings} settings
 * @returns {{feed: Entry, since: number} | null | undefined}
 */
function feeds(dashboard, log, settings) {
  const {lastFeeding: head, feedingSince} = dashboard;
  const isSort = (/** @type {Entry} */ entry) => isFeed(entry, settings);
  const counted = head && {feed: head, since: Date.parse(feedingSince ?? head.start)};
  if (!log.concerns(isSort)) return counted;
  const topUp = interval(settings, 'feeding.topUp');
  if (topUp === undefined) return undefined;
  const all = log.all.filter(isSort);
  const ours = log.ours.filter(isSort);
  const isLater = (/** @type {Entry} */ entry) => head && compare(entry, head) > 0;
  // Top-ups that the phone does not know may follow it, and would belong to another feed between.
  const mayStand = (/** @type {Entry} */ entry) => log.since <= startIfAny(head) ||
      isBottle(entry) || startOf(entry) >= latestFeed(dashboard, topUp);
  // One that counts by itself whatever else waits here.
  const isSure = counted && !log.changed.has(counted.feed.id) &&
      (topUp === null ||
       (!log.old.some(isSort) && ours.every(mayStand) &&
        (!isBottle(counted.feed) || ours.every(isLater))));
  if (isSure) {
    const clock = feedClock([counted.feed, ...all.filter(isLater)], settings);
    // What belongs to it is in what the server has counted.
    return clock.feed === head ? {feed: head, since: Math.max(clock.since, counted.since)} : clock;
  }
  const last = log.last(isSort, latestFeed(dashboard, topUp));
  if (!last || topUp === null || !isBottle(last)) return last && feedClock([last], settings);
  const from = startOf(last) - limits.feedWindow;
  if (log.since > from) return undefined;
  return feedClock(all.filter((entry) => startOf(entry) >= from), settings);
}

/**
 * The breast to offer next: not the one that the last feed at the breast began with.
 * @param {Dashboard} dashboard
 * @param {Log} log
 */
function suggestedSide({suggestedSide, lastFeeding}, log) {
  if (!log.concerns(isBreast)) return suggestedSide;
  const last = log.last(isBreast, startIfAny(lastFeeding));
  return last?.startedSide ? opposite(last.startedSide) : last && null;
}

/**
 * @param {Dashboard} dashboard
 * @param {Log} log
 * @param {Settings} settings
 */
function quickBottle(dashboard, log, settings) {
  // Water is not drunk as milk is.
  const isMilkBottle = (/** @type {Entry} */ entry) => isBottle(entry) && entry.content !== 'water';
  if (!log.concerns(isMilkBottle)) return {};
  const last = log.last(isMilkBottle, latestFeed(dashboard, interval(settings, 'feeding.topUp')));
  return last === undefined ? {} : quickAmount(last, dashboard.units);
}

/**
 * @param {number} since
 * @param {'feeding' | 'diaper'} kind
 * @param {Dashboard} dashboard
 * @param {Settings} settings
 */
function dueAfter(since, kind, dashboard, settings) {
  const {lastFeeding, feedingSince, nextFeedingDue, lastDiaper, nextDiaperDue} = dashboard;
  const [from, due] = kind === 'feeding' ? [feedingSince ?? lastFeeding?.start, nextFeedingDue] :
                                           [lastDiaper?.start, nextDiaperDue];
  // The server has calculated with it, however it was said.
  const length = !from ? interval(settings, `${kind}.interval`) :
      due ? Date.parse(due) - Date.parse(from) :
            null;
  return length && wire(since + length);
}

/**
 * The next doses of those medicines that nothing waits here of: of the others, older doses may say how often.
 * @param {Dashboard} dashboard
 * @param {Log} log
 * @param {Day} day
 */
function medicines({medicines = []}, log, day) {
  const doses = [...log.ours, ...log.old].filter(({kind}) => kind === 'medicine');
  const names = doses.map(({name}) => name.toLowerCase());
  const others = medicines.filter(
      ({name, next}) => !names.includes(name.toLowerCase()) &&
          Date.parse(next) + limits.awaited > Date.parse(day.start));
  return others.length === 0 && names.length > 0 ? undefined : unlessEmpty(others);
}

/**
 * @param {Entry | null | undefined} sleep
 * @param {Dashboard} dashboard
 * @param {Log} log
 * @param {Day} day
 */
function wakings(sleep, dashboard, log, day) {
  if (!log.concerns(({kind}) => kind === 'sleep' || kind === 'briefWaking'))
    return dashboard.wakings ?? null;
  if (!sleep) return sleep;
  return log.since <= startOf(sleep) ? wakingsIn(sleep, log.all, Date.parse(day.end)) : undefined;
}

/**
 * Those that a menu offers. Where not all of the time is known that counts, what was logged here is one more of them.
 * @param {Dashboard} dashboard
 * @param {Log} log
 * @param {Day} day
 */
function recentKinds({recentKinds = []}, log, day) {
  const isDeclared = (/** @type {Entry} */ {kind}) => kinds[kind]?.isDeclared === true;
  if (!log.concerns(isDeclared)) return unlessEmpty(recentKinds);
  const from = Date.parse(day.start) - limits.recent;
  const isKnown = log.since <= from;
  const recent =
      (isKnown ? log.all : log.ours).filter((entry) => isDeclared(entry) && startOf(entry) >= from);
  /** @type {{[kind: string]: string}} */
  const last = {};
  for (const {kind, start} of recent) last[kind] = start + kind;
  const used = Object.keys(last).sort((a, b) => (last[a] < last[b] ? 1 : -1));
  const shown = new Set([...(isKnown ? [] : recentKinds), ...used].slice(0, limits.recentKinds));
  return unlessEmpty(Object.keys(kinds).filter((kind) => shown.has(kind)));
}
