// The sheets that log with one press: feed, diaper, sleep, tummy time, note, and the nursing timer.

import * as drafts from '../model/drafts.js';
import {bottleContents} from '../model/entries.js';
import {kinds} from '../model/generated/tables.js';
import * as rules from '../model/rules.js';
import * as words from '../model/words.js';
import * as texts from '../texts.js';

import {clockFormat, keep, units, zone} from './context.js';
import {h} from './dom.js';
import {button, choose, confirm, error, minutes, options, problem, stepper} from './parts.js';
import {open} from './router.js';
import {act, chosen, log, note, sheet, typedMoment, when} from './sheet.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {(start: number|undefined, now: number) => any} Make */

// A button that logs at once.
/** @param {Context} context @param {string} text @param {Make} make @param {import('./parts.js').Look} [as] */
const press = (context, text, make, as) => button(
    text, () => log(context, make), {look: 'quick', isBusy: context.form.isBusy, key: text, ...as});

// Left, right and perhaps both; the one to offer next is filled, and says so.
/** @param {Context} context @param {string[]} sides @param {(side: any) => Make} make */
const sides = (context, sides, make) => h('div.quicks', sides.map((side) => {
  const isStrong = side === context.state.dashboard.suggestedSide;
  const text = texts.word(side);
  return h(
      'div.suggestion', {key: side},
      h('small', {'aria-hidden': 'true'}, isStrong ? texts.suggested : ' '),
      press(
          context, text, make(side),
          {isStrong, label: isStrong ? texts.suggestedSide(text) : text}));
}));

// Details that are rarely needed. Closing them forgets what was entered: what is not visible is not logged.
/** @param {Context} context @param {...import('./dom.js').Kid} kids */
function more({form, draw}, ...kids) {
  const toggle = () => {
    form.isOpen = !form.isOpen;
    form.minutes = form.note = undefined;
    draw();
  };
  return [
    button(
        form.isOpen ? texts.lessDetails : texts.moreDetails, toggle, {look: 'plain', key: 'more'}),
    form.isOpen && kids
  ];
}

/** @param {Context} context */
export function feedSheet(context) {
  const {form, draw, state: {dashboard}} = context;
  const unit = units(context);
  const step = unit === 'oz' ? 0.5 : 10;
  form.amount ??= String(rules.amountIn(unit, dashboard.quick, step));
  // Reads the form at the press, not while drawing: what was typed last counts.
  const feed = (/** @type {any} */ said) =>
      (/** @type {number|undefined} */ start, /** @type {number} */ now) => drafts.feed(
          {
            start,
            minutes: form.minutes,
            note: form.note,
            ...(said.method !== 'breast' &&
                {amount: rules.typedNumber('amount', form.amount), unit}),
            ...(said.method === 'bottle' && {content: form.content}),
            ...said
          },
          dashboard, now);
  return sheet(
      texts.logFeed, 'feed', when(context),
      sides(
          context, ['left', 'right', 'both'],
          (side) => feed({method: 'breast', ...(side === 'both' ? {both: true} : {side})})),
      choose(
          form, draw, 'content', texts.field('feeding', 'content'), options(bottleContents),
          {isOptional: true}),
      h('div.line', stepper(form, draw, {
          label: texts.amount,
          name: 'amount',
          unit,
          step,
          most: rules.mostIn(unit, step),
        }),
        press(context, texts.word('bottle'), feed({method: 'bottle'}))),
      error(form.errors, 'amount'), problem(form),
      more(
          context,
          choose(
              form, draw, 'minutes', texts.length, minutes([5, 10, 15, 20, 30]),
              {isOptional: true, errors: {minutes: form.minutes && form.errors?.end}}),
          note(context),
          press(
              context, texts.pumped(`${form.amount} ${unit}`), feed({method: 'pumping'}),
              {look: 'secondary', key: 'pumped'})),
      !dashboard.runningFeeding &&
          button(
              texts.nursingTimer, () => open('log/nursing'),
              {look: 'plain', icon: 'activity', key: 'timer'}));
}

