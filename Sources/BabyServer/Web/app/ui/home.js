// How the day stands, and the cards to log from: these lie in the lower two thirds, where a thumb gets to.

import {isOfDay} from '../model/entries.js';
import * as time from '../model/time.js';
import * as words from '../model/words.js';
import * as texts from '../texts.js';

import {child, clockFormat, mayLog, units, zone} from './context.js';
import {h} from './dom.js';
import {badge, emptiness, icon} from './parts.js';
import {open} from './router.js';
import {running} from './running.js';
import {sayIt} from './say.js';

/** @typedef {import('./context.js').Context} Context */

/** @param {Context} context */
export function home(context) {
  const {family, state: {dashboard, isStale, isOnline, outage}} = context;
  if (!dashboard) {
    return isStale || !isOnline ?
        emptiness(
            texts.noDashboard, outage && outage !== 'network' ? texts.noAnswer : texts.noConnection,
            () => family.refresh()) :
        skeleton();
  }
  return h(
      'div.home', {key: dashboard.child.id}, standing(context), sayIt(context),
      h('div.reach', running(context), mayLog(context) ? null : h('p.quiet', texts.viewOnly),
        cards(context)));
}

/** The shape of what is to come. */
const skeleton = () => h(
    'div.home', {'aria-busy': true, key: 'skeleton'},
    h('div.standing', h('p.bone.wide'), h('p.bone')),
    h('div.cards', [1, 2, 3, 4].map((key) => h('div.card', {key}, h('p.bone'), h('p.bone.wide')))));

/** @param {Context} context */
function standing(context) {
  const {now, state: {dashboard, reminders}} = context;
  const {runningSleep: asleep, lastSleep} = dashboard;
  return h(
      'section.standing', {'aria-label': texts.atAGlance},
      h('p.title',
        asleep             ? words.running(asleep, now) :
            lastSleep?.end ? words.awake(now - Date.parse(lastSleep.end)) :
                             texts.hello(child(context)?.name ?? '')),
      h('p.quiet', totals(dashboard.today, units(context)) || texts.nothingCounted),
      reminders.filter(({snoozedUntil}) => !(Date.parse(snoozedUntil) > now))
          .map(
              ({id, text, due}) =>
                  h('p.notice', {key: id}, icon('bell'),
                    // The text is of when it was due, which may have been a while ago.
                    h('span', text,
                      h('small',
                        words.due(Date.parse(due), now, zone(context), clockFormat(context)))))),
      expected(context));
}

// A number stays with what it is of: "15 min" and "7h 20m asleep" are not broken. No number is longer, but a name may be.
/** @param {string} text */
const unbroken = (text) =>
    text.split(words.separator)
        .map((part) => part.replace(/(\d\S{0,9}) /g, '$1\u00a0').replace(/ (\d)/g, '\u00a0$1'))
        .join(words.separator);

// "6 feeds · 480 ml · 4 wet · 2 dirty · 9h 12m asleep"
/** @param {any} day @param {any} unit */
export const totals = (day, unit) => (day ? unbroken(words.counts(day, unit)) : '…');

// What is likely or due next; why opens below it.
/** @param {Context} context */
function expected(context) {
  const {now, state: {dashboard, predictions}} = context;
  const [at, format] = [zone(context), clockFormat(context)];
  const due = (/** @type {string} */ kind, /** @type {string|undefined} */ time) => time ? [{
    kind: `${kind}-due`,
    title: words.next(kind),
    text: words.due(Date.parse(time), now, at, format),
    why: ''
  }] :
                                                                                           [];
  const rows = [
    ...due('feeding', dashboard.nextFeedingDue),
    ...due('diaper', dashboard.nextDiaperDue),
    // Where it is set when the next feed is due, no other time for it is shown.
    ...predictions.filter(({kind}) => kind !== 'feeding' || !dashboard.nextFeedingDue)
        .map((one) => ({
               kind: one.kind,
               title: words.predictionTitle(one.kind),
               text: words.predicted(one, now, at, format),
               why: one.explanation,
             })),
  ];
  return h('div.expected', rows.map(({kind, title, text, why}) => {
    const line =
        [icon(why ? 'predicted' : 'clock'), h('span.said', h('b', title), h('span', text))];
    return why ? h('details', {key: kind}, h('summary', line),
                   h('p.quiet', `${why} ${texts.noMedicalAdvice}`)) :
                 h('p', {key: kind}, line);
  }));
}

/**
 * `since` is how long ago it was, or what is running, `hint` what is next.
 * @typedef {{kind: string, title: string, sheet: string, since: string, detail?: string, hint?: string, isRunning?: boolean}} Card
 */

/** @param {Context} context */
const cards = (context) =>
    [h('div.cards', {key: 'cards'}, mainCards(context).map((card) => shape(context, card))),
     h('div.cards.small', {key: 'others'}, otherCards(context).map((card) => shape(context, card))),
];

/** @param {Context} context @param {Card} card */
function shape(context, {kind, title, sheet, since, detail, hint, isRunning}) {
  const content = [
    h('span.head', badge(kind, isRunning), h('span.headline', title)),
    since && h('span.since', since),
    detail && h('span.detail', kind === 'note' ? detail : unbroken(detail)),
    hint && h('span.hint', hint)
  ];
  if (!mayLog(context)) return h('div.card', {key: sheet}, content);
  const said = [title, since, detail, hint].filter(Boolean).join(', ');
  return h(
      'button.card',
      {type: 'button', key: sheet, 'aria-label': texts.logFrom(said), onclick: () => open(sheet)},
      content);
}

// As much of a text as a card has room for.
/** @param {string} text */
const excerpt = (text) => (text.length > 50 ? `${[...text].slice(0, 48).join('')}…` : text);

/** @param {any} entry @param {number} now */
const ago = (entry, now) =>
    (entry ? words.ago(Date.parse(entry.end ?? entry.start), now) : texts.notYet);

// The same of any kind, of which some are of a day and no time.
/** @param {Context} context @param {any} entry */
function past(context, entry) {
  const at = zone(context);
  const date = (/** @type {number} */ ms) => time.date(ms, at);
  return isOfDay(entry, at) ? words.dayHeading(date(Date.parse(entry.start)), date(context.now)) :
                              ago(entry, context.now);
}

/** @param {Context} context @returns {Card[]} */
function mainCards(context) {
  const {now, state: {dashboard}} = context;
  const unit = units(context);
  const {
    lastFeeding: feed,
    feedingSince,
    runningFeeding,
    lastDiaper: diaper,
    lastSleep: sleep,
    runningSleep,
    lastNote: note,
    suggestedSide
  } = dashboard;
  const card =
      (/** @type {string} */ kind, /** @type {string} */ since,
       /** @type {string|undefined} */ detail) =>
          ({kind, title: words.kindTitle(kind), sheet: `log/${kind}`, since, detail});
  const since = runningSleep &&
      words.clock(Date.parse(runningSleep.start), zone(context), clockFormat(context));
  return [
    {
      ...card(
          'feeding',
          runningFeeding ? texts.runningNow : ago(feed && {start: feedingSince ?? feed.start}, now),
          feed && words.line(feed, unit)),
      hint: suggestedSide && words.nextSide(suggestedSide),
      isRunning: Boolean(runningFeeding),
    },
    card('diaper', ago(diaper, now), diaper && words.title(diaper)),
    {
      ...card(
          'sleep', runningSleep ? words.running(runningSleep, now) : ago(sleep, now),
          since ? texts.sinceClock(since) : sleep && words.line(sleep, unit)),
      hint: words.wakings(dashboard.wakings),
      isRunning: Boolean(runningSleep),
    },
    card('note', ago(note, now), note && excerpt(words.noteLine(note))),
  ];
}

// What else the child uses.
/** @param {Context} context @returns {Card[]} */
function otherCards(context) {
  const {now, state: {dashboard}} = context;
  const {runningTummyTime: tummy, suggestedSide, medicines, recentKinds} = dashboard;
  /** @type {Card[]} */
  const cards = [{
    kind: 'tummy',
    title: words.kindTitle('tummy'),
    sheet: 'log/tummy',
    since: tummy ? words.running(tummy, now) : ago(dashboard.lastTummyTime, now),
    isRunning: Boolean(tummy),
  }];
  if (!dashboard.runningFeeding && child(context)?.feedingStyle !== 'bottle') {
    cards.push({
      kind: 'feeding',
      title: texts.nursingTimer,
      sheet: 'log/nursing',
      since: suggestedSide ? words.nextSide(suggestedSide) : texts.leftOrRight,
    });
  }
  for (const kind of new Set(['medicine', 'temperature', ...(recentKinds ?? [])])) {
    if (!words.knows(kind)) continue;
    const last = newest(context, kind);
    const dose = kind === 'medicine' && medicines?.[0];
    cards.push({
      kind,
      title: dose ? dose.name : words.kindTitle(kind),
      sheet: `log/${kind}`,
      since: dose ? ago({start: dose.last}, now) :
          last    ? past(context, last) :
                    '',
      detail: dose ?
          words.nextDose(dose, now, zone(context), clockFormat(context)).split(words.separator)[1] :
          last && words.measured(last, units(context)),
    });
  }
  return [...cards, {kind: 'plus', title: texts.moreKinds, sheet: 'log', since: ''}];
}

// The newest of a declared kind that the phone has.
/** @param {Context} context @param {string} kind */
const newest = ({state}, kind) => state.lately.find((entry) => entry.kind === kind);