/** @param {Context} context */
export const nursingSheet = (context) => sheet(
    texts.nursingTimer, 'nursing', when(context, texts.startedAt),
    sides(
        context, ['left', 'right'],
        (side) => (start, now) => drafts.feedStart({side, start}, context.state.dashboard, now)),
    problem(context.form));

/** @param {Context} context */
export function diaperSheet(context) {
  const {form, state: {dashboard}} = context;
  return sheet(
      texts.logDiaper, 'diaper', when(context),
      h('div.quicks',
        ['wet', 'dirty', 'both'].map(
            (type) => press(
                context, texts.word(type),
                (start, now) => drafts.diaper({type, start, note: form.note}, dashboard, now),
                {label: type === 'both' ? words.diaperTitle(type) : undefined}))),
      problem(form), more(context, note(context)));
}

/** @param {Context} context */
export function sleepSheet(context) {
  const {form, state: {dashboard}} = context;
  if (dashboard.runningSleep)
    return timerSheet(context, dashboard.runningSleep, texts.wakeUp, texts.wokeUp);
  return sheet(
      texts.logSleep, 'sleep', when(context, texts.fellAsleep),
      press(
          context, texts.startSleep, (start, now) => drafts.sleepStart({start}, dashboard, now),
          {look: 'primary', icon: 'sleep'}),
      h('div.quicks', press(context, texts.nap, (end, now) => drafts.nap({end}, dashboard, now))),
      problem(form), button(texts.fromTo, () => open('form/sleep'), {look: 'plain'}));
}

/** @param {Context} context */
export function tummySheet(context) {
  const {form, state: {dashboard}} = context;
  if (dashboard.runningTummyTime)
    return timerSheet(context, dashboard.runningTummyTime, texts.stop, texts.ended);
  return sheet(
      words.kindTitle('tummy'), 'tummy', when(context),
      h('div.quicks',
        [...new Set([dashboard.quick.tummySeconds, 300])].map(
            (seconds) => press(
                context, words.length(seconds * 1000),
                (end, now) => drafts.tummyTime({seconds, end}, dashboard, now)))),
      press(
          context, texts.startTimer, (start, now) => drafts.tummyStart({start}, dashboard, now),
          {look: 'primary', icon: 'play'}),
      problem(form), button(texts.fromTo, () => open('form/tummy'), {look: 'plain'}));
}

// Ends what is running, when it really ended.
/** @param {Context} context @param {any} entry @param {string} stop @param {string} ended */
function timerSheet(context, entry, stop, ended) {
  const {form, now, draw} = context;
  const end = () => act(context, (family) => {
    const now = family.now();
    return family.logbook.edit(
        entry.id, drafts.stop(entry, now, chosen(context, now, typedMoment)));
  });
  return sheet(
      words.running(entry, now), 'timer',
      h('p.quiet',
        texts.sinceClock(
            words.clock(Date.parse(entry.start), zone(context), clockFormat(context)))),
      when(context, ended), button(stop, end, {look: 'primary', isBusy: form.isBusy}),
      problem(form),
      form.isDeleting ?
          confirm(
              texts.reallyDiscard(words.running(entry, now)), texts.discard,
              form.isBusy ? null : () => act(context, (family) => family.logbook.remove(entry.id)),
              () => keep(form, 'isDeleting', draw)(false)) :
          button(
              texts.discardTimer, () => keep(form, 'isDeleting', draw)(true),
              {look: 'plain', isDanger: true}));
}

/** @param {Context} context */
export function noteSheet(context) {
  const {form, draw, state: {dashboard}} = context;
  form.category ??= 'general';
  return sheet(
      texts.logNote, 'note',
      choose(form, draw, 'category', texts.category, options(kinds.note.fields[0].words ?? [])),
      note(context), when(context), problem(form),
      press(
          context, texts.save,
          (start, now) =>
              drafts.note({category: form.category, note: form.note ?? '', start}, dashboard, now),
          {look: 'primary'}));
}
